import { htmlText } from '../terminal/html-text.ts'
import { count, date, money } from '../words/format.ts'
import type { DetailView } from './detail-view.ts'
import { counted, dotted, factsBlock, flow, headedProse, titleBlock } from './layout.ts'
import { mediaFacts } from './media.ts'
import type { RemainingFields } from './remaining-fields.ts'

export const teamView: DetailView = (unshown, layout) => {
  const id = unshown.line('id')
  const shortname = unshown.line('shortname')
  return {
    blocks: [
      [
        ...titleBlock(layout, unshown.line('name'), dotted('team', shortname, id && `#${id}`)),
        ...flow(layout.columns, [unshown.line('category'), unshown.line('whereabouts'), membership(unshown)]),
      ],
      factsBlock(layout, [
        ['Members', count(unshown.take('member_count'))],
        [
          'Lent',
          dotted(money(unshown.take('loaned_amount')), counted(unshown.take('loan_count'), 'loan', 'loans')),
        ],
        ['Since', date(unshown.take('team_since'))],
        ['Web', unshown.line('website_url')],
        ...mediaFacts(unshown, layout),
      ]),
      headedProse(layout, 'Lends because', htmlText(unshown.text('loan_because'))),
      headedProse(layout, 'About', htmlText(unshown.text('description'))),
    ],
  }
}

function membership(unshown: RemainingFields): string {
  const type = unshown.line('membership_type')
  if (type === 'open' || type === 'closed') return `${type} to new members`
  return type && `membership: ${type}`
}
