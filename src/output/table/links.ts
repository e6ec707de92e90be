/** Which cells of a table lead to a page of the website. */
import type { RecordName } from '../../api/record-types.ts'
import type { JsonObject } from '../../context.ts'
import { type Folder, linked, pagePath } from '../gate/links.ts'
import type { View } from '../view.ts'
import { at, line } from '../words/reading.ts'

/** A folder of the site, and where the record has the id of its page. */
type Page = readonly [folder: Folder, id: string]

/** By the type of the records and the header of the column. */
const pages: Readonly<Partial<Record<RecordName, Readonly<Record<string, Page>>>>> = {
  loan_listing: { ID: ['lend', 'id'] },
  loan_detail: { ID: ['lend', 'id'] },
  lender_listing: { LENDER: ['lender', 'lender_id'], 'LENDER ID': ['lender', 'lender_id'] },
  lender_detail: { LENDER: ['lender', 'lender_id'], 'LENDER ID': ['lender', 'lender_id'] },
  team_listing: { ID: ['team', 'shortname'], SHORTNAME: ['team', 'shortname'] },
  team_detail: { ID: ['team', 'shortname'], SHORTNAME: ['team', 'shortname'] },
  lending_action: { LOAN: ['lend', 'loan.id'], LENDER: ['lender', 'lender.lender_id'] },
  user_account: { LENDER: ['lender', 'lender_id'] },
}

/** A painted cell of a cleaned record, as a link where its column leads somewhere and the terminal knows links. */
export function linkedCell(painted: string, header: string, record: JsonObject, view: View): string {
  const page = view.links && view.type.name ? pages[view.type.name]?.[header] : undefined
  return page ? linked(painted, view.site, pagePath(page[0], line(at(record, page[1])))) : painted
}
