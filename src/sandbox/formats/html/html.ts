/** Text that is already HTML. Made by `html` alone, so nothing gets into a page unescaped. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

export type Part = string | number | Html | undefined | false | readonly Part[]

/** A template whose values are escaped, for text and for quoted attributes. Lists are joined; nothing is written for nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.map((string, index) => string + (index < parts.length ? write(parts[index]) : '')).join(''),
  )
}

function write(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  return typeof part === 'object' ? part.map(write).join('') : escaped(String(part))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A bare one would be read as a line feed.
  '\r': '&#13;',
}

/** Control characters and those that turn text around don't belong in a page, and become U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .toWellFormed()
    .replace(/[&<>"'\r]/g, (sign) => entities[sign] ?? sign)
}
