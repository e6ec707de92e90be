/** XML as the API derives it from its JSON (docs/service.md), well-formed for any value. */

import { isList, isNested, type Json } from '../../core/json.ts'
import { entriesOf, type Render } from '../view.ts'

/**
 * Prints `<response>` around the records, under their wrapper key. A list has `type="list"` unless it is empty, and its
 * items use the singular of its name. Booleans are `1` and `0`. The gate escapes characters that need a reference. As with JSON, nothing is
 * printed before the first record, and no closing tag follows a failure.
 */
export const renderXml: Render = async function* (records, view) {
  const key = view.type.name || !view.single ? view.type.key : 'record'
  const open = '<?xml version="1.0" encoding="UTF-8"?>\n<response>\n'
  const list = view.single ? open : `${open}  <${key} type="list">\n`
  let before = view.continued ? '' : list
  for await (const record of records) {
    const fields = view.names && isList(record) ? entriesOf(view.names, record) : undefined
    const name = view.single ? key : singular(key)
    yield before + element(name, record, view.single ? '  ' : '    ', fields)
    before = ''
  }
  if (view.single) yield `${before}</response>\n`
  else yield before === '' ? `  </${key}>\n</response>\n` : `${open}  <${key}/>\n</response>\n`
}

/** Returns an element with its content and a newline; children are indented. `fields` are those of a row. */
function element(
  key: string,
  value: Json,
  indent: string,
  fields?: readonly (readonly [string, Json])[],
): string {
  const { name, attributes } = nameFor(key)
  const open = `${indent}<${name}${attributes}`
  if (value === null) return `${open}/>\n`
  if (typeof value === 'boolean') return `${open}>${Number(value)}</${name}>\n`
  if (!isNested(value)) return `${open}>${escapeText(String(value))}</${name}>\n`
  const within = `${indent}  `
  const items = isList(value) && !fields
  const children = items
    ? value.map((item: Json) => element(singular(key), item, within))
    : (fields ?? Object.entries(value)).map(([child, item]) => element(child, item, within))
  if (children.length === 0) return `${open}/>\n`
  const type = items ? ' type="list"' : ''
  return `${open}${type}>\n${children.join('')}${indent}</${name}>\n`
}

/**
 * Returns the name of a list's items, also of scalars: `languages` → `language`.
 */
export function singular(key: string): string {
  if (/[^aeiou]ies$/.test(key)) return key.replace(/ies$/, 'y')
  if (/(?:ss|x|ch|sh)es$/.test(key)) return key.replace(/es$/, '')
  return /[^sui]s$/i.test(key) ? key.slice(0, -1) : 'item'
}

/**
 * Returns a valid element name for any key; a key that had to change keeps its spelling in the attribute
 * `name`.
 */
function nameFor(key: string): { readonly name: string; readonly attributes: string } {
  if (/^[A-Za-z_][\w.-]*$/.test(key)) return { name: key, attributes: '' }
  const safe = key.replace(/[^\w.-]/g, '_')
  return { name: /^[A-Za-z_]/.test(safe) ? safe : `_${safe}`, attributes: ` name="${escapeAttribute(key)}"` }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xa;',
  '\r': '&#xd;',
}
const reference = (sign: string) => entities[sign] ?? sign
const escapeText = (text: string) => text.replace(/[&<>\t\r]/g, reference)
const escapeAttribute = (text: string) => text.replace(/[&<>"\t\n\r]/g, reference)
