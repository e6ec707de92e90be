import { KivaError } from '../../errors.ts'

/** The formats that print one row per group or month. */
export const isRowFormat = (output: string) => ['csv', 'tsv', 'ndjson'].includes(output)

/** Formats of lists of loans, partners or lending actions. */
const unsupported: readonly string[] = ['chart', 'map', 'geojson', 'parquet']

/** Throws `KivaError` of kind `usage` for a format that cannot show a portfolio. */
export function checkFormat(output: string, command: string): void {
  if (!unsupported.includes(output)) return
  throw new KivaError('usage', `-o ${output} cannot be used with ${command}`, {
    hint: 'Use -o table, json, ndjson, csv, tsv, yaml or xml.',
  })
}
