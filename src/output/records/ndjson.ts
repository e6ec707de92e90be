import type { Render } from '../view.ts'
import { jsonText } from './json-text.ts'

/** One compact JSON value a line (newline-delimited JSON). */
export const renderNdjson: Render = async function* (records) {
  for await (const record of records) yield `${jsonText(record)}\n`
}
