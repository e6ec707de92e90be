export type ColourChoice = 'auto' | 'always' | 'never'

/**
 * Whether a stream gets colour. The first that speaks decides: the flag, NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE,
 * TERM=dumb, CLICOLOR=0, and at last whether the stream is a terminal. An empty variable says nothing; FORCE_COLOR
 * says no with `0` or `false`, and CLICOLOR_FORCE says nothing with `0`.
 */
export function decideColour(
  choice: ColourChoice,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return !['0', 'false'].includes(env['FORCE_COLOR'])
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return true
  if (env['TERM'] === 'dumb') return false
  if (env['CLICOLOR'] === '0') return false
  return isTerminal
}
