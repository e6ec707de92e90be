/** Reads loans and field partners from JSON that was saved: pages of the service, lists of records, a record a line. */
import { at, number } from '../api/records/field-values.ts'
import { parseJson } from '../api/wire/json.ts'
import { KivaError } from '../errors.ts'
import { isList, isObject, type Json, type JsonObject } from '../ports/json.ts'
import { foreign, sentence } from '../text/foreign-text.ts'
import type { Store } from './store.ts'

/** What an import has stored so far, and what it left out. */
export interface Imported {
  loans: number
  partners: number
  /** Records without a numeric id. */
  withoutId: number
  /** Loans of lists, which lack the details. */
  listings: number
}

/**
 * Stores the records of a text in batches, each in one transaction, and yields the counts after each. Records are as of
 * the page's own date if it has one, else of `now`, in milliseconds since the epoch. Throws `KivaError` of kind `config`
 * for a text without records; what came before it stays stored.
 */
export async function* importRecords(
  chunks: AsyncIterable<string>,
  store: Store,
  now: number,
): AsyncGenerator<Imported> {
  const imported: Imported = { loans: 0, partners: 0, withoutId: 0, listings: 0 }
  let batch: JsonObject[] = []
  let batchTime = ''
  const flush = () => {
    store.putLoans(batch, batchTime)
    imported.loans += batch.length
    batch = []
  }
  for await (const text of jsonValues(chunks)) {
    const { records, readAt } = recordsOf(parsed(text), now)
    for (const record of records) {
      if (!Number.isSafeInteger(number(at(record, 'id')))) imported.withoutId += 1
      else if ('countries' in record) {
        store.putPartners([record], readAt)
        imported.partners += 1
      } else if (!('terms' in record || 'borrowers' in record)) imported.listings += 1
      else {
        if (batch.length === batchSize || readAt !== batchTime) {
          if (batch.length > 0) {
            flush()
            yield imported
          }
          batchTime = readAt
        }
        const { derived: _, ...loan } = record
        batch.push(loan)
      }
    }
  }
  if (batch.length > 0) flush()
  yield imported
}

/** Loans in one transaction. */
const batchSize = 500

function parsed(text: string): Json {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new KivaError('config', sentence`cannot import: ${foreign(text.slice(0, 60))} is not JSON`, {
      cause,
    })
  }
}

/** Returns the records of a page of the service, or a record alone. */
function recordsOf(
  value: Json,
  now: number,
): { readonly records: readonly JsonObject[]; readonly readAt: string } {
  const date = Date.parse(String(at(value, 'header.date') ?? ''))
  const readAt = new Date(Number.isNaN(date) ? now : date).toISOString()
  const lists = ['loans', 'partners'].map((key) => at(value, key)).filter((list) => isList(list))
  if (lists.length > 0) return { records: lists.flat().filter(isObject), readAt }
  if (isObject(value) && 'id' in value) return { records: [value], readAt }
  const found = isObject(value) ? Object.keys(value).slice(0, 8).join(', ') || 'nothing' : 'no object'
  throw new KivaError('config', sentence`cannot import: expected loans, but found ${foreign(found)}`, {
    hint: (kiva) => `It reads what ${kiva('loans show ID -o ndjson')} prints, and {"loans": […]}.`,
  })
}

/**
 * Splits a text into its JSON values, without parsing them: documents one after the other, and the elements of a list.
 * Throws `KivaError` of kind `config` for other text, and for a value that ends early.
 */
async function* jsonValues(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  let position = 0
  let depth = 0
  /** The depth at which values begin: 1 within a list. */
  let base = 0
  let start: number | undefined
  let isString = false
  const marks = /["{}[\]]/g
  const refuse = (found: string) =>
    new KivaError(
      'config',
      sentence`cannot import: ${foreign(found.trim().slice(0, 60))} is not JSON of records`,
      {
        hint: (kiva) => `It reads what ${kiva('loans show ID -o ndjson')} prints, and {"loans": […]}.`,
      },
    )
  for await (const chunk of chunks) {
    text += chunk
    for (;;) {
      if (isString) {
        const end = endOfString(text, position)
        position = end === undefined ? text.length : end + 1
        if (end === undefined) break
        isString = false
      }
      marks.lastIndex = position
      const mark = marks.exec(text)
      const between = text.slice(position, mark?.index)
      if (start === undefined && /[^\s,\uFEFF]/.test(between)) throw refuse(between)
      position = mark ? mark.index + 1 : text.length
      if (!mark) break
      const [sign] = mark
      if (sign === '"') {
        if (start === undefined) throw refuse(text.slice(mark.index))
        isString = true
      } else if (sign === '{' || sign === '[') {
        if (depth === 0 && sign === '[') base = 1
        else if (depth === base) start = mark.index
        depth += 1
      } else {
        depth -= 1
        if (depth < 0) throw refuse(text.slice(mark.index))
        if (depth === base && start !== undefined) {
          yield text.slice(start, position)
          start = undefined
        }
        if (depth === 0) base = 0
      }
    }
    const kept = start ?? position
    text = text.slice(kept)
    position -= kept
    if (start !== undefined) start = 0
  }
  if (depth > 0 || isString) throw new KivaError('config', 'cannot import: the text ends within a record')
}

/** Returns the position of the quote that ends a string, or `undefined` if it comes later. */
function endOfString(text: string, from: number): number | undefined {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (text[quote - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return quote
  }
  return undefined
}
