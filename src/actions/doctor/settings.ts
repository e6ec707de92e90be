import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { keymapOf } from '../../explore/session/chosen-keys.ts'
import type { SettingReport } from '../../ports/settings.ts'
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
  const conflict = conflictIn(settings)
  const problems = [
    ...(error ? [problem('settings', error, context)] : []),
    ...(conflict ? [problem('explore.keys', conflict, context)] : []),
  ]
  return found.length + problems.length > 0 ? [...found, ...problems] : [ok('settings', 'defaults')]
}

/** Returns why `kiva explore` cannot use the chosen keys. */
function conflictIn(settings: readonly SettingReport[]): KivaError | undefined {
  try {
    keymapOf(settings)
    return undefined
  } catch (problem) {
    if (problem instanceof KivaError) return problem
    throw problem
  }
}
