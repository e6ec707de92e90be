/** Reads the options of `--jq`. */
import type { Expression } from '../../../stages/expression.ts'
import type { Given } from '../../given.ts'
import { readVariables } from '../../values/variables.ts'

/** Throws `KivaError` of kind `usage` for an invalid variable. */
export const readJq = (given: Given<'jq' | 'slurp' | 'arg'>): Expression => ({
  text: given.last('jq') ?? '',
  slurp: given.has('slurp'),
  variables: readVariables(given.all('arg')),
})
