import type { RecordName } from '../../api/endpoint.ts'
import { dateAgo } from '../words/format.ts'
import type { Shape } from './detail-view.ts'
import { commentShape, journalEntryShape, updateShape } from './journal-entry.ts'
import { titleBlock } from './layout.ts'
import { accountShape, lenderShape } from './lender.ts'
import { lendingActionShape } from './lending-action.ts'
import { loanShape } from './loan.ts'
import { methodShape } from './method.ts'
import { partnerShape } from './partner.ts'
import { teamShape } from './team.ts'

const releaseShape: Shape = (rest, sheet) => ({
  blocks: [titleBlock(sheet, `Release ${rest.line('id')}`, dateAgo(rest.take('date'), sheet.now))],
  links: [],
  page: '',
})

const templateShape: Shape = (rest, sheet) => ({
  blocks: [[...titleBlock(sheet, `Image template ${rest.line('id')}`, ''), rest.line('pattern')]],
  links: ['kiva templates images'],
  page: '',
})

/** The hand-made view of every record type. What a view doesn't take is shown below it, field by field. */
export const shapes: Readonly<Record<RecordName, Shape>> = {
  loan_listing: loanShape,
  loan_detail: loanShape,
  lender_listing: lenderShape,
  lender_detail: lenderShape,
  team_listing: teamShape,
  team_detail: teamShape,
  partner_listing: partnerShape,
  journal_entry: journalEntryShape,
  comment: commentShape,
  loan_updates: updateShape,
  lending_action: lendingActionShape,
  method_summary: methodShape,
  user_account: accountShape,
  release: releaseShape,
  image_template: templateShape,
}
