/** Chooses the pager, the program that shows output longer than the screen. */
import type { World } from '../../context.ts'
import { commandWords } from '../../shell-word.ts'
import { type Sources, settingOf } from './sources.ts'

/**
 * Returns the pager and its arguments, or `undefined` for none. An invalid setting also turns the pager
 * off, so that help always prints.
 */
export function pagerOf(sources: Sources): readonly string[] | undefined {
  const words = commandWords(settingOf(sources, 'pager')?.value ?? defaultPager(sources.env))
  return words[0] && words[0] !== 'cat' ? words : undefined
}

/** The default pager. */
export const defaultPager = (env: World['env']) => env['PAGER'] || 'less'
