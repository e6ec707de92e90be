/** Runs a session on a terminal. */
import { marketTime } from '../../market-time.ts'
import type { ImageProtocolChoice } from '../../output/pictures/image-protocols.ts'
import type { GatedTerminal } from '../../ports/terminal.ts'
import { Loop } from '../loop.ts'
import type { State } from '../state/state.ts'
import { type Theme, themed } from '../terminal/themes.ts'
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
