/** Decides whether a stream gets color, and whether it gets plain text. */
import type { Env } from '../../core/settings.ts'

export type ColorChoice = 'auto' | 'always' | 'never'

/** Returns whether a stream gets color. See {@link explainColor} for the rules. */
export function decideColor(
  choice: ColorChoice,
  env: Env,
  isTerminal: boolean,
  isForPeople?: boolean,
): boolean {
  return explainColor(choice, env, isTerminal, isForPeople).color
}

/**
 * Returns whether a stream gets color, and which rule decided it. The first of these rules that applies
 * decides: the flag, NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR=0, TERM=dumb, and finally whether the
 * stream is a terminal.
 *
 * Empty variables are ignored. FORCE_COLOR turns color off with `0` or `false`, and CLICOLOR_FORCE is ignored
 * with `0`. A configuration value counts as the flag: it is meant for kiva, and the variables are meant for
 * all programs. Most CI systems set FORCE_COLOR and parse what they pipe, so no variable colors a machine
 * format outside a terminal.
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
  return { color: isTerminal, by: isTerminal ? 'a terminal' : 'not a terminal' }
}

/**
 * Returns whether a stream gets plain text for screen readers and simple terminals: no columns, no bars, no
 * animation. Without an explicit choice, a terminal with TERM=dumb gets plain text.
 */
export function decidePlain(setting: boolean | undefined, env: Env, isTerminal: boolean): boolean {
  return setting ?? (isTerminal && env['TERM'] === 'dumb')
}
