import { isObject } from '../api/json.ts'
import { decodeReply } from '../api/reply.ts'
import { buildRequest } from '../api/request.ts'
import type { Context, Json } from '../context.ts'
import type { Account } from './credentials-file.ts'
import { signedProblem } from './problems.ts'
import type { SignedSend } from './signed-send.ts'

/** The endpoint `my account` of the catalogue, as far as a request needs it. */
const myAccount = { path: '/my/account', params: {}, returns: 'user_account' } as const

/** Who the token belongs to. Throws `KivaError` as any request does. */
export async function fetchAccount(
  context: Pick<Context, 'now' | 'settings'>,
  signed: SignedSend,
  baseUrl: string,
): Promise<Account> {
  const { appId } = context.settings
  const reply = await signed(buildRequest(myAccount, {}, { baseUrl, format: 'json', appId }))
  const problem = signedProblem(reply)
  if (problem) throw problem
  return accountOf(decodeReply(myAccount, reply, context.now()).records[0])
}

/** Every field may be missing; a name there always is. */
function accountOf(record: Json | undefined): Account {
  const fields = isObject(record) ? record : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const name = [text('first_name'), text('last_name')].filter((part) => part !== '').join(' ')
  const lenderId = text('lender_id')
  return { name: name || lenderId || 'a user without a name', ...(lenderId ? { lender_id: lenderId } : {}) }
}
