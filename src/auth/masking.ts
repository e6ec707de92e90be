/**
 * Masking by value and by name: a secret is hidden wherever it turns up, and wherever its name stands beside it. Only
 * a stranger's text passes here, before it is built into a sentence, a line or JSON of ours. A finished text never
 * does: a secret that happens to be one of our words would cut that out, and name itself by what is missing.
 */

import { secretHeaders, secretNames } from '../api/oauth.ts'
import { encode } from '../api/wire/encode.ts'
import { oneLine } from '../foreign-text.ts'
import type { Secrets } from '../ports/secrets.ts'

const hidden = '***'

/** An empty registry, to live as long as the run. */
export function createSecrets(): Secrets {
  const known = new Set<string>()
  // Masked before it is cut or joined to one line: half a secret would not be known again.
  const maskAll = (text: string) => maskNamed(maskValues(text, known))
  return {
    add: (...values) => {
      for (const value of values) if (value) known.add(value)
    },
    mask: maskAll,
    quote: (text) => oneLine(maskAll(text)),
  }
}

/** The text without what stands under a secret name, in any syntax that requests, replies and logs are written in. */
export function maskNamed(text: string): string {
  return text
    .replace(header, (whole, start: string) => {
      const value = whole.slice(start.length)
      if (isOAuth.test(value) || (/:\s+$/.test(start) && isSentence(value))) return whole
      const quote = /^(["']).*\1$/.exec(value)?.[1] ?? ''
      return start + quote + hidden + quote
    })
    .replace(quoted, `$<start>${hidden}$<quote>`)
    .replace(element, `$<start>${hidden}`)
    .replace(bare, `$<start>${hidden}`)
    .replace(encoded, `$<start>${hidden}`)
}

/**
 * A header of a request or reply as `name: value`. The whole value is masked where the name says that it is private;
 * `mask` does the rest.
 */
export function headerLine(name: string, value: string, mask: (text: string) => string): string {
  const isPrivate = secretHeaders.some((one) => one === name.toLowerCase()) && !isOAuth.test(value)
  return isPrivate ? `${name}: ${hidden}` : mask(`${name}: ${value}`)
}

/** Of an OAuth header the names, the nonce and the time are no secret, and help. */
const isOAuth = /^["']?OAuth\s/i

/** Whether all of a text is words that a person wrote. What may be a credential makes it none. */
function isSentence(text: string): boolean {
  if (text.length > longestSentence || scheme.test(text)) return false
  return text.split(/\s+/).every((part) => word.test(part.replace(/^\(|[.,:;!?)]+$/g, '')))
}

const longestSentence = 500
const scheme = /^(?:token|api-?key)\b|\b(?:basic|bearer|digest|negotiate|ntlm)\b/i
const word = /^(?:[A-Za-z]?[a-z]{0,14}|[A-Z]{1,8}|OAuth|\d{1,4})$/

function maskValues(text: string, secrets: Iterable<string>): string {
  const forms = [...new Set([...secrets].filter(isMaskable).flatMap(formsOf))]
  // The longest first: one secret may be the beginning of another.
  forms.sort((a, b) => b.length - a.length)
  return forms.reduce((masked, form) => masked.replaceAll(form, hidden), text)
}

/** Of one or two letters it would cross out every text, and tell them by that. */
const isMaskable = (secret: string) => secret.length > 2

/**
 * How a value may be written: raw; percent-encoded in both cases, as a form, and twice, as in a signature base string;
 * within JSON, once and twice; in markup.
 */
function formsOf(value: string): readonly string[] {
  const percent = encode(value)
  const lower = percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  const json = JSON.stringify(value).slice(1, -1)
  const jsonTwice = JSON.stringify(json).slice(1, -1)
  const ascii = json.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const markup = value.replace(/[&<>"']/g, (sign) => markupSigns[sign] ?? sign)
  return [
    value,
    percent,
    lower,
    form,
    encodeURIComponent(value.toWellFormed()),
    encode(percent),
    json,
    jsonTwice,
    ascii,
    json.replaceAll('/', '\\/'),
    ascii.replaceAll('/', '\\/'),
    markup,
  ]
}

const markupSigns: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const name = `(?<![a-z_])(?:${secretNames.join('|')})`
const headerName = `(?<![\\w-])(?:${secretHeaders.join('|')})`

/** `name=`, `name: `, `"name":`, and the same within JSON. */
const assigned = `${name}(?:\\\\*["'])?\\s*[:=]\\s*`

/**
 * A quoted value, to the quote that closes it; within JSON each has backslashes before it, and those count. Without
 * such a quote the text was cut: to its end. More may be hidden than the value, never less.
 */
const quoted = new RegExp(`(?<start>${assigned}(?<quote>\\\\*["']))[^]*?(?:(?<!\\\\)\\k<quote>|$)`, 'gi')

/** `<name>value</name>`. */
const element = new RegExp(`(?<start><${name}(?:\\s[^>]*)?>)[^<]*`, 'gi')

/** A value without quotes, to a space, the next parameter, or markup. */
const bare = new RegExp(`(?<start>${assigned})(?!\\\\*["'])[^\\s&<]+`, 'gi')

/** `name%3Dvalue` within a signature base string, to the next parameter, which is encoded as often. */
const encoded = new RegExp(`(?<start>${name}%(?<again>(?:25)*)3D)(?:(?!%\\k<again>26)[^\\s&<])+`, 'gi')

/** `authorization: …` to the closing quote where it has one, else to the end of its line. */
const header = new RegExp(
  `(${headerName}\\\\*["']?\\s*[:=]\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|'[^']*'|[^\\r\\n]+)`,
  'gi',
)
