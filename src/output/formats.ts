/** The renderer of each output format, loaded when it is asked for: JSON must not pay for tables. */
import type { Destination, OutputFormat } from '../context.ts'
import type { Render } from './view.ts'

const loaders = {
  table: async () => (await import('./table/table.ts')).renderTable,
  json: async () => (await import('./records/json.ts')).renderJson,
  ndjson: async () => (await import('./records/ndjson.ts')).renderNdjson,
  xml: async () => (await import('./records/xml.ts')).renderXml,
} as const satisfies Record<OutputFormat, () => Promise<Render>>

export function loadRenderer(format: OutputFormat): Promise<Render> {
  return loaders[format]()
}

/** What the gate is told about the text of each format. */
export const destinationOf = {
  table: 'people',
  json: 'json',
  ndjson: 'json',
  xml: 'xml',
} as const satisfies Record<OutputFormat, Destination>
