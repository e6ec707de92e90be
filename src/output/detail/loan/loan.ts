/** The detail view of a loan, for current and potential lenders. */

import { alarm, statusAndShortfall } from '../../words/loan-words.ts'
import { showCommand } from '../../words/related.ts'
import type { DetailView } from '../detail-view.ts'
import { counted, dotted, factsBlock, flow, proseBlock, sideBySide, titleBlock } from '../layout.ts'
import type { RemainingFields } from '../remaining-fields.ts'
import { borrowersBlock } from './borrowers.ts'
import { lendingFacts, smallPrint } from './loan-facts.ts'
import { progressBlock } from './loan-progress.ts'
import { paymentsBlock } from './payments.ts'
import { instalments, scheduleBlock } from './schedule.ts'
import { storyBlocks } from './story.ts'

export const loanView: DetailView = (remaining, layout, record) => {
  const id = remaining.line('id')
  remaining.take('status')
  const currency = remaining.line('terms.disbursal_currency')
  const borrowers = remaining.list('borrowers')
  const number = remaining.take('borrower_count') ?? borrowers.length
  const name = dotted(
    remaining.line('name'),
    number === 0 || number === 1 ? '' : counted(number, 'borrower', 'borrowers'),
  )
  const schedule = scheduleBlock(
    layout,
    instalments(remaining.take('terms.scheduled_payments')),
    instalments(remaining.take('terms.local_payments')),
    currency,
  )
  return {
    blocks: [
      [
        ...titleBlock(layout, name, dotted(statusAndShortfall(record), id && `#${id}`), alarm(record)),
        ...proseBlock(layout, remaining.line('use')),
        ...flow(layout.columns, [place(remaining), remaining.line('activity') || remaining.line('sector')]),
      ],
      progressBlock(remaining, layout, record),
      factsBlock(layout, lendingFacts(remaining, layout, record)),
      ...storyBlocks(remaining, layout, record, showCommand('loan', id)),
      ...sideBySide(layout, borrowersBlock(layout, borrowers), schedule),
      paymentsBlock(layout, remaining.list('payments'), currency),
      factsBlock(layout, smallPrint(remaining, layout, record, { borrowers, currency })),
    ],
    hasAddress: true,
  }
}

/** `Nakuru, Kenya` */
function place(remaining: RemainingFields): string {
  const code = remaining.line('location.country_code')
  return [remaining.line('location.town'), remaining.line('location.country') || code]
    .filter(Boolean)
    .join(', ')
}
