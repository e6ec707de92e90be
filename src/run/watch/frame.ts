/** What a terminal shows of records that are watched: as they are always drawn, with a mark before each line that is news. */

import type { Role } from '../../output/gate/roles.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import type { Render, View } from '../../output/view.ts'
import type { Json } from '../../ports/json.ts'
import type { Change } from '../../read/changes.ts'
import { withThousands } from '../../thousands.ts'
import type { Finding } from './display.ts'

/** By a sign and by color, so that neither is needed. */
const marks = {
  added: { sign: '+', role: 'accent' },
  changed: { sign: '~', role: 'warning' },
} as const satisfies Readonly<Record<string, { readonly sign: string; readonly role: Role }>>

/** Columns in front of each line. */
export const margin = 2

export interface Drawing {
  readonly render: Render
  /** Its width is that of the screen without the margin. */
  readonly view: View
  readonly paint: Paint
  /** Lines there are room for. */
  readonly rows: number
}

/** The lines of a finding, as many as there is room for. */
export async function drawFinding(
  { records, before, changes }: Finding,
  drawing: Drawing,
): Promise<readonly string[]> {
  const { rows, paint } = drawing
  // Each takes a line at least.
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
  const kept = marked.slice(0, rows - 1)
  const left = records.size - (kept.length - 1)
  return [...kept, paint('label', isTable ? `  … ${withThousands(left)} more` : '  …')]
}

const valuesOf = (entries: readonly (readonly [string, Json])[]) => entries.map(([, record]) => record)

async function linesOf(records: readonly Json[], { render, view }: Drawing): Promise<readonly string[]> {
  let text = ''
  for await (const piece of render(each(records), view)) text += piece
  return text.replace(/\n$/, '').split('\n')
}

/** As a renderer takes them. */
export async function* each(records: Iterable<Json>): AsyncGenerator<Json> {
  yield* records
}
