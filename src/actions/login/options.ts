/** What the command line of `kiva login` may say. Pure. */

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

/** The service's own default, asked for by its name. */
const defaultScope = ['access']

/** Throws `KivaError` of kind `usage`. */
export function loginOptions(values: ActionValues<typeof declared>): LoginOptions {
  const { start, finish, callback = outOfBand, scope, no_browser } = values
  return {
    step: start ? 'start' : finish ? 'finish' : 'whole',
    scope: scope ? [...new Set(scope)] : defaultScope,
    callback: checkCallback(callback),
    browser: !no_browser,
  }
}

/** Sent as written: it must equal what the application has registered. */
function checkCallback(callback: string): string {
  if (callback === outOfBand) return callback
  const scheme = URL.canParse(callback) ? new URL(callback).protocol : undefined
  if (scheme === 'https:' || (scheme !== undefined && !publicSchemes.has(scheme))) return callback
  throw new KivaError(
    'usage',
    `--callback takes "${outOfBand}", an https address or one of a custom scheme, not "${callback}"`,
  )
}

/** No application can have these for its own. */
const publicSchemes: ReadonlySet<string> = new Set([
  'http:',
  'javascript:',
  'data:',
  'file:',
  'blob:',
  'about:',
  'ftp:',
])
