/** `--wire`: copies the service's own document. */
import { problemInDocument, problemOf } from '../api/wire/problem.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { KivaError } from '../core/errors.ts'
import type { HttpRequest } from '../core/http.ts'
import { extentOf } from '../records/request.ts'
import type { RunContext } from './make-context.ts'

/**
 * Yields the only request for a document.
 * Throws `KivaError` of kind `usage` if the ids need several requests.
 */
export async function* onlyRequest(requests: AsyncGenerator<HttpRequest>): AsyncGenerator<HttpRequest> {
  const { value: first } = await requests.next()
  if (!(await requests.next()).done) {
    throw new KivaError('usage', 'too many ids for one --wire document', {
      hint: 'Give fewer ids, or leave out --wire.',
    })
  }
  yield first
}

/** Copies the document to stdout byte for byte. A refusal is thrown, as for records. */
export async function copyDocument(
  invocation: EndpointInvocation,
  requests: AsyncIterable<HttpRequest>,
  { stdout, now, fetch, signal }: Pick<RunContext, 'stdout' | 'now' | 'fetch' | 'signal'>,
): Promise<void> {
  const retry = extentOf(invocation).all ? 'patient' : 'quick'
  for await (const request of requests) {
    const reply = await fetch(request, { signal, retry, signed: invocation.endpoint.auth === true })
    const problem = problemOf(reply, now()) ?? problemInDocument(reply, now())
    if (problem) throw problem
    await stdout.write(reply.body, 'wire')
  }
}
