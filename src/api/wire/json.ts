/** Lossless JSON: like JSON.parse and JSON.stringify, but keeps numbers that a double would change. */
import type { Json, JsonObject } from '../../core/json.ts'
import { ExactNumber, exactMark } from '../../core/numbers.ts'

/**
 * A double holds any number of up to 15 digits. Most pages have only such numbers, and need no closer check.
 */
const maybeInexact = (text: string) => /\d[\d.]{15}/.test(text) || /\d[eE][-+]?\d/.test(text)

/**
 * Far deeper than any reply of the service, and safe for the stack: records are read and written recursively.
 */
export const deepest = 500

/** Parses JSON. Throws `SyntaxError` like JSON.parse, and `RangeError` for too deep nesting. */
export function parseJson(text: string): Json {
  const value: Json = JSON.parse(text)
  if (!isFlat(text) && isDeeper(value, deepest))
    throw new RangeError(`nested more than ${deepest} levels deep`)
  return maybeInexact(text) && hasInexact(text) ? readExactly(text) : value
}

/**
 * Returns whether a text has too few opening brackets for this depth.
 * For most pages this is faster than visiting their values.
 */
function isFlat(text: string): boolean {
  let opened = 0
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++opened > deepest) return false
  }
  return true
}

/** Allocates nothing, because it may visit every value of every page. */
function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const holder = value as JsonObject
  for (const key in holder) {
    const item = holder[key]
    if (typeof item === 'object' && isDeeper(item, levels - 1)) return true
  }
  return false
}

const number = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/**
 * Returns whether a double would change some number of a valid JSON text. Digits within strings do not count.
 */
function hasInexact(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const between = text.slice(at, quote < 0 ? text.length : quote)
    if (maybeInexact(between) && (between.match(number) ?? []).some((digits) => !isExact(digits))) return true
    if (quote < 0) return false
    at = endOfString(text, quote)
  }
  return false
}

/** Returns whether a double has the same value: the same digits and exponent in any spelling. */
function isExact(digits: string): boolean {
  const double = Number(digits)
  const text = String(double)
  return text === digits || (Number.isFinite(double) && canonical(text) === canonical(digits))
}

/** `-1.50e3` → `-15e2`: gives equal numbers the same spelling. */
function canonical(digits: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    digits.match(/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  // /0+$/ would take quadratic time on zeros within the number.
  let end = all.length
  while (all[end - 1] === '0') end--
  const significant = all.slice(0, end)
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + all.length - significant.length
  return `${sign}${significant}e${power}`
}

/** Returns the index after a string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const quote = text.indexOf('"', at)
    let slashes = 0
    while (text[quote - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return quote + 1
    at = quote
  }
}

const scalar = /[-+.\w]+/y

/** Reads JSON that JSON.parse has already validated, so this checks nothing. */
function readExactly(text: string): Json {
  let at = 0
  const next = () => {
    while (' \t\n\r,:'.includes(text.charAt(at))) at++
    return text.charAt(at)
  }
  const readString = (): string => {
    const start = at
    at = endOfString(text, start)
    return JSON.parse(text.slice(start, at))
  }
  const readScalar = (): Json => {
    scalar.lastIndex = at
    const [token = ''] = scalar.exec(text) ?? []
    at += token.length
    return /^[-\d]/.test(token) && !isExact(token) ? new ExactNumber(token) : JSON.parse(token)
  }
  const readItems = (): Json[] => {
    const items: Json[] = []
    for (at++; next() !== ']'; ) items.push(read())
    at++
    return items
  }
  const readEntries = (): [string, Json][] => {
    const entries: [string, Json][] = []
    for (at++; next() !== '}'; ) {
      next()
      const key = readString()
      entries.push([key, read()])
    }
    at++
    return entries
  }
  const read = (): Json => {
    const sign = next()
    if (sign === '"') return readString()
    if (sign === '[') return readItems()
    // fromEntries defines properties, so a key `__proto__` is an ordinary key.
    if (sign === '{') return Object.fromEntries(readEntries())
    return readScalar()
  }
  return read()
}

/**
 * Formats a value like JSON.stringify, with the digits of exact numbers.
 * `indent` is the indentation of one level.
 */
export function jsonText(value: Json, indent = ''): string {
  const text = JSON.stringify(value, undefined, indent)
  return text.includes(exactMark) ? write(value, indent, '\n') : text
}

function write(value: Json, indent: string, lineStart: string): string {
  if (value instanceof ExactNumber) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const within = lineStart + indent
  const colon = indent === '' ? ':' : ': '
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((item: Json) => write(item, indent, within))
    : Object.entries(value).map(([key, item]) => JSON.stringify(key) + colon + write(item, indent, within))
  const [open, close] = isList ? '[]' : '{}'
  if (items.length === 0 || indent === '') return `${open}${items.join(',')}${close}`
  return `${open}${within}${items.join(`,${within}`)}${lineStart}${close}`
}
