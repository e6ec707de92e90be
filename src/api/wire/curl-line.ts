import type { HttpRequest } from '../../core/http.ts'
import type { Settings } from '../../core/settings.ts'
import { commandLine, shellWord } from '../../core/shell-word.ts'

/**
 * Returns a POSIX shell command that sends the request with curl. A signed request gets its header from `kiva
 * auth header` when it runs, so the command contains no secret and never expires. curl reads that header from a pipe
 * (since 7.55), because other users of the machine can read its arguments.
 */
export function curlLine(
  { method, url, headers }: HttpRequest,
  settings: Pick<Settings, 'caFile' | 'mode'>,
  signed: boolean,
): string {
  const words = Object.entries(headers).flatMap(([name, value]) => ['-H', shellWord(`${name}: ${value}`)])
  if (settings.caFile !== undefined) words.push('--cacert', shellWord(settings.caFile))
  const address = shellWord(url)
  if (!signed) return ['curl', ...words, address].join(' ')
  const header = commandLine(settings, `auth header ${method} ${address}`)
  return `${header} | ${['curl -H @-', ...words, address].join(' ')}`
}
