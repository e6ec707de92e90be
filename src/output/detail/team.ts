import { htmlText } from '../terminal/html-text.ts'
import { count, date, money } from '../words/format.ts'
import type { DetailView, RemainingFields } from './generic.ts'
import { counted, dotted, factsBlock, flow, headedProse, titleBlock } from './layout.ts'
import { mediaFacts } from './media.ts'

export const teamView: DetailView = (remaining, layout) => {
  const id = remaining.line('id')
  const shortname = remaining.line('shortname')
  return {
    blocks: [
      [
        ...titleBlock(layout, remaining.line('name'), dotted('team', shortname, id && `#${id}`)),
        ...flow(layout.columns, [
          remaining.line('category'),
          remaining.line('whereabouts'),
          membership(remaining),
        ]),
      ],
      factsBlock(layout, [
        ['Members', count(remaining.take('member_count'))],
        [
          'Lent',
          dotted(
            money(remaining.take('loaned_amount')),
            counted(remaining.take('loan_count'), 'loan', 'loans'),
          ),
        ],
        ['Since', date(remaining.take('team_since'))],
        ['Web', remaining.line('website_url')],
        ...mediaFacts(remaining, layout),
      ]),
      headedProse(layout, 'Lends because', htmlText(remaining.text('loan_because'))),
      headedProse(layout, 'About', htmlText(remaining.text('description'))),
    ],
  }
}

function membership(remaining: RemainingFields): string {
  const type = remaining.line('membership_type')
  if (type === 'open' || type === 'closed') return `${type} to new members`
  return type && `membership: ${type}`
}
