/** `kiva mirror import`, `kiva mirror info` and `kiva mirror clear`: what is in the mirror. */
import { liveOrigins, nameOf } from '../api/origins.ts'
import { ask, canAsk } from '../auth/prompt.ts'
import type { ActionValues } from '../commands/action.ts'
import type { mirrorClear as clearing, mirrorImport as importing } from '../commands/actions/mirror.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { counted } from '../core/numbers.ts'
import { type Imported, importRecords } from '../mirror/import.ts'
import { noStore, readStore, storeName, writeStore } from '../mirror/store.ts'
import { size } from '../output/words/line.ts'
import type { RunAction } from './run-action.ts'

/** Stores the records of a file or of stdin. What is stored before an error or Ctrl-C stays. Throws `KivaError`. */
export const mirrorImport: RunAction<ActionValues<typeof importing>> = async (context, { file }) => {
  const { settings, now, signal, stdin, print, say, emit } = context
  const database = await context.database(storeName)
  const release = database.hold()
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

/** Prints where the mirror is, what it is of, and how much it has. Throws `KivaError` of kind `config` without one. */
export async function mirrorInfo({ database, print }: Pick<Context, 'database' | 'print'>): Promise<void> {
  const file = await database(storeName)
  const store = readStore(file)
  const [loans, oldest, newest] =
    store.database.prepare('SELECT count(*), min(read_at), max(read_at) FROM loans').get() ?? []
  const count = (table: string) =>
    Number(store.database.prepare(`SELECT count(*) FROM ${table}`).get()?.[0] ?? 0)
  const [lender = null] = store.database.prepare('SELECT id FROM lenders ORDER BY read_at DESC').get() ?? []
  const record = {
    path: file.path,
    origin: store.origin() ?? null,
    lender: typeof lender === 'string' ? lender : null,
    loans: Number(loans),
    partners: count('partners'),
    changes: count('changes'),
    oldest: typeof oldest === 'string' ? oldest : null,
    newest: typeof newest === 'string' ? newest : null,
    bytes: file.bytes() ?? 0,
  }
  store.close()
  await print(
    record,
    [
      `The mirror is in ${record.path} (${size(record.bytes)}).`,
      `It has ${counted(record.loans, 'loans')} and ${counted(record.partners, 'field partners')} of ${record.origin === null ? 'no service yet' : nameOf(record.origin)}.`,
      record.lender !== null && `@me in it is ${record.lender}.`,
      record.oldest && `The oldest record was read at ${record.oldest}, the newest at ${record.newest}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
}

/** Deletes the mirror. Asks on a terminal, and needs `--yes` elsewhere: what loans were before cannot be read again. */
export const mirrorClear: RunAction<ActionValues<typeof clearing>> = async (context, { yes }) => {
  const file = await context.database(storeName)
  const bytes = file.bytes()
  if (bytes === undefined) throw noStore(file)
  if (!yes) {
    if (!canAsk(context))
      throw new KivaError('usage', 'mirror clear needs --yes here', {
        hint: 'It deletes the history of loans, which cannot be read again.',
      })
    const answer = await ask(context, {
      text: `Delete ${file.path} (${size(bytes)}), with the history of its loans? [y/N] `,
      hint: 'Use --yes to delete it without a question.',
    })
    if (!/^y(?:es)?$/i.test(answer)) return context.say('Nothing was deleted.')
  }
  const release = file.hold()
  try {
    file.remove()
  } finally {
    release()
  }
  await context.print({ path: file.path, bytes }, `Deleted ${file.path} (${size(bytes)}).`)
}
