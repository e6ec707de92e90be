import type { Invocation, TextInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../context.ts'
import { formats } from '../../output/formats.ts'

/**
 * Returns the pager command for a run's records,
 * or `undefined` unless a user reads them on a terminal with a keyboard.
 */
export function choosePager(
  invocation: Exclude<Invocation, TextInvocation>,
  { output, pager }: Pick<RunSettings, 'output' | 'pager'>,
  { stdout, stdin, env }: Pick<World, 'stdout' | 'stdin' | 'env'>,
): readonly string[] | undefined {
  if (!stdout.isTerminal || !stdin.isTerminal || env['TERM'] === 'dumb') return undefined
  if (invocation.kind === 'action' || formats[output].destination !== 'people') return undefined
  if (invocation.kind === 'records') return pager
  const { wire, web, watch, preview, files } = invocation
  const isOther = wire || web || watch || preview || files.out !== undefined
  return isOther ? undefined : pager
}
