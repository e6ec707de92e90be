/**
 * Shows watched records on the whole terminal.
 * Redraws each second, so that relative times and the terminal size stay current.
 */

import type { Json } from '../core/json.ts'
import { toAsync } from '../core/lazy.ts'
import { counted, withThousands } from '../core/numbers.ts'
import type { Out } from '../core/streams.ts'
import { marketTime } from '../core/time.ts'
import type { Role } from '../output/gate/gate.ts'
import { clean } from '../output/gate/text.ts'
import { type Paint, palette } from '../output/terminal/palette.ts'
import { shorten } from '../output/terminal/width.ts'
import type { Render, View } from '../output/view.ts'
import { lasting } from '../output/words/span.ts'
import type { Change, Snapshot } from '../records/changes.ts'
import type { RunContext } from './make-context.ts'

const second = 1000
/** The default if the terminal does not report its rows. */
const defaultRows = 24
/** Columns before each line of a record. */
const margin = 2

/** The result of one round. */
interface Finding {
  /** In the order that the service sent them. */
  readonly records: Snapshot
  /** The records of the previous round; `undefined` in the first. */
  readonly before: Snapshot | undefined
  readonly changes: readonly Change[]
}

/** Shows the rounds of a watch. */
export interface Display {
  show(finding: Finding): Promise<void>
  /** Reports an incomplete round; the next one may succeed. */
  showProblem(words: string): Promise<void>
  /** Waits until a time in milliseconds since the epoch. */
  wait(end: number): Promise<void>
}

interface Subject {
  readonly every: number
  readonly render: Render
  /** Renders changes as lines, without a header. */
  readonly renderChanges: Render
  readonly view: View
}

/** Returns the display. `screen` is behind the output gate, and each write replaces its content. */
export function screenDisplay(
  screen: Out,
  { every, render, renderChanges, view }: Subject,
  context: RunContext,
): Display {
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
    const room = {
      view: { ...view, width: columns - margin, color: screen.color, now: marketTime(context) },
      paint,
      // Two lines are for the status and an empty line before it.
      rows: Math.max(1, rows - 2),
    }
    const changes = finding?.before
      ? await drawChanges(finding.changes, { ...room, render: renderChanges })
      : []
    const drawing = { ...room, render, rows: Math.max(1, room.rows - changes.length) }
    const words = shorten(statusWords({ every, last, finding, problem, left }), columns)
    const status = paint(problem === undefined ? 'label' : 'warning', words)
    const nothing = [`  No ${view.type.noun} found.`]
    const body = finding && (finding.records.size > 0 ? await drawFinding(finding, drawing) : nothing)
    await screen.write([...(body ? [...body, ''] : []), ...changes, status].join('\n'), 'people')
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

/**
 * The interval, the last update, and the number of changes: `every 30s · last 12:00:03 UTC · 3 changed, 1 added · next
 * in 12s`
 */
function statusWords({ every, last, finding, problem, left }: Status): string {
  return [
    `every ${lasting(every)}`,
    last === undefined ? '' : `last ${new Date(last).toISOString().slice(11, 19)} UTC`,
    problem === undefined && finding ? countsOf(finding) : '',
    left > 0
      ? `${problem === undefined ? 'next' : 'retry'} in ${lasting(Math.ceil(left / 1000) * 1000)}`
      : '',
    // Last, because it is the longest part and may be truncated.
    problem ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

interface Status {
  /** Interval in milliseconds. */
  readonly every: number
  /** When the last successful round ended, in milliseconds since the epoch. */
  readonly last: number | undefined
  readonly finding: Finding | undefined
  readonly problem: string | undefined
  /** Milliseconds until the next round. */
  readonly left: number
}

function countsOf({ before, changes }: Finding): string {
  if (!before) return ''
  const counts = (['changed', 'added', 'removed'] as const).flatMap((event) => {
    const count = changes.filter((change) => change.event === event).length
    return count === 0 ? [] : [`${withThousands(count)} ${event}`]
  })
  return counts.length === 0 ? 'no changes' : counts.join(', ')
}

interface Drawing {
  readonly render: Render
  /** Its width is the screen's width without the margin. */
  readonly view: View
  readonly paint: Paint
  /** Number of lines available. */
  readonly rows: number
}

/** Returns the lines of a round as a normal run draws them, each changed one with a mark, as many as fit. */
async function drawFinding(
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

/**
 * Returns the changes of the last round in words, one per line, and an empty line: about a third of the screen at most,
 * and nothing on a small one.
 */
async function drawChanges(changes: readonly Change[], drawing: Drawing): Promise<readonly string[]> {
  const most = Math.ceil(drawing.rows / 3)
  if (changes.length === 0 || most < 2) return []
  const shown = changes.length > most ? changes.slice(0, most - 1) : changes
  const lines = await linesOf(
    shown.map(({ key: _, ...event }): Json => ({ ...event })),
    drawing,
  )
  const left = changes.length - shown.length
  const more = left > 0 ? [drawing.paint('label', `… ${counted(left, 'more changes')}`)] : []
  return [...[...lines, ...more].map((text) => ' '.repeat(margin) + text), '']
}

/** Marks use both a sign and a color, so that either is enough. */
const marks = {
  added: { sign: '+', role: 'accent' },
  changed: { sign: '~', role: 'warning' },
} as const satisfies Readonly<Record<string, { readonly sign: string; readonly role: Role }>>

const valuesOf = (entries: readonly (readonly [string, Json])[]) => entries.map(([, record]) => record)

async function linesOf(records: readonly Json[], { render, view }: Drawing): Promise<readonly string[]> {
  let text = ''
  for await (const piece of render(toAsync(records), view)) text += piece
  return text.replace(/\n$/, '').split('\n')
}
