/** The sandbox in this process, for many commands: every user is Robin, and replies are cached. */

import type { Fault } from '../../src/commands/actions/sandbox.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { HttpReply, Send } from '../../src/core/http.ts'
import { sendTo } from '../../src/sandbox/in-process.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { noon } from '../harness.ts'
import { asRobin } from '../sandbox/open.ts'

/** The sandbox without faults, at the fixed time of the tests. */
export const soundService = (): Send => remembering(sandboxWith([]))

/** Hostile text in every text field. Lists are cut short, because longer ones add nothing new. */
export const hostileService = (): Send => {
  const send = sandboxWith(['hostile-text'])
  return remembering(async (request, signal) => shortened(await send(request, signal)))
}

/** Hostile text and one more fault. Replies are not cached, because faults depend on the request number. */
export const faultyService = (fault: Fault): Send => sandboxWith(['hostile-text', fault], 300)

/** The credentials of a user who has logged in. */
export const loggedIn = {
  KIVA_CLIENT_ID: 'org.example.recorder',
  KIVA_CLIENT_SECRET: 'the secret of the recorder',
  KIVA_OAUTH_TOKEN: 'the token of the recorder',
  KIVA_OAUTH_TOKEN_SECRET: 'the token secret of the recorder',
}

const sandboxWith = (faults: readonly Fault[], loans = 2000) =>
  sendTo(createSandbox({ catalogue, loans, now: () => noon, faults, authorize: asRobin }).handle)

/** Sends each request once. Without faults, the sandbox sends the same reply again. */
export function remembering(send: Send): Send {
  const answers = new Map<string, HttpReply>()
  return async (request, signal) => {
    const reply = answers.get(request.url) ?? (await send(request, signal))
    answers.set(request.url, reply)
    return reply
  }
}

const most = 5

function shortened(reply: HttpReply): HttpReply {
  if (!reply.headers['content-type']?.startsWith('application/json')) return reply
  const short = JSON.stringify(JSON.parse(new TextDecoder().decode(reply.body)), (_, value) =>
    Array.isArray(value) ? value.slice(0, most) : value,
  )
  return { ...reply, body: new TextEncoder().encode(short) }
}
