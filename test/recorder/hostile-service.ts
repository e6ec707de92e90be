/** The service in this process, where every field that is text holds hostile text, and everybody is Robin. */

import type { Fault } from '../../src/commands/fault-names.ts'
import { catalogue } from '../../src/commands/index.ts'
import type { HttpReply, Send } from '../../src/context.ts'
import { sendTo } from '../../src/sandbox/http/send-to.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { noon } from '../harness.ts'
import { asRobin } from '../sandbox/open.ts'

/** Each list ends after its first records: there are many commands, and nothing new in longer ones. */
const most = 5

/** More faults may come to it, which then strike by the number of the request: without, it gives each answer once. */
export function hostileService(...more: readonly Fault[]): Send {
  const faults: readonly Fault[] = ['hostile-text', ...more]
  const send = sendTo(createSandbox({ catalogue, now: () => noon, faults, authorize: asRobin }).handle)
  const answers = new Map<string, HttpReply>()
  return async (request, signal) => {
    const known = more.length === 0 ? answers.get(request.url) : undefined
    if (known) return known
    const reply = shortened(await send(request, signal))
    answers.set(request.url, reply)
    return reply
  }
}

function shortened(reply: HttpReply): HttpReply {
  if (!reply.headers['content-type']?.startsWith('application/json')) return reply
  const text = new TextDecoder().decode(reply.body)
  const short = JSON.stringify(JSON.parse(text), (key, value) =>
    Array.isArray(value) && key !== '' ? value.slice(0, most) : value,
  )
  return { ...reply, body: new TextEncoder().encode(short) }
}

/** Of somebody who has logged in. */
export const loggedIn = {
  KIVA_CLIENT_ID: 'org.example.recorder',
  KIVA_CLIENT_SECRET: 'the secret of the recorder',
  KIVA_OAUTH_TOKEN: 'the token of the recorder',
  KIVA_OAUTH_TOKEN_SECRET: 'the token secret of the recorder',
}
