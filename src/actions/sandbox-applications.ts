/** Reads `--client` and `--callback`, which register applications besides the sandbox's built-in ones. */
import { outOfBand } from '../api/origins.ts'
import type { ActionValues } from '../commands/action.ts'
import type { sandbox } from '../commands/actions/sandbox.ts'
import { KivaError } from '../core/errors.ts'
import { type Application, builtInApplications } from '../sandbox/oauth/provider-state.ts'

/** Returns the user's applications in the order given. Throws `KivaError` of kind `usage`. */
export function readApplications({
  client = [],
  callback = [],
}: ActionValues<typeof sandbox>): readonly Application[] {
  const callbacks = shareCallbacks(callback, client.length)
  const applications = client.map((text, at) => readApplication(text, callbacks[at] ?? [outOfBand]))
  const ids: readonly string[] = [...builtInApplications, ...applications].map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) {
    throw new KivaError('usage', `--client ${twice}: the application already exists`, {
      hint: `Use another id than ${builtInApplications.map(({ id }) => id).join(', ')}.`,
    })
  }
  return applications
}

/**
 * Returns the callbacks of each application: all callbacks for a single application, one callback shared by
 * all, or one per application in order.
 */
function shareCallbacks(callbacks: readonly string[], clients: number): readonly (readonly string[])[] {
  for (const callback of callbacks) checkCallback(callback)
  if (clients === 1 && callbacks.length > 0) return [callbacks]
  if (callbacks.length <= 1)
    return Array.from({ length: clients }, () => callbacks).filter((shared) => shared.length > 0)
  if (callbacks.length === clients) return callbacks.map((callback) => [callback])
  throw new KivaError('usage', `--callback is given ${callbacks.length} times, --client ${clients} times`, {
    hint: 'Give one --callback for all, or one for each --client in the same order.',
  })
}

/** Parses ID or ID:SECRET. Errors never quote the secret, even a made-up one. */
function readApplication(text: string, callbacks: readonly string[]): Application {
  const [, id = '', secret] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? []
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(id)) {
    throw new KivaError(
      'usage',
      'invalid value for --client: expected ID or ID:SECRET, with an id of letters, digits, ".", "-" and "_"',
      {
        hint: 'Example: --client org.example.my-app:my-secret.',
      },
    )
  }
  if (secret !== undefined && !/^[\x21-\x7e]{1,200}$/.test(secret)) {
    throw new KivaError(
      'usage',
      `--client ${id}: the secret must be 1 to 200 ASCII characters without spaces`,
      {
        hint: 'Leave out the colon for an application without a secret.',
      },
    )
  }
  return {
    id,
    secret: secret ?? '',
    name: id,
    maker: 'the one who started this sandbox',
    about: 'Registered on the command line.',
    callbacks,
  }
}

/** Accepts `oob`, or an absolute address that a browser can open. */
function checkCallback(callback: string): void {
  const isAddress = URL.canParse(callback) && (webAddress.test(callback) || appAddress.test(callback))
  if (callback === outOfBand || (isAddress && /^[\x21-\x7e]{1,2000}$/.test(callback))) return
  throw new KivaError(
    'usage',
    `invalid value "${callback.slice(0, 200)}" for --callback: expected a URL or oob`,
    {
      hint: 'Examples: http://localhost:3000/callback, my-app://oauth, or oob for a code to enter.',
    },
  )
}

/** A web address without user name and fragment, because a redirect to one with them would be ambiguous. */
const webAddress = /^https?:\/\/[\w.:[\]-]+([/?][^#]*)?$/i

/**
 * An address whose scheme opens an app. Excludes schemes that a browser runs as a page, and a host with a
 * port (`localhost:3000`).
 */
const appAddress =
  /^(?!https?:|javascript:|data:|vbscript:|file:|blob:|about:|[\w.-]+:\d)[a-z][a-z0-9+.-]*:[^#]+$/i
