import type { Render } from '../view.ts'

/** One compact JSON value a line (newline-delimited JSON). */
export const renderNdjson: Render = async function* (records) {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}
