/**
 * The single list of output formats: the choices of `-o`, their types, the help, the sanitizing by the gate
 * and the style of errors all come from here. Renderers are loaded on demand, so that JSON, what a pipe
 * gets, does not load the code for tables.
 *
 * In this folder, renderers are pure: records and a view → chunks of text, or bytes. `table/`, `page/`, `chart.ts` and `map/`
 * print for people, `records/` for programs; `gate/` sanitizes every write; `terminal/`, `screen/`, `pictures/` and `words/` serve the
 * others.
 */
import { renderJson, renderLines, renderNdjson } from './records/json.ts'
import type { ErrorStyle, Format } from './view.ts'

export const formats = {
  table: {
    brief: 'table for people, or a page for one record',
    destination: 'people',
    errors: 'words',
    isTable: true,
    // The first page decides the columns.
    unresumable: true,
    load: async () => (await import('./table/render-table.ts')).renderTable,
  },
  json: {
    brief: 'JSON array, or an object for a single record',
    destination: 'json',
    errors: 'json',
    endings: ['.json'],
    load: async () => renderJson,
  },
  ndjson: {
    brief: 'one JSON object per line',
    destination: 'json',
    errors: 'json',
    endings: ['.ndjson', '.jsonl'],
    load: async () => renderNdjson,
  },
  xml: {
    brief: 'XML, as the API makes it from JSON',
    destination: 'xml',
    errors: 'words',
    endings: ['.xml'],
    load: async () => (await import('./records/xml.ts')).renderXml,
  },
  csv: {
    brief: 'comma-separated values with a header',
    destination: 'exact',
    errors: 'words',
    endings: ['.csv'],
    cells: true,
    chooses: true,
    load: async () => (await import('./records/delimited.ts')).renderCsv,
  },
  tsv: {
    brief: 'tab-separated values with a header',
    destination: 'exact',
    errors: 'words',
    endings: ['.tsv', '.tab'],
    cells: true,
    chooses: true,
    load: async () => (await import('./records/delimited.ts')).renderTsv,
  },
  ids: {
    brief: 'ids, one per line, for commands that read ids from -',
    destination: 'exact',
    errors: 'words',
    idsOnly: true,
    load: async () => (await import('./records/ids.ts')).renderIds,
  },
  yaml: {
    brief: 'one YAML document per record',
    destination: 'exact',
    errors: 'words',
    endings: ['.yaml', '.yml'],
    load: async () => (await import('./records/yaml.ts')).renderYaml,
  },
  md: {
    brief: 'Markdown, for issues and notes: a table, or a page for one record',
    destination: 'exact',
    errors: 'words',
    endings: ['.md'],
    isTable: true,
    document: 'md',
    unresumable: true,
    load: async () => (await import('./page/write-markdown.ts')).renderMarkdown,
  },
  html: {
    brief: 'HTML file that stands alone: a table, or a page for one record',
    destination: 'exact',
    errors: 'words',
    endings: ['.html', '.htm'],
    isTable: true,
    document: 'html',
    unresumable: true,
    load: async () => (await import('./page/write-html.ts')).renderHtml,
  },
  geojson: {
    brief: 'GeoJSON features',
    apiOnly: true,
    destination: 'json',
    errors: 'words',
    endings: ['.geojson'],
    chooses: true,
    load: async () => (await import('./records/geojson.ts')).renderGeojson,
  },
  parquet: {
    brief: 'Apache Parquet with typed columns; requires --out',
    apiOnly: true,
    destination: 'exact',
    errors: 'words',
    endings: ['.parquet'],
    binary: true,
    chooses: true,
    // The file ends with the positions of its parts.
    unresumable: true,
    load: async () => (await import('./records/parquet.ts')).renderParquet,
  },
  chart: {
    brief: 'bar chart of record counts (kiva help charts)',
    apiOnly: true,
    destination: 'people',
    errors: 'words',
    needsAll: true,
    unresumable: true,
    load: async () => (await import('./chart.ts')).renderChart,
  },
  map: {
    brief: 'world map of loans, partners or lending actions',
    apiOnly: true,
    destination: 'people',
    errors: 'words',
    needsAll: true,
    unresumable: true,
    load: async () => (await import('./map/map.ts')).renderMap,
  },
  raw: {
    brief: 'results of --jq, one per line, strings without quotes',
    destination: 'exact',
    errors: 'json',
    variantOf: 'ndjson',
    load: async () => renderLines,
  },
} as const satisfies Record<string, Format>

/** The name of an output format. */
export type OutputFormat = keyof typeof formats

/** Returns the properties of a format, typed with all optional ones. */
export const formatOf = (name: OutputFormat): Format => formats[name]

/** Returns the names of the formats that a condition holds for. */
export const formatsWhere = (holds: (format: Format) => boolean | undefined): readonly OutputFormat[] =>
  (Object.keys(formats) as readonly OutputFormat[]).filter((name) => holds(formatOf(name)))

/** The choices of `-o`, in the order of the help. */
export const formatNames = formatsWhere(({ variantOf }) => variantOf === undefined)

/** The formats of records that kiva makes itself. */
export const toolFormats = formatsWhere(({ apiOnly, variantOf }) => !apiOnly && variantOf === undefined)

/** The same for an action with `--out`, which binary formats require. */
export const savedToolFormats = formatNames.filter(
  (name) => toolFormats.includes(name) || formatOf(name).binary,
)

/** Returns the `-o` names of formats, without duplicates. */
export const optionNames = (names: readonly OutputFormat[]): readonly string[] => [
  ...new Set(names.map((name) => formatOf(name).variantOf ?? name)),
]

/** Returns the kind of document that a format prints: charts and maps are one in a file whose name says so. */
export function documentOf(name: OutputFormat, file = ''): Format['document'] {
  const { document, needsAll } = formatOf(name)
  const ofFile = needsAll ? formatOfFile(file) : undefined
  return ofFile === undefined ? document : formatOf(ofFile).document
}

/** Returns the file name extensions that select a format. */
export function endingsOf(name: OutputFormat): readonly string[] {
  return formatOf(name).endings ?? []
}

/** Returns the format that a file name selects by its extension, or undefined. */
export function formatOfFile(path: string): OutputFormat | undefined {
  const name = path.toLowerCase()
  return formatNames.find((format) => endingsOf(format).some((ending) => name.endsWith(ending)))
}

/**
 * Returns the style of errors: words on a terminal, unless a format was chosen by name; otherwise the format
 * decides.
 */
export function errorStyle(
  format: OutputFormat,
  { isTerminal, isExplicit }: { readonly isTerminal: boolean; readonly isExplicit: boolean },
): ErrorStyle {
  return isTerminal && !isExplicit ? 'words' : formats[format].errors
}
