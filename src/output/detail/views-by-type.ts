import type { RecordName } from '../../api/records/record-types.ts'
import { dateAgo } from '../words/format.ts'
import type { DetailView } from './detail-view.ts'
import { commentView, journalEntryView, updateView } from './journal-entry.ts'
import { titleBlock } from './layout.ts'
import { accountView, lenderView } from './lender.ts'
import { lendingActionView } from './lending-action.ts'
import { loanView } from './loan/loan.ts'
import { methodView } from './method.ts'
import { partnerView } from './partner.ts'
import { teamView } from './team.ts'

const releaseView: DetailView = (remaining, layout) => ({
  blocks: [
    titleBlock(layout, `Release ${remaining.line('id')}`, dateAgo(remaining.take('date'), layout.now)),
  ],
})

const templateView: DetailView = (remaining, layout) => ({
  blocks: [[...titleBlock(layout, `Image template ${remaining.line('id')}`, ''), remaining.line('pattern')]],
})

/** The detail view of each record type. Fields that a view does not show are printed below it. */
export const viewsByType: Readonly<Record<RecordName, DetailView>> = {
  loan_listing: loanView,
  loan_detail: loanView,
  lender_listing: lenderView,
  lender_detail: lenderView,
  team_listing: teamView,
  team_detail: teamView,
  partner_listing: partnerView,
  journal_entry: journalEntryView,
  comment: commentView,
  loan_updates: updateView,
  lending_action: lendingActionView,
  method_summary: methodView,
  user_account: accountView,
  release: releaseView,
  image_template: templateView,
}
