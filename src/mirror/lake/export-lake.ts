/**
 * Exports the mirror as a lake: a folder with a flat Delta table each for loans, payments and others, which query engines
 * read. Only years that changed are written again.
 */
import zlib from 'node:zlib'
import type { Context } from '../../core/context.ts'
import type { SqlRow, SqlValue } from '../../core/database.ts'
import type { Files, OutputFile } from '../../core/files.ts'
import { type Codec, openParquet, plainValue, rowsPerGroup } from '../../output/records/parquet.ts'
import type { Store } from '../store.ts'
import type { Kind } from '../tables.ts'
import type { UnfitNumbers } from '../unfit-numbers.ts'
import {
  commit,
  type DataFile,
  metaDataOf,
  notOurs,
  readLog,
  schemaOf,
  type TableVersion,
} from './delta-log.ts'
import { type LakeSource, type LakeTable, lakeGroups, type Year } from './lake-tables.ts'

/** A table after an export. */
export interface ExportedTable {
  readonly table: string
  readonly version: number
  /** Of the whole table. */
  readonly rows: number
  readonly files: number
  readonly bytes: number
  /** How many of the files are those of the version before. */
  readonly unchanged: number
}

/** How to export. */
interface ExportOptions {
  /** The folder of the lake, which may be missing. */
  readonly folder: string
  /** UUID of the store. */
  readonly storeId: string
  /** Milliseconds to keep files that were replaced, so that engines can read earlier versions. */
  readonly keep: number
  /** Counts the numbers that are null in the lake. */
  readonly unfit: UnfitNumbers
}

type Ports = Pick<Context, 'emit' | 'nonce' | 'now' | 'signal' | 'yieldToEvents'> & { readonly files: Files }

/**
 * Exports the tables, and yields each once its new version is there. Emits how far it is. `onLeft` is told of each file that
 * cannot be deleted: the next export tries again. Throws `KivaError` of kind `config`; tables that it did not yield are
 * then as before.
 */
export async function* exportLake(
  ports: Ports,
  store: Store,
  { folder, storeId, keep, unfit }: ExportOptions,
  onLeft: (path: string) => void,
): AsyncGenerator<ExportedTable> {
  const { files } = ports
  await checkLake(files, folder, storeId)
  await files.makeFolderOf(`${folder}/${lockName}`)
  const release = await files.hold(`${folder}/${lockName}`)
  try {
    // With a log the folder is ours, whenever this run is killed.
    await createTables(ports, folder, { storeId, origin: store.origin() ?? 'no service' })
    // All tables are of one moment, whoever writes to the store meanwhile.
    store.database.execute('BEGIN')
    const groups: Plan[][] = []
    for (const sources of lakeGroups) {
      const plans: Plan[] = []
      for (const source of sources) plans.push(await planTable(files, store, source, folder))
      groups.push(plans)
    }
    const report = reporter(ports, groups.flat())
    for (const plans of groups) {
      try {
        // Before the first commit, so that a failure leaves the loans and their payments as they were.
        for (const plan of plans)
          for (const year of plan.years) await writeYear(ports, store, plan, year, { report, unfit })
        for (const plan of plans) {
          const table = await commitTable(ports, plan, { storeId, origin: store.origin() ?? 'no service' })
          await removeOld(files, plan, { now: ports.now(), keep, onLeft })
          yield table
        }
      } finally {
        for (const { place, added } of plans.filter(({ isCommitted }) => !isCommitted))
          for (const { path } of added) await files.remove(`${place}/${path}`).catch(() => {})
      }
    }
  } finally {
    release()
  }
}

const lockName = 'kiva'

/** The names of the tables, which are also their folders. */
export const tableNames: readonly string[] = lakeGroups.flat().map(({ table }) => table.name)

/** Throws `KivaError` of kind `config` for a folder that holds something, but no export of this store. Touches nothing. */
async function checkLake(files: Files, folder: string, storeId: string): Promise<void> {
  const names = (await files.list(folder)) ?? []
  let found = 0
  for (const name of names.filter((name) => tableNames.includes(name))) {
    const log = await readLog(files, `${folder}/${name}`)
    if (log && log.storeId !== storeId) throw notOurs(folder)
    if (log) found += 1
  }
  const isFree = names.every((name) => tableNames.includes(name) || name.startsWith(`${lockName}.lock`))
  if (found === 0 && !isFree) throw notOurs(folder)
}

