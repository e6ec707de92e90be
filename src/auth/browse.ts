/** Whether to open a page of the service in the user's browser, and its checked address. */
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Origin } from '../core/origin.ts'
import { canAsk } from './prompt.ts'

/** False if the user would not see the browser: without a terminal, in continuous integration, or over SSH without a display. */
export function mayBrowse(context: {
  readonly env: Context['env']
  readonly stdin: Pick<Context['stdin'], 'isTerminal'>
  readonly stderr: Pick<Context['stderr'], 'isTerminal'>
}): boolean {
  const { env } = context
  const isRemote = Boolean(env['SSH_CONNECTION'] || env['SSH_CLIENT'] || env['SSH_TTY'])
  const hasDisplay = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  return canAsk(context) && !isSet(env['CI']) && (!isRemote || hasDisplay)
}

const isSet = (value: string | undefined) => value !== undefined && !['', '0', 'false'].includes(value)

/**
 * Returns the address in a form that is safe to pass to another program: parsed, checked and serialized again.
 * Throws `KivaError` of kind `bug` unless it belongs to the origin of the authorization page.
 */
export function pageAddress(address: string, page: Origin): string {
  const url = new URL(address)
  if (url.origin !== page || url.username || url.password) {
    throw new KivaError('bug', `not a URL of the authorization page: ${url.origin}`)
  }
  return url.href
}
