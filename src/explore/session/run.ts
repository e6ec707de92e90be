/** Runs a session on a terminal. */

import type { GatedTerminal } from '../../core/streams.ts'
import type { ImageProtocolChoice } from '../../output/pictures/image-protocols.ts'
import { Display } from '../display.ts'
import { Loop } from '../loop.ts'
import type { State } from '../state/state.ts'
import { View } from '../view/view.ts'
import { listenTo } from './listen.ts'
import type { OpenPorts } from './open-tab.ts'
import { Performer } from './perform.ts'
import { type Theme, themed } from './themes.ts'

/** How a session looks, and where it starts. */
export interface ScreenOptions {
  /** The lender whose page of today is the first one. */
  readonly lender?: string | undefined
  readonly theme: Theme | undefined
  readonly images: ImageProtocolChoice | 'none' | undefined
}

/** Runs a session to its end, and gives the terminal back however it ends. Files of exports are complete then. */
export async function runOnTerminal(
  start: State,
  terminal: GatedTerminal,
  ports: OpenPorts & ScreenOptions,
): Promise<State> {
  const { context, lender, images = 'auto', theme = 'normal' } = ports
  const showsPictures = terminal.color && theme !== 'mono' && images !== 'none'
  const { columns, rows } = terminal
  const post: Loop['post'] = (event) => loop.post(event)
  let overlays: typeof import('../view/overlays.ts') | undefined
  let targets: typeof import('../view/targets.ts') | undefined
  const loadInteraction = async () => {
    const [interaction, ...loaded] = await Promise.all([
      import('../update/update.ts'),
      import('../view/overlays.ts'),
      import('../view/targets.ts'),
    ])
    ;[overlays, targets] = loaded
    return interaction
  }
  const performer = new Performer({ ...ports, images: images === 'none' ? 'auto' : images, terminal, post })
  const view = new View(terminal.color, () => overlays?.drawOverlay)
  const display = new Display({
    terminal,
    view,
    theme: theme === 'normal' ? (line) => line : themed[theme],
    now: context.now,
    drawn: ({ note }) => performer.shown(note),
  })
  const overlay =
    lender === undefined ? undefined : await (await import('./home.ts')).startPage(lender, context, terminal)
  // It is drawn by code that lists do not need.
  if (overlay) await loadInteraction()
  const loop = new Loop(
    { ...start, overlay, size: { columns, rows }, showsPictures },
    {
      context,
      terminal,
      display,
      performer,
      loadInteraction,
      targetAt: (now, input) => targets?.targetAt(now, input, view),
    },
  )
  context.observe(listenTo(context, post))
  let state: State
  try {
    state = await loop.run()
  } finally {
    performer.close()
    await terminal.forgetPictures()
    terminal.close()
  }
  return { ...state, end: state.end && { ...state.end, exports: await performer.endExports() } }
}
