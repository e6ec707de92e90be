/** A service with one lender, for tests of `kiva portfolio`. It counts nothing: the harness keeps the requests. */
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { jsonReply } from '../harness.ts'

/** When the service answers. */
export const answered = 'Sun, 04 Oct 2026 12:00:00 GMT'

/** Loan n, in repayment: $100 raised, a quarter repaid, the next installments due from November on. */
export const loan = (id: number, more: JsonObject = {}): JsonObject => ({
  id,
  name: `Loan ${id}`,
  status: 'in_repayment',
  sector: id % 3 === 0 ? 'Food' : 'Agriculture',
  location: id % 2 === 0 ? { country_code: 'KE', country: 'Kenya' } : { country_code: 'PE', country: 'Peru' },
  partner_id: 1,
  posted_date: '2026-03-01T00:00:00Z',
  loan_amount: 100,
  funded_amount: 100,
  paid_amount: 25,
  ...more,
})

const due = (due_date: string): JsonObject => ({ due_date, amount: 25 })

/** What only the detailed record has. */
const details: JsonObject = {
  borrowers: [{ first_name: 'A', gender: 'F' }],
  terms: {
    scheduled_payments: ['2026-09-01', '2026-11-01', '2026-12-01', '2027-01-01'].map((day) =>
      due(`${day}T07:00:00Z`),
    ),
  },
}

export const manyLoans = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, at) => loan(count - at))

const partner = (id: number, code: string, country: string, status = 'active'): JsonObject => ({
  id,
  name: `Partner ${id}`,
  status,
  countries: [{ iso_code: code, name: country }],
})

const partners: readonly JsonObject[] = [
  partner(1, 'KE', 'Kenya'),
  partner(2, 'JO', 'Jordan', 'pilot'),
  partner(3, 'XX', 'Elsewhere', 'closed'),
]

export const pathOf = ({ url }: HttpRequest) => {
  const { pathname, searchParams } = new URL(url)
  return `${pathname.slice(3).replace('.json', '')}${searchParams.has('page') ? `?${searchParams.get('page')}` : ''}`
}

/** Returns the service of lender `robin`. `more` are further details of each loan, `lender` further fields. */
export function serviceOf(
  loans: readonly JsonObject[],
  { lender = {}, more = details }: { readonly lender?: JsonObject; readonly more?: JsonObject } = {},
): Send {
  const lists: Readonly<Record<string, readonly [key: string, size: number, records: readonly Json[]]>> = {
    '/lenders/robin/loans': ['loans', 20, loans],
    '/partners': ['partners', 200, partners],
  }
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(3).replace('.json', '')
    const reply = (body: Json) => jsonReply(body, 200, { date: answered })
    if (path === '/lenders/robin')
      return reply({
        lenders: [
          {
            lender_id: 'robin',
            name: 'Robin',
            member_since: '2020-04-28T00:00:00Z',
            loan_count: loans.length,
            ...lender,
          },
        ],
      })
    const ids = /^\/loans\/([\d,]+)$/.exec(path)?.[1]?.split(',')
    if (ids)
      return reply({
        loans: loans.filter(({ id }) => ids.includes(String(id))).map((one) => ({ ...one, ...more })),
      })
    const [key, size, records] = lists[path] ?? []
    if (key === undefined || size === undefined || records === undefined)
      return jsonReply({ code: 'org.kiva.InvalidIdentifier', message: `There is no ${path}` }, 404)
    const page = Number(searchParams.get('page') ?? 1)
    const paging = { page, total: records.length, page_size: size, pages: Math.ceil(records.length / size) }
    return reply({ paging, [key]: records.slice((page - 1) * size, page * size) })
  }
}
