import { jsonText } from '../../api/wire/json-text.ts'
import type { Render } from '../view.ts'
import { openJsonPainter } from './paint-json.ts'

/**
 * Prints one JSON array, or one object for a single record, indented by two spaces. A terminal and a pipe get
 * the same text except for colors, so programs read what people see (ndjson has compact lines). Nothing is
 * printed before the first record arrives, and no closing bracket follows a failure.
 */
export const renderJson: Render = async function* (records, view) {
  const paint = await openJsonPainter(view.color)
  let before = view.single ? '' : view.continued ? ',\n' : '[\n'
  let empty = !view.continued
  for await (const record of records) {
    const text = paint(jsonText(record, '  '))
    yield view.single ? `${text}\n` : before + indent(text)
    before = ',\n'
    empty = false
  }
  if (!view.single) yield empty ? '[]\n' : '\n]\n'
}

/** Newlines in JSON text are always outside of strings. */
const indent = (text: string) => `  ${text.replaceAll('\n', '\n  ')}`
