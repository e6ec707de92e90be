/** Finds the ids in what a command reads from standard input: output of kiva in any form with ids, or ids alone. */
import { fieldsOf } from '../api/records/derived-fields.ts'
import { sentIdOf } from '../api/records/field-values.ts'
import { type RecordKind, type RecordName, recordTypes } from '../api/records/record-types.ts'
import { parseJson } from '../api/wire/json.ts'
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import { isList, isObject, type Json } from '../core/json.ts'
import type { Source } from '../core/streams.ts'

/** Ids, and the place in the input that has them, such as `line 3`. */
interface FoundIds {
  readonly ids: readonly string[]
  readonly place: string
}

/**
 * Yields the ids of records of a kind as lines arrive, parsed: of records and lists in JSON, pages of the API and GeoJSON, lists
 * and strings of ids, CSV (RFC 4180) and TSV with a column of ids, or words. The first line with text says which. Without a
 * kind, the records may be of any. Throws `KivaError` of kind `usage` that names the line, for anything else.
 */
export async function* readInput<T>(
  stdin: Pick<Source, 'readLine'>,
  stop: AbortSignal,
  kind: RecordKind | undefined,
  parse: (ids: readonly string[]) => T,
): AsyncGenerator<T, void> {
  const lines = linesOf(stdin, stop)
  let first = await lines.next()
  while (!first.done && first.value.text.trim() === '') first = await lines.next()
  if (first.done) return
  for await (const { ids, place } of readerOf(first.value, kind)(startingWith(first.value, lines), kind)) {
    try {
      yield parse(ids)
    } catch (cause) {
      throw cause instanceof KivaError ? atPlace(place, cause) : cause
    }
  }
}

interface Line {
  readonly text: string
  /** Such as `line 3`. */
  readonly place: string
}

type Reader = (lines: AsyncIterable<Line>, kind: RecordKind | undefined) => AsyncGenerator<FoundIds, void>

async function* linesOf(stdin: Pick<Source, 'readLine'>, stop: AbortSignal): AsyncGenerator<Line, void> {
  const read = () => stdin.readLine({ stop })
  let line = 0
  for (let text = await read(); text !== undefined; text = await read()) {
    line += 1
    yield { text, place: `line ${line}` }
  }
}

