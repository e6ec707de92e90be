/** Prints changes for programs, one line of JSON each. */
import { jsonText } from '../../api/wire/json-text.ts'
import type { RunContext } from '../make-context.ts'
import type { Display } from './display.ts'

/** Prints changes as they are found. In the first round each record is `added`. Failures go to stderr. */
export function eventLines({ stdout, say, sleep, signal, now }: RunContext): Display {
  return {
    show: async ({ changes }) => {
      const lines = changes.map(({ key: _, ...event }) => `${jsonText(event)}\n`)
      if (lines.length > 0) await stdout.write(lines.join(''), 'json')
    },
    showProblem: (words) => say(`${words}.`),
    wait: (end) => sleep(Math.max(0, end - now()), signal),
  }
}
