/** The debugging view: a table with one row per record and one cell per field. */
import { isList, isObject } from '../../api/json.ts'
import type { Json, JsonObject } from '../../context.ts'

const style =
  'body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:90rem;padding:0 1rem;color:#223}' +
  'h1{font-size:1.3rem}.scroll{overflow-x:auto}table{border-collapse:collapse}' +
  'th,td{border:1px solid #ccd;padding:.3rem .5rem;text-align:left;vertical-align:top}' +
  'th{background:#f2f4f8;white-space:nowrap}td{max-width:32rem;overflow-wrap:anywhere}'

export function toHtml(title: string, tree: JsonObject): string {
  const sections = Object.entries(tree).map(
    ([key, value]) => `<h2>${escapeHtml(key)}</h2>\n<div class="scroll">${section(value)}</div>\n`,
  )
  return page(title, `<h1>${escapeHtml(title)}</h1>\n${sections.join('')}`)
}

/** A whole page. `body` is markup. */
export function page(title: string, body: string): string {
  return (
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${escapeHtml(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n${body}</body>\n</html>\n`
  )
}

function section(value: Json): string {
  const rows = isList(value) ? value : [value]
  if (rows.length === 0) return '<p>Nothing here.</p>'
  const keys = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))]
  if (keys.length === 0) return cell(value)
  const head = keys.map((key) => `<th>${escapeHtml(key)}</th>`).join('')
  const lines = rows.map((row) => {
    const cells = keys.map((key) => `<td>${isObject(row) ? cell(row[key]) : ''}</td>`)
    return `<tr>${cells.join('')}</tr>\n`
  })
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${lines.join('')}</tbody>\n</table>`
}

/** A nested list becomes a list, a nested object a table of its own, so that nothing is hidden. */
function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (isList(value)) {
    return value.length === 0 ? '' : `<ul>${value.map((item) => `<li>${cell(item)}</li>`).join('')}</ul>`
  }
  if (isObject(value)) {
    const members = Object.entries(value)
    const pairs = members.map(([key, member]) => `<dt>${escapeHtml(key)}</dt><dd>${cell(member)}</dd>`)
    return members.length === 0 ? '' : `<dl>${pairs.join('')}</dl>`
  }
  return escapeHtml(String(value))
}

/** Text in an element or attribute. What HTML can't hold becomes U+FFFD. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
