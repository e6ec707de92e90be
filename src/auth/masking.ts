/**
 * Masks secrets by value wherever they appear, and by name wherever a secret's name precedes a value. Only
 * foreign text is masked, before it becomes part of our own sentence, line or JSON. Our finished text is
 * never masked: a secret that equals one of our words would remove that word, and so reveal itself.
 */

import { secretHeaders, secretNames } from '../api/origins.ts'
import { encode } from '../api/wire/request.ts'
import { oneLine } from '../core/foreign-text.ts'
import type { Secrets } from '../core/settings.ts'

const hidden = '***'

/** Creates an empty registry for one run. */
export function createSecrets(): Secrets {
  const known = new Set<string>()
  // Masks before the text is shortened or joined to one line: half a secret is not recognized.
  const maskAll = (text: string) => maskNamed(maskValues(text, known))
  return {
    add: (...values) => {
      for (const value of values) if (value) known.add(value)
    },
    mask: maskAll,
    quote: (text) => oneLine(maskAll(text)),
  }
}

/** Masks all values that follow a secret's name, in any syntax used by requests, replies and logs. */
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
    .replace(bareAssignment, `$<start>${hidden}`)
    .replace(encoded, `$<start>${hidden}`)
}

/**
 * Formats a header of a request or reply as `name: value`.
 * Masks the whole value if the name is private; otherwise applies `mask`.
 */
export function headerLine(name: string, value: string, mask: (text: string) => string): string {
  const isPrivate = secretHeaders.some((header) => header === name.toLowerCase()) && !isOAuth.test(value)
  return isPrivate ? `${name}: ${hidden}` : mask(`${name}: ${value}`)
}

/**
 * Returns an address that is safe to print. The words of a path are the service's and stay. Ids and the query
 * come from the user and may contain a secret, so they are masked.
 */
export function maskUrl(url: string, secrets: Secrets): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?') < 0 ? url.length : url.indexOf('?')
  if (start < 0) return url
  const path = url
    .slice(start, end)
    .replace(/[^/]+/g, (segment) => (serviceWord.test(segment) ? segment : secrets.mask(segment)))
  return url.slice(0, start) + path + (end < url.length ? `?${secrets.mask(url.slice(end + 1))}` : '')
}

const serviceWord = /^(?:v1|[a-z_]+(?:\.[a-z]+)?)$/

/** In an OAuth header the names, the nonce and the time are public, and help with debugging. */
const isOAuth = /^["']?OAuth\s/i

/**
 * Returns whether a whole text is words that a person wrote.
 * Anything that may be a credential makes it false.
 */
function isSentence(text: string): boolean {
  if (text.length > maxSentenceLength || scheme.test(text)) return false
  return text.split(/\s+/).every((part) => word.test(part.replace(/^\(|[.,:;!?)]+$/g, '')))
}

const maxSentenceLength = 500
const scheme = /^(?:token|api-?key)\b|\b(?:basic|bearer|digest|negotiate|ntlm)\b/i
const word = /^(?:[A-Za-z]?[a-z]{0,14}|[A-Z]{1,8}|OAuth|\d{1,4})$/

function maskValues(text: string, secrets: Iterable<string>): string {
  const forms = [...new Set([...secrets].filter(isMaskable).flatMap(formsOf))]
  // Longest first, because one secret may be the beginning of another.
  forms.sort((a, b) => b.length - a.length)
  return forms.reduce((masked, form) => masked.replaceAll(form, hidden), text)
}

/** Masking one or two letters would hit every text, and so reveal them. */
const isMaskable = (secret: string) => secret.length > 2

/**
 * Returns the ways to write a value: raw; percent-encoded in both cases, as a form, and twice, as in a
 * signature base string; in JSON, once and twice; in markup.
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

/** Matches `name=`, `name: `, `"name":`, and the same within JSON. */
const assigned = `${name}(?:\\\\*["'])?\\s*[:=]\\s*`

/**
 * Matches a quoted value up to its closing quote; within JSON, the backslashes before both quotes must match.
 * Without a closing quote the text was cut, so everything to its end is masked. This may mask too much, never
 * too little.
 */
const quoted = new RegExp(`(?<start>${assigned}(?<quote>\\\\*["']))[^]*?(?:(?<!\\\\)\\k<quote>|$)`, 'gi')

/** Matches `<name>value</name>`. A tag ends before the next one, so that each letter is searched once. */
const element = new RegExp(`(?<start><${name}(?:\\s[^<>]*)?>)[^<]*`, 'gi')

/** Matches a value without quotes, up to a space, the next parameter, or markup. */
const bareAssignment = new RegExp(`(?<start>${assigned})(?!\\\\*["'])[^\\s&<]+`, 'gi')

/** Matches `name%3Dvalue` in a signature base string, up to the next parameter of the same encoding depth. */
const encoded = new RegExp(`(?<start>${name}%(?<again>(?:25)*)3D)(?:(?!%\\k<again>26)[^\\s&<])+`, 'gi')

/** Matches `authorization: …` up to the closing quote, or to the end of its line if unquoted. */
const header = new RegExp(
  `(${headerName}\\\\*["']?\\s*[:=]\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|'[^']*'|[^\\r\\n]+)`,
  'gi',
)
