import type { Context } from '../../context.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Reports settings that differ from their defaults, with their sources, and invalid settings. */
export async function examineSettings(
  context: Pick<Context, 'report' | 'secrets' | 'settings'>,
): Promise<readonly Finding[]> {
  const { settings, error } = await context.report()
  const found = settings.flatMap(({ setting, value, source, place, problem: error }) => {
    if (error) return problem(setting, error, context, `Fix ${place}, or unset it.`)
    return source === 'default' ? [] : ok(setting, `${value}, from ${place}`)
  })
  if (error) return [...found, problem('settings', error, context)]
  return found.length > 0 ? found : [ok('settings', 'defaults')]
}
