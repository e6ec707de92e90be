/** What a session leaves behind: printed records on stdout, or the marked ones on stderr. */
import type { Context } from '../../context.ts'
import { formats } from '../../output/formats.ts'
import { pageOfRecord } from '../../output/words/related.ts'
import type { State } from '../state/state.ts'
import { closingLines, printedKeys } from '../update/marks.ts'
import { listView, recordsOf } from './printed-rows.ts'

/** Prints the result of a session. */
export async function printEnd(state: State, context: Pick<Context, 'stdout' | 'say'>): Promise<void> {
  if (state.end?.kind !== 'prints') {
    for (const line of closingLines(state)) await context.say(line)
    return
  }
  const { stdout } = context
  const { place, print = 'ids', site } = state
  const keys = printedKeys(state)
  if (print === 'json' || print === 'ndjson') {
    const render = await formats[print].load()
    const view = listView(place, stdout.color, (words) => `kiva ${words}`)
    for await (const chunk of render(recordsOf(place, keys), view)) await stdout.write(chunk, 'json')
    return
  }
  const lines = print === 'ids' ? keys : keys.map((key) => addressOf(state, key, site))
  await stdout.write(lines.map((line) => `${line}\n`).join(''), 'people')
}

/** The address of a record's page; its id in the sandbox, which has no website. */
function addressOf({ place: { rows, type } }: State, key: string, site: string | undefined): string {
  const index = rows.indexOf(key)
  const page =
    index === undefined || type.kind === undefined ? '' : pageOfRecord(type.kind, rows.record(index))
  return site === undefined || page === '' ? key : `${site}/${page}`
}
