import { problemInDocument, problemOf } from '../api/wire/problem.ts'
import type { HttpReply } from '../ports/http.ts'
import type { RunContext } from './make-context.ts'

/** `--wire`: the service's own document on stdout, byte for byte. A refusal is thrown, as for records. */
export async function copyDocument(
  reply: HttpReply,
  { stdout, now }: Pick<RunContext, 'stdout' | 'now'>,
): Promise<void> {
  const problem = problemOf(reply, now()) ?? problemInDocument(reply, now())
  if (problem) throw problem
  await stdout.write(reply.body, 'wire')
}
