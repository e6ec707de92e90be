import { at } from '../../api/records/field-values.ts'
import { records } from '../../api/records/fields.ts'
import { isObject } from '../../core/json.ts'
import { dateAgo } from '../words/format.ts'
import { line } from '../words/line.ts'
import { country } from '../words/loan-words.ts'
import { nextCommands, showCommand } from '../words/related.ts'
import { genericFacts, type Maker, RemainingFields } from './generic.ts'
import { loanPage } from './loan.ts'
import { mediaFacts } from './media.ts'
import { dotted, facts, prose, section, title } from './page.ts'

/** Shows who lent to whom, with the loan below. */
export const lendingActionPage: Maker = (remaining, context, record) => {
  const id = remaining.line('id')
  const lenderId = remaining.line('lender.lender_id')
  const from = remaining.line('lender.name') || 'Somebody'
  const lender = new RemainingFields({ image: remaining.take('lender.image') ?? null })
  if (at(record, 'lender.uid') === at(record, 'lender.lender_id')) remaining.take('lender.uid')
  const loan = at(record, 'loan')
  const head = (to: string) => [
    section(
      title(`${from} → ${to || 'a loan'}`, dotted('lending action', id && `#${id}`)),
      prose(dateAgo(remaining.take('date'), context.now)),
    ),
    section(
      facts([
        [
          'Lender',
          dotted(
            lenderId,
            remaining.line('lender.whereabouts'),
            country(remaining.take('lender.country_code')),
          ),
        ],
        ...mediaFacts(lender, context),
      ]),
    ),
  ]
  const links = [...nextCommands('loan', loan), ...showCommand('lender', lenderId)]
  if (!isObject(loan)) return { sections: head(''), links }
  const within = new RemainingFields(loan)
  const to = line(at(loan, 'name'))
  remaining.take('loan')
  const { sections, hasAddress } = loanPage(within, context, loan)
  const others = section(facts(genericFacts(within, records.loan_listing)))
  return { sections: [...head(to), ...sections, others], links, ...(hasAddress && { hasAddress }) }
}
