/** A Parquet file of a table of the lake: the columns of the table, and the version of each row. */
import zlib from 'node:zlib'
import type { SqlRow, SqlValue } from '../../core/database.ts'
import type { OutputFile } from '../../core/files.ts'
import { type Codec, openParquet, plainValue, rowsPerGroup } from '../../output/records/parquet.ts'
import type { Kind } from '../tables.ts'
import type { UnfitNumbers } from '../unfit-numbers.ts'
import type { LakeTable } from './lake-tables.ts'

/** A Parquet file of a table while it is written. Holds one group of rows. */
export class TableFile {
  rows = 0
  readonly #output: OutputFile
  readonly #encode: ReturnType<typeof openParquet>
  readonly #convert: readonly ((value: SqlValue, id: SqlValue) => unknown)[]
  readonly #versionOf: (values: readonly unknown[]) => number
  readonly noteUnfit: (column: string, id: SqlValue) => void
  #columns: unknown[][]

  /** `versionOf` returns the version of a row, by the values of its columns. */
  constructor(
    { name: table, columns }: LakeTable,
    output: OutputFile,
    {
      unfit,
      versionOf,
    }: { readonly unfit: UnfitNumbers; readonly versionOf: (values: readonly unknown[]) => number },
  ) {
    this.#output = output
    this.#versionOf = versionOf
    this.noteUnfit = (column, id) => unfit.note(table, column, id)
    this.#encode = openParquet(
      [
        ...columns.map(([name, kind]) => [name, parquetTypes[kind]] as const),
        ['version', 'integer'] as const,
      ],
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
    this.#columns = this.#empty()
  }

  /** A list per column, and one for the versions. */
  readonly #empty = (): unknown[][] => Array.from({ length: this.#convert.length + 1 }, () => [])

  /** Adds a row. Returns true if the group is full and must be flushed. */
  add(row: SqlRow): boolean {
    const [id = null] = row
    const values = this.#convert.map((convert, at) => convert(row[at] ?? null, id))
    for (const [at, value] of [...values, BigInt(this.#versionOf(values))].entries())
      this.#columns[at]?.push(value)
    this.rows += 1
    return this.rows % rowsPerGroup === 0
  }

  async flush(isLast: boolean): Promise<void> {
    const bytes = this.#encode(this.#columns, isLast)
    this.#columns = this.#empty()
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
