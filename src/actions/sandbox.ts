/** `kiva sandbox`: serves a local copy of the API, or the mirror, on loopback until interrupted. */
import type { Catalogue } from '../api/endpoint.ts'
import type { ActionValues } from '../commands/action.ts'
import {
  type sandbox as declared,
  type Fault,
  type FaultName,
  faultNames,
} from '../commands/actions/sandbox.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { PrivateFile } from '../core/files.ts'
import type { Serve, Served } from '../core/http.ts'
import { loopbackAddress } from '../core/origin.ts'
import { nameOf, planFaults } from '../sandbox/faults.ts'
import { loopbackHosts, withCompression, withHostCheck } from '../sandbox/http/middleware.ts'
import { createProviderRoutes } from '../sandbox/http/routes.ts'
import { seedRandom } from '../sandbox/marketplace/random.ts'
import { createProvider } from '../sandbox/oauth/provider.ts'
import { type Application, builtInApplications } from '../sandbox/oauth/provider-state.ts'
import { createSandbox, defaultSeed } from '../sandbox/sandbox.ts'
import type { RunAction } from './run-action.ts'
import { readApplications } from './sandbox-applications.ts'
import { type Announcement, describeRequest, welcome } from './sandbox-lines.ts'

/**
 * Serves until the context's signal fires, then closes the port. An interrupt is the normal end, so the run
 * ends with exit code 0. Rate limits apply only with the fault `rate-limit`.
 */
export const serveSandbox: RunAction<ActionValues<typeof declared>> = async (
  context,
  values,
  { catalogue },
) => {
  const { port = 0 } = values
  const secure = !values.http
  const open = context.settings.mirror ? openMirror : openSandbox
  const { handle, expired, describe, close } = await open(context, values, catalogue)
  // For HTTPS only: loading this takes as long as everything else before the sandbox listens.
  const certificates = secure ? await import('../sandbox/http/certificate.ts') : undefined
  const tls = await certificates?.makeCertificate(context.now(), { expired })
  // Set once the server listens, before the first request arrives.
  let hosts: readonly string[] = []
  const serve = withHostCheck(withCompression(handle), () => hosts)
  const listening = await context.listen(withLog(serve, context), { port, ...(tls && { tls }) })
  hosts = loopbackHosts(secure ? 'https' : 'http', listening.port)
  let caFile: PrivateFile | undefined
  try {
    const origin = `${secure ? 'https' : 'http'}://${loopbackAddress}:${listening.port}`
    // The port in the name keeps running sandboxes from overwriting each other's file.
    const name = `sandbox-ca-${listening.port}.pem`
    caFile = tls && (await context.writePrivate(name, tls.cert, tls.lifetime))
    await announce(context, describe(origin, caFile && { ca_file: caFile.path }))
    await fired(context.signal)
  } finally {
    // Remove the file before releasing the port, so that a new sandbox on this port keeps its own file.
    await caFile?.remove()
    await listening.close()
    close?.()
  }
}

/** What is served: the sandbox, or the mirror. */
interface Service {
  readonly handle: Serve
  /** True if the server uses an expired certificate. */
  readonly expired: boolean
  describe(origin: string, file: Pick<Announcement, 'ca_file'> | undefined): Announcement
  close?(): void
}

type Open = (
  context: Context,
  values: ActionValues<typeof declared>,
  catalogue: Catalogue,
) => Promise<Service>

const openSandbox: Open = async (context, values, catalogue) => {
  const { seed, loans } = values
  const { faults, faultSeed, expired } = readFaults(values)
  const ownApplications = readApplications(values)
  const nextFaults = planFaults(faults, seedRandom(faultSeed))
  const provider = createProvider({
    now: context.now,
    nonce: context.nonce,
    secure: !values.http,
    faults: () => nextFaults().names,
    applications: [...builtInApplications, ...ownApplications],
  })
  const { handle } = createSandbox({
    catalogue,
    ...(seed !== undefined && { seed }),
    ...(loans !== undefined && { loans }),
    faults,
    faultSeed,
    now: context.now,
    day: context.settings.day,
    sleep: (milliseconds) => context.sleep(milliseconds, context.signal),
    authorize: (request) => provider.authorize(request),
    routes: createProviderRoutes((request) => provider.handle(request)),
  })
  return {
    handle,
    expired,
    describe: (origin, file) => ({
      base_url: origin,
      auth_url: origin,
      ...file,
      ...(context.settings.day > 0 && { day: context.settings.day }),
      client_id: builtInApplications[0].id,
      client_secret: builtInApplications[0].secret,
      ...(ownApplications.length > 0 && { applications: ownApplications.map(describeApplication) }),
    }),
  }
}

