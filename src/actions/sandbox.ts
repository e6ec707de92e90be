/** `kiva sandbox`: the whole service on loopback, until it is interrupted. */
import type { ActionValues, RunAction } from '../commands/action.ts'
import { type FaultName, faultNames } from '../commands/fault-names.ts'
import { catalogue } from '../commands/index.ts'
import type { Context, JsonObject, Serve } from '../context.ts'
import { makeCertificate } from '../sandbox/http/certificate.ts'
import { createProviderRoutes } from '../sandbox/http/provider-routes.ts'
import { withCompression } from '../sandbox/http/with-compression.ts'
import { loopbackHosts, withHostCheck } from '../sandbox/http/with-host-check.ts'
import { describeRequest } from '../sandbox/oauth/describe-request.ts'
import { createProvider } from '../sandbox/oauth/provider.ts'
import { builtInApplications } from '../sandbox/oauth/state/applications.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { welcome } from './sandbox-welcome.ts'

/**
 * Serves until the context's signal fires. Being stopped is what this command is for, so that is its success: it
 * closes the port, and the run ends with exit code 0. Rate limits are enforced only with the fault `rate-limit`.
 */
const run: RunAction = async (context, values) => {
  const secure = values['http'] !== true
  const faults = faultsOf(values)
  const provider = createProvider({ now: context.now, nonce: context.nonce, secure, faults })
  const { handle } = createSandbox({
    catalogue,
    ...(typeof values['seed'] === 'number' && { seed: values['seed'] }),
    ...(typeof values['loans'] === 'number' && { loans: values['loans'] }),
    faults,
    now: context.now,
    sleep: (milliseconds) => context.sleep(milliseconds, context.signal),
    authorize: (request) => provider.authorize(request),
    routes: createProviderRoutes((request) => provider.handle(request)),
  })
  const tls = secure ? await makeCertificate(context.now()) : undefined
  const port = typeof values['port'] === 'number' ? values['port'] : 0
  // Known once it listens, which is before the first request.
  let hosts: readonly string[] = []
  const serve = withHostCheck(withCompression(handle), () => hosts)
  const listening = await context.listen(logged(serve, context), { port, ...(tls && { tls }) })
  hosts = loopbackHosts(secure ? 'https' : 'http', listening.port)
  try {
    const origin = `${secure ? 'https' : 'http'}://127.0.0.1:${listening.port}`
    const caFile = tls && (await context.writePrivate('sandbox-ca.pem', tls.cert))
    await announce(context, {
      base_url: origin,
      auth_url: origin,
      ...(caFile !== undefined && { ca_file: caFile }),
      client_id: builtInApplications[0].id,
      client_secret: builtInApplications[0].secret,
    })
    await fired(context.signal)
  } finally {
    await listening.close()
  }
}

export default run

const faultsOf = ({ fault }: ActionValues): readonly FaultName[] =>
  faultNames.filter((name) => Array.isArray(fault) && fault.includes(name))

/** A line of JSON for a program, a friendly text for a person. */
async function announce({ stdout }: Pick<Context, 'stdout'>, where: JsonObject): Promise<void> {
  if (stdout.isTerminal) await stdout.write(welcome(where), 'people')
  else await stdout.write(`${JSON.stringify(where)}\n`, 'json')
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** With `-v`, a line for each request, without the secrets of one. */
function logged(serve: Serve, { settings, say, now }: Pick<Context, 'settings' | 'say' | 'now'>): Serve {
  if (settings.verbosity === 0) return serve
  return async (request) => {
    const began = now()
    const reply = await serve(request)
    await say(`${describeRequest(request)} ${reply.status} ${now() - began} ms`)
    return reply
  }
}
