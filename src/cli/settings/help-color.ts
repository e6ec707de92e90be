import type { ColorChoice } from '../../output/terminal/color.ts'
import { flagOf, type Sources, settingOf } from './sources.ts'

/**
 * Returns when help has color, from the same sources as the color of records. Invalid settings are ignored,
 * so that help always prints.
 */
export function helpColorOf(sources: Sources): ColorChoice {
  const isPlain = ['1', 'true', 'yes', 'on'].includes(settingOf(sources, 'plain')?.value.toLowerCase() ?? '')
  const color = isPlain ? flagOf(sources.given, 'color') : settingOf(sources, 'color')
  const choice = color?.value ?? (isPlain ? 'never' : 'auto')
  return choice === 'always' || choice === 'never' ? choice : 'auto'
}
