/** Reads records back from each format, for comparison with JSON. */
import { XMLParser } from 'fast-xml-parser'
import { Parser } from 'htmlparser2'
import { parseAllDocuments } from 'yaml'

type Plain = Readonly<Record<string, unknown>>

/** The texts of the fields that are no lists, by path. Missing and empty ones are left out. */
export type Texts = Readonly<Record<string, string>>

function textsOf(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (value === undefined || value === null || value === '' || Array.isArray(value)) return []
  if (typeof value !== 'object') return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, path === '' ? key : `${path}.${key}`))
}

/** Returns the texts of records of JSON. */
export const flat = (records: readonly unknown[]): readonly Texts[] =>
  records.map((record) => Object.fromEntries(textsOf(record, '')))

/** RFC 4180. */
function rowsOfCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const escapes: Readonly<Record<string, string>> = { '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\\\': '\\' }

const rowsOfTsv = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line.split('\t').map((cell) => cell.replaceAll(/\\[tnr\\]/g, (found) => escapes[found] ?? '')),
    )

/** Cells with lists are JSON. */
const isList = (cell: string) => /^\[.*\]$/s.test(cell)

const flatRows = ([header = [], ...rows]: readonly (readonly string[])[]): readonly Texts[] =>
  rows.map((row) =>
    Object.fromEntries(
      header.flatMap((name, at) => {
        const cell = row[at] ?? ''
        return cell === '' || isList(cell) ? [] : [[name, cell] as const]
      }),
    ),
  )

function recordsOfXml(text: string): readonly unknown[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
    processEntities: true,
    htmlEntities: true,
    isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  })
  const [response] = parser.parse(text.replaceAll(/>\n\s*</g, '><')).response ?? []
  const [list] = Object.entries(response as Plain).flatMap(([key, value]) =>
    key.startsWith('@') ? [] : [value],
  )
  const [items] = list as readonly Plain[]
  return Object.entries(items ?? {}).flatMap(([key, value]) =>
    key.startsWith('@') ? [] : (value as readonly unknown[]).map(unwrap),
  )
}

/** Takes the only element out of its list, and leaves lists out. */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('@_type' in value) return []
  if ('#text' in value) return value['#text']
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, Array.isArray(item) ? unwrap(item[0]) : item]),
  )
}

/** Returns the flat records that a text has in a format. */
export function readBack(text: string, format: string): readonly Texts[] {
  switch (format) {
    case 'csv':
      return flatRows(rowsOfCsv(text))
    case 'tsv':
      return flatRows(rowsOfTsv(text))
    case 'yaml':
      return flat(parseAllDocuments(text).map((document) => document.toJS()))
    case 'xml':
      return flat(recordsOfXml(text))
    case 'geojson':
      return flat(JSON.parse(text).features.map(({ properties }: Plain) => properties))
    case 'ndjson':
      return flat(
        text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      )
    default:
      return flat(JSON.parse(text))
  }
}

/** The headings of a table, and the cells of each record by heading, without empty ones. */
export interface Table {
  readonly headings: readonly string[]
  readonly rows: readonly Texts[]
}

const withoutEmpty = (entries: readonly (readonly [string, string])[]): Texts =>
  Object.fromEntries(entries.filter(([, cell]) => cell !== ''))

/** GitHub Flavored Markdown: a comment shows nothing, and a backslash takes the meaning of what follows. */
export function tableOfMarkdown(text: string): Table {
  const [headings = [], , ...rows] = text
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) =>
          cell
            .trim()
            .replaceAll('<!-- -->', '')
            .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'),
        ),
    )
  return {
    headings,
    rows: rows.map((row) => withoutEmpty(headings.map((name, at) => [name, row[at] ?? '']))),
  }
}

/** Returns the cells of the rows in a part of the tables in HTML. A moment is as exact as its attribute. */
export function rowsOfHtml(text: string, part: 'thead' | 'tbody' = 'tbody'): readonly (readonly string[])[] {
  const rows: string[][] = []
  let isWithin = false
  let cell: string[] | undefined
  const parser = new Parser({
    onopentag: (name, { datetime }) => {
      if (name === part) isWithin = true
      if (name === 'tr' && isWithin) rows.push([])
      if ((name === 'th' || name === 'td') && isWithin) cell = rows.at(-1)
      if (name === 'th' || name === 'td') cell?.push('')
      if (datetime !== undefined && cell) cell[cell.length - 1] = datetime
    },
    ontext: (data) => {
      if (cell && !/^\d{4}-\d\d-\d\dT/.test(cell.at(-1) ?? '')) cell[cell.length - 1] += data
    },
    onclosetag: (name) => {
      if (name === part) isWithin = false
      if (name === 'th' || name === 'td') cell = undefined
    },
  })
  parser.end(text)
  return rows
}

export function tableOfHtml(text: string): Table {
  const [headings = []] = rowsOfHtml(text, 'thead')
  const rows = rowsOfHtml(text)
  return {
    headings,
    rows: rows.map((row) => withoutEmpty(headings.map((name, at) => [name, row[at] ?? '']))),
  }
}

/** Returns the text of each page of a document, one line each. */
export function pagesIn(text: string, format: 'html' | 'md'): readonly string[] {
  if (format === 'md')
    return text
      .split('\n\n---\n\n')
      .map((page) => page.replaceAll('<!-- -->', '').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'))
  const pages: string[] = []
  let depth = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'article') {
        depth += 1
        pages.push('')
      } else if (depth > 0) pages[pages.length - 1] += ' '
    },
    ontext: (data) => {
      if (depth > 0) pages[pages.length - 1] += data
    },
    onclosetag: (name) => {
      if (name === 'article') depth -= 1
    },
  })
  parser.end(text)
  return pages
}

const sequences = /\u001b\[[\d;]*m|\u001b\]8;;.*?(?:\u0007|\u001b\\)/g

/** Bars repeat the number behind them. */
const bar = /^[█░]+ +/

/**
 * Two spaces or more are between two columns, and inside of a bar's cell only. A cell ends with its heading, or is that of
 * the last heading that begins before it or with it.
 */
export function tableOfText(text: string): Table {
  const [header = [], ...rows] = text
    .replaceAll(sequences, '')
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: piece, index }) => ({
        piece,
        start: index,
        end: index + piece.length,
      })),
    )
  const headings = header.map(({ piece }) => piece)
  return {
    headings,
    rows: rows.map((row) => {
      const cells = new Map<string, string>()
      for (const { piece, start, end } of row) {
        const column = header.find((own) => own.end === end) ?? header.findLast((own) => own.start <= start)
        const before = cells.get(column?.piece ?? '')
        cells.set(column?.piece ?? '', before === undefined ? piece : `${before} ${piece}`)
      }
      return withoutEmpty([...cells].map(([name, cell]) => [name, cell.replace(bar, '')]))
    }),
  }
}

/** A line for each cell, and an empty one between two records. */
export function tableOfLines(text: string): Table {
  const records: (readonly [string, string])[][] = [[]]
  for (const line of text.split('\n').slice(0, -1)) {
    const [, name = '', cell = ''] = /^([^:]*): (.*)$/.exec(line) ?? []
    if (line === '') records.push([])
    else records.at(-1)?.push([name.toUpperCase(), cell])
  }
  return { headings: [], rows: records.map(withoutEmpty) }
}
