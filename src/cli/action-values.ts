import { parseValue } from '../api/values.ts'
import type { ActionValues } from '../commands/action.ts'
import { dealWords } from './arguments.ts'
import { dashed } from './option-spec.ts'
import type { Typed } from './parse.ts'

/** The values of an action, checked. Throws `KivaError` of kind `usage`. */
export function readActionValues(typed: Typed): ActionValues {
  const args = dealWords(typed)
  const entries = Object.entries(typed.command.action?.params ?? {}).map(([name, param]) => {
    const arg = args.find((one) => one.name === name)
    const texts = arg?.words ?? typed.given.get(name)
    if (texts === undefined) return [name, undefined]
    if (param.kind === 'flag') return [name, true]
    return [name, parseValue(arg?.label ?? `--${dashed(name)}`, { ...param, kind: param.kind }, texts)]
  })
  return Object.fromEntries(entries)
}
