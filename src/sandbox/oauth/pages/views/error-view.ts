import { html } from '../../../formats/html/html.ts'
import type { PageText } from '../render-page.ts'

export function writeErrorPage(title: string, message: string): PageText {
  return { title, body: html`<h1>${title}</h1>\n<p role="alert">${message}</p>` }
}
