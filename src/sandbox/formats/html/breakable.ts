import { type Html, html } from './html.ts'

/** Lets the browser break long words, such as addresses, after punctuation instead of between letters. */
export function breakable(text: string): Html {
  if (!/\S{16}/.test(text)) return html`${text}`
  return html`${text.split(/(?<=[/_.,|?&=:;-])(?=\S)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`
}
