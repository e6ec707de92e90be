/** Runs a session on a terminal. */

import { type Role, roles } from '../../output/gate/gate.ts'
import type { ImageProtocolChoice } from '../../output/pictures/image-protocols.ts'
import type { GatedTerminal } from '../../ports/streams.ts'
import { marketTime } from '../../time.ts'
import { Loop } from '../loop.ts'
import type { State } from '../state/state.ts'
import { View } from '../view/view.ts'
import { listenTo } from './listen.ts'
import type { OpenPorts } from './open-place.ts'
import { Performer } from './perform.ts'

/** How a session looks. */
export interface ScreenOptions {
  readonly theme: Theme | undefined
  readonly images: ImageProtocolChoice | 'none' | undefined
}

/** Runs a session to its end, and gives the terminal back however it ends. Files of exports are complete then. */
export async function runOnTerminal(
  start: State,
  terminal: GatedTerminal,
  ports: OpenPorts & ScreenOptions,
): Promise<State> {
  const { context, images = 'auto', theme = 'normal' } = ports
  const showsPictures = terminal.color && theme !== 'mono' && images !== 'none'
  const { columns, rows } = terminal
  const post: Loop['post'] = (event) => loop.post(event)
  let interaction: typeof import('../interaction.ts') | undefined
  const loadInteraction = async () => {
    interaction ??= await import('../interaction.ts')
    return interaction
  }
  const performer = new Performer({ ...ports, images: images === 'none' ? 'auto' : images, terminal, post })
  const loop = new Loop(
    { ...start, size: { columns, rows }, showsPictures },
    {
      terminal,
      view: new View(terminal.color, () => interaction?.drawOverlay),
      theme: themed[theme],
      signal: context.signal,
      now: context.now,
      marketNow: () => marketTime(context),
      sleep: context.sleep,
      yieldToEvents: context.yieldToEvents,
      loadInteraction,
      perform: (effect, state) => performer.perform(effect, state),
      cancelPicture: () => performer.cancelPicture(),
      drawn: ({ note }) => performer.exports.shown(note),
    },
  )
  context.observe(listenTo(context, post))
  let state: State
  try {
    state = await loop.run()
  } finally {
    performer.close()
    terminal.close()
  }
  return { ...state, end: state.end && { ...state.end, exports: await performer.exports.end() } }
}

/* Color themes: they change the sequences of painted lines (`gate/roles.ts`), whoever has painted them. */

export type Theme = 'normal' | 'mono' | 'high-contrast'

/** Returns a function that puts painted lines into a theme. */
export const themed: Readonly<Record<Theme, (line: string) => string>> = {
  normal: (line) => line,
  mono: (line) => replaced(line, mono),
  'high-contrast': (line) => replaced(line, highContrast),
}

const bold = roles.name
const attributes: readonly Role[] = ['name', 'label', 'selected']
const hues = Object.values(roles).filter((role) => !attributes.some((name) => roles[name] === role))
const sequence = (code: number) => `\x1b[${code}m`

/** Bold, dim and inverse without any hue. */
const mono: ReadonlyMap<string, string> = new Map(
  hues.flatMap(({ begin, end }) => [
    [sequence(begin), ''],
    [sequence(end), ''],
  ]),
)

/** Nothing is dim, and what has a hue is bold. */
const highContrast: ReadonlyMap<string, string> = new Map([
  [sequence(roles.label.begin), ''],
  ...hues.flatMap(({ begin, end }): readonly (readonly [string, string])[] => [
    [sequence(begin), sequence(bold.begin)],
    [sequence(end), sequence(bold.end)],
  ]),
])

const replaced = (line: string, by: ReadonlyMap<string, string>): string =>
  line.includes('\x1b') ? line.replace(/\x1b\[\d+m/g, (code) => by.get(code) ?? code) : line
