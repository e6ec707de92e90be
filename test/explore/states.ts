/** States of `kiva explore` with real records of the sandbox. */

import { commandTree } from '../../src/cli/command-tree.ts'
import { commands } from '../../src/commands/index.ts'
import type { Json } from '../../src/core/json.ts'
import { layoutOf } from '../../src/explore/layout.ts'
import { Selection } from '../../src/explore/rows/selection.ts'
import { startSession } from '../../src/explore/session/start.ts'
import { detailDrawing, drawingsOf } from '../../src/explore/shown-drawings.ts'
import type { State } from '../../src/explore/state/state.ts'
import type { Tab } from '../../src/explore/state/tab.ts'
import { drawPage } from '../../src/output/page/draw-pages.ts'
import { palette } from '../../src/output/terminal/palette.ts'
import { parseFilter } from '../../src/records/row-filter.ts'
import { contextOf } from '../harness/context.ts'
import { noon } from '../harness/world.ts'
import { run } from '../harness.ts'

export interface StateOptions extends Partial<Omit<State, 'tab'>> {
  /** The words after `kiva`. */
  readonly argv?: readonly string[]
  /** Default: 60 records of the sandbox. */
  readonly records?: readonly Json[]
  /** Changes of the tab. The filter, facets and sort are applied to the rows. */
  readonly tab?: Partial<Tab>
}

const fundraising = ['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration']

const read = new Map<string, readonly Json[]>()

/** Returns what the sandbox returns for a command line. */
export async function recordsOf(argv: readonly string[], limit = 60): Promise<readonly Json[]> {
  const line = [...argv, '--limit', String(limit)].join(' ')
  const known = read.get(line)
  if (known) return known
  const words = [
    ...argv,
    '--sandbox',
    '-o',
    'json',
    ...(argv[1] === 'show' ? [] : ['--limit', String(limit)]),
  ]
  const { stdout, stderr, code } = await run(words)
  if (code !== 0) throw new Error(stderr)
  const value: Json = JSON.parse(stdout)
  const records = Array.isArray(value) ? value : [value]
  read.set(line, records)
  return records
}

/** Returns a state at noon, on the first row of a list. */
export async function stateOf({
  argv = fundraising,
  records,
  tab,
  ...rest
}: StateOptions = {}): Promise<State> {
  const { context } = contextOf({ settings: { sandbox: true } })
  const root = commandTree(commands)
  const state = await startSession(argv, undefined, { context, commands, root, runAction: async () => {} })
  const { rows, columns, type } = state.tab
  rows.append(records ?? (await recordsOf(argv)))
  const { filter = '', facets = new Map(), sort, isMarkedOnly = false } = tab ?? {}
  const keys = isMarkedOnly ? (rest.marked?.get(type.kind ?? '') ?? new Set<string>()) : undefined
  const selection = new Selection(rows, { filter: parseFilter(filter, columns), facets, sort, keys })
  selection.advance(() => true)
  const first = selection.indexes[0]
  const cursor = first === undefined ? undefined : rows.key(first)
  const total = rows.count > 0 ? rows.count + 11 : undefined
  const { count } = rows
  return {
    ...state,
    tab: { ...state.tab, count, selection, total, pageSize: 20, readAt: noon, cursor, ...tab },
    ...rest,
  }
}

/** Returns the state with the drawing of its record, made by the renderer of the command line. */
export async function withDetail(state: State, color = false): Promise<State> {
  const { tab, size } = state
  const drawing = detailDrawing(state, layoutOf(size, tab).panes.detail)
  const index = drawing?.record === undefined ? undefined : tab.rows.indexOf(drawing.record)
  if (!drawing || index === undefined) return state
  const view = {
    type: tab.type,
    single: true,
    detail: true,
    width: drawing.columns,
    color,
    now: state.marketNow,
    kiva: (words: string) => `kiva ${words}`,
  }
  const text = await drawPage(tab.rows.record(index), view, palette(color))
  return withDrawing(state, drawing.key, text.split('\n').slice(0, -1))
}

/** Returns the state with these lines for every drawing that it wants. */
export const withLines = (state: State, lines: readonly string[]): State =>
  drawingsOf(state).reduce((drawn, { key }) => withDrawing(drawn, key, lines), state)

const withDrawing = (state: State, key: string, lines: readonly string[]): State => ({
  ...state,
  drawings: new Map([...state.drawings, [key, lines]]),
})
