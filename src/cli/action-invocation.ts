import { parseValue } from '../api/values.ts'
import type { Action } from '../commands/action.ts'
import { KivaError } from '../errors.ts'
import { formatNames, toolFormats } from '../output/formats.ts'
import { assignArguments } from './arguments.ts'
import type { ActionInvocation } from './invocation.ts'
import { dashed, wordList } from './option-spec.ts'
import type { ParsedCommand } from './parse.ts'

/** Returns an action with its parsed and checked values. Throws `KivaError` of kind `usage`. */
export async function readActionInvocation(action: Action, typed: ParsedCommand): Promise<ActionInvocation> {
  const args = await assignArguments(typed)
  const entries = Object.entries(action.params).map(([name, param]) => {
    const arg = args.find((given) => given.name === name)
    const texts = arg?.words ?? typed.params.all(name)
    if (texts.length === 0) return [name, undefined]
    if (param.kind === 'flag') return [name, true]
    if (param.rest) return [name, texts]
    return [name, parseValue(arg?.label ?? `--${dashed(name)}`, { ...param, kind: param.kind }, texts)]
  })
  checkFormat(action, typed)
  return { kind: 'action', action, values: Object.fromEntries(entries) }
}

/** Throws `KivaError` of kind `usage` for a format that needs records of the API. */
function checkFormat({ name, prints }: Action, { given }: ParsedCommand): void {
  const format = formatNames.find((format) => format === given.last('output'))
  if (prints === 'api-records' || format === undefined || toolFormats.includes(format)) return
  throw new KivaError('usage', `-o ${format} cannot be used with ${name}`, {
    hint: `Use -o ${wordList(toolFormats)}.`,
  })
}
