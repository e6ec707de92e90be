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

export const loanView: DetailView = (unshown, layout, record) => {
  const id = unshown.line('id')
  unshown.take('status')
  const head = titleBlock(layout, unshown.line('name'), dotted(standing(record), id && `#${id}`))
  const currency = unshown.line('terms.disbursal_currency')
  const borrowers = unshown.list('borrowers')
  const schedule = scheduleBlock(
    layout,
    instalments(unshown.take('terms.scheduled_payments')),
    instalments(unshown.take('terms.local_payments')),
    currency,
  )
  return {
    blocks: [
      [
        ...head,
        ...proseBlock(layout, unshown.line('use')),
        ...flow(layout.columns, whereAndWhat(unshown, borrowers.length)),
      ],
      progressBlock(unshown, layout, record),
      factsBlock(layout, loanFacts(unshown, layout, record, currency)),
      ...storyBlocks(unshown, layout, record, showCommand('loan', id)),
      ...beside(layout, schedule, borrowersBlock(layout, borrowers)),
      paymentsBlock(layout, unshown.list('payments'), currency),
    ],
  }
}

/** `Nakuru, Kenya (KE) · Agriculture, Farming · 5 borrowers · partner 133 · in English` */
function whereAndWhat(unshown: RemainingFields, borrowers: number): readonly string[] {
  const code = unshown.line('location.country_code')
  const country = unshown.line('location.country')
  const place = [unshown.line('location.town'), country && code ? `${country} (${code})` : country || code]
  const trade = [unshown.line('sector'), unshown.line('activity')]
  const number = unshown.take('borrower_count') ?? (borrowers > 1 ? borrowers : undefined)
  const [partner, name] = [unshown.line('partner_id'), unshown.line('partner_name')]
  return [
    place.filter(Boolean).join(', '),
    [...new Set(trade)].filter(Boolean).join(', '),
    counted(number, 'borrower', 'borrowers'),
    name ? `partner ${name}${partner && ` (${partner})`}` : partner && `partner ${partner}`,
    languagesWords(unshown.list('description.languages').map(line)),
  ]
}
