/** The detail view of a loan, for current and potential lenders. */

import { line } from '../../words/line.ts'
import { standing } from '../../words/loan-words.ts'
import { showCommand } from '../../words/related.ts'
import type { DetailView } from '../detail-view.ts'
import { beside, counted, dotted, factsBlock, flow, proseBlock, titleBlock } from '../layout.ts'
import type { RemainingFields } from '../remaining-fields.ts'
import { borrowersBlock } from './borrowers.ts'
import { loanFacts } from './loan-facts.ts'
import { progressBlock } from './loan-progress.ts'
import { paymentsBlock } from './payments.ts'
import { instalments, scheduleBlock } from './schedule.ts'
import { languagesWords, storyBlocks } from './story.ts'

export const loanView: DetailView = (remaining, layout, record) => {
  const id = remaining.line('id')
  remaining.take('status')
  const head = titleBlock(layout, remaining.line('name'), dotted(standing(record), id && `#${id}`))
  const currency = remaining.line('terms.disbursal_currency')
  const borrowers = remaining.list('borrowers')
  const schedule = scheduleBlock(
    layout,
    instalments(remaining.take('terms.scheduled_payments')),
    instalments(remaining.take('terms.local_payments')),
    currency,
  )
  return {
    blocks: [
      [
        ...head,
        ...proseBlock(layout, remaining.line('use')),
        ...flow(layout.columns, whereAndWhat(remaining, borrowers.length)),
      ],
      progressBlock(remaining, layout, record),
      factsBlock(layout, loanFacts(remaining, layout, record, currency)),
      ...storyBlocks(remaining, layout, record, showCommand('loan', id)),
      ...beside(layout, schedule, borrowersBlock(layout, borrowers)),
      paymentsBlock(layout, remaining.list('payments'), currency),
    ],
  }
}

/** `Nakuru, Kenya (KE) · Agriculture, Farming · 5 borrowers · partner 133 · in English` */
function whereAndWhat(remaining: RemainingFields, borrowers: number): readonly string[] {
  const code = remaining.line('location.country_code')
  const country = remaining.line('location.country')
  const place = [remaining.line('location.town'), country && code ? `${country} (${code})` : country || code]
  const trade = [remaining.line('sector'), remaining.line('activity')]
  const number = remaining.take('borrower_count') ?? (borrowers > 1 ? borrowers : undefined)
  const [partner, name] = [remaining.line('partner_id'), remaining.line('partner_name')]
  return [
    place.filter(Boolean).join(', '),
    [...new Set(trade)].filter(Boolean).join(', '),
    counted(number, 'borrower', 'borrowers'),
    name ? `partner ${name}${partner && ` (${partner})`}` : partner && `partner ${partner}`,
    languagesWords(remaining.list('description.languages').map(line)),
  ]
}
