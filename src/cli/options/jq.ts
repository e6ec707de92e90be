/** Options that transform records with jq. */

import { KivaError } from '../../core/errors.ts'
import { formatsWhere } from '../../output/formats.ts'
import type { Expression } from '../../records/request.ts'
import { rules } from '../option-spec.ts'
import { parsePair } from '../pairs.ts'
import type { OptionFamily } from './option-family.ts'

const output = { group: 'Output options' } as const

const withJq = {
  ...output,
  secondary: true,
  requires: rules("Add an expression, such as --jq '.name'.", 'jq'),
} as const

/** Transforms records with jq. */
export const jq: OptionFamily<'jq' | 'slurp' | 'raw_output' | 'arg', Expression | undefined> = {
  options: () => [
    {
      ...output,
      name: 'jq',
      long: '--jq',
      value: 'expression',
      brief: 'run a jq expression on each record',
      formats: formatsWhere(({ idsOnly }) => !idsOnly),
    },
    { ...withJq, name: 'slurp', long: '--slurp', brief: 'run --jq once, on an array of all records' },
    {
      ...withJq,
      name: 'raw_output',
      short: '-r',
      long: '--raw-output',
      formats: ['raw'],
      implies: 'raw',
      brief: 'print strings without quotes, one result per line',
    },
    {
      ...withJq,
      name: 'arg',
      long: '--arg',
      value: 'name=value',
      brief: 'set the variable $name to a string',
      list: true,
      verbatim: true,
      requires: rules("Add an expression, such as --jq '.name'.", 'jq', 'where'),
    },
  ],
  read: (given) => {
    const text = given.last('jq')
    if (text === undefined) return undefined
    return { text, slurp: given.has('slurp'), variables: readVariables(given.all('arg')) }
  },
}

/** Reads the variables of `--arg name=value`, for jq expressions. Throws `KivaError` of kind `usage`. */
export const readVariables = (texts: readonly string[]) => texts.map(readVariable)

function readVariable(text: string): readonly [string, string] {
  const [name, value] = parsePair('--arg', text)
  if (/^[A-Za-z_]\w*$/.test(name)) return [name, value]
  throw new KivaError('usage', `invalid variable name "${name}" for --arg`, {
    hint: 'Use letters, digits and _, such as --arg country=KE for $country.',
  })
}
