import { at } from '../../api/records/field-values.ts'
import { records } from '../../api/records/fields.ts'
import { isObject } from '../../ports/json.ts'
import { country } from '../words/country.ts'
import { dateAgo } from '../words/format.ts'
import { line } from '../words/line.ts'
import { nextCommands, showCommand } from '../words/related.ts'
import type { DetailView } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import { dotted, factsBlock, proseBlock, titleBlock } from './layout.ts'
import { loanView } from './loan/loan.ts'
import { mediaFacts } from './media.ts'
import { RemainingFields } from './remaining-fields.ts'

/** Shows who lent to whom, with the loan below. */
export const lendingActionView: DetailView = (unshown, layout, record) => {
  const id = unshown.line('id')
  const lenderId = unshown.line('lender.lender_id')
  const from = unshown.line('lender.name') || 'Somebody'
  const lender = new RemainingFields({ image: unshown.take('lender.image') ?? null })
  if (at(record, 'lender.uid') === at(record, 'lender.lender_id')) unshown.take('lender.uid')
  const loan = at(record, 'loan')
  const head = (to: string) => [
    [
      ...titleBlock(layout, `${from} → ${to || 'a loan'}`, dotted('lending action', id && `#${id}`)),
      ...proseBlock(layout, dateAgo(unshown.take('date'), layout.now)),
    ],
    factsBlock(layout, [
      [
        'Lender',
        dotted(lenderId, unshown.line('lender.whereabouts'), country(unshown.take('lender.country_code'))),
      ],
      ...mediaFacts(lender, layout),
    ]),
  ]
  const links = [...nextCommands('loan', loan), ...showCommand('lender', lenderId)]
  if (!isObject(loan)) return { blocks: head(''), links }
  const within = new RemainingFields(loan)
  const to = line(at(loan, 'name'))
  unshown.take('loan')
  const { blocks } = loanView(within, layout, loan)
  const others = factsBlock(layout, genericFacts(within, records.loan_listing))
  return { blocks: [...head(to), ...blocks, others], links }
}
