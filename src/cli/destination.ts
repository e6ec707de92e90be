import type { Destination, OutputFormat } from '../context.ts'

const destinations = {
  table: 'people',
  json: 'json',
  ndjson: 'json',
  xml: 'xml',
} as const satisfies Record<OutputFormat, Destination>

/** How the gate makes text of an output format safe. */
export const destinationOf = (format: OutputFormat): Destination => destinations[format]
