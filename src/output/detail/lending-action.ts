import { isObject } from '../../api/json.ts'
import { records } from '../../api/records.ts'
import { dateAgo } from '../words/format.ts'
import { at, line } from '../words/reading.ts'
import { commands, type Shape } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import { dotted, factsBlock, proseBlock, titleBlock } from './layout.ts'
import { loanShape } from './loan.ts'
import { Rest } from './unshown-fields.ts'

/** Who lent to whom, and the loan below. */
export const lendingActionShape: Shape = (rest, sheet, record) => {
  const id = rest.line('id')
  const lenderId = rest.line('lender.lender_id')
  const from = rest.line('lender.name') || 'Somebody'
  const loan = at(record, 'loan')
  const head = (to: string) => [
    [
      ...titleBlock(sheet, `${from} → ${to || 'a loan'}`, dotted('lending action', id && `#${id}`)),
      ...proseBlock(sheet, dateAgo(rest.take('date'), sheet.now)),
    ],
    factsBlock(sheet, [
      ['Lender', dotted(lenderId, rest.line('lender.whereabouts'), rest.line('lender.country_code'))],
    ]),
  ]
  const links = commands(lenderId, 'lenders show')
  if (!isObject(loan)) return { blocks: head(''), links, page: '' }
  const within = new Rest(loan)
  const to = line(at(loan, 'name'))
  rest.take('loan')
  const drawn = loanShape(within, sheet, loan)
  const others = factsBlock(sheet, genericFacts(within, records.loan_listing))
  return { ...drawn, blocks: [...head(to), ...drawn.blocks, others], links: [...drawn.links, ...links] }
}
