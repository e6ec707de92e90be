/** Writes documents as XML and as RSS. */
import { isObject, type Json, type JsonObject } from '../core/json.ts'

/**
 * Writes XML from the same tree as JSON. A list becomes an element with `type="list"`, unless it is empty, and its items
 * are named in the singular. Booleans are `1` and `0`.
 */
export function toXml(tree: JsonObject): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('response', tree)}\n`
}

/**
 * Writes RSS 2.0 with an item for each record. `url` is the feed's own address. The guids of items derive from it.
 */
export function toRss(title: string, url: string, tree: JsonObject): string {
  const records =
    Object.values(tree).find((value): value is readonly JsonObject[] => Array.isArray(value)) ?? []
  const items = records.map((record) => `<item>${writeItem(record, url)}</item>\n`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n<channel>\n' +
    `<title>${escapeXml(title)}</title>\n<link>${escapeXml(url)}</link>\n` +
    `<description>${escapeXml(`${title}.`)}</description>\n${items.join('')}</channel>\n</rss>\n`
  )
}

function element(name: string, value: Json): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return `<${name}/>`
    const items = value.map((item: Json) => element(singular(name), item)).join('')
    return `<${name} type="list">${items}</${name}>`
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]) => element(elementName(key), member))
    return `<${name}>${members.join('')}</${name}>`
  }
  if (typeof value === 'boolean') return `<${name}>${Number(value)}</${name}>`
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
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\r]/g, (sign) => entities[sign] ?? sign)
}

function writeItem(update: JsonObject, url: string): string {
  const { update_type } = update
  const news = update[String(update_type)]
  const what: JsonObject = isObject(news) ? news : update
  const date = what['date'] ?? what['settlement_date'] ?? what['posted_date']
  const title = what['subject'] ?? what['name'] ?? `A payment of $${text(what['amount'])}`
  const body = what['body'] ?? what['use'] ?? title
  const guid = `${url}#${text(update_type)}-${text(what['id'] ?? what['payment_id'])}`
  const time = Date.parse(text(date))
  return [
    ['title', text(title)],
    ['link', url],
    ['description', text(body)],
    ...(Number.isNaN(time) ? [] : [['pubDate', new Date(time).toUTCString()] as const]),
  ]
    .map(([name, value]) => `<${name}>${escapeXml(value ?? '')}</${name}>`)
    .concat(`<guid isPermaLink="false">${escapeXml(guid)}</guid>`)
    .join('')
}

const text = (value: Json | undefined) => (value === undefined || value === null ? '' : String(value))
