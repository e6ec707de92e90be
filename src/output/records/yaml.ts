/**
 * YAML for parsers of versions 1.1 and 1.2: quotes any text that either version would parse as another type.
 */
import { type ScalarTag, stringify } from 'yaml'
import { type StringifyContext, stringifyString } from 'yaml/util'
import type { Json } from '../../ports/json.ts'
import { ExactNumber } from '../../text/numbers.ts'
import { plain, unsafeForYaml } from '../gate/text.ts'
import type { Render } from '../view.ts'

/**
 * Prints one document per record of a list, each after `---`; a single record is one document without `---`.
 */
export const renderYaml: Render = async function* (records, view) {
  for await (const record of records) yield (view.single ? '' : '---\n') + document(record)
}

function document(record: Json): string {
  // A bare string could contain a line that looks like the separator between documents.
  if (typeof record === 'string') return `${quoted(record)}\n`
  return stringify(record, {
    compat: 'yaml-1.1',
    customTags: (tags) => [text, exact, ...tags],
    lineWidth: 0,
    aliasDuplicateObjects: false,
  })
}

const text: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string',
  resolve: (source) => source,
  stringify: (item, context: StringifyContext) => {
    const value = String(item.value)
    return isSafe(value) ? stringifyString(item, { ...context, actualString: true }) : quoted(value)
  },
}

const exact: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: Number,
  stringify: ({ value }) => String(value),
}

/** Whether a text can go without escapes. A lone `=` has a meaning in YAML 1.1. */
const isSafe = (value: string) =>
  value !== '=' && (plain.test(value) || value.replaceAll('\n', '').search(unsafeForYaml()) < 0)

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
