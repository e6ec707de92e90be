export type ColourChoice = 'auto' | 'always' | 'never'

type Env = Readonly<Record<string, string | undefined>>

/** Whether a stream gets colour, by {@link explainColour}. */
export function decideColour(
  choice: ColourChoice,
  env: Env,
  isTerminal: boolean,
  isForPeople?: boolean,
): boolean {
  return explainColour(choice, env, isTerminal, isForPeople).colour
}

/**
 * Whether a stream gets colour, and what decided it. The first that speaks does: the flag, NO_COLOR, FORCE_COLOR,
 * CLICOLOR_FORCE, CLICOLOR=0, TERM=dumb, and at last whether the stream is a terminal. An empty variable says nothing;
 * FORCE_COLOR says no with `0` or `false`, and CLICOLOR_FORCE says nothing with `0`. A kept setting counts as the flag
 * does: who wrote it wants it more than the variable of all programs. Most CI systems set FORCE_COLOR, and parse what
 * they pipe: no variable colors a machine format outside a terminal.
 */
export function explainColour(
  choice: ColourChoice,
  env: Env,
  isTerminal: boolean,
  isForPeople = true,
): { readonly colour: boolean; readonly by: string } {
  if (choice !== 'auto') return { colour: choice === 'always', by: `color ${choice}` }
  if (env['NO_COLOR']) return { colour: false, by: 'NO_COLOR' }
  const mayForce = isTerminal || isForPeople
  if (mayForce && env['FORCE_COLOR'])
    return { colour: !['0', 'false'].includes(env['FORCE_COLOR']), by: 'FORCE_COLOR' }
  if (mayForce && env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0')
    return { colour: true, by: 'CLICOLOR_FORCE' }
  if (env['CLICOLOR'] === '0') return { colour: false, by: 'CLICOLOR=0' }
  if (env['TERM'] === 'dumb') return { colour: false, by: 'TERM=dumb' }
  return { colour: isTerminal, by: isTerminal ? 'it is a terminal' : 'it is no terminal' }
}