/** The options that say something about made-up data, or about logins. */
const sandboxOnly = ['seed', 'loans', 'client', 'callback', 'fault', 'fault_seed'] as const

const openMirror: Open = async (context, values, catalogue) => {
  const given = sandboxOnly.find((name) => values[name] !== undefined)
  if (given)
    throw new KivaError('usage', `--${given.replaceAll('_', '-')} cannot be used with --mirror`, {
      hint: 'The mirror has no made-up data and no logins: leave out one of them.',
    })
  const { openMirrorServer } = await import('../mirror/serve-mirror.ts')
  const { handle, origin, loans, close } = await openMirrorServer(context, catalogue)
  const mirror = { origin: origin ?? null, loans }
  return { handle, expired: false, describe: (base_url, file) => ({ base_url, ...file, mirror }), close }
}

interface ChosenFaults {
  readonly faults: readonly Fault[]
  readonly faultSeed: number
  /** True if the server uses an expired certificate. */
  readonly expired: boolean
}

/**
 * Returns the faults of `--fault` and their seed. The last value wins if a fault is given twice. Throws `KivaError` of
 * kind `usage`.
 */
export function readFaults({
  fault = [],
  fault_seed,
  seed,
  http,
}: ActionValues<typeof declared>): ChosenFaults {
  const faults = [...new Map(fault.map(readFault)).values()]
  const expired = faults.some((chosen) => nameOf(chosen) === 'expired-certificate')
  if (expired && http) {
    throw new KivaError('usage', '--fault expired-certificate cannot be used with --http', {
      hint: 'Leave out --http: plain HTTP has no certificate.',
    })
  }
  return { faults, faultSeed: fault_seed ?? seed ?? defaultSeed, expired }
}

/** Parses NAME or NAME=PROBABILITY. The name is already checked against the declaration. */
function readFault(text: string): readonly [FaultName, Fault] {
  const name = faultNames.find((known) => known === text.replace(/=.*/s, '')) as FaultName
  if (name === text) return [name, name]
  const share = text.slice(name.length + 1)
  const probability = Number(share)
  if (!/^\d*\.?\d+$/.test(share) || !(probability > 0 && probability <= 1)) {
    throw new KivaError(
      'usage',
      `invalid value "${text}" for --fault: expected a probability above 0 and at most 1`,
      {
        hint: `Example: ${name}=0.05 for one request in twenty.`,
      },
    )
  }
  if (name === 'expired-certificate' && probability < 1) {
    throw new KivaError(
      'usage',
      `invalid value "${text}" for --fault: the certificate is made once, at the start`,
      {
        hint: `Use ${name} without a probability.`,
      },
    )
  }
  return [name, { name, probability }]
}

type LogContext = Pick<Context, 'stderr' | 'settings'>

/** Prints one JSON line for programs, or a welcome text for people. */
async function announce(context: Pick<Context, 'stdout'> & LogContext, where: Announcement): Promise<void> {
  const { stdout } = context
  if (stdout.isTerminal)
    await stdout.write(welcome(where, { printsRequests: printsRequests(context) }), 'people')
  else await stdout.write(`${JSON.stringify(where)}\n`, 'json')
}

const describeApplication = ({ id, secret, callbacks }: Application) => ({
  client_id: id,
  client_secret: secret,
  callbacks,
})

/** Logs each request with its status and duration, without secrets. */
function withLog(serve: Serve, context: LogContext & Pick<Context, 'say' | 'now'>): Serve {
  if (!printsRequests(context)) return serve
  const { say, now } = context
  return async (request) => {
    const began = now()
    const reply = await serve(request)
    await say(`${describeRequest(request)} ${reply.status}${transferNote(reply)} ${now() - began}ms`)
    return reply
  }
}

/** Notes a broken connection, because the status alone would mislead. */
const transferNote = ({ reset, cutAfter }: Served) =>
  reset ? ' reset' : cutAfter === undefined ? '' : ' cut'

/** True if requests are logged to stderr: on a terminal, or anywhere with `-v`, unless `--quiet` is given. */
const printsRequests = ({ stderr, settings }: LogContext) =>
  !settings.quiet && (stderr.isTerminal || settings.verbosity > 0)

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
