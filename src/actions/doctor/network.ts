/** Checks the network: one request to the API, and one to the origin of the authorization page. */
import type { Catalogue } from '../../api/endpoint.ts'
import { sandboxOrigin } from '../../api/origins.ts'
import { problemOf } from '../../api/wire/problem.ts'
import { userAgent } from '../../api/wire/request.ts'
import { exceedsTolerance, secondsAhead } from '../../auth/signing/clock.ts'
import { releases } from '../../commands/resources/releases.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { sentence } from '../../foreign-text.ts'
import { marketTime } from '../../market-time.ts'
import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import { openReading } from '../../read/open-reading.ts'
import { onePage, type RecordPage } from '../../read/reading.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Reads one record of the API through the reader, and asks for the authorization page. */
export async function examineNetwork(context: Context, catalogue: Catalogue): Promise<readonly Finding[]> {
  const { baseUrl, authUrl, sandbox } = context.settings
  const page: HttpRequest = {
    method: 'GET',
    url: `${sandbox ? sandboxOrigin : authUrl}/`,
    headers: { 'user-agent': userAgent, accept: 'text/html, */*;q=0.1' },
  }
  const found = await Promise.all([
    ask('service', baseUrl, context, async () => {
      const { headers } = await readRelease(context, catalogue)
      return { status: 200, more: [ok('rate limit', limitsOf(headers)), examineClock(headers, context)] }
    }),
    ask('authorization page', new URL(page.url).origin, context, async () => {
      const reply = await context.fetch(page, { signal: context.signal })
      const error = problemOf(reply, context.now())
      // A redirect or a refusal of the bare address is still an answer of that page.
      if (error && reply.status >= 500) throw error
      return { status: reply.status, more: [] }
    }),
  ])
  return found.flat()
}

/** The page of the one record that every version of the API has; sent once, so that a failure is seen. */
async function readRelease(context: Context, catalogue: Catalogue): Promise<RecordPage> {
  const { settings, fetch, emit, signal, now } = context
  const { baseUrl, appId } = settings
  const request = {
    endpoint: releases.endpoints.current,
    values: {},
    extra: [],
    extent: onePage,
    once: true,
  } as const
  const pages = await openReading(request, { baseUrl, appId, catalogue, fetch, emit, signal, now })
  const { value } = await pages.next()
  if (!value) throw new KivaError('bug', 'no page read')
  return value
}

/** What a check found, or the problem that it met. */
async function ask(
  check: string,
  origin: string,
  context: Context,
  examine: () => Promise<{ readonly status: number; readonly more: readonly Finding[] }>,
): Promise<readonly Finding[]> {
  const began = context.now()
  try {
    const { status, more } = await examine()
    return [ok(check, `${origin} responded ${status} in ${context.now() - began}ms`), ...more]
  } catch (error) {
    if (!(error instanceof KivaError) || context.signal.aborted) throw error
    const { status } = error
    const described =
      status === undefined
        ? error
        : error.copyWith(error.kind, sentence`${origin} responded ${status}: ${error.sentence}`)
    return [problem(check, described, context, 'Try again later, or add -v for details.')]
  }
}

function limitsOf(headers: HttpReply['headers']): string {
  const limits = ['overall', 'specific'].flatMap((name) => {
    const limit = headers[`x-ratelimit-${name}-limit`]
    const remaining = headers[`x-ratelimit-${name}-remaining`]
    return limit === undefined || remaining === undefined ? [] : `${name} ${remaining} of ${limit} left`
  })
  return limits.length === 0 ? 'not reported by the API' : limits.join(', ')
}

/** Compares the clocks. The service reports whole seconds, so a difference of 1 s is ignored. */
function examineClock(headers: HttpReply['headers'], context: Context): Finding {
  const skew = secondsAhead({ headers }, marketTime(context))
  if (skew === undefined) return ok('clock', 'not reported by the API')
  const off = `${Math.abs(skew)}s ${skew > 0 ? 'behind' : 'ahead of'} the API's`
  if (!exceedsTolerance(skew)) return ok('clock', Math.abs(skew) <= 1 ? "same as the API's" : off)
  return problem(
    'clock',
    new KivaError('config', `the clock of this machine is ${off}`, {
      hint: 'Set the clock: signed requests need the right time.',
    }),
    context,
  )
}
