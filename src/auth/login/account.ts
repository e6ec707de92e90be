import type { Endpoint } from '../../api/endpoint.ts'
import { decodeReply } from '../../api/wire/reply.ts'
import { buildRequest } from '../../api/wire/request.ts'
import type { Context } from '../../context.ts'
import { isObject, type Json } from '../../ports/json.ts'
import type { Origin } from '../../ports/origin.ts'
import type { Account } from '../credentials/credentials-file.ts'
import { signedProblem } from '../problems.ts'
import type { SignedSend } from '../signing/signed-send.ts'

/** Who the token belongs to, asked at the endpoint of the catalogue. Throws `KivaError` as any request does. */
export async function fetchAccount(
  context: Pick<Context, 'now' | 'settings'>,
  signed: SignedSend,
  endpoint: Endpoint,
  baseUrl: Origin,
): Promise<Account> {
  const { appId } = context.settings
  const reply = await signed(buildRequest(endpoint, {}, { baseUrl, format: 'json', appId }))
  const problem = signedProblem(reply)
  if (problem) throw problem
  return accountOf(decodeReply(endpoint, reply, context.now()).records[0])
}

/** Every field may be missing; a name there always is. */
function accountOf(record: Json | undefined): Account {
  const fields = isObject(record) ? record : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const name = [text('first_name'), text('last_name')].filter((part) => part !== '').join(' ')
  const lenderId = text('lender_id')
  return { name: name || lenderId || 'a user without a name', ...(lenderId ? { lender_id: lenderId } : {}) }
}
