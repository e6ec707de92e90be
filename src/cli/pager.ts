/** Which program shows what is longer than the screen. */
import type { World } from '../context.ts'
import type { Given } from './option-spec.ts'

/**
 * The pager and its arguments, by KIVA_PAGER, else PAGER, else `less`; `undefined` where `--no-pager` or `cat` says that
 * none is wanted. Quotes hold a word together; nothing else of a shell is known.
 */
export function pagerOf(given: Given, env: World['env']): readonly string[] | undefined {
  if (given.has('pager')) return undefined
  const line = env['KIVA_PAGER'] || env['PAGER'] || 'less'
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? '')
  return words.length === 0 || words[0] === 'cat' ? undefined : words
}
