/** Text that is already HTML. Pages build it with `html`, so all other text on a page is escaped. */
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

/**
 * Template tag that escapes its values, both for text and for quoted attributes. Lists are joined;
 * `undefined` and `false` write nothing.
 */
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
  // HTML parsers read a raw carriage return as a line feed.
  '\r': '&#13;',
}

/**
 * Replaces control characters and characters that change the text direction with U+FFFD, then escapes the
 * rest.
 */
function escaped(text: string): string {
  return text
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .toWellFormed()
    .replace(/[&<>"'\r]/g, (sign) => entities[sign] ?? sign)
}
