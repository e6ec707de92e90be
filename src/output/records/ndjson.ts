import { jsonText } from '../../api/wire/json-text.ts'
import type { Render } from '../view.ts'
import { openJsonPainter } from './paint-json.ts'

/** Prints one compact JSON value per line (newline-delimited JSON). */
export const renderNdjson: Render = async function* (records, view) {
  const paint = await openJsonPainter(view.color)
  for await (const record of records) yield `${paint(jsonText(record))}\n`
}
