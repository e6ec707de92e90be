/**
 * YAML for parsers of versions 1.1 and 1.2: quotes any text that either version would parse as another type. Written by
 * hand: the package `yaml` makes an object of each value first, which takes seven times as long as reading the records.
 */
import { isList, isNested, type Json, type JsonObject } from '../../core/json.ts'
import { plain, unsafeForYaml } from '../gate/text.ts'
import { entriesOf, type Render } from '../view.ts'

/**
 * Prints one document per record of a list, each after `---`; a single record is one document without `---`.
 */
export const renderYaml: Render = async function* (records, view) {
  for await (const record of records)
    yield (view.single ? '' : '---\n') +
      (view.names && isList(record)
        ? `${fieldLines(entriesOf(view.names, record), '').join('\n')}\n`
        : document(record))
}

// A bare string could contain a line that looks like the separator between documents.
const document = (record: Json) =>
  `${typeof record === 'string' ? quoted(record) : isFilled(record) ? block(record, '') : scalar(record, '')}\n`

/** Whether a value takes lines of its own. */
const isFilled = (value: Json): value is JsonObject | readonly Json[] =>
  isNested(value) && Object.keys(value).length > 0

/** Returns the lines of a list or an object. The first line has no indentation, and the last no line end. */
function block(value: JsonObject | readonly Json[], indent: string): string {
  const within = `${indent}  `
  const lines = isList(value)
    ? value.map((item: Json) => `- ${isFilled(item) ? block(item, within) : scalar(item, within)}`)
    : fieldLines(Object.entries(value), indent)
  return lines.join(`\n${indent}`)
}

function fieldLines(
  fields: readonly (readonly [key: string, value: Json])[],
  indent: string,
): readonly string[] {
  const within = `${indent}  `
  return fields.map(([key, item]) => {
    const name = keyText(key, indent)
    return isFilled(item) ? `${name}:\n${within}${block(item, within)}` : `${name}: ${scalar(item, within)}`
  })
}

/** Returns a key. Parsers reject one of more than 1,024 characters without a question mark before it. */
function keyText(key: string, indent: string): string {
  const text = isBare(key) ? key : quoted(key)
  return text.length > 1000 ? `? ${text}\n${indent}` : text
}

/** Returns a value without items. `indent` is the indentation of further lines. */
function scalar(value: Json, indent: string): string {
  if (typeof value === 'string') return isBare(value) ? value : (literal(value, indent) ?? quoted(value))
  // YAML 1.1 reads 1e+21 as text.
  if (typeof value === 'number') return String(value).replace(/^(-?\d+)e/, '$1.0e')
  return isNested(value) ? (isList(value) ? '[]' : '{}') : String(value)
}

/** Whether a text needs no quotes: it is one line, and no parser reads anything else in it. */
const isBare = (text: string) => !special.test(text) && isSafe(text)

/**
 * Matches the start of other syntax; what ends a key or begins a comment; the words of null, booleans and merge keys;
 * and numbers, times and dates in any notation.
 */
const special =
  /^$|^[-+?:,[\]{}#&*!|>'"%@`.\s]|: | #|[:\s]$|\n|^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$|^\d[\d\s.,:_+a-foxtz-]*$/i

/** Whether a text can go without escapes. Newlines count as safe. */
const isSafe = (text: string) => plain.test(text) || text.replaceAll('\n', '').search(unsafeForYaml()) < 0

/**
 * Returns a text of several lines as a literal block; `undefined` if it has a single line, needs escapes, or has a line
 * of spaces alone, which parsers take for indentation.
 */
function literal(text: string, indent: string): string | undefined {
  if (!/[^\n]\n|\n[^\n]/.test(text) || /^ +$/m.test(text) || !isSafe(text)) return undefined
  const startsWithSpace = /^\n* /.test(text) ? '2' : ''
  const chomping = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-'
  const lines = text.replace(/\n$/, '').replace(/^(?=[^\n])/gm, indent)
  return `|${startsWithSpace}${chomping}\n${lines}`
}

/**
 * Returns a double-quoted string, escaping characters that are unsafe for a terminal or that only some
 * parsers read as line ends. YAML cannot represent lone surrogates, not even escaped (libyaml rejects the
 * stream), so they become U+FFFD.
 */
function quoted(value: string): string {
  return JSON.stringify(value.toWellFormed()).replace(unsafeForYaml(), (sign) => {
    const code = sign.codePointAt(0) ?? 0
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`
  })
}

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
