/** `kiva mirror import`, `kiva mirror info` and `kiva mirror clear`: what is in the mirror. */
import { liveOrigins, nameOf } from '../api/origins.ts'
import { canAsk, confirm } from '../auth/prompt.ts'
import type { ActionValues } from '../commands/action.ts'
import type { mirrorClear as clearing, mirrorImport as importing } from '../commands/actions/mirror.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { counted, withThousands } from '../core/numbers.ts'
import { coverageOf, coverageWords, lackOf, lackWords, statusesOf, totalOf } from '../mirror/coverage.ts'
import { type Imported, importRecords } from '../mirror/import.ts'
import { openStoreFile } from '../mirror/migrate.ts'
import { noStore, readStore, requireStore, type Store, storeName, writeStore } from '../mirror/store.ts'
import { pullColumns } from '../mirror/tables.ts'
import { ago, words } from '../output/words/format.ts'
import { size } from '../output/words/line.ts'
import type { RunAction } from './run-action.ts'
import { waitForRun } from './wait-for-run.ts'

/** Stores the records of a file or of stdin. What is stored before an error or Ctrl-C stays. Throws `KivaError`. */
export const mirrorImport: RunAction<ActionValues<typeof importing>> = async (context, { file, wait }) => {
  const { settings, now, signal, stdin, print, say, emit } = context
  const { database, release } = await waitForRun(context, wait, async () => {
    const database = await openStoreFile(context)
    return { database, release: database.hold() }
  })
  const store = writeStore(database)
  let done: Imported | undefined
  try {
    store.claim(settings.mirror ? liveOrigins.api : settings.baseUrl)
    const files = file === '-' ? undefined : await context.files()
    const bytes = await files?.size(file)
    let read = 0
    const report = () =>
      emit({
        kind: 'page',
        pages: Math.ceil(read / megabyte),
        number: Math.ceil(read / megabyte),
        lastPage: bytes && Math.ceil(bytes / megabyte),
        records: done?.loans ?? 0,
        before: 0,
        nouns: { records: 'loans', pages: 'MB' },
      })
    const counting = async function* () {
      for await (const text of files?.chunks(file) ?? stdin.chunks(signal)) {
        read += Buffer.byteLength(text)
        yield text
      }
    }
    await report()
    for await (const imported of importRecords(counting(), store, now())) {
      done = { ...imported }
      await report()
      await context.yieldToEvents()
      signal.throwIfAborted()
    }
  } catch (problem) {
    if (done?.loans)
      await say(`Stored ${counted(done.loans, 'loans')}. They stay: importing again goes over them quickly.`)
    throw problem
  } finally {
    store.close()
    release()
    await store.unfit.tell(say)
  }
  const { loans = 0, partners = 0, withoutId = 0, listings = 0 } = done ?? {}
  const record = { path: database.path, loans, partners, without_id: withoutId, listings }
  const lines = [
    `Stored ${counted(loans, 'loans')} and ${counted(partners, 'field partners')} in ${database.path}.`,
    withoutId > 0 && `${counted(withoutId, 'records')} without a numeric id were left out.`,
    listings > 0 &&
      `${counted(listings, 'loans')} of lists were left out: they lack the details. Read them with kiva loans show.`,
  ]
  await print(record, lines.filter((line) => line !== false).join('\n'))
}

const megabyte = 1_000_000

/**
 * Prints where the mirror is, what it is of, what it has, and what it lacks. Throws `KivaError` of kind `config` without
 * one.
 */
export async function mirrorInfo(context: Context): Promise<void> {
  const file = await openStoreFile(context)
  const store = readStore(file)
  const info = { path: file.path, ...infoOf(store), bytes: file.bytes() ?? 0 }
  store.close()
  await context.print(info, infoLines(info, context.now()).join('\n'))
}

