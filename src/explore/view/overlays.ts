/** What is open over the panes: a box at the bottom of the list, and often an input in place of the status line. */
import { clean } from '../../output/gate/text.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { wrap } from '../../output/terminal/width.ts'
import type { Rect } from '../layout.ts'
import type { Overlay } from '../state/overlay.ts'
import type { State } from '../state/state.ts'
import { boxOf, type OpenOverlay } from './box.ts'
import { filter, help, palette, withInput } from './input-overlays.ts'
import { copyLines, requests, search, sort } from './menus.ts'

/** Returns what to draw for an overlay over this part of the screen. */
export function drawOverlay(state: State, overlay: Overlay, rect: Rect, paint: Paint): OpenOverlay {
  switch (overlay.kind) {
    case 'filter':
      return filter(state, overlay, rect, paint)
    case 'export':
      return withInput(
        state,
        overlay,
        'Export to: ',
        rect,
        [
          ['enter', 'export'],
          ['esc', 'cancel'],
        ],
        [],
        paint,
      )
    case 'palette':
      return palette(state, overlay, rect, paint)
    case 'help':
      return help(state, overlay, rect, paint)
    case 'search':
      return search(overlay, rect, paint)
    case 'sort':
      return sort(state, overlay, rect, paint)
    case 'requests':
      return requests(state, overlay, rect, paint)
    case 'copy':
      return {
        ...withoutInput,
        box: boxOf('Copy', copyLines(rect, paint), rect, paint),
        keys: [['esc', 'cancel']],
      }
    case 'text':
      return {
        ...withoutInput,
        box: boxOf('Select with the mouse to copy', wrapped(overlay.text, rect), rect, paint),
        keys: [['any key', 'close']],
      }
    case 'confirm': {
      return {
        ...withoutInput,
        box: boxOf('Confirm', wrapped(overlay.words, rect), rect, paint),
        keys: [
          ['enter', 'yes'],
          ['esc', 'no'],
        ],
      }
    }
  }
}

const wrapped = (text: string, { columns }: Rect): readonly string[] =>
  wrap(clean(text.slice(0, 2000)), Math.max(1, columns - 2)).map((one) => ` ${one}`)

/** The cursor is on the first line of the box. */
const withoutInput = { status: undefined, cursor: { in: 'box', row: 1, column: 1 } } as const
