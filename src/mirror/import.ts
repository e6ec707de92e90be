/** Reads loans and field partners from JSON that was saved: pages of the service, lists of records, a record a line. */
import { at } from '../api/records/field-values.ts'
import { parseJson } from '../api/wire/json.ts'
import { type CommandLine, KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { isList, isObject, type Json, type JsonObject } from '../core/json.ts'
import { withThousands } from '../core/numbers.ts'
import type { Loan } from './packing.ts'
import type { Store } from './store.ts'
import { idOf } from './tables.ts'

/** What an import has stored so far, and what it left out. */
export interface Imported {
  loans: number
  partners: number
  /** Records without a valid id. */
  withoutId: number
  /** Loans of lists, which lack the details. */
  listings: number
}

/**
 * Stores the records of a text in batches, each in one transaction, and yields the counts after each. Records are as of
 * the date of their page if it stands before them, else of `now`, in milliseconds since the epoch. Throws `KivaError` of
 * kind `config` for a text without records; what came before it is stored.
 */
export async function* importRecords(
  chunks: AsyncIterable<string>,
  store: Store,
  now: number,
): AsyncGenerator<Imported> {
  const imported: Imported = { loans: 0, partners: 0, withoutId: 0, listings: 0 }
  const started = new Date(now).toISOString()
  let batch: Loan[] = []
  let batchTime = started
  const flush = () => {
    const loans = batch
    batch = []
    if (loans.length > 0) imported.loans += store.putLoans(loans, batchTime, started)
  }
  const endFill = store.beginFill()
  try {
    for await (const { record, text, date = started } of recordsIn(chunks)) {
      if (batch.length === batchSize || (date !== batchTime && batch.length > 0)) {
        flush()
        yield imported
      }
      batchTime = date
      if (idOf(record) === undefined) imported.withoutId += 1
      else if ('countries' in record) {
        store.putPartners([record], date)
        imported.partners += 1
      } else if ('terms' in record || 'borrowers' in record) batch.push(withoutDerived(record, text))
      else imported.listings += 1
    }
    flush()
    yield imported
  } catch (cause) {
    // What came before the problem is stored.
    flush()
    yield imported
    throw cause
  } finally {
    // Also where the reader leaves early.
    endFill()
  }
}

/** Loans in one transaction. */
const batchSize = 500

function withoutDerived(record: JsonObject, text: string | undefined): Loan {
  if (!('derived' in record)) return text === undefined ? { record } : { record, text }
  const { derived: _, ...loan } = record
  return { record: loan }
}

/** A record, and the date of the page that has it: ISO 8601, in UTC. */
interface Found {
  readonly record: JsonObject
  /** Its JSON text, if it is a line of its own. */
  readonly text?: string
  readonly date: string | undefined
}

/**
 * Finds the records of a text: documents one after the other, each a record, a list of records, or a page of the service.
 * Holds a record or the start of a page in memory, never a list. Throws `KivaError` of kind `config` for other text, and
 * for a text that ends within a document.
 */
async function* recordsIn(chunks: AsyncIterable<string>): AsyncGenerator<Found> {
  let text = ''
  /** Characters before `text`. */
  let passed = 0
  let position = 0
  let depth = 0
  /** The depth at which records begin: 1 within a list, 2 within the list of a page. */
  let base = 0
  let start: number | undefined
  let isString = false
  /** The depth at which a page began that has a list of records. */
  let page: number | undefined
  let date: string | undefined
  const marks = /["{}[\]]/g

  /** Reads a record that is a line of its own, as most are: JSON.parse finds its end faster than a search for marks. */
  const readLine = (from: number): Pick<Found, 'record' | 'text'> | 'unfinished' | undefined => {
    const end = text.indexOf('\n', from)
    if (end === -1) return text.length - from < longestLine ? 'unfinished' : undefined
    let last = end
    while (last > from && ', \t\r'.includes(text.charAt(last - 1))) last -= 1
    if (text.charAt(last - 1) !== '}') return undefined
    try {
      const line = text.slice(from, last)
      const record = parseJson(line)
      if (!isObject(record) || !isRecord(record)) return undefined
      position = end
      return { record, text: line }
    } catch {
      return undefined
    }
  }

  function* read(more: string, isLast = false): Generator<Found> {
    text += more
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
      /** Within a page, around its lists. */
      const isAround = page === base
      if (start === undefined && !isAround && /[^\s,\uFEFF]/.test(between)) throw refusal(between)
      position = mark ? mark.index : text.length
      if (!mark) break
      const [sign] = mark
      if (sign === '{' && depth === base && !isAround) {
        const line = readLine(position)
        if (line === 'unfinished' && !isLast) break
        if (typeof line === 'object') {
          yield { ...line, date }
          continue
        }
      }
      position += 1
      if (sign === '"') {
        if (start === undefined && !isAround) throw refusal(text.slice(mark.index))
        isString = true
      } else if (sign === '{' || sign === '[') {
        if (depth === 0 && sign === '[') base = 1
        else if (depth === base) start = mark.index
        else if (
          depth === base + 1 &&
          sign === '[' &&
          listKey.test(text.slice(Math.max(0, mark.index - longestKey), mark.index))
        ) {
          if (start !== undefined) date = dateOf(`${text.slice(start, position)}]}`)
          page = base
          base += 2
          start = undefined
        }
        depth += 1
      } else {
        depth -= 1
        if (depth < 0) throw refusal(text.slice(mark.index))
        if (depth === base && start !== undefined) {
          yield { record: recordOf(text.slice(start, position), base > 0), date }
          start = undefined
        }
        if (page !== undefined && depth === page + 1) base = page
        if (depth === page) {
          page = undefined
          date = undefined
        }
        if (depth === 0) base = 0
      }
    }
    // A page's next list is found by the key before it.
    const kept = start ?? (page === base ? Math.max(0, position - longestKey) : position)
    text = text.slice(kept)
    passed += kept
    position -= kept
    if (start !== undefined) start = 0
    if (text.length > longestRecord)
      throw new KivaError(
        'config',
        `cannot import: the record at character ${withThousands(passed + 1)} is longer than 8 MB`,
        {
          hint: (kiva) => `The records before it are stored. Is the text loans? ${whatItReads(kiva)}`,
        },
      )
  }

  let waiting = ''
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += pieceSize) {
      waiting += chunk.slice(from, from + pieceSize)
      // V8 copies the whole text when it is searched after it grew, so a long record waits until it is twice as long.
      if (waiting.length < Math.min(text.length - longestLine, longestRecord - text.length)) continue
      for (const found of read(waiting)) yield found
      waiting = ''
    }
  yield* read(waiting, true)
  if (depth > 0 || isString)
    throw new KivaError('config', 'cannot import: the text ends within a record', {
      hint: 'The records before it are stored. Import the whole file to add the rest.',
    })
}