function infoOf(store: Store) {
  const one = (text: string) => store.database.prepare(text).get() ?? []
  const count = (from: string) => Number(one(`SELECT count(*) FROM ${from}`)[0])
  const [lender = null] = one('SELECT id FROM my_lists ORDER BY read_at DESC') as readonly string[]
  const statuses = statusesOf(store)
  const [next, bottom] = ['sweep_next', 'sweep_bottom'].map((key) => Number(store.setting(key) ?? 0))
  const coverage = coverageOf(store, statuses)
  const names = Object.keys(pullColumns)
  const last = one(`SELECT ${names.join(', ')} FROM pulls ORDER BY id DESC LIMIT 1`)
  return {
    origin: store.origin() ?? null,
    /** Who is `@me`. */
    lender,
    loans: totalOf(statuses),
    coverage,
    ...lackOf(store, coverage),
    statuses,
    /** The ids that the first fill has not asked for. Null once it is done. */
    sweep: next && bottom && next >= bottom ? { next, bottom } : null,
    wanted: count('wanted WHERE asked_at IS NULL'),
    not_known_yet: count('unproven'),
    absent: count('loans WHERE missing_since IS NOT NULL'),
    partners: count('partners'),
    changes: count('changes'),
    lending_actions: count('lending_actions'),
    last_pull:
      last.length > 0
        ? (Object.fromEntries(names.map((name, place) => [name, last[place]])) as JsonObject)
        : null,
    oldest: statuses.map(({ all_read_since }) => all_read_since).toSorted()[0] ?? null,
    newest:
      statuses
        .map(({ last_read }) => last_read)
        .toSorted()
        .at(-1) ?? null,
  }
}

type Info = ReturnType<typeof infoOf> & { readonly path: string; readonly bytes: number }

/** The times of these lines are ages, since people ask how old the mirror is. */
function infoLines(info: Info, now: number): readonly string[] {
  const { coverage, statuses, sweep, last_pull: pull } = info
  const service = info.origin === null ? 'no service yet' : nameOf(info.origin)
  const shown = statuses.map(({ status, loans, all_read_since: since }) => [
    status === null ? 'no status' : words(status),
    withThousands(loans),
    ago(since, now),
  ])
  const widths = [0, 1].map((place) => Math.max(...shown.map((row) => row[place]?.length ?? 0)))
  const ids = sweep ? sweep.next - sweep.bottom + 1 : 0
  const lines = [
    `The mirror is in ${info.path} (${size(info.bytes)}).`,
    `It has ${coverageWords(coverage, statuses)} of ${service}.`,
    ...shown.map(
      ([status = '', loans = '', since = '']) =>
        `  ${status.padEnd(widths[0] ?? 0)}  ${loans.padStart(widths[1] ?? 0)}  the oldest reading ${since}`,
    ),
    `It also has ${counted(info.partners, 'field partners')} and ${counted(info.lending_actions, 'lending actions')}.`,
    sweep &&
      `The first fill has ${counted(ids, 'ids')} to ask for, from ${sweep.next} down to ${sweep.bottom}.`,
    info.wanted > 0 && `${counted(info.wanted, 'loans')} of lists were not read yet.`,
    info.not_known_yet > 0 &&
      `${counted(info.not_known_yet, 'loans')} are not known yet. Pulls ask for them again.`,
    ...lackWords(info, sweep !== null),
    info.absent > 0 &&
      `${counted(info.absent, 'loans')} were left out by the API when last asked for. They stay.`,
    pull &&
      `The last pull (${ago(pull['began'] ?? null, now)}, ${counted(Number(pull['requests'] ?? 0), 'requests')}) ${endWords(pull['reason'])}.`,
    info.lender !== null && `@me in it is ${info.lender}.`,
  ]
  return lines.filter((line): line is string => typeof line === 'string')
}

/** Why a pull ended. */
function endWords(reason: Json | undefined): string {
  if (reason === 'done') return 'read all'
  if (reason === 'time') return 'ended when its time was over'
  if (reason === 'requests') return 'ended when its requests were spent'
  if (reason === 'interrupted') return 'was interrupted'
  return reason === null ? 'is running or was killed' : `ended with an error (${words(reason)})`
}

/** Deletes the mirror. Asks on a terminal, and needs `--yes` elsewhere: what loans were before cannot be read again. */
export const mirrorClear: RunAction<ActionValues<typeof clearing>> = async (context, { yes }) => {
  const file = await context.database(storeName)
  const bytes = file.bytes()
  if (bytes === undefined) throw noStore(file)
  const database = file.open('read')
  try {
    if (database) requireStore(file, database)
  } finally {
    database?.close()
  }
  if (!yes) {
    if (!canAsk(context))
      throw new KivaError('usage', 'mirror clear needs --yes here', {
        hint: 'It deletes the history of loans, which cannot be read again.',
      })
    const question = `Delete ${file.path} (${size(bytes)}), with the history of its loans?`
    if (!(await confirm(context, question, 'no'))) return context.say('Nothing was deleted.')
  }
  const release = file.hold()
  try {
    file.remove()
  } finally {
    release()
  }
  await context.print({ path: file.path, bytes }, `Deleted ${file.path} (${size(bytes)}).`)
}
