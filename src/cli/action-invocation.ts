import { parseValue } from '../api/values.ts'
import type { Action } from '../commands/action.ts'
import { KivaError } from '../core/errors.ts'
import { dashed } from '../core/shell-word.ts'
import { formatNames, formatOfFile, savedToolFormats, toolFormats } from '../output/formats.ts'
import type { ActionInvocation } from './invocation.ts'
import { wordList } from './option-spec.ts'
import { fileNamed, noFiles } from './options/files.ts'
import { assignArguments, type ParsedCommand } from './parse.ts'

/** Returns an action with its parsed and checked values. Throws `KivaError` of kind `usage`. */
export function readActionInvocation(action: Action, typed: ParsedCommand): ActionInvocation {
  const args = assignArguments(typed)
  const entries = Object.entries(action.params).map(([name, param]) => {
    const arg = args.find((given) => given.name === name)
    const texts = arg?.words ?? typed.params.all(name)
    if (texts.length === 0) return [name, undefined]
    if (param.kind === 'flag') return [name, true]
    if (param.rest) return [name, texts]
    return [name, parseValue(arg?.label ?? `--${dashed(name)}`, { ...param, kind: param.kind }, texts)]
  })
  const files =
    action.saves === undefined
      ? noFiles
      : { ...noFiles, out: fileNamed(typed.given, 'out'), overwrite: typed.given.has('overwrite') }
  checkFormat(action, typed, files.out)
  return { kind: 'action', action, values: Object.fromEntries(entries), files }
}

/** Throws `KivaError` of kind `usage` for a format that needs records of the API. */
function checkFormat({ name, prints, saves }: Action, { given }: ParsedCommand, out = ''): void {
  const named = formatNames.find((format) => format === given.last('output'))
  const format = named ?? formatOfFile(out)
  const usable = saves === undefined ? toolFormats : savedToolFormats
  if (prints === 'api-records' || format === undefined || usable.includes(format)) return
  throw new KivaError('usage', `${named ? `-o ${named}` : `--out ${out}`} cannot be used with ${name}`, {
    hint: `Use -o ${wordList(usable)}.`,
  })
}
