/**
 * The one list of output formats: the choices of `-o`, their types, the help, how the gate treats their text, and how
 * errors are told all come from here. A renderer is loaded when it is asked for: JSON must not pay for tables.
 */
import type { Destination } from '../context.ts'
import type { Render } from './view.ts'

/** How a failure is told: in words for a person, or as one JSON line for a program. */
export type ErrorStyle = 'words' | 'json'

interface Format {
  readonly brief: string
  /** What the gate is told about its text. */
  readonly destination: Destination
  /** How a failure is told to who reads this format. */
  readonly errors: ErrorStyle
  /** How a file's name ends that is to hold it. */
  readonly endings?: readonly string[]
  /** It draws all records at once, when the last of them is there. */
  readonly sumsUp?: true
  readonly load: () => Promise<Render>
}

export const formats = {
  table: {
    brief: 'a table to read, or a page for one record',
    destination: 'people',
    errors: 'words',
    load: async () => (await import('./table/table.ts')).renderTable,
  },
  json: {
    brief: 'one JSON array, or one object for a single record',
    destination: 'json',
    errors: 'json',
    endings: ['.json'],
    load: async () => (await import('./records/json.ts')).renderJson,
  },
  ndjson: {
    brief: 'one JSON object a line',
    destination: 'json',
    errors: 'json',
    endings: ['.ndjson', '.jsonl'],
    load: async () => (await import('./records/ndjson.ts')).renderNdjson,
  },
  xml: {
    brief: 'XML as the service derives it from its JSON',
    destination: 'xml',
    errors: 'words',
    endings: ['.xml'],
    load: async () => (await import('./records/xml.ts')).renderXml,
  },
  chart: {
    brief: 'bars of how many records there are of each kind; see kiva help charts',
    destination: 'people',
    errors: 'words',
    sumsUp: true,
    load: async () => (await import('./chart/chart.ts')).renderChart,
  },
  map: {
    brief: 'where loans, partners or lending actions are, on a map of the world',
    destination: 'people',
    errors: 'words',
    sumsUp: true,
    load: async () => (await import('./map/map.ts')).renderMap,
  },
} as const satisfies Record<string, Format>

/** How the results of an expression are printed raw: no choice of `-o`, since a record is no line of text. */
export const rawLines: Pick<Format, 'destination' | 'load'> = {
  destination: 'wire',
  load: async () => (await import('./records/lines.ts')).renderLines,
}

/** How `kiva` prints records. */
export type OutputFormat = keyof typeof formats

/** The choices of `-o`, in the order of the help. */
export const formatNames = Object.keys(formats) as readonly OutputFormat[]

/** How the names of files end that ask for a format. */
export function endingsOf(name: OutputFormat): readonly string[] {
  const { endings = [] }: Format = formats[name]
  return endings
}

/** Whether a format draws all records at once, when the last of them is there. */
export function sumsUp(name: OutputFormat): boolean {
  const format: Format = formats[name]
  return format.sumsUp ?? false
}

/** The format that the name of a file asks for. */
export function formatOfFile(path: string): OutputFormat | undefined {
  const name = path.toLowerCase()
  return formatNames.find((format) => endingsOf(format).some((ending) => name.endsWith(ending)))
}

/** Words where a person reads them: on a terminal, unless a format for programs was asked for by name. */
export function errorStyle(
  format: OutputFormat,
  { isTerminal, asked }: { readonly isTerminal: boolean; readonly asked: boolean },
): ErrorStyle {
  return isTerminal && !asked ? 'words' : formats[format].errors
}
