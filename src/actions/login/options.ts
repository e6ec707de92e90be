/** What the command line of `kiva login` may say. Pure. */

import { outOfBand } from '../../api/oauth.ts'
import type { ActionValues } from '../../commands/action.ts'
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
export function loginOptions(values: ActionValues): LoginOptions {
  const { start, finish, callback = outOfBand, scope } = values
  if (start && finish) throw new KivaError('usage', '--start and --finish are two steps: give one of them')
  if (finish && (scope !== undefined || values['callback'] !== undefined)) {
    throw new KivaError(
      'usage',
      '--scope and --callback belong to --start: --finish takes up what was asked there',
    )
  }
  return {
    step: start ? 'start' : finish ? 'finish' : 'whole',
    scope: Array.isArray(scope) && scope.length > 0 ? [...new Set(scope.map(String))] : defaultScope,
    callback: checkCallback(String(callback)),
    browser: values['no_browser'] !== true,
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