async function* startingWith(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line, void> {
  yield first
  yield* rest
}

function readerOf({ text, place }: Line, kind: RecordKind | undefined): Reader {
  const first = text.trim()
  if (/^[[{]/.test(first)) return readJson
  const header = cellsOf(first).map(nameInHeader)
  if (header.some((name) => idFieldsOf(kind).includes(name))) return readCells
  const found = Object.entries(unreadable).find(([, isIt]) => isIt(first))?.[0]
  if (found) throw problem(place, `is ${found}`)
  if (header.some((name) => isField(name, kind))) throw noId(place, kind)
  return first.startsWith('"') ? readJson : readWords
}

/** Texts of kiva that have no ids to read, by their first line. */
const unreadable: Readonly<Record<string, (first: string) => boolean>> = {
  XML: (first) => first.startsWith('<'),
  YAML: (first) => /^(?:---|[\w-]+:(?:\s|$))/.test(first),
  Markdown: (first) => first.startsWith('| '),
  'a map': (first) => /[\u2801-\u28ff]/.test(first),
  'a page of one record': (first) => first.includes(' · '),
  'a table': (first) => {
    const headings = first.split(/ {2,}/)
    return headings.length > 1 && headings.every((heading) => /^[A-Z#%][A-Z#% ]*$/.test(heading))
  },
}

/** Words are separated by spaces and commas. */
async function* readWords(lines: AsyncIterable<Line>): AsyncGenerator<FoundIds, void> {
  for await (const { text, place } of lines) {
    const ids = text.split(/[\s,]+/).filter((word) => word !== '')
    if (ids.length > 0) yield { ids, place }
  }
}

async function* readJson(
  lines: AsyncIterable<Line>,
  kind: RecordKind | undefined,
): AsyncGenerator<FoundIds, void> {
  const check = checkOf(kind)
  for await (const { value, place } of valuesIn(lines)) {
    const records = recordsOf(value)
    for (const [at, record] of records.entries()) {
      const own = records.length > 1 ? `record ${at + 1}` : place
      check(record, own)
      const id = sentIdOf(record, idFieldsOf(kind))
      if (!id) throw noId(own, kind)
      yield { ids: [id], place: own }
    }
  }
}

/** Returns the records of a document: of a list, a page of the API or GeoJSON. Any other document is a record. */
const recordsOf = (document: Json): readonly Json[] =>
  itemsOf(document).map((item) =>
    isObject(item) && item['type'] === 'Feature' ? (item['properties'] ?? null) : item,
  )

function itemsOf(document: Json): readonly Json[] {
  if (isList(document)) return document
  if (!isObject(document)) return [document]
  const keys = Object.keys(document)
  if (document['type'] === 'FeatureCollection') return listIn(document['features'])
  const isPage = 'paging' in document || (keys.length === 1 && keys.every((key) => pageKeys.has(key)))
  return isPage ? Object.values(document).flatMap(listIn) : [document]
}

const listIn = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [])

const pageKeys: ReadonlySet<string> = new Set(Object.values(recordTypes).map(({ key }) => key))

/** Yields the values of JSON text, with the places where they begin. A value may have many lines, and a line many values. */
async function* valuesIn(
  lines: AsyncIterable<Line>,
): AsyncGenerator<{ readonly value: Json; readonly place: string }, void> {
  let depth = 0
  /** The lines of a value that has not ended. */
  let before: string[] = []
  let begin = ''
  for await (const { text, place } of lines) {
    // Most lines are one value.
    const whole = depth === 0 ? parsed(text) : undefined
    if (whole !== undefined) {
      yield { value: whole, place }
      continue
    }
    let isString = false
    let from = 0
    for (const { 0: token, index } of text.matchAll(tokens)) {
      if (depth === 0 && !isString) {
        from = index
        begin = place
      }
      if (token === '"') isString = !isString
      else if (!isString)
        depth += token === '{' || token === '[' ? 1 : token === '}' || token === ']' ? -1 : 0
      if (isString || depth > 0) continue
      const value = parsed([...before, text.slice(from, index + token.length)].join('\n'))
      if (value === undefined) throw problem(begin, 'is not JSON')
      yield { value, place: begin }
      before = []
    }
    // No string of JSON has a line end.
    if (isString) throw problem(begin, 'is not JSON')
    if (depth > 0) before.push(text.slice(from))
  }
  if (depth > 0) throw problem(begin, 'is not JSON')
}

/** An escape within a string, a quote, a bracket, or anything else up to the next of these. */
const tokens = /\\.|["{}[\]]|[^\s,"{}[\]\\]+/g

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** A header, which has the id's name, and lines of cells. A quoted cell of CSV may have line ends. */
async function* readCells(
  lines: AsyncIterable<Line>,
  kind: RecordKind | undefined,
): AsyncGenerator<FoundIds, void> {
  let at: number | undefined
  let isTsv = false
  let row: string[] = []
  let isWithinQuotes = false
  let begin = ''
  for await (const { text, place } of lines) {
    if (row.length === 0 && text.trim() === '') continue
    if (row.length === 0) begin = place
    row.push(text)
    if (at === undefined) isTsv = text.includes('\t')
    if (!isTsv && text.split('"').length % 2 === 0) isWithinQuotes = !isWithinQuotes
    if (isWithinQuotes) continue
    const cells = cellsOf(row.join('\n'), isTsv)
    row = []
    if (at === undefined) {
      const names = cells.map(nameInHeader)
      at = names.findIndex((name) => idFieldsOf(kind).includes(name))
      checkOf(kind)(Object.fromEntries(names.map((name) => [name, null])), begin)
      continue
    }
    const id = cells[at]?.trim()
    if (!id) throw noId(begin, kind)
    yield { ids: [id], place: begin }
  }
  if (row.length > 0) throw problem(begin, 'has a quote without an end')
}

/** Returns the cells of a row. */
function cellsOf(text: string, isTsv = text.includes('\t')): readonly string[] {
  const row = text.replace(/\r$/, '')
  if (isTsv) return row.split('\t')
  return Array.from(`,${row}`.matchAll(cellOfCsv), ([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
}

/** A cell with the comma before it. */
const cellOfCsv = /,(?:"([^"]*(?:""[^"]*)*)"|([^,]*))/gy

/** Returns the name of the field in a cell of a header: `location` of `location.country`, and `id` of the heading `ID`. */
const nameInHeader = (cell: string) =>
  (cell.trim().split('.')[0] ?? '').toLowerCase().replaceAll(/[\s-]/g, '_')

/** The fields that have the id of records of a kind. */
const idFieldsOf = (kind: RecordKind | undefined): readonly string[] =>
  kind === undefined ? ['id', 'lender_id'] : (typesOf(kind)[0]?.idFields?.slice(0, 1) ?? ['id'])

/** Without a kind, returns all types. */
const typesOf = (kind: RecordKind | undefined) =>
  Object.values(recordTypes).filter((type) => kind === undefined || type.kind === kind)

const isField = (name: string, kind: RecordKind | undefined) =>
  typesOf(kind).some((type) => Object.hasOwn(fieldsOf(type), name))

/**
 * Returns a check that records are of a kind, by their keys: others have more than one that no record of the kind has, and
 * another kind has them all.
 */
function checkOf(kind: RecordKind | undefined): (record: Json, place: string) => void {
  const known = new Set<string>()
  const others = [...new Set(Object.values(recordTypes).map((type) => type.kind))]
  return (record, place) => {
    if (kind === undefined || !isObject(record)) return
    const keys = Object.keys(record)
    const text = keys.join()
    if (known.has(text)) return
    if (keys.filter((key) => !isField(key, kind)).length > 1) {
      const other = others.find((one) => keys.every((key) => isField(key, one)))
      if (other) throw problem(place, `is a ${words(other)}, not a ${words(kind)}`)
    }
    known.add(text)
  }
}

const words = (kind: RecordKind | RecordName) =>
  kind === 'partner' ? 'field partner' : kind.replaceAll('_', ' ')

const noId = (place: string, kind: RecordKind | undefined) =>
  problem(place, `has no ${idFieldsOf(kind).join(' or ')}`)

const problem = (place: string, words: string) =>
  new KivaError('usage', `${place} of standard input ${words}`, { hint: wayOut })

function atPlace(place: string, cause: KivaError): KivaError {
  const words = sentence`${place} of standard input: ${cause.sentence}`
  return cause.copyWith(cause.kind, words, cause.hint === undefined ? { hint: wayOut } : {})
}

const wayOut = 'Print the ids with -o ids, or records as json, ndjson, csv or tsv.'
