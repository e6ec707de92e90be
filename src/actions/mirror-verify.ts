/** `kiva mirror verify`: whether the mirror is whole, and equal to what the service sends now. */
import { sandboxOrigin } from '../api/origins.ts'
import { at } from '../api/records/field-values.ts'
import type { ActionValues } from '../commands/action.ts'
import type { mirrorVerify as declared } from '../commands/actions/mirror.ts'
import { type CommandLine, KivaError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { toAsync } from '../core/lazy.ts'
import { counted } from '../core/numbers.ts'
import { commandLine } from '../core/shell-word.ts'
import { readAnswer } from '../mirror/absence.ts'
import { openStoreFile } from '../mirror/migrate.ts'
import { readStore, type Store } from '../mirror/store.ts'
import { loanColumnNames, loanRow } from '../mirror/tables.ts'
import { type Fault, verifyStore } from '../mirror/verify.ts'
import { readDetails } from '../records/read-pages.ts'
import type { ReadPorts } from '../records/reading.ts'
import type { RunAction } from './run-action.ts'

/** A store may have a fault in each loan. */
const mostShown = 100

/**
 * Compares the mirror with itself, and with `sample` some of its loans with the service. Prints one object. Throws
 * `KivaError` of kind `config` after it if there are faults.
 */
export const mirrorVerify: RunAction<ActionValues<typeof declared>> = async (
  context,
  { sample },
  { catalogue },
) => {
  const { settings, signal, yieldToEvents } = context
  const file = await openStoreFile(context)
  const store = readStore(file)
  try {
    if (sample !== undefined) store.claim(settings.baseUrl)
    const shown: Fault[] = []
    let count = 0
    const note = (fault: Fault) => {
      count += 1
      if (shown.length < mostShown) shown.push(fault)
    }
    // All tables are of one moment, whoever writes to the store meanwhile.
    store.database.execute('BEGIN')
    for (const fault of verifyStore(store)) {
      if (fault) note(fault)
      await yieldToEvents()
      signal.throwIfAborted()
    }
    store.database.execute('COMMIT')
    const { baseUrl, appId } = settings
    const ports: ReadPorts = { ...context, baseUrl, appId, catalogue }
    const sampled = sample === undefined ? null : await compareSample(store, sample, ports, note)
    // The service of the mirror, also where this run names none.
    const isOther = store.origin() === sandboxOrigin && !settings.sandbox
    const mode = isOther ? ['--sandbox', ...settings.mode] : settings.mode
    const kiva: CommandLine = (words) => commandLine({ mode }, words)
    const [loans = 0] = store.database.prepare('SELECT count(*) FROM loans').get() ?? []
    const faults = shown.map(({ heal, ...fault }) => ({ ...fault, heal: healingOf(heal, fault.id, kiva) }))
    const record = { path: file.path, loans: Number(loans), fault_count: count, faults, sample: sampled }
    await context.print(record, linesOf(record).join('\n'))
    if (count > 0)
      throw new KivaError('config', `the mirror has ${counted(count, 'faults')}`, {
        hint: 'Each is named with what heals it.',
      })
    if (sampled && sampled.asked > 0 && sampled.compared === 0)
      throw new KivaError('service', `the API sent none of ${counted(sampled.asked, 'loans')}`, {
        hint: 'It may be failing, so nothing was compared with it.',
      })
  } finally {
    store.close()
  }
}

function healingOf(heal: Fault['heal'], id: number | null, kiva: CommandLine): string {
  if (heal === 'ids') return `Read it again: ${kiva(`mirror pull --ids ${id}`)}`
  if (heal === 'pull') return `Go on: ${kiva('mirror pull')}`
  return `Restore the file from a copy, or delete it with ${kiva('mirror clear')} and fill it again.`
}

/** What the service can never change: see docs/mirror.md. */
const fixed: ReadonlySet<string> = new Set([
  ...['name', 'loan_amount', 'country_code', 'country', 'partner_id', 'posted_date', 'disbursal_date'],
  ...['disbursal_currency', 'disbursal_amount', 'repayment_interval', 'repayment_term'],
  ...['nonpayment', 'currency_exchange'],
])

/** What came of the loans that were asked for. */
interface Sampled extends JsonObject {
  readonly asked: number
  readonly compared: number
  /** Loans that the service did not send. */
  readonly absent: number
  /** How many loans have another value than when they were read, by column. */
  readonly changed_since: Readonly<Record<string, number>>
}

async function compareSample(
  store: Store,
  size: number,
  ports: ReadPorts,
  note: (fault: Fault) => void,
): Promise<Sampled> {
  const ids = store.database
    .prepare('SELECT id FROM loans WHERE missing_since IS NULL ORDER BY random() LIMIT ?')
    .all(size)
    .map(([id]) => Number(id))
  const changed = new Map<string, number>()
  let compared = 0
  const records = []
  for await (const page of readDetails(toAsync(ids.map(String)), ports)) records.push(...page.records)
  for (const loan of readAnswer(ids, records).loans) {
    const id = Number(at(loan, 'id'))
    compared += 1
    const kept = storedRow(store, id)
    if (!kept) continue
    const sent = loanRow(loan, () => {})
    const differing = loanColumnNames.filter((_, place) => sent[place] !== kept[place])
    for (const name of differing.filter((name) => !fixed.has(name)))
      changed.set(name, (changed.get(name) ?? 0) + 1)
    const wrong = differing.filter((name) => fixed.has(name))
    if (wrong.length === 0) continue
    note({
      fault: 'other_than_sent',
      id,
      message: `the API sends another ${wrong.join(', ')} of loan ${id}`,
      heal: 'ids',
    })
  }
  const changed_since = Object.fromEntries([...changed].toSorted(([, one], [, other]) => other - one))
  return { asked: ids.length, compared, absent: ids.length - compared, changed_since }
}

/** Returns the facts of a loan, as its record has them: damaged columns are another fault. */
function storedRow(store: Store, id: number) {
  try {
    const record = store.loan(id)?.record
    return record && loanRow(record, () => {})
  } catch (problem) {
    if (problem instanceof KivaError) return undefined
    throw problem
  }
}

interface Verified {
  readonly loans: number
  readonly fault_count: number
  readonly faults: readonly { readonly message: string; readonly heal: string }[]
  readonly sample: Sampled | null
}

function linesOf({ loans, fault_count: count, faults, sample }: Verified): readonly string[] {
  const changed = Object.entries(sample?.changed_since ?? {}).map(([name, times]) => `${name} (${times})`)
  const lines = [
    `Compared ${counted(loans, 'loans')} of the mirror with their records: ${count === 0 ? 'no faults' : counted(count, 'faults')}.`,
    ...faults.flatMap(({ message, heal }) => [`  ${message}`, `    ${heal}`]),
    count > faults.length && `  and ${counted(count - faults.length, 'others')}`,
    sample &&
      `Asked the API for ${counted(sample.asked, 'loans')}: ${sample.compared} came${changed.length > 0 ? `. Changed since they were read: ${changed.join(', ')}` : ', as they were read'}.`,
  ]
  return lines.filter((line): line is string => typeof line === 'string')
}
