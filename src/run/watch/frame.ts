/**
 * Draws watched records on a terminal, as a normal run does, with a mark before each line that has changed.
 */

import type { Role } from '../../output/gate/roles.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import type { Render, View } from '../../output/view.ts'
import type { Json } from '../../ports/json.ts'
import type { Change } from '../../read/changes.ts'
import { withThousands } from '../../thousands.ts'
import type { Finding } from './display.ts'

/** Marks use both a sign and a color, so that either is enough. */
const marks = {
  added: { sign: '+', role: 'accent' },
  changed: { sign: '~', role: 'warning' },
} as const satisfies Readonly<Record<string, { readonly sign: string; readonly role: Role }>>

/** Columns before each line. */
export const margin = 2

export interface Drawing {
  readonly render: Render
  /** Its width is the screen's width without the margin. */
  readonly view: View
  readonly paint: Paint
  /** Number of lines available. */
  readonly rows: number
}

/** Returns the lines of a round, as many as fit. */
export async function drawFinding(
  { records, before, changes }: Finding,
  drawing: Drawing,
): Promise<readonly string[]> {
  const { rows, paint } = drawing
  // Each record takes at least one line.
  const shown = [...records].slice(0, rows)
  const lines = await linesOf(valuesOf(shown), drawing)
  const isTable = lines.length === shown.length + 1
  const changed = new Map(changes.map(({ key, event }) => [key, event]))
  const old = new Set(
    before && !isTable ? await linesOf([...before.values()].slice(0, rows), drawing) : lines,
  )
  const eventOf = (line: string, at: number): Change['event'] | undefined => {
    if (isTable) return before && changed.get(shown[at - 1]?.[0] ?? '')
    return old.has(line) ? undefined : 'changed'
  }
  const marked = lines.map((line, at) => {
    const event = at === 0 && isTable ? undefined : eventOf(line, at)
    const mark = event && event !== 'removed' && line !== '' ? marks[event] : undefined
    return `${mark ? paint(mark.role, mark.sign) : ' '} ${line}`.trimEnd()
  })
  if (marked.length <= rows && shown.length === records.size) return marked
  const visible = marked.slice(0, rows - 1)
  const left = records.size - (visible.length - 1)
  return [...visible, paint('label', isTable ? `  … ${withThousands(left)} more` : '  …')]
}

const valuesOf = (entries: readonly (readonly [string, Json])[]) => entries.map(([, record]) => record)

async function linesOf(records: readonly Json[], { render, view }: Drawing): Promise<readonly string[]> {
  let text = ''
  for await (const piece of render(each(records), view)) text += piece
  return text.replace(/\n$/, '').split('\n')
}

/** Yields records in the form that a renderer takes. */
export async function* each(records: Iterable<Json>): AsyncGenerator<Json> {
  yield* records
}