async function createTables(
  { files, nonce, now }: Ports,
  folder: string,
  { storeId, origin }: { readonly storeId: string; readonly origin: string },
): Promise<void> {
  for (const { table } of lakeGroups.flat()) {
    const place = `${folder}/${table.name}`
    if (await readLog(files, place)) continue
    await files.makeFolderOf(`${place}/_delta_log/0`)
    const metaData = metaDataOf(table, { id: uuid(nonce()), storeId, origin, now: now() })
    await commit(files, place, 0, { added: [], removed: [], metaData }, now())
  }
}

/** What an export does to a table. */
interface Plan {
  readonly source: LakeSource
  /** The folder of the table. */
  readonly place: string
  readonly log: TableVersion
  readonly isSameSchema: boolean
  /** Files of the last version that stay. */
  readonly kept: readonly DataFile[]
  readonly removed: readonly DataFile[]
  /** The years to write. */
  readonly years: readonly ChangedYear[]
  /** Files of the new version, once they are complete. */
  readonly added: DataFile[]
  isCommitted: boolean
}

/** A year that the table lacks, or that has changed. */
interface ChangedYear {
  readonly year: Year
  readonly state: string
  /** Of the store. */
  readonly rows: number
}

/** Compares the log of a table with the store. */
async function planTable(files: Files, store: Store, source: LakeSource, folder: string): Promise<Plan> {
  const { table } = source
  const states = source.states(store.database)
  const place = `${folder}/${table.name}`
  const log = await readLog(files, place)
  if (!log) throw notOurs(folder)
  const isSameSchema = log.schema === schemaOf(table)
  const kept: DataFile[] = []
  for (const file of log.files) {
    const isCurrent = isSameSchema && states.get(file.year) === file.state
    // A file that somebody removed or cut is written again.
    if (isCurrent && (await files.size(`${place}/${file.path}`)) === file.bytes) kept.push(file)
  }
  const years = [...states]
    .filter(([year]) => !kept.some((file) => file.year === year))
    .map(([year, state]) => ({ year, state, rows: source.count(store.database, year) }))
  const removed = log.files.filter((file) => !kept.includes(file))
  return { source, place, log, isSameSchema, kept, removed, years, added: [], isCommitted: false }
}

/** Returns a function that is told of rows of the store, and emits how many there are. */
function reporter({ emit }: Ports, plans: readonly Plan[]): (rows: number) => void | Promise<void> {
  const groupsOf = (rows: number) => Math.ceil(rows / rowsPerGroup)
  const total = plans.flatMap(({ years }) => years).reduce((sum, { rows }) => sum + rows, 0)
  let records = 0
  return (rows) => {
    records += rows
    const number = groupsOf(records)
    const nouns = { records: 'rows', pages: 'row groups' }
    return emit({ kind: 'page', pages: number, number, lastPage: groupsOf(total), records, before: 0, nouns })
  }
}

/** Writes a year of a table. */
async function writeYear(
  { files, nonce, now, signal, yieldToEvents }: Ports,
  store: Store,
  { source, place, added }: Plan,
  { year, state }: ChangedYear,
  { report, unfit }: { readonly report: ReturnType<typeof reporter>; readonly unfit: UnfitNumbers },
): Promise<void> {
  let count = 0
  const pause = async () => {
    await report(count)
    count = 0
    await yieldToEvents()
    signal.throwIfAborted()
  }
  const path = `${folderOf(year)}${uuid(nonce())}.parquet`
  await files.makeFolderOf(`${place}/${path}`)
  const output = await files.create(`${place}/${path}`, { overwrite: false, until: 'temporary' })
  try {
    const file = new TableFile(source.table, output, unfit)
    for (const found of source.read(store, year)) {
      for (const row of source.table.rowsOf(found, file.noteUnfit)) if (file.add(row)) await file.flush(false)
      count += 1
      if (count === rowsPerGroup) await pause()
    }
    await pause()
    await file.flush(true)
    added.push({ path, year, bytes: await output.complete(), rows: file.rows, written: now(), state })
  } finally {
    await output.discard()
  }
}

/** Makes the written years a version of the table, if there is something new. */
async function commitTable(
  { files, now }: Ports,
  plan: Plan,
  store: { readonly storeId: string; readonly origin: string },
): Promise<ExportedTable> {
  const { place, log, isSameSchema, kept, removed, added } = plan
  const { table } = plan.source
  const isChanged = added.length > 0 || removed.length > 0 || !isSameSchema
  const version = isChanged ? log.version + 1 : log.version
  if (isChanged) {
    const metaData = isSameSchema ? undefined : metaDataOf(table, { id: log.id, ...store, now: now() })
    await commit(files, place, version, { added, removed, metaData }, now())
  }
  plan.isCommitted = true
  const current = [...kept, ...added]
  const sum = (count: (file: DataFile) => number) => current.reduce((total, file) => total + count(file), 0)
  return {
    table: table.name,
    version,
    rows: sum(({ rows }) => rows),
    files: current.length,
    bytes: sum(({ bytes }) => bytes),
    unchanged: kept.length,
  }
}

