/** From `--client` and `--callback` to the applications that a sandbox knows beside its own. */
import { outOfBand } from '../../api/oauth.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { sandbox } from '../../commands/actions/sandbox.ts'
import { KivaError } from '../../errors.ts'
import { type Application, builtInApplications } from '../../sandbox/oauth/state/applications.ts'

/** The applications of the person's own, in the order given. Throws `KivaError` of kind `usage`. */
export function readApplications({
  client = [],
  callback = [],
}: ActionValues<typeof sandbox>): readonly Application[] {
  const callbacks = shareCallbacks(callback, client.length)
  const applications = client.map((text, at) => readApplication(text, callbacks[at] ?? [outOfBand]))
  const ids: readonly string[] = [...builtInApplications, ...applications].map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) {
    throw new KivaError('usage', `--client ${twice}: there is an application of this id already`, {
      hint: `The sandbox has ${builtInApplications.map(({ id }) => id).join(', ')}. Choose another id.`,
    })
  }
  return applications
}

/** The callbacks of each application: all for a single one, one for all, or one for each in their order. */
function shareCallbacks(callbacks: readonly string[], clients: number): readonly (readonly string[])[] {
  for (const callback of callbacks) checkCallback(callback)
  if (clients === 1 && callbacks.length > 0) return [callbacks]
  if (callbacks.length <= 1)
    return Array.from({ length: clients }, () => callbacks).filter((own) => own.length)
  if (callbacks.length === clients) return callbacks.map((callback) => [callback])
  throw new KivaError(
    'usage',
    `--callback was given ${callbacks.length} times, and --client ${clients} times`,
    {
      hint: 'Give one --callback for all of them, or one for each in the same order; oob stands for a code to type.',
    },
  )
}

/** The secret is never quoted in an error, made up or not. */
function readApplication(text: string, callbacks: readonly string[]): Application {
  const [, id = '', secret] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? []
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(id)) {
    throw new KivaError(
      'usage',
      '--client takes ID or ID:SECRET, and an id is letters, digits, ".", "-" and "_"',
      {
        hint: 'Such as --client org.example.my-app:my-secret.',
      },
    )
  }
  if (secret !== undefined && !/^[\x21-\x7e]{1,200}$/.test(secret)) {
    throw new KivaError(
      'usage',
      `--client ${id}: a secret is 1 to 200 visible ASCII characters, without spaces`,
      {
        hint: 'Leave the colon out for an application that cannot keep a secret.',
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

/** What can be registered: `oob`, or an absolute address that a browser can be sent to. */
function checkCallback(callback: string): void {
  const isAddress = URL.canParse(callback) && (webAddress.test(callback) || appAddress.test(callback))
  if (callback === outOfBand || (isAddress && /^[\x21-\x7e]{1,2000}$/.test(callback))) return
  throw new KivaError(
    'usage',
    `--callback "${callback.slice(0, 200)}" is not an address to send a browser to`,
    {
      hint: 'Such as http://localhost:3000/callback, my-app://oauth, or oob for a code that the user types.',
    },
  )
}

/** Without a user name and without a fragment, which a redirect could not be told apart from. */
const webAddress = /^https?:\/\/[\w.:[\]-]+([/?][^#]*)?$/i

/** Of a scheme that opens an app: none that a browser would run as a page, and no host with its port (`localhost:3000`). */
const appAddress =
  /^(?!https?:|javascript:|data:|vbscript:|file:|blob:|about:|[\w.-]+:\d)[a-z][a-z0-9+.-]*:[^#]+$/i
