/** A service of loans for tests with files: pages of two, and loans by id. */

import { KivaError } from '../../../src/core/errors.ts'
import type { HttpReply, HttpRequest, Send } from '../../../src/core/http.ts'
import type { Json } from '../../../src/core/json.ts'
import { jsonReply } from '../../harness.ts'

export const loan = (id: number) => ({ id, name: `Loan ${id}`, use: 'maize & beans' })
export const some = (count: number): Json[] => Array.from({ length: count }, (_, at) => loan(at + 1))

/** Serves a list, two loans per page; a test may change the list between requests. */
export function listOf(loans: Json[]): Send {
  return async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    const paging = { page, total: loans.length, page_size: 2, pages: Math.ceil(loans.length / 2) }
    return jsonReply({ paging, loans: loans.slice(2 * page - 2, 2 * page) })
  }
}

/** Serves loans by id; ids above 1000 do not exist. */
export const byId: Send = async ({ url }) => {
  const ids = (/loans\/([\d,]+)/.exec(url)?.[1] ?? '').split(',').map(Number)
  const found = ids.filter((id) => id <= 1000)
  return found.length > 0
    ? jsonReply({ loans: found.map(loan) })
    : jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'none' }, 404)
}

/** Calls `then` for requests that match `when`; by default the network fails. */
export function until(
  send: Send,
  when: (request: HttpRequest) => boolean,
  then: () => HttpReply | Promise<HttpReply> = () => {
    throw new KivaError('network', 'The network is gone', { hint: 'Plug it in.' })
  },
): Send {
  return (request, signal) => (when(request) ? Promise.resolve().then(then) : send(request, signal))
}

export const pageOf = ({ url }: HttpRequest) => new URL(url).searchParams.get('page') ?? '1'