/** Where readers of Hive's layout look for a year; null has a name there. */
function folderOf(year: Year): string {
  if (year === undefined) return ''
  return `year=${year === null ? '__HIVE_DEFAULT_PARTITION__' : year}/`
}

/** A Parquet file of a table while it is written. Holds one group of rows. */
class TableFile {
  rows = 0
  readonly #output: OutputFile
  readonly #encode: ReturnType<typeof openParquet>
  readonly #convert: readonly ((value: SqlValue, id: SqlValue) => unknown)[]
  readonly noteUnfit: (column: string, id: SqlValue) => void
  #columns: unknown[][]

  constructor({ name: table, columns }: LakeTable, output: OutputFile, unfit: UnfitNumbers) {
    this.#output = output
    this.noteUnfit = (column, id) => unfit.note(table, column, id)
    this.#encode = openParquet(
      columns.map(([name, kind]) => [name, parquetTypes[kind]] as const),
      zstd,
    )
    this.#convert = columns.map(([name, kind]) => {
      const type = parquetTypes[kind]
      return (value, id) => {
        if (value === null) return null
        const found = plainValue(type, type === 'boolean' ? value === 1 : (value as string | number))
        if (found === null && typeof value === 'number') this.noteUnfit(name, id)
        return found
      }
    })
    this.#columns = columns.map(() => [])
  }

  /** Adds a row. Returns true if the group is full and must be flushed. */
  add(row: SqlRow): boolean {
    const [id = null] = row
    for (const [at, convert] of this.#convert.entries()) this.#columns[at]?.push(convert(row[at] ?? null, id))
    this.rows += 1
    return this.rows % rowsPerGroup === 0
  }

  async flush(isLast: boolean): Promise<void> {
    const bytes = this.#encode(this.#columns, isLast)
    this.#columns = this.#columns.map(() => [])
    await this.#output.write(bytes)
  }
}

const parquetTypes = {
  integer: 'integer',
  dollars: 'dollars',
  number: 'number',
  text: 'text',
  date: 'micros',
  flag: 'boolean',
  list: 'text',
} as const satisfies Readonly<Record<Kind, Parameters<typeof plainValue>[0]>>

/** A third smaller than Snappy. Each runtime with SQLite has it: Node.js from 22.15 on. Its types are of an older one. */
const zstd: Codec = {
  name: 'ZSTD',
  compress: (bytes) =>
    (zlib as unknown as { zstdCompressSync(bytes: Uint8Array): Uint8Array }).zstdCompressSync(bytes),
}

/**
 * Removes files of earlier versions that were replaced before `since`, and what killed exports left. Engines that read all
 * files of a folder would count their rows twice.
 */
async function removeOld(
  files: Files,
  { place, log, kept, removed, added }: Plan,
  {
    now,
    keep,
    onLeft,
  }: { readonly now: number; readonly keep: number; readonly onLeft: (path: string) => void },
): Promise<void> {
  const needed = new Set([...kept, ...added].map(({ path }) => path))
  for (const [path, time] of log.replaced) if (time > now - keep) needed.add(path)
  if (keep > 0) for (const { path } of removed) needed.add(path)
  const within = (await files.list(place)) ?? []
  const years = within.filter((name) => name.startsWith('year='))
  const names = [...within]
  for (const year of years)
    for (const name of (await files.list(`${place}/${year}`)) ?? []) names.push(`${year}/${name}`)
  for (const name of (await files.list(`${place}/_delta_log`)) ?? []) names.push(`_delta_log/${name}`)
  for (const path of names) {
    if (!ownFile.test(path) || needed.has(path)) continue
    await files.remove(`${place}/${path}`).catch(() => onLeft(`${place}/${path}`))
  }
}

/** Names that only an export gives: a UUID, the same while the file is written, and a commit while it is written. */
const ownFile =
  /^(?:year=\w+\/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.parquet(?:\.[0-9a-f]{8}\.tmp)?$|^_delta_log\/\d{20}\.json\.[0-9a-f]{8}\.tmp$/

/** Makes a UUID of version 4 from 32 random hexadecimal digits. */
export const uuid = (digits: string) =>
  digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, (_, a, b, c, d, e) => `${a}-${b}-4${c}-a${d}-${e}`)
