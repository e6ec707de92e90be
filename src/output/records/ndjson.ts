import type { Render } from '../view.ts'
import { jsonText } from './json-text.ts'
import { openJsonPainter } from './paint-json.ts'

/** One compact JSON value a line (newline-delimited JSON). */
export const renderNdjson: Render = async function* (records, view) {
  const paint = await openJsonPainter(view.colour)
  for await (const record of records) yield `${paint(jsonText(record))}\n`
}
