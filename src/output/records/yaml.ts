/** YAML, for parsers of 1.2 and of 1.1: text that either would take for something else stands in quotes. */
import { type ScalarTag, stringify } from 'yaml'
import { type StringifyContext, stringifyString } from 'yaml/util'
import { ExactNumber } from '../../exact-number.ts'
import type { Json } from '../../ports/json.ts'
import { plain, unsafeForYaml } from '../gate/unsafe.ts'
import type { Render } from '../view.ts'

/** A document for each record of a list, `---` before it; a single record is a document by itself. */
export const renderYaml: Render = async function* (records, view) {
  for await (const record of records) yield (view.single ? '' : '---\n') + document(record)
}

function document(record: Json): string {
  // As a block, a text of its own could not be told from the marks between documents.
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

/** Whether it may stand without escapes; `=` alone has a meaning in YAML 1.1. */
const isSafe = (value: string) =>
  value !== '=' && (plain.test(value) || value.replaceAll('\n', '').search(unsafeForYaml()) < 0)

/**
 * In double quotes, with escapes in place of what may not reach a terminal or ends a line for some reader only. YAML
 * has no half surrogate pairs, not even escaped (libyaml refuses the stream): they become U+FFFD.
 */
function quoted(value: string): string {
  return JSON.stringify(value.toWellFormed()).replace(unsafeForYaml(), (sign) => {
    const code = sign.codePointAt(0) ?? 0
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`
  })
}

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
