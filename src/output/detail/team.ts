import { htmlText } from '../terminal/html-text.ts'
import { count, date, money } from '../words/format.ts'
import { commands, type Shape } from './detail-view.ts'
import { counted, dotted, factsBlock, flow, headedProse, titleBlock } from './layout.ts'
import type { Rest } from './unshown-fields.ts'

export const teamShape: Shape = (rest, sheet) => {
  const id = rest.line('id')
  const shortname = rest.line('shortname')
  return {
    blocks: [
      [
        ...titleBlock(sheet, rest.line('name'), dotted('team', shortname, id && `#${id}`)),
        ...flow(sheet.columns, [rest.line('category'), rest.line('whereabouts'), membership(rest)]),
      ],
      factsBlock(sheet, [
        ['Members', count(rest.take('member_count'))],
        [
          'Lent',
          dotted(money(rest.take('loaned_amount')), counted(rest.take('loan_count'), 'loan', 'loans')),
        ],
        ['Since', date(rest.take('team_since'))],
        ['Web', rest.line('website_url')],
      ]),
      headedProse(sheet, 'Lends because', htmlText(rest.text('loan_because'))),
      headedProse(sheet, 'About', htmlText(rest.text('description'))),
    ],
    links: commands(id, 'teams lenders', 'teams loans'),
    page: shortname && `team/${encodeURIComponent(shortname)}`,
  }
}

function membership(rest: Rest): string {
  const type = rest.line('membership_type')
  if (type === 'open' || type === 'closed') return `${type} to new members`
  return type && `membership: ${type}`
}
