/** Writes RSS 2.0 with an item for each record. */

import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import { escapeXml } from './xml.ts'

/** `url` is the feed's own address. The guids of items derive from it. */
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
