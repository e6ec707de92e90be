/**
 * The rows of a table before an export, so that rows that are the same keep the version which wrote them, and others can be
 * counted. Files of 2000 rows a group are read group by group, and a row takes about 60 bytes of memory.
 */
import zlib from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet/src/index.js'
import type { Files } from '../../core/files.ts'
import type { LakeTable } from './lake-tables.ts'

/** How many rows of a table an export has added, changed and removed. */
export interface RowCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** What is compared: the values of the columns as Parquet has them, the id of the row or of its loan first. */
type Values = readonly unknown[]

/** Rows of a year by what they contain. */
export class EarlierRows {
  /** The place of the first row with a hash, and of the next one: rows of one loan may be the same. */
  readonly #first = new Map<number, number>()
  readonly #next: number[] = []
  readonly #ids: number[] = []
  readonly #versions: (number | undefined)[] = []
  readonly #digest: Files['digest']

  constructor(digest: Files['digest']) {
    this.#digest = digest
  }

  /** `version` is the one that wrote the row, if that is known. */
  add(values: Values, version: number | undefined): void {
    const hash = this.#hashOf(values)
    this.#next.push(this.#first.get(hash) ?? -1)
    this.#first.set(hash, this.#ids.length)
    this.#ids.push(idOf(values))
    this.#versions.push(version)
  }

  /** Takes out a row that is the same, and returns its version. Returns `undefined` if there is none. */
  take(values: Values): { readonly version: number | undefined } | undefined {
    const hash = this.#hashOf(values)
    const place = this.#first.get(hash)
    if (place === undefined) return undefined
    const next = this.#next[place] ?? -1
    if (next === -1) this.#first.delete(hash)
    else this.#first.set(hash, next)
    return { version: this.#versions[place] }
  }

  /** Returns 52 bits of the digest of a row: a number takes less memory than a text. */
  #hashOf(values: Values): number {
    return Number.parseInt(this.#digest(JSON.stringify(values.map(textOf))).slice(0, 13), 16)
  }

  /** Yields the id of each row that was not taken. */
  *left(): Generator<number> {
    for (const first of this.#first.values())
      for (let place = first; place !== -1; place = this.#next[place] ?? -1) yield this.#ids[place] ?? 0
  }
}

export const idOf = ([id]: Values): number => Number(id ?? 0)

/** Counts rows that came and rows that went, by the id of the row or of its loan: one of each is a changed row. */
export class RowTally {
  #added = 0
  /** Rows of files that cannot be read: nothing else is known of them. */
  #unknown = 0
  readonly #came = new Map<number, number>()
  readonly #went = new Map<number, number>()

  /** Counts a row of a year that had no rows in a table that had none. */
  add(): void {
    this.#added += 1
  }

  came(id: number): void {
    this.#came.set(id, (this.#came.get(id) ?? 0) + 1)
  }

  went(id: number): void {
    this.#went.set(id, (this.#went.get(id) ?? 0) + 1)
  }

  lost(rows: number): void {
    this.#unknown += rows
  }

  /** The ids of rows that came or went. */
  ids(): readonly number[] {
    return [...this.#came.keys(), ...this.#went.keys()]
  }

  counts(): RowCounts {
    let [added, changed, removed] = [this.#added, 0, 0]
    for (const [id, came] of this.#came) {
      const went = this.#went.get(id) ?? 0
      changed += Math.min(came, went)
      added += Math.max(0, came - went)
    }
    for (const [id, went] of this.#went) removed += Math.max(0, went - (this.#came.get(id) ?? 0))
    const unknown = Math.min(added, this.#unknown)
    return {
      added: added - unknown,
      changed: changed + unknown,
      removed: removed + this.#unknown - unknown,
    }
  }
}

/**
 * Yields the rows of a file, with the version that wrote each: `undefined` in a file of a kiva that had no such column.
 * Throws for a file that cannot be read.
 */
export async function* readRows(
  files: Files,
  path: string,
  { columns }: LakeTable,
  bytes: number,
): AsyncGenerator<readonly { readonly values: Values; readonly version: number | undefined }[]> {
  const file = {
    byteLength: bytes,
    slice: async (start: number, end = bytes) => {
      const part = await files.readPart(path, start, end)
      return part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength) as ArrayBuffer
    },
  }
  const metadata = await parquetMetadataAsync(file)
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors, parsers })
    yield rows.map((row) => ({
      values: columns.map(([name, kind]) => {
        const value: unknown = row[name] ?? null
        return kind === 'dollars' && typeof value === 'number' ? BigInt(Math.round(value * 100)) : value
      }),
      version: row['version'] === undefined ? undefined : Number(row['version']),
    }))
    rowStart = rowEnd
  }
}

const compressors = {
  ZSTD: (input: Uint8Array, length: number): Uint8Array =>
    (
      zlib as unknown as {
        zstdDecompressSync(bytes: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array
      }
    ).zstdDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
}

/** As they were written: microseconds, and texts with all their characters. */
const parsers = {
  timestampFromMicroseconds: (micros: bigint) => micros,
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes),
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Files have no half of a surrogate pair. */
const textOf = (value: unknown): string | null =>
  value === null ? null : typeof value === 'string' ? value.toWellFormed() : String(value)
