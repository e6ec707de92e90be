/** Links from the values of a record to the documents about them. */

import { suffix } from '../../../api/gaps.ts'
import type { RecordName } from '../../../api/records/record-types.ts'
import { encode } from '../../../api/wire/encode.ts'
import { apiPrefix } from '../../../api/wire/request.ts'
import type { Json, JsonObject } from '../../../ports/json.ts'

/** Fields that contain full records, which have links of their own. */
export const nestedRecords: Readonly<Partial<Record<RecordName, Readonly<Record<string, RecordName>>>>> = {
  lending_action: { loan: 'loan_listing', lender: 'lender_listing' },
  loan_updates: { journal_entry: 'journal_entry' },
}

/** Paths below `/v1`, with `?` before the query. `{}` is the placeholder for the value. */
type Links = Readonly<Record<string, string>>

const loan: Links = {
  id: '/loans/{}',
  partner_id: '/loans/search?partner={}',
  sector: '/loans/search?sector={}',
}
const lender: Links = { lender_id: '/lenders/{}', uid: '/lenders/{}', inviter_id: '/lenders/{}' }
const team: Links = { id: '/teams/{}', shortname: '/teams/using_shortname/{}' }

const ownLinks: Readonly<Partial<Record<RecordName, Links>>> = {
  loan_listing: loan,
  loan_detail: loan,
  lender_listing: lender,
  lender_detail: lender,
  team_listing: team,
  team_detail: team,
  journal_entry: { id: '/journal_entries/{}/comments' },
  partner_listing: { id: '/loans/search?partner={}' },
  method_summary: { id: '/methods/{}' },
  user_account: { lender_id: '/lenders/{}' },
}

/** Returns the address to which a value of a record links, or `undefined` if it has no link. */
export function linkField(
  returns: RecordName,
  key: string,
  value: Json,
  record: JsonObject,
): string | undefined {
  const template = ownLinks[returns]?.[key]
  if (template === undefined || value === '' || (key === 'inviter_id' && !record['inviter_id']))
    return undefined
  return fillAddress(template, String(value))
}

const loanPages = {
  Lenders: '/loans/{}/lenders',
  'Journal entries': '/loans/{}/journal_entries',
  Updates: '/loans/{}/updates',
}
const lenderPages = { Loans: '/lenders/{}/loans', Teams: '/lenders/{}/teams' }
const teamPages = { Lenders: '/teams/{}/lenders', Loans: '/teams/{}/loans' }

const relatedLinks: Readonly<Partial<Record<RecordName, { readonly key: string; readonly pages: Links }>>> = {
  loan_listing: { key: 'id', pages: loanPages },
  loan_detail: { key: 'id', pages: loanPages },
  lender_listing: { key: 'lender_id', pages: lenderPages },
  lender_detail: { key: 'lender_id', pages: lenderPages },
  team_listing: { key: 'id', pages: teamPages },
  team_detail: { key: 'id', pages: teamPages },
  journal_entry: { key: 'id', pages: { Comments: '/journal_entries/{}/comments' } },
  partner_listing: {
    key: 'id',
    pages: { Loans: '/loans/search?partner={}', News: '/journal_entries/search?partner={}' },
  },
  user_account: { key: 'lender_id', pages: lenderPages },
}

/** Returns links to the documents related to a record. */
export function linkRelated(
  returns: RecordName,
  record: JsonObject,
): readonly { readonly words: string; readonly href: string }[] {
  const { key, pages } = relatedLinks[returns] ?? {}
  const id = key === undefined ? undefined : record[key]
  if (pages === undefined || id === undefined || id === null || id === '') return []
  return Object.entries(pages).map(([words, template]) => ({
    words,
    href: fillAddress(template, String(id)),
  }))
}

function fillAddress(template: string, value: string): string {
  const [path = '', query] = template.replace('{}', encode(value)).split('?')
  return `${apiPrefix}${path}${suffix.html}${query === undefined ? '' : `?${query}`}`
}
