/** Checks and defaults of the options of `kiva login`. Pure. */
import { outOfBand } from '../../api/oauth.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { login as declared } from '../../commands/actions/login.ts'
import { KivaError } from '../../errors.ts'

export interface LoginOptions {
  readonly step: 'whole' | 'start' | 'finish'
  readonly scope: readonly string[]
  readonly callback: string
  readonly browser: boolean
}

/** The service's default scope, sent by name. */
const defaultScope = ['access']

/** Throws `KivaError` of kind `usage` for an invalid callback. */
export function loginOptions(values: ActionValues<typeof declared>): LoginOptions {
  const { start, finish, callback = outOfBand, scope, no_browser } = values
  return {
    step: start ? 'start' : finish ? 'finish' : 'whole',
    scope: scope ? [...new Set(scope)] : defaultScope,
    callback: checkCallback(callback),
    browser: !no_browser,
  }
}

/** Returns the callback unchanged, because it must equal the registered one. */
function checkCallback(callback: string): string {
  if (callback === outOfBand) return callback
  const scheme = URL.canParse(callback) ? new URL(callback).protocol : undefined
  if (scheme === 'https:' || (scheme !== undefined && !publicSchemes.has(scheme))) return callback
  throw new KivaError(
    'usage',
    `invalid value "${callback}" for --callback: expected "${outOfBand}" or a URL with https or a custom scheme`,
  )
}

/** Schemes that no application can own. */
const publicSchemes: ReadonlySet<string> = new Set([
  'http:',
  'javascript:',
  'data:',
  'file:',
  'blob:',
  'about:',
  'ftp:',
])
