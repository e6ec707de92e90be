/**
 * Exports the mirror as a lake: a folder with a flat Delta table each for loans, payments and others, which query engines
 * read. Only years that changed are written again.
 */
import type { Context } from '../../core/context.ts'
import type { Files } from '../../core/files.ts'
import { rowsPerGroup } from '../../output/records/parquet.ts'
import type { Store } from '../store.ts'
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
import { EarlierRows, idOf, type RowCounts, RowTally, readRows } from './earlier-rows.ts'
import { publishList } from './file-list.ts'
import { type LakeSource, lakeGroups, type Year } from './lake-tables.ts'
import { TableFile } from './table-file.ts'

/** A table after an export. */
export interface ExportedTable extends RowCounts {
  readonly table: string
  /** That of all tables of the lake. */
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
  /**
   * Milliseconds to keep files that were replaced, for those who took the list of files before, and so that engines can
   * read earlier versions.
   */
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
    // Another run may have held it meanwhile.
    await checkLake(files, folder, storeId)
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
    const version = nextVersion(groups.flat())
    const report = reporter(ports, groups.flat())
    for (const plans of groups) {
      try {
        const touched = new Set<number>()
        // Before the first commit, so that a failure leaves the loans and their payments as they were.
        for (const plan of plans) {
          const isLast = plan === plans.at(-1)
          await writeTable(ports, store, plan, { version, touched: isLast ? touched : none, report, unfit })
          for (const id of plan.tally.ids()) touched.add(id)
        }
        for (const plan of plans) {
          const about = { version, storeId, origin: store.origin() ?? 'no service' }
          const table = await commitTable(ports, plan, about)
          const times = { now: ports.now(), keep }
          const listed = await publishList(files, plan.place, listOf(plan, table), times)
          await removeOld(files, plan, { ...times, listed, onLeft })
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

/** The names of the tables, which are also their folders: of each group, the table that is written last comes first. */
export const tableNames: readonly string[] = lakeGroups
  .flatMap((sources) => [...sources.slice(-1), ...sources.slice(0, -1)])
  .map(({ table }) => table.name)

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
  readonly tally: RowTally
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
  return {
    source,
    place,
    log,
    isSameSchema,
    kept,
    removed,
    years,
    added: [],
    tally: new RowTally(),
    isCommitted: false,
  }
}

const isChanged = ({ isSameSchema, removed, years }: Plan) =>
  !isSameSchema || removed.length > 0 || years.length > 0

/**
 * Returns the version of all tables after an export. They have one number, so that rows of several tables can be compared by
 * their version: a table without changes gets a commit without files. An export that was killed has left some behind.
 */
function nextVersion(plans: readonly Plan[]): number {
  const last = Math.max(...plans.map(({ log }) => log.version))
  return plans.some(isChanged) ? last + 1 : last
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

interface Writing {
  /** The version of the rows that changed. */
  readonly version: number
  /**
   * For loans, the last table of their group: ids of those with other rows that changed. They count as changed too, so that
   * a loan which lost all of its payments can be found.
   */
  readonly touched: ReadonlySet<number>
  readonly report: ReturnType<typeof reporter>
  readonly unfit: UnfitNumbers
}

/** Writes the years of a table that changed. */
async function writeTable(ports: Ports, store: Store, plan: Plan, writing: Writing): Promise<void> {
  const { removed, years, tally } = plan
  for (const year of years) await writeYear(ports, store, plan, year, writing)
  for (const file of removed.filter((file) => !years.some(({ year }) => year === file.year))) {
    const earlier = await readEarlier(ports, plan, [file])
    for (const id of earlier.left()) tally.went(id)
  }
}

const none: ReadonlySet<number> = new Set()

/** Reads rows of the version before. Of a file that cannot be read, only the number of rows is known. */
async function readEarlier(
  { files, signal, yieldToEvents }: Ports,
  { source, place, tally }: Plan,
  removed: readonly DataFile[],
): Promise<EarlierRows> {
  const earlier = new EarlierRows(files.digest)
  for (const { path, bytes, rows } of removed) {
    let count = 0
    const groups = readRows(files, `${place}/${path}`, source.table, bytes)
    for (;;) {
      // A file that is gone or damaged must not stop the export that replaces it.
      const next = await groups.next().catch(() => undefined)
      if (!next || next.done) break
      for (const { values, version } of next.value) earlier.add(values, version)
      count += next.value.length
      await yieldToEvents()
      signal.throwIfAborted()
    }
    tally.lost(Math.max(0, rows - count))
  }
  return earlier
}

/** Writes a year of a table. */
async function writeYear(
  ports: Ports,
  store: Store,
  plan: Plan,
  { year, state }: ChangedYear,
  { version, touched, report, unfit }: Writing,
): Promise<void> {
  const { files, nonce, now, signal, yieldToEvents } = ports
  const { source, place, log, removed, added, tally } = plan
  const earlier = await readEarlier(
    ports,
    plan,
    removed.filter((file) => file.year === year),
  )
  const isFirst = log.files.length === 0
  const versionOf = (values: readonly unknown[]) => {
    const id = idOf(values)
    const found = touched.has(id) ? undefined : earlier.take(values)
    if (found !== undefined) return found.version ?? version
    if (isFirst) tally.add()
    else tally.came(id)
    return version
  }
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
    const file = new TableFile(source.table, output, { unfit, versionOf })
    for (const found of source.read(store, year)) {
      for (const row of source.table.rowsOf(found, file.noteUnfit)) if (file.add(row)) await file.flush(false)
      count += 1
      if (count === rowsPerGroup) await pause()
    }
    await pause()
    await file.flush(true)
    for (const id of earlier.left()) tally.went(id)
    added.push({ path, year, bytes: await output.complete(), rows: file.rows, written: now(), state })
  } finally {
    await output.discard()
  }
}

/** Makes the written years a version of the table. */
async function commitTable(
  { files, now }: Ports,
  plan: Plan,
  { version, ...store }: { readonly version: number; readonly storeId: string; readonly origin: string },
): Promise<ExportedTable> {
  const { place, log, isSameSchema, kept, removed, added, tally } = plan
  const { table } = plan.source
  for (let at = log.version + 1; at < version; at++)
    await commit(files, place, at, { added: [], removed: [] }, now())
  if (version > log.version) {
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
    ...tally.counts(),
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

/** What `files.json` says of a table. */
const listOf = ({ kept, added }: Plan, { version }: ExportedTable) => ({
  version,
  files: [...kept, ...added].map(({ path }) => path),
})

interface Removing {
  readonly now: number
  readonly keep: number
  /** Files that `files.json` had until lately. */
  readonly listed: readonly string[]
  readonly onLeft: (path: string) => void
}

/** Removes files of earlier versions that were replaced `keep` milliseconds ago, and what killed exports left. */
async function removeOld(
  files: Files,
  { place, log, kept, removed, added }: Plan,
  { now, keep, listed, onLeft }: Removing,
): Promise<void> {
  const needed = new Set([...[...kept, ...added].map(({ path }) => path), ...listed])
  for (const [path, { at }] of log.replaced) if (at > now - keep) needed.add(path)
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

/** Names that only an export gives: a UUID, and what is written: a file, a commit or the list of files. */
const ownFile =
  /^(?:year=\w+\/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.parquet(?:\.[0-9a-f]{8}\.tmp)?$|^(?:_delta_log\/\d{20}|files)\.json\.[0-9a-f]{8}\.tmp$/

/** Makes a UUID of version 4 from 32 random hexadecimal digits. */
export const uuid = (digits: string) =>
  digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, (_, a, b, c, d, e) => `${a}-${b}-4${c}-a${d}-${e}`)
