/** Masking by name and by value: a secret is hidden where its name stands beside it, and wherever it turns up. Pure. */
import { encode } from '../api/encode.ts'
import type { Secrets } from '../context.ts'

const mask = '***'

/** Headers whose whole value is private. `authorization` by OAuth keeps what helps and is no secret: names, nonce, time. */
const secretHeaders = 'authorization|proxy-authorization|cookie|set-cookie'

/** Parameters, in a query, a form, a header or JSON. */
const secretNames = [
  'oauth_token',
  'oauth_token_secret',
  'oauth_verifier',
  'oauth_signature',
  'client_secret',
  'kiva_client_secret',
  'kiva_oauth_token',
  'kiva_oauth_token_secret',
].join('|')

/** An empty registry, to live as long as the run. */
export function createSecrets(): Secrets {
  const known = new Set<string>()
  return {
    add: (...values) => {
      for (const value of values) if (value) known.add(value)
    },
    hide: (text) => maskValues(text, known),
    mask: (text) => maskSecrets(text, known),
  }
}

/** The text with every secret hidden: `secrets` in any encoding, and what stands under a secret name. */
export function maskSecrets(text: string, secrets: Iterable<string> = []): string {
  return maskNamed(maskValues(text, secrets))
}

function maskValues(text: string, secrets: Iterable<string>): string {
  const forms = [...new Set([...secrets].filter(isMaskable).flatMap(formsOf))]
  // The longest first: one secret may be the beginning of another.
  forms.sort((a, b) => b.length - a.length)
  return forms.reduce((masked, form) => masked.replaceAll(form, mask), text)
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
  ]
    .concat(ascii, json.replaceAll('/', '\\/'), markup)
    .filter(isMaskable)
}

const markupSigns: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function maskNamed(text: string): string {
  return text
    .replace(header, (whole, start: string, value: string) =>
      /^OAuth\s/i.test(value) ? whole : start + mask,
    )
    .replace(parameter, `$1${mask}`)
    .replace(doublyEncoded, `$1${mask}`)
    .replace(quoted, `$1$2${mask}$2`)
    .replace(quotedTwice, `$1\\"${mask}\\"`)
}

/** `authorization: …` to the end of its line; in JSON or an object printed for people, to its closing quote. */
const header = new RegExp(
  `((?:^|[\\s"'{,])(?:${secretHeaders})["']?\\s*[:=]\\s*(?:["'](?=[^"'\\n]))?)([^\\r\\n"']+)`,
  'gi',
)
/** `name=value`, of which an OAuth header has the value in quotes. */
const parameter = new RegExp(`((?<![a-z_])(?:${secretNames})="?)[^\\s"'&<>]+`, 'gi')
/** `name%3Dvalue` within a signature base string. */
const doublyEncoded = new RegExp(`((?<![a-z_])(?:${secretNames})%3D)(?:(?!%26)[^\\s"'&])+`, 'gi')
/** `"name": "value"` in JSON, and `name: 'value'` in an object printed for people. */
const quoted = new RegExp(
  `((?<![a-z_])(?:${secretNames})["']?\\s*:\\s*)(["'])(?:(?!\\2)[^\\\\]|\\\\.)*\\2`,
  'gi',
)
/** The same in JSON within JSON. */
const quotedTwice = new RegExp(
  `((?<![a-z_])(?:${secretNames})\\\\"\\s*:\\s*)\\\\"(?:[^"\\\\]|\\\\{2}\\\\?.)*\\\\"`,
  'gi',
)