/** In characters. The memory of larger strings comes from the system, which costs more than to parse them. */
const pieceSize = 32 * 1024

/** In characters. A longer line is searched for its end in pieces, so that a list in one line is never in memory. */
const longestLine = 2 * pieceSize

/** In characters. Loans have about 4,000. */
const longestRecord = 8_000_000

/** The key of a list of records, at the end of a text. */
const listKey = /"(?:loans|partners)"\s*:\s*$/
const longestKey = 100

/** A line of this kind has no list of records within. */
const isRecord = (value: JsonObject) => 'id' in value && !isList(value['loans']) && !isList(value['partners'])

/** Returns the date of a page that ends before its first record. */
function dateOf(page: string): string | undefined {
  const date = Date.parse(String(at(parsed(page), 'header.date') ?? ''))
  return Number.isNaN(date) ? undefined : new Date(date).toISOString()
}

/** A record of a list may lack its id; a document without one has no records. */
function recordOf(text: string, isListed: boolean): JsonObject {
  const value = parsed(text)
  if (isObject(value) && (isListed || 'id' in value)) return value
  const found = isObject(value) ? Object.keys(value).slice(0, 8).join(', ') || 'nothing' : 'no object'
  throw new KivaError('config', sentence`cannot import: expected loans, but found ${foreign(found)}`, {
    hint: whatItReads,
  })
}

function parsed(text: string): Json {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new KivaError('config', sentence`cannot import: ${foreign(text.slice(0, 60))} is not JSON`, {
      cause,
    })
  }
}

const whatItReads = (kiva: CommandLine) =>
  `It reads what ${kiva('loans show ID -o ndjson')} prints, and {"loans": […]}.`

function refusal(text: string): KivaError {
  const packed = Object.entries(unpackers).find(([start]) => text.startsWith(start))?.[1]
  if (packed)
    return new KivaError('config', 'cannot import a compressed file', {
      hint: (kiva) => `Unpack it: ${packed} FILE | ${kiva('mirror import -')}.`,
    })
  return new KivaError(
    'config',
    sentence`cannot import: ${foreign(text.trim().slice(0, 60))} is not JSON of records`,
    { hint: whatItReads },
  )
}

/** Programs by how the files begin that they unpack. */
const unpackers: Readonly<Record<string, string>> = {
  'PK\u0003\u0004': 'unzip -p',
  '\u001f\uFFFD\b': 'gunzip -c',
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
