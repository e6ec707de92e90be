/** What is watched, on the whole of a terminal: drawn anew each second, so that times go on and a new size is met. */

import { clean } from '../../output/gate/text.ts'
import { palette } from '../../output/terminal/palette.ts'
import { shorten } from '../../output/terminal/width.ts'
import type { Render, View } from '../../output/view.ts'
import type { Out } from '../../ports/streams.ts'
import type { RunContext } from '../make-context.ts'
import type { Display, Finding } from './display.ts'
import { drawFinding, margin } from './frame.ts'
import { statusWords } from './status.ts'

const second = 1000
/** Where a terminal does not tell. */
const usualRows = 24

export interface Subject {
  readonly every: number
  readonly render: Render
  readonly view: View
}

/** `screen` shows what was written last, and has the gate in front of it. */
export function screenDisplay(screen: Out, { every, render, view }: Subject, context: RunContext): Display {
  const { now, sleep, signal } = context
  const paint = palette(screen.color)
  let finding: Finding | undefined
  let last: number | undefined
  let problem: string | undefined

  async function draw(left: number): Promise<void> {
    const { rows = usualRows } = screen
    // What erases the rest of a line begins at the cursor, which stands on the last column once that is written.
    const columns = screen.columns - 1
    const drawing = {
      render,
      view: { ...view, width: columns - margin, color: screen.color, now: now() },
      paint,
      // The line of the status, and an empty one before it.
      rows: Math.max(1, rows - 2),
    }
    const words = shorten(statusWords({ every, last, finding, problem, left }), columns)
    const status = paint(problem === undefined ? 'label' : 'warning', words)
    const nothing = [`  No ${view.type.noun} found.`]
    const body = finding && (finding.records.size > 0 ? await drawFinding(finding, drawing) : nothing)
    await screen.write([...(body ? [...body, ''] : []), status].join('\n'), 'people')
  }

  return {
    show: (found) => {
      finding = found
      last = now()
      problem = undefined
      return draw(0)
    },
    complain: (words) => {
      problem = clean(words)
      return draw(0)
    },
    wait: async (end) => {
      for (let left = end - now(); left > 0; left = end - now()) {
        await draw(left)
        await sleep(Math.min(left, second), signal)
      }
    },
  }
}
