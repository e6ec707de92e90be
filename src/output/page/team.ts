import { htmlText } from '../terminal/html-text.ts'
import { count, date, money } from '../words/format.ts'
import type { Maker, RemainingFields } from './generic.ts'
import { mediaFacts } from './media.ts'
import { counted, dotted, facts, flow, headed, prose, section, title } from './page.ts'

export const teamPage: Maker = (remaining, context) => {
  const id = remaining.line('id')
  const shortname = remaining.line('shortname')
  return {
    sections: [
      section(
        title(remaining.line('name'), dotted('team', shortname, id && `#${id}`)),
        flow([remaining.line('category'), remaining.line('whereabouts'), membership(remaining)]),
      ),
      section(
        facts([
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
          ...mediaFacts(remaining, context),
        ]),
      ),
      section(headed('Lends because', prose(htmlText(remaining.text('loan_because'))))),
      section(headed('About', prose(htmlText(remaining.text('description'))))),
    ],
  }
}

function membership(remaining: RemainingFields): string {
  const type = remaining.line('membership_type')
  if (type === 'open' || type === 'closed') return `${type} to new members`
  return type && `membership: ${type}`
}
