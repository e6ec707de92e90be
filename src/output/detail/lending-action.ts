import { at } from '../../api/records/field-values.ts'
import { records } from '../../api/records/fields.ts'
import { isObject } from '../../core/json.ts'
import { dateAgo } from '../words/format.ts'
import { line } from '../words/line.ts'
import { country } from '../words/loan-words.ts'
import { nextCommands, showCommand } from '../words/related.ts'
import { type DetailView, genericFacts, RemainingFields } from './generic.ts'
import { dotted, factsBlock, proseBlock, titleBlock } from './layout.ts'
import { loanView } from './loan.ts'
import { mediaFacts } from './media.ts'

/** Shows who lent to whom, with the loan below. */
export const lendingActionView: DetailView = (remaining, layout, record) => {
  const id = remaining.line('id')
  const lenderId = remaining.line('lender.lender_id')
  const from = remaining.line('lender.name') || 'Somebody'
  const lender = new RemainingFields({ image: remaining.take('lender.image') ?? null })
  if (at(record, 'lender.uid') === at(record, 'lender.lender_id')) remaining.take('lender.uid')
  const loan = at(record, 'loan')
  const head = (to: string) => [
    [
      ...titleBlock(layout, `${from} → ${to || 'a loan'}`, dotted('lending action', id && `#${id}`)),
      ...proseBlock(layout, dateAgo(remaining.take('date'), layout.now)),
    ],
    factsBlock(layout, [
      [
        'Lender',
        dotted(
          lenderId,
          remaining.line('lender.whereabouts'),
          country(remaining.take('lender.country_code')),
        ),
      ],
      ...mediaFacts(lender, layout),
    ]),
  ]
  const links = [...nextCommands('loan', loan), ...showCommand('lender', lenderId)]
  if (!isObject(loan)) return { blocks: head(''), links }
  const within = new RemainingFields(loan)
  const to = line(at(loan, 'name'))
  remaining.take('loan')
  const { blocks, hasAddress } = loanView(within, layout, loan)
  const others = factsBlock(layout, genericFacts(within, records.loan_listing))
  return { blocks: [...head(to), ...blocks, others], links, ...(hasAddress && { hasAddress }) }
}
