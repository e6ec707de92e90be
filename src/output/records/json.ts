import { jsonText } from '../../api/wire/json.ts'
import { isList, type Json } from '../../core/json.ts'
import type { Render, View } from '../view.ts'

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
    const text = paint(textOf(record, view, '  '))
    yield view.single ? `${text}\n` : before + indent(text)
    before = ',\n'
    empty = false
  }
  if (!view.single) yield empty ? '[]\n' : '\n]\n'
}

/** Newlines in JSON text are always outside of strings. */
const indent = (text: string) => `  ${text.replaceAll('\n', '\n  ')}`

/** Prints one compact JSON value per line (newline-delimited JSON). */
export const renderNdjson: Render = async function* (records, view) {
  const paint = await openJsonPainter(view.color)
  for await (const record of records) yield `${paint(textOf(record, view))}\n`
}

/** Returns the text of a record, or of a row: an object would put names such as `2` before the others. */
function textOf(record: Json, { names }: View, indent = ''): string {
  if (!names || !isList(record)) return jsonText(record, indent)
  const [start, colon] = indent ? [`\n${indent}`, ': '] : ['', ':']
  const items = names.map((name, at) => start + JSON.stringify(name) + colon + jsonText(record[at] ?? null))
  return `{${items.join(',')}${indent && '\n'}}`
}

/** Prints one value per line: strings without quotes, everything else as compact JSON. */
export const renderLines: Render = async function* (records) {
  for await (const record of records) yield `${typeof record === 'string' ? record : jsonText(record)}\n`
}

/**
 * Returns a function that colors JSON text, given whole values, without changing it: keys, strings and other values
 * each get a color. Without color it returns text unchanged and loads nothing.
 */
async function openJsonPainter(color: boolean): Promise<(text: string) => string> {
  if (!color) return (text) => text
  const paint = (await import('../terminal/palette.ts')).palette(color)
  return (text) =>
    text.replace(token, (word: string, quoted?: string, colon?: string) => {
      if (quoted === undefined) return paint('literal', word)
      return colon === undefined ? paint('string', quoted) : paint('key', quoted) + colon
    })
}

/** Matches a string, with the colon after it if it is a key; or a number, boolean or null. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g
