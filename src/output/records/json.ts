import { jsonText } from '../../api/wire/json-text.ts'
import type { Render } from '../view.ts'
import { openJsonPainter } from './paint-json.ts'

/**
 * One JSON array, or one object for a single record, with two spaces of indent: the same on a terminal and in a
 * pipe but for colors, so that what was looked at is what a program will read (for compact lines there is ndjson). Nothing is
 * written before the first record is there, and no closing bracket when the source fails.
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

/** A newline in JSON text is never inside a string. */
const indent = (text: string) => `  ${text.replaceAll('\n', '\n  ')}`
