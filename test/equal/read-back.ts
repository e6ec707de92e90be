/** Reads records back from each format, for comparison with JSON. */
import { XMLParser } from 'fast-xml-parser'
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

/** Returns the cells of a table by heading, where each column begins at its heading or ends with it. */
export function cellsOfMarkdown(text: string): readonly Texts[] {
  const [header = [], , ...rows] = text
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
}

/** Returns the cells of a table in a pipe. Each column begins at its heading, or ends with it. */
export function cellsOfTable(text: string, headings: readonly string[]): readonly Texts[] {
  const [header = '', ...lines] = text.split('\n').slice(0, -1)
  const starts = headings.map((heading) => header.search(new RegExp(`(?:^|  )${heading}(?:  |$)`)))
  return lines.map((line) =>
    Object.fromEntries(
      headings.map((heading, at) => [heading, line.slice(starts[at] ?? 0, starts[at + 1]).trim()]),
    ),
  )
}
