import type { Endpoint } from '../../api/endpoint.ts'
import { decodeReply } from '../../api/wire/reply.ts'
import { buildRequest } from '../../api/wire/request.ts'
import { isObject, type Json } from '../../ports/json.ts'
import type { Origin } from '../../ports/origin.ts'
import type { Account } from '../credentials/credentials-file.ts'
import { signedProblem } from '../problems.ts'
import type { SignedSend, SigningPorts } from '../signing/signed-send.ts'

interface Ports extends Pick<SigningPorts, 'now' | 'settings'> {
  readonly accountEndpoint: Endpoint
}

/** Returns the account that the token belongs to. Throws `KivaError` like any request. */
export async function fetchAccount(
  { now, settings: { appId }, accountEndpoint: endpoint }: Ports,
  signed: SignedSend,
  baseUrl: Origin,
): Promise<Account> {
  const reply = await signed(buildRequest(endpoint, {}, { baseUrl, format: 'json', appId }))
  const problem = signedProblem(reply)
  if (problem) throw problem
  return accountOf(decodeReply(endpoint, reply, now()).records[0])
}

/** The service may leave out any field; the name is never empty. */
function accountOf(record: Json | undefined): Account {
  const fields = isObject(record) ? record : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const name = [text('first_name'), text('last_name')].filter((part) => part !== '').join(' ')
  const lenderId = text('lender_id')
  return { name: name || lenderId || '(no name)', ...(lenderId ? { lender_id: lenderId } : {}) }
}
