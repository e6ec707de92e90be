/**
 * Shows watched records on the whole terminal.
 * Redraws each second, so that relative times and the terminal size stay current.
 */

import { marketTime } from '../../market-time.ts'
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
/** The default if the terminal does not report its rows. */
const defaultRows = 24

export interface Subject {
  readonly every: number
  readonly render: Render
  readonly view: View
}

/** Returns the display. `screen` is behind the output gate, and each write replaces its content. */
export function screenDisplay(screen: Out, { every, render, view }: Subject, context: RunContext): Display {
  const { now, sleep, signal } = context
  const paint = palette(screen.color)
  let finding: Finding | undefined
  let last: number | undefined
  let problem: string | undefined

  async function draw(left: number): Promise<void> {
    const { rows = defaultRows } = screen
    // Leaves the last column free: after a full line the cursor stays on it, and erasing the rest of the line
    // would erase it.
    const columns = screen.columns - 1
    const drawing = {
      render,
      view: { ...view, width: columns - margin, color: screen.color, now: marketTime(context) },
      paint,
      // Two lines are for the status and an empty line before it.
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
    showProblem: (words) => {
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
