export type ColorChoice = 'auto' | 'always' | 'never'

type Env = Readonly<Record<string, string | undefined>>

/** Whether a stream gets color, by {@link explainColor}. */
export function decideColor(
  choice: ColorChoice,
  env: Env,
  isTerminal: boolean,
  isForPeople?: boolean,
): boolean {
  return explainColor(choice, env, isTerminal, isForPeople).color
}

/**
 * Whether a stream gets color, and what decided it. The first that speaks does: the flag, NO_COLOR, FORCE_COLOR,
 * CLICOLOR_FORCE, CLICOLOR=0, TERM=dumb, and at last whether the stream is a terminal. An empty variable says nothing;
 * FORCE_COLOR says no with `0` or `false`, and CLICOLOR_FORCE says nothing with `0`. A kept setting counts as the flag
 * does: who wrote it wants it more than the variable of all programs. Most CI systems set FORCE_COLOR, and parse what
 * they pipe: no variable colors a machine format outside a terminal.
 */
export function explainColor(
  choice: ColorChoice,
  env: Env,
  isTerminal: boolean,
  isForPeople = true,
): { readonly color: boolean; readonly by: string } {
  if (choice !== 'auto') return { color: choice === 'always', by: `color ${choice}` }
  if (env['NO_COLOR']) return { color: false, by: 'NO_COLOR' }
  const mayForce = isTerminal || isForPeople
  if (mayForce && env['FORCE_COLOR'])
    return { color: !['0', 'false'].includes(env['FORCE_COLOR']), by: 'FORCE_COLOR' }
  if (mayForce && env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0')
    return { color: true, by: 'CLICOLOR_FORCE' }
  if (env['CLICOLOR'] === '0') return { color: false, by: 'CLICOLOR=0' }
  if (env['TERM'] === 'dumb') return { color: false, by: 'TERM=dumb' }
  return { color: isTerminal, by: isTerminal ? 'it is a terminal' : 'it is no terminal' }
}
