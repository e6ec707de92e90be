import { KivaError } from '../../errors.ts'
import { parsePair } from './key-value.ts'

/** Reads the variables of `--arg name=value`, for jq expressions. Throws `KivaError` of kind `usage`. */
export const readVariables = (texts: readonly string[]) => texts.map(readVariable)

function readVariable(text: string): readonly [string, string] {
  const [name, value] = parsePair('--arg', text)
  if (/^[A-Za-z_]\w*$/.test(name)) return [name, value]
  throw new KivaError('usage', `invalid variable name "${name}" for --arg`, {
    hint: 'Use letters, digits and _, such as --arg country=KE for $country.',
  })
}
