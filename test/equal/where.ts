/** Expressions of `--where` by the type of records, and whether each keeps a record, written by hand. */
import type { JsonObject } from '../../src/core/json.ts'

/** In jq all values but these two are true, also 0 and ''. */
const isTrue = (value: unknown) => value !== undefined && value !== null && value !== false

/** In jq a text is greater than any number, and a missing value less. */
const isAbove = (value: unknown, least: number) =>
  typeof value === 'string' || (typeof value === 'number' && value > least)

const named = (list: unknown, name: string) =>
  ((list ?? []) as readonly JsonObject[]).findIndex((item) => item['name'] === name)

export const wheres: Readonly<Record<string, Readonly<Record<string, (record: JsonObject) => boolean>>>> = {
  loan_listing: {
    '.loan_amount > 200': ({ loan_amount }) => isAbove(loan_amount, 200),
    '.status == "in_repayment" and .delinquent != true': ({ status, delinquent }) =>
      status === 'in_repayment' && delinquent !== true,
    '.location.town': ({ location }) => isTrue((location as JsonObject | undefined)?.['town']),
    '.delinquent | not': ({ delinquent }) => !isTrue(delinquent),
    // The first result decides.
    '.tags[]? | .name == "#Eco"': ({ tags }) => named(tags, '#Eco') === 0,
    '.lender_count, true': ({ lender_count }) => isTrue(lender_count),
    '[.tags[]?.name] | index("#Eco")': ({ tags }) => named(tags, '#Eco') >= 0,
  },
  lender_listing: {
    '.country_code': ({ country_code }) => isTrue(country_code),
    '.name // "" | test("o")': ({ name }) => String(name ?? '').includes('o'),
  },
  team_listing: {
    '.member_count >= 30': ({ member_count }) => isAbove(member_count, 29),
    '.membership_type == "open"': ({ membership_type }) => membership_type === 'open',
  },
  partner_listing: {
    '.countries | length > 1': ({ countries }) => ((countries ?? []) as readonly unknown[]).length > 1,
    'select(.status == "active")': ({ status }) => status === 'active',
  },
  journal_entry: {
    '.bulk': ({ bulk }) => isTrue(bulk),
    '.comment_count > 2': ({ comment_count }) => isAbove(comment_count, 2),
  },
  comment: { '.whereabouts != ""': ({ whereabouts }) => whereabouts !== '' },
}
