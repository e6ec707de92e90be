/**
 * The log of a Delta table, as https://github.com/delta-io/delta/blob/master/PROTOCOL.md describes it: a folder of JSON
 * files, one per version, whose actions add up to the files of the table. Reader version 1, writer version 2, no checkpoints.
 */
import { at } from '../../api/records/field-values.ts'
import { jsonText, parseJson } from '../../api/wire/json.ts'
import { KivaError } from '../../core/errors.ts'
import type { Files } from '../../core/files.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { version as kivaVersion } from '../../core/version.ts'
import type { Kind } from '../tables.ts'
import type { LakeTable, Year } from './lake-tables.ts'

/** A file of the table. */
export interface DataFile {
  /** Below the folder of the table. */
  readonly path: string
  readonly year: Year
  readonly bytes: number
  readonly rows: number
  /** Milliseconds since the epoch. */
  readonly written: number
  /** What the store had when the file was written: see `LakeGroup.states`. */
  readonly state: string
}

/** Files of earlier versions, by their path: the version that added each, and when it was replaced, in milliseconds since the epoch. */
type Replaced = ReadonlyMap<string, { readonly since: number; readonly at: number }>

/** A table at its last version. */
export interface TableVersion {
  /** UUID of the table. */
  readonly id: string
  readonly version: number
  readonly files: readonly DataFile[]
  /** The version that added each file, by its path. */
  readonly since: ReadonlyMap<string, number>
  readonly replaced: Replaced
  /** The schema, as the log has it. */
  readonly schema: string
  /** The id of the store that the table was exported from. `undefined` for a table of another program. */
  readonly storeId: string | undefined
}

/** Types of Delta, by those of the store's columns. */
const deltaTypes: Readonly<Record<Kind, string>> = {
  integer: 'long',
  dollars: 'decimal(18,2)',
  number: 'double',
  text: 'string',
  date: 'timestamp',
  flag: 'boolean',
  list: 'string',
}

/** Returns the columns of a table in their order, with the types of Delta. */
export const fieldsOf = ({
  columns,
  isByYear,
}: LakeTable): readonly (readonly [name: string, type: string])[] => [
  ...columns.map(([name, kind]) => [name, deltaTypes[kind]] as const),
  ['version', 'long'] as const,
  ...(isByYear ? [['year', 'integer'] as const] : []),
]

/** Returns the schema of a table as the log has it. */
export function schemaOf(table: LakeTable): string {
  return JSON.stringify({
    type: 'struct',
    fields: fieldsOf(table).map(([name, type]) => ({ name, type, nullable: true, metadata: {} })),
  })
}

/** Returns the action that describes a table. `id` is a UUID, `storeId` that of the store, which later exports check. */
export function metaDataOf(
  table: LakeTable,
  {
    id,
    storeId,
    origin,
    now,
  }: { readonly id: string; readonly storeId: string; readonly origin: string; readonly now: number },
): JsonObject {
  return {
    id,
    name: table.name,
    description: `Exported by kiva from its mirror of ${origin}`,
    format: { provider: 'parquet', options: {} },
    schemaString: schemaOf(table),
    partitionColumns: table.isByYear ? ['year'] : [],
    configuration: { [storeKey]: storeId },
    createdTime: now,
  }
}

/** What a commit changes. */
interface Change {
  readonly added: readonly DataFile[]
  readonly removed: readonly DataFile[]
  /** Set for a new table, and when the columns have changed. */
  readonly metaData?: JsonObject | undefined
}

const logOf = (folder: string) => `${folder}/_delta_log`

/** The path of a version: "named using the next available version number, zero-padded to 20 digits". */
export const commitPath = (folder: string, at: number) =>
  `${logOf(folder)}/${String(at).padStart(20, '0')}.json`

/**
 * Reads the log of the table in a folder. Resolves with `undefined` if nothing is there, or only what an export left that
 * was killed before its first commit. Throws `KivaError` of kind `config` for a log that kiva cannot continue.
 */
