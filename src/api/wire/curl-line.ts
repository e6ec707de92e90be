import type { HttpRequest } from '../../ports/http.ts'
import type { Settings } from '../../ports/settings.ts'
import { commandLine, shellWord } from '../../shell-word.ts'

/**
 * A request as a line for a POSIX shell that sends it by curl. A signed one gets its header from `kiva auth header` when
 * it is run: there is no secret in the line, and it never goes stale.
 */
export function curlLine(
  { method, url, headers }: HttpRequest,
  settings: Pick<Settings, 'caFile' | 'mode'>,
  signed: boolean,
): string {
  const words = Object.entries(headers).flatMap(([name, value]) => ['-H', shellWord(`${name}: ${value}`)])
  if (signed) words.push('-H', `"$(${commandLine(settings, `auth header ${method} ${shellWord(url)}`)})"`)
  if (settings.caFile !== undefined) words.push('--cacert', shellWord(settings.caFile))
  return ['curl', ...words, shellWord(url)].join(' ')
}
