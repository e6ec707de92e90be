/** `kiva mirror changes`: what happened to a loan, as readings of the mirror show it. */
import { records } from '../api/records/fields.ts'
import type { ActionValues } from '../commands/action.ts'
import type { mirrorChanges as declared } from '../commands/actions/mirror.ts'
import { KivaError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { openStoreFile } from '../mirror/migrate.ts'
import { readStore, type Store } from '../mirror/store.ts'
import { tracked } from '../mirror/tables.ts'
import { changeWords, factWords } from '../output/words/change-words.ts'
import { dateTime } from '../output/words/format.ts'
import { changeOf } from '../records/changes.ts'
import type { RunAction } from './run-action.ts'

/**
 * Prints the changes of a loan in the order in which they were read: a record per row of `changes`, and one of the event
 * `removed` if the service left the loan out. Throws `KivaError` of kind `refused` for a loan that the mirror does not have.
 */
export const mirrorChanges: RunAction<ActionValues<typeof declared>> = async (context, { id }) => {
  const store = readStore(await openStoreFile(context))
  const found = changesIn(store, id)
  store.close()
  if (found.length === 0)
    throw new KivaError('refused', `the mirror does not have loan ${id}`, {
      hint: (kiva) => `Read it with ${kiva(`mirror pull --ids ${id}`)}.`,
    })
  const lines = found.map((change) => `${dateTime(change['at'] ?? null)}  ${wordsOf(change)}`)
  await context.print(found, lines.join('\n'))
}

function changesIn({ database }: Store, id: number): readonly JsonObject[] {
  const rows = database
    .prepare(`SELECT at, until, ${tracked.join(', ')} FROM changes WHERE loan_id = ? ORDER BY reading, at`)
    .all(id)
  let before: JsonObject | undefined
  const changes = rows.flatMap(([at, until, ...values]): JsonObject | readonly JsonObject[] => {
    const item = Object.fromEntries(tracked.map((name, place) => [name, toJson(name, values[place])]))
    const change = changeOf(before, item)
    before = item
    // A wrong clock leaves rows without a change.
    return change ? { at: String(at), until: String(until), ...change } : []
  })
  const [since] = database.prepare('SELECT missing_since FROM loans WHERE id = ?').get(id) ?? []
  return typeof since === 'string' ? [...changes, { at: since, until: null, event: 'removed' }] : changes
}

const toJson = (name: string, value: unknown) =>
  name === 'delinquent' && value !== null ? value === 1 : ((value ?? null) as string | number | null)

function wordsOf(change: JsonObject): string {
  if (change['event'] === 'removed') return 'left out by the API'
  if (change['event'] === 'changed') return changeWords(change, records.loan_detail)
  const { item } = change as { readonly item: JsonObject }
  return `first read: ${factWords(item, records.loan_detail) || 'unknown'}`
}
