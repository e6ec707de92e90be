/** What a session leaves behind: printed records on stdout; other marks, and results of exports, on stderr. */
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import { commandLine, shellWord } from '../../core/shell-word.ts'
import { formats } from '../../output/formats.ts'
import type { State } from '../state/state.ts'
import { addressOf } from '../tabs/addresses.ts'
import { showing } from '../update/marks.ts'
import { currentKey, markedHere } from '../update/tab.ts'
import { findRow, listView, recordsOf } from './printed-rows.ts'

/**
 * Prints the result of a session. Then throws `KivaError`: of kind `interrupted` if it was canceled, else the failure of an
 * export that the screen did not show.
 */
export async function printEnd(state: State, context: Pick<Context, 'stdout' | 'say'>): Promise<void> {
  const { kind, exports = [] } = state.end ?? {}
  if (kind === 'prints') await printChosen(state, context)
  const isCanceled = kind === 'canceled'
  for (const line of closingLines(state)) await context.say(line)
  const problem = isCanceled
    ? new KivaError('interrupted', 'canceled: nothing was printed')
    : exports.find(({ failure }) => failure)?.failure
  for (const { words, failure } of exports) if (!failure || failure !== problem) await context.say(words)
  if (problem) throw problem
}

/** Prints the marked records, or the one at the cursor. */
async function printChosen(state: State, { stdout, say }: Pick<Context, 'stdout' | 'say'>): Promise<void> {
  const { tab, markedIn, print = 'ids', site } = state
  const { kind } = tab.type
  const keys = printedKeys(state)
  const sources = new Set([tab.rows, ...(markedIn.get(kind ?? '') ?? [])])
  if (print === 'json' || print === 'ndjson') {
    const render = await formats[print].load()
    const view = listView(tab, stdout.color, (words) => `kiva ${words}`)
    const found = keys.flatMap((key) => findRow(sources, key) ?? [])
    for await (const chunk of render(recordsOf(found), view)) await stdout.write(chunk, 'json')
    return
  }
  if (print === 'ids') return stdout.write(keys.map((key) => `${key}\n`).join(''), 'people')
  const addresses = keys.map((key) => {
    const row = findRow(sources, key)
    return row && addressOf(kind, row, site)
  })
  await stdout.write(
    addresses
      .flatMap((address) => address ?? [])
      .map((address) => `${address}\n`)
      .join(''),
    'people',
  )
  const left = keys.filter((_, at) => addresses[at] === undefined)
  if (left.length > 0) await say(`without a page on the website: ${left.join(', ')}`)
}

/** Returns the keys that the end prints: in the order of the list, then those that are not in it. */
export function printedKeys(state: State): readonly string[] {
  const marked = markedHere(state)
  if (marked.size === 0) return [currentKey(state) ?? []].flat()
  const { rows } = state.tab
  const at = (key: string) => rows.indexOf(key) ?? rows.count
  return [...marked].toSorted((one, other) => at(one) - at(other))
}

/**
 * Returns the lines to leave on stderr: the marks of each kind that is not printed, as a command; of kinds without one,
 * as ids.
 */
export const closingLines = ({ marked, mode, end, tab }: State): readonly string[] =>
  [...marked].flatMap(([kind, ids]) => {
    if (ids.size === 0 || (end?.kind === 'prints' && kind === tab.type.kind)) return []
    const words = [...ids].map(shellWord).join(' ')
    const command = showing[kind]
    return [`${ids.size} marked: ${command ? commandLine({ mode }, `${command} ${words}`) : words}`]
  })
