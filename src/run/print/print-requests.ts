/**
 * Prints no records: the requests instead of sending them (`--curl`, `--dry-run`), or the service's own document
 * (`--wire`).
 */
import { sandboxOrigin } from '../../api/origins.ts'
import { unknownType } from '../../api/records/record-types.ts'
import { curlLine } from '../../api/wire/curl-line.ts'
import { problemInDocument, problemOf, problemOfPage } from '../../api/wire/problem.ts'
import { maskUrl } from '../../auth/masking.ts'
import { requireHttps } from '../../auth/origin.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { my } from '../../commands/resources/lenders.ts'
import { KivaError } from '../../core/errors.ts'
import type { HttpRequest } from '../../core/http.ts'
import type { Json } from '../../core/json.ts'
import { formats } from '../../output/formats.ts'
import { extentOf } from '../../records/request.ts'
import { planRecords } from '../../records/unsent.ts'
import type { RunContext } from '../make-context.ts'
import type { DeliveryObserver } from './delivery.ts'
import { viewOf } from './view.ts'

/** Prints the requests or the document of an invocation. Throws `KivaError`. */
export async function printRequests(
  invocation: EndpointInvocation,
  context: RunContext,
  observer: DeliveryObserver | undefined,
): Promise<void> {
  const { wire, preview } = invocation
  const planned = planRecords(invocation, context, wire?.format)
  const requests = wire ? onlyRequest(planned) : planned
  if (preview) return printPreview(invocation, requests, context)
  await copyDocument(invocation, requests, context)
  await observer?.onComplete(undefined)
}

/**
 * Yields the only request for a document.
 * Throws `KivaError` of kind `usage` if the ids need several requests.
 */
async function* onlyRequest(requests: AsyncGenerator<HttpRequest>): AsyncGenerator<HttpRequest> {
  const { value: first } = await requests.next()
  if (!(await requests.next()).done) {
    throw new KivaError('usage', 'too many ids for one --wire document', {
      hint: 'Give fewer ids, or leave out --wire.',
    })
  }
  yield first
}

/** Copies the document to stdout byte for byte. A refusal is thrown, as for records. */
async function copyDocument(
  invocation: EndpointInvocation,
  requests: AsyncIterable<HttpRequest>,
  { stdout, now, fetch, signal }: Pick<RunContext, 'stdout' | 'now' | 'fetch' | 'signal'>,
): Promise<void> {
  const retry = extentOf(invocation).all ? 'patient' : 'quick'
  for await (const request of requests) {
    const reply = await fetch(request, { signal, retry, signed: invocation.endpoint.auth === true })
    const format = invocation.wire?.format ?? 'html'
    const page = format === 'html' ? undefined : problemOfPage(reply, format.toUpperCase())
    const problem = problemOf(reply, now()) ?? problemInDocument(reply, now()) ?? page
    if (problem) throw problem
    await stdout.write(reply.body, 'wire')
  }
}

/**
 * Prints the planned requests: the first page of a list, or every chunk of a list of ids. Throws `KivaError`.
 */
async function printPreview(
  invocation: EndpointInvocation,
  requests: AsyncIterable<HttpRequest>,
  context: RunContext,
): Promise<void> {
  const { endpoint, preview } = invocation
  const { settings, stdout } = context
  const signed = endpoint.auth === true
  if (signed) requireHttps(settings.baseUrl)
  if (preview === 'curl') {
    if (settings.mirror)
      throw new KivaError('usage', '--curl cannot be used with --mirror', {
        hint: 'The mirror has no URL: leave out --mirror.',
      })
    const served = signed ? 'https://127.0.0.1:8443' : 'http://127.0.0.1:8080'
    const at = settings.sandbox ? { ...settings, mode: ['--base-url', served] } : settings
    for await (const request of requests) {
      const url = settings.sandbox ? request.url.replace(sandboxOrigin, served) : request.url
      await stdout.write(`${curlLine({ ...request, url }, at, signed)}\n`, 'wire')
    }
    if (settings.sandbox) {
      const serve = `kiva sandbox ${signed ? '' : '--http '}--port ${new URL(served).port}`
      const more = signed ? ', log in there, and add its certificate with --cacert' : ''
      await context.say(`The built-in sandbox has no URL: serve one at ${served} with ${serve}${more}.`)
    }
  } else {
    const { load, destination } = formats[settings.output]
    const records = describe(requests, signed, context)
    const render = destination === 'people' ? inWords : await load()
    const view = { ...(await viewOf(invocation, false, context)), type: unknownType, detail: false }
    for await (const text of render(records, view)) await stdout.write(text, destination)
  }
  const { all, limit, pages } = extentOf(invocation)
  if (endpoint.paged && (all || (limit ?? pages) !== undefined)) {
    await context.say('This is the first request. Later ones differ in the page parameter only.')
  }
}

/** Returns the lender id that `@me` stands for. Throws `KivaError` of kind `usage` if it takes a request. */
export async function findMeUnsent(context: RunContext): Promise<string> {
  const fetch: RunContext['fetch'] = async () => {
    throw new KivaError('usage', 'a preview sends nothing, and the lender id of @me takes a request', {
      hint: (kiva) => `Give the id in place of @me: ${kiva('my account')} prints it.`,
    })
  }
  const { findMe } = await import('../../auth/me.ts')
  return findMe({ ...context, fetch }, my.endpoints.account)
}

interface Described extends Readonly<Record<string, Json>> {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

async function* describe(
  requests: AsyncIterable<HttpRequest>,
  signed: boolean,
  { secrets }: Pick<RunContext, 'secrets'>,
): AsyncGenerator<Described> {
  for await (const { method, url, headers } of requests) {
    const authorization = signed ? { authorization: 'OAuth ***' } : {}
    yield { method, url: maskUrl(url, secrets), headers: { ...headers, ...authorization } }
  }
}

/** Prints requests in HTTP syntax, separated by empty lines. */
async function* inWords(requests: AsyncIterable<Described>): AsyncGenerator<string> {
  let gap = ''
  for await (const { method, url, headers } of requests) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
    yield `${gap}${method} ${url}\n${lines.join('')}`
    gap = '\n'
  }
}
