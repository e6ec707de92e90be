/** Which program shows what is longer than the screen. */
import type { World } from '../../context.ts'
import { commandWords } from '../../shell-word.ts'
import { type Sources, settingOf } from './sources.ts'

/** The pager and its arguments; `undefined` where none is wanted. What names no program is no reason to fail for a help. */
export function pagerOf(sources: Sources): readonly string[] | undefined {
  const words = commandWords(settingOf(sources, 'pager')?.value ?? usualPager(sources.env))
  return words[0] && words[0] !== 'cat' ? words : undefined
}

/** Where no setting says otherwise. */
export const usualPager = (env: World['env']) => env['PAGER'] || 'less'
