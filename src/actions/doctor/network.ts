/** Checks the network: one request to the API, and one to the origin of the authorization page. */
import { sandboxOrigin } from '../../api/origins.ts'
import { problemOf } from '../../api/wire/problem.ts'
import { buildRequest, userAgent } from '../../api/wire/request.ts'
import { isIntolerable, secondsAhead } from '../../auth/signing/clock.ts'
import { releases } from '../../commands/resources/releases.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { sentence } from '../../foreign-text.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import { type Finding, ok, problem } from './finding.ts'

export async function examineNetwork(context: Context): Promise<readonly Finding[]> {
  const { baseUrl, authUrl, appId, sandbox } = context.settings
  const api = buildRequest(releases.endpoints.current, {}, { baseUrl, format: 'json', appId })
  const page: HttpRequest = {
    method: 'GET',
    url: `${sandbox ? sandboxOrigin : authUrl}/`,
    headers: { 'user-agent': userAgent, accept: 'text/html, */*;q=0.1' },
  }
  return [
    ...(await ask('service', api, context, (reply) => [
      ok('rate limit', limitsOf(reply)),
      examineClock(reply, context),
    ])),
    ...(await ask('authorization page', page, context, () => [])),
  ]
}

/** Sends one request and returns the result; `more` adds findings from a successful reply. */
async function ask(
  check: string,
  request: HttpRequest,
  context: Context,
  more: (reply: HttpReply) => readonly Finding[],
): Promise<readonly Finding[]> {
  const { origin } = new URL(request.url)
  const began = context.now()
  try {
    const reply = await context.fetch(request, { signal: context.signal })
    const error = problemOf(reply, context.now())
    // The authorization page's bare origin may redirect or refuse; either shows that it is reachable.
    if (error && (check === 'service' || reply.status >= 500)) {
      throw error.retold(error.kind, sentence`${origin} answers ${reply.status}: ${error.sentence}`)
    }
    return [ok(check, `${origin} answers ${reply.status} in ${context.now() - began} ms`), ...more(reply)]
  } catch (error) {
    if (!(error instanceof KivaError) || context.signal.aborted) throw error
    return [problem(check, error, context, 'Try again later; with -v it tells more.')]
  }
}

function limitsOf({ headers }: HttpReply): string {
  const told = ['overall', 'specific'].flatMap((name) => {
    const limit = headers[`x-ratelimit-${name}-limit`]
    const remaining = headers[`x-ratelimit-${name}-remaining`]
    return limit === undefined || remaining === undefined ? [] : `${name} ${remaining} of ${limit} left`
  })
  return told.length === 0 ? 'the service tells none' : told.join(', ')
}

/** Compares the clocks. The service reports whole seconds, so a difference of 1 s is ignored. */
function examineClock(reply: HttpReply, context: Context): Finding {
  const skew = secondsAhead(reply, context.now())
  if (skew === undefined) return ok('clock', 'the service does not tell the time')
  const off = `${Math.abs(skew)} s ${skew > 0 ? 'behind' : 'ahead of'} the service's`
  if (!isIntolerable(skew)) return ok('clock', Math.abs(skew) <= 1 ? "as the service's" : off)
  return problem(
    'clock',
    new KivaError('config', `The clock of this machine is ${off}`, {
      hint: 'Set it: signed requests are refused with a wrong time.',
    }),
    context,
  )
}
