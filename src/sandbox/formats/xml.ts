/**
 * Writes XML from the same tree as JSON. A list becomes an element with `type="list"`, and its items are
 * named in the singular.
 */
import type { Json, JsonObject } from '../../ports/json.ts'

export function toXml(tree: JsonObject): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('response', tree)}\n`
}

function element(name: string, value: Json): string {
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => element(singular(name), item)).join('')
    return `<${name} type="list">${items}</${name}>`
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => element(elementName(key), member))
    return `<${name}>${members.join('')}</${name}>`
  }
  return `<${name}>${escapeXml(value === null ? '' : String(value))}</${name}>`
}

/** `countries` → `country`, `loans` → `loan`. The items of any other name are called `item`. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return name.endsWith('s') ? name.slice(0, -1) : 'item'
}

const elementName = (key: string) => (/^[A-Za-z_][\w.-]*$/.test(key) ? key : 'item')

/** XML parsers read a raw carriage return as a line feed. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
}

/** Escapes text for an element or attribute. Characters that XML 1.0 cannot represent become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\r]/g, (sign) => entities[sign] ?? sign)
}
