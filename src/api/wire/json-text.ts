import { ExactNumber, exactMark } from '../../exact-number.ts'
import type { Json } from '../../ports/json.ts'

/**
 * Formats a value like JSON.stringify, with the digits of exact numbers.
 * `indent` is the indentation of one level.
 */
export function jsonText(value: Json, indent = ''): string {
  const text = JSON.stringify(value, undefined, indent)
  return text.includes(exactMark) ? write(value, indent, '\n') : text
}

function write(value: Json, indent: string, lineStart: string): string {
  if (value instanceof ExactNumber) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const within = lineStart + indent
  const colon = indent === '' ? ':' : ': '
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((item: Json) => write(item, indent, within))
    : Object.entries(value).map(([key, item]) => JSON.stringify(key) + colon + write(item, indent, within))
  const [open, close] = isList ? '[]' : '{}'
  if (items.length === 0 || indent === '') return `${open}${items.join(',')}${close}`
  return `${open}${within}${items.join(`,${within}`)}${lineStart}${close}`
}