export async function readLog(files: Files, folder: string): Promise<TableVersion | undefined> {
  const within = await files.list(folder)
  if (!within || within.length === 0) return undefined
  const names = await files.list(logOf(folder))
  if (within.length === 1 && names?.every((name) => /^\d{20}\.json\.\w+\.tmp$/.test(name))) return undefined
  const versions = (names ?? [])
    .filter((name) => /^\d{20}\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((one, other) => one - other)
  if (versions.length === 0 || versions.some((found, at) => found !== at)) throw notOurs(folder)
  const commits: (readonly Json[])[] = []
  for (const at of versions) commits.push(await readCommit(files, commitPath(folder, at)))
  return replay(folder, commits)
}

/** The error for a folder whose content is not of this mirror. Nothing in it was touched. */
export const notOurs = (folder: string) =>
  new KivaError('config', sentence`${foreign(folder)} holds something else than an export of this mirror`, {
    hint: 'Export to another folder, or to one that does not exist yet.',
  })

async function readCommit(files: Files, path: string): Promise<readonly Json[]> {
  const text = (await files.read(path)) ?? ''
  try {
    if (text === '') throw new SyntaxError('empty')
    return text.trim().split('\n').map(parseJson)
  } catch (cause) {
    throw new KivaError('config', sentence`cannot read ${foreign(path)}: it is not a commit of Delta`, {
      hint: 'If it is the last version of the table, and an export was killed, delete this file.',
      cause,
    })
  }
}

function replay(folder: string, commits: readonly (readonly Json[])[]): TableVersion {
  const files = new Map<string, DataFile>()
  const since = new Map<string, number>()
  const replaced = new Map<string, { readonly since: number; readonly at: number }>()
  let metaData: Json | undefined
  const actions = commits.flatMap((commit, version) => commit.map((action) => [version, action] as const))
  for (const [version, action] of actions) {
    const [reader, writer] = ['minReaderVersion', 'minWriterVersion'].map((key) =>
      at(action, `protocol.${key}`),
    )
    if (Number(reader ?? 1) > 1 || Number(writer ?? 2) > 2)
      throw new KivaError('config', sentence`another program has upgraded the table ${foreign(folder)}`, {
        hint: 'Export to another folder.',
      })
    metaData = at(action, 'metaData') ?? metaData
    const add = at(action, 'add')
    const remove = at(action, 'remove')
    if (add) {
      const file = fileOf(add)
      files.set(file.path, file)
      since.set(file.path, version)
    }
    if (remove) {
      const path = String(at(remove, 'path'))
      files.delete(path)
      replaced.set(path, {
        since: since.get(path) ?? 0,
        at: Number(at(remove, 'deletionTimestamp') ?? 0),
      })
    }
  }
  const configuration = at(metaData, 'configuration')
  const storeId = isObject(configuration) ? configuration[storeKey] : undefined
  return {
    id: String(at(metaData, 'id') ?? ''),
    version: commits.length - 1,
    files: [...files.values()],
    since,
    replaced,
    schema: String(at(metaData, 'schemaString') ?? ''),
    storeId: storeId === undefined ? undefined : String(storeId),
  }
}

/** A name of ours in the configuration of a table, and one in the tags of a file. */
const storeKey = 'kiva.store'
const stateKey = 'kiva.state'

/** Reads the action `add`. Files of other programs have no state, so the next export replaces them. */
function fileOf(add: Json): DataFile {
  const partition = at(add, 'partitionValues')
  const tags = at(add, 'tags')
  const stats = at(add, 'stats')
  return {
    path: String(at(add, 'path')),
    year: isObject(partition) && 'year' in partition ? yearIn(partition['year']) : undefined,
    bytes: Number(at(add, 'size') ?? 0),
    rows: typeof stats === 'string' ? Number(at(parseJson(stats), 'numRecords') ?? 0) : 0,
    written: Number(at(add, 'modificationTime') ?? 0),
    state: isObject(tags) ? String(tags[stateKey] ?? '') : '',
  }
}

const yearIn = (value: Json | undefined): Year =>
  value === null || value === undefined || value === '' ? null : Number(value)

/** The values of a partition are texts, and null for rows without a date. */
const partitionOf = ({ year }: Pick<DataFile, 'year'>): JsonObject =>
  year === undefined ? {} : { year: year === null ? null : String(year) }

/**
 * Writes a version of a table: all of it or nothing. Throws `KivaError` of kind `config` if there is a file of that version,
 * because another export was faster.
 */
export async function commit(
  files: Files,
  folder: string,
  version: number,
  { added, removed, metaData }: Change,
  now: number,
): Promise<void> {
  const path = commitPath(folder, version)
  const actions: readonly JsonObject[] = [
    {
      commitInfo: {
        timestamp: now,
        operation: version === 0 ? 'CREATE TABLE' : 'WRITE',
        operationParameters: version === 0 ? {} : { mode: 'Overwrite' },
        engineInfo: `kiva/${kivaVersion}`,
      },
    },
    ...(version === 0 ? [{ protocol: { minReaderVersion: 1, minWriterVersion: 2 } }] : []),
    ...(metaData ? [{ metaData }] : []),
    ...removed.map((file) => ({
      remove: {
        path: file.path,
        deletionTimestamp: now,
        dataChange: true,
        extendedFileMetadata: true,
        partitionValues: partitionOf(file),
        size: file.bytes,
      },
    })),
    ...added.map((file) => ({
      add: {
        path: file.path,
        partitionValues: partitionOf(file),
        size: file.bytes,
        modificationTime: file.written,
        dataChange: true,
        stats: JSON.stringify({ numRecords: file.rows }),
        tags: { [stateKey]: file.state },
      },
    })),
  ]
  if (await files.publish(path, actions.map((action) => `${jsonText(action)}\n`).join(''))) return
  throw new KivaError('config', sentence`another export has written ${foreign(path)}`, {
    hint: 'The table is whole, and this run left nothing. Run the command again to export the rest.',
  })
}
