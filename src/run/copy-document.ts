import { problemInDocument, problemOf } from '../api/problem.ts'
import type { Context, HttpReply } from '../context.ts'

/** `--wire`: the service's own document on stdout, byte for byte. A refusal is thrown, as for records. */
export async function copyDocument(
  reply: HttpReply,
  context: Pick<Context, 'stdout' | 'now'>,
): Promise<void> {
  const problem = problemOf(reply, context.now()) ?? problemInDocument(reply, context.now())
  if (problem) throw problem
  await context.stdout.write(reply.body, 'wire')
}
