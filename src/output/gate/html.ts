/** Escapes text from the API for HTML. */
import { isPagePath } from './gate.ts'
import { cleanLines } from './text.ts'

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns the text for the inside of an element or of an attribute in quotes. Its newlines stay. */
export const html = (text: string): string =>
  cleanLines(text).replace(/[&<>"']/g, (sign) => references[sign] ?? sign)

/** Returns a link to a page of a website, as terminals have; the address alone without https or a valid page. */
export function htmlLink(site: string, path: string): string {
  const address = html(`${site}/${path}`)
  return site.startsWith('https://') && isPagePath(path)
    ? `<a href="${address}" rel="noreferrer">${address}</a>`
    : address
}
