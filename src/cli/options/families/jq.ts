/** Options that transform records with jq. */
import type { Expression } from '../../../stages/expression.ts'
import { rules } from '../../option-spec.ts'
import type { OptionFamily } from '../option-family.ts'

const output = { group: 'Output options' } as const

const withJq = {
  ...output,
  secondary: true,
  requires: rules("Add an expression, such as --jq '.name'.", 'jq'),
} as const

export const jq: OptionFamily<'jq' | 'slurp' | 'raw_output' | 'arg', Expression | undefined> = {
  options: () => [
    {
      ...output,
      name: 'jq',
      long: '--jq',
      value: 'expression',
      brief: 'run a jq expression on each record',
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
  read: async (given) => (given.has('jq') ? (await import('../readers/jq.ts')).readJq(given) : undefined),
}
