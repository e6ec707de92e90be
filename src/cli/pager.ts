/** Which program shows what is longer than the screen. */
import type { World } from '../context.ts'
import { commandWords } from '../shell-word.ts'
import type { Given } from './option-spec.ts'

/**
 * The pager and its arguments, by KIVA_PAGER, else PAGER, else `less`; `undefined` where `--no-pager` or `cat` says that
 * none is wanted.
 */
export function pagerOf(given: Given, env: World['env']): readonly string[] | undefined {
  if (given.has('pager')) return undefined
  const line = env['KIVA_PAGER'] || env['PAGER'] || 'less'
  const words = commandWords(line)
  return words.length === 0 || words[0] === 'cat' ? undefined : words
}
