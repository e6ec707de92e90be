/** How the store keeps whole records: each compressed alone. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { jsonText, parseJson } from '../api/wire/json.ts'
import type { Database } from '../core/database.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { isList, isObject, type JsonObject } from '../core/json.ts'

/** A detailed loan, with its JSON text if that is known. */
export interface Loan {
  readonly record: JsonObject
  readonly text?: string
}

interface Packing {
  /** Makes the dictionary of these records, unless the store has one. */
  begin(loans: readonly Loan[]): void
  /** `text` is the JSON text of the record, if it is known. */
  pack(record: JsonObject, text?: string): Uint8Array
  /** Throws `KivaError` of kind `config` for a damaged record. */
  unpack(packed: Uint8Array, id: number): JsonObject
}

/**
 * Compresses records one by one with a dictionary of the store's first records: almost as small as many together, and one
 * can be read without the others. The records of a store are alike. `path` is that of the store.
 */
export function openPacking(database: Database, path: string): Packing {
  let dictionary: Uint8Array | undefined
  const find = (): Uint8Array | undefined => {
    dictionary ??= database.prepare("SELECT value FROM store WHERE key = 'dictionary'").get()?.[0] as
      | Uint8Array
      | undefined
    return dictionary
  }
  return {
    begin(loans) {
      const [first] = loans
      if (!first || find()) return
      // New loans have no payments, and their records lack the fields of one.
      const paid = loans.find(({ record }) => isList(record['payments']) && record['payments'].length > 0)
      const samples = [...new Set([first, paid ?? first])].map(({ record, text = jsonText(record) }) =>
        Buffer.from(text).subarray(0, sampleSize),
      )
      dictionary = Uint8Array.from(Buffer.concat(samples))
      database.prepare("INSERT INTO store VALUES ('dictionary', ?)").run(dictionary)
    },
    pack: (record, text = jsonText(record)) =>
      deflateRawSync(Buffer.from(text), { ...compression, dictionary: find() as Uint8Array }),
    unpack(packed, id) {
      try {
        const bytes = inflateRawSync(packed, { dictionary: find() as Uint8Array })
        const record = parseJson(decoder.decode(bytes))
        if (isObject(record)) return record
      } catch (cause) {
        throw damaged(path, id, cause)
      }
      throw damaged(path, id)
    },
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const damaged = (path: string, id: number, cause?: unknown) =>
  new KivaError('config', sentence`the record of loan ${String(id)} in ${foreign(path)} is damaged`, {
    hint: (kiva) =>
      `Read it again with ${kiva(`mirror pull --ids ${id}`)}. If other records are damaged too, restore the file from a copy.`,
    cause,
  })

/** For texts of some kB: a fifth faster than the defaults of zlib, and 0.3 % larger. */
const compression = { level: 5, windowBits: 14, memLevel: 7, chunkSize: 4096 }

/** The bytes of a record in the dictionary. A larger one costs time for each record. */
const sampleSize = 4096
