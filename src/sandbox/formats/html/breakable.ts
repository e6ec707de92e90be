import { type Html, html } from './html.ts'

/** A text whose long words, such as addresses, may be broken after their signs, and not amid their letters. */
export function breakable(text: string): Html {
  if (!/\S{16}/.test(text)) return html`${text}`
  return html`${text.split(/(?<=[/_.,|?&=:;-])(?=\S)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`
}
