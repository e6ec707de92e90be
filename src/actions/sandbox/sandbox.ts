/** `kiva sandbox`: serves a local copy of the API on loopback until interrupted. */

import type { ActionValues } from '../../commands/action.ts'
import type { sandbox as declared } from '../../commands/actions/sandbox.ts'
import type { Context } from '../../context.ts'
import type { PrivateFile } from '../../ports/files.ts'
import type { Serve, Served } from '../../ports/http.ts'
import { loopbackAddress } from '../../ports/origin.ts'
import { planFaults } from '../../sandbox/faults/active-faults.ts'
import { certificateLifetime, makeCertificate } from '../../sandbox/http/certificate.ts'
import { createProviderRoutes } from '../../sandbox/http/provider-routes.ts'
import { withCompression } from '../../sandbox/http/with-compression.ts'
import { loopbackHosts, withHostCheck } from '../../sandbox/http/with-host-check.ts'
import { seedRandom } from '../../sandbox/marketplace/random.ts'
import { describeRequest } from '../../sandbox/oauth/describe-request.ts'
import { createProvider } from '../../sandbox/oauth/provider.ts'
import { type Application, builtInApplications } from '../../sandbox/oauth/state/applications.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import type { RunAction } from '../run-action.ts'
import { readApplications } from './applications.ts'
import { readFaults } from './faults.ts'
import { type Announcement, welcome } from './welcome.ts'

/**
 * Serves until the context's signal fires, then closes the port. An interrupt is the normal end, so the run
 * ends with exit code 0. Rate limits apply only with the fault `rate-limit`.
 */
const run: RunAction<ActionValues<typeof declared>> = async (context, values, { catalogue }) => {
  const { seed, loans, port = 0 } = values
  const secure = !values.http
  const { faults, faultSeed, expired } = readFaults(values)
  const own = readApplications(values)
  const applications = [...builtInApplications, ...own]
  const nextFaults = planFaults(faults, seedRandom(faultSeed))
  const provider = createProvider({
    now: context.now,
    nonce: context.nonce,
    secure,
    faults: () => nextFaults().names,
    applications,
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
  const tls = secure ? await makeCertificate(context.now(), { expired }) : undefined
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
    caFile = tls && (await context.writePrivate(name, tls.cert, certificateLifetime))
    await announce(context, {
      base_url: origin,
      auth_url: origin,
      ...(caFile && { ca_file: caFile.path }),
      ...(context.settings.day > 0 && { day: context.settings.day }),
      client_id: builtInApplications[0].id,
      client_secret: builtInApplications[0].secret,
      ...(own.length > 0 && { applications: own.map(describeApplication) }),
    })
    await fired(context.signal)
  } finally {
    // Remove the file before releasing the port, so that a new sandbox on this port keeps its own file.
    await caFile?.remove()
    await listening.close()
  }
}

export default run

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

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

type LogContext = Pick<Context, 'stderr' | 'settings'>

/** True if requests are logged to stderr: on a terminal, or anywhere with `-v`, unless `--quiet` is given. */
const printsRequests = ({ stderr, settings }: LogContext) =>
  !settings.quiet && (stderr.isTerminal || settings.verbosity > 0)

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
