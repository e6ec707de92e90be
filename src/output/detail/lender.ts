/** Detail views for a lender, and for the account of the logged-in user. */
import type { Json } from '../../ports/json.ts'
import { country } from '../words/country.ts'
import { date, yesNo } from '../words/format.ts'
import { line } from '../words/line.ts'
import type { DetailView } from './detail-view.ts'
import { counted, dotted, factsBlock, flow, headedProse, titleBlock } from './layout.ts'
import { mediaFacts } from './media.ts'

export const lenderView: DetailView = (unshown, layout) => {
  const id = unshown.line('lender_id')
  const uid = unshown.line('uid')
  const home = country(unshown.take('country_code'))
  const inviter = unshown.line('inviter_id')
  return {
    blocks: [
      [
        ...titleBlock(layout, unshown.line('name'), dotted('lender', id)),
        ...flow(layout.columns, [unshown.line('whereabouts'), home, unshown.line('occupation')]),
      ],
      factsBlock(layout, [
        [
          'Lending',
          dotted(
            counted(unshown.take('loan_count'), 'loan', 'loans'),
            since('member since', unshown.take('member_since')),
          ),
        ],
        [
          'Invited',
          dotted(
            counted(unshown.take('invitee_count'), 'lender', 'lenders'),
            inviter && inviter !== '0' ? `invited by ${inviter}` : '',
          ),
        ],
        ['In the team', since('since', unshown.take('team_join_date'))],
        ['Web', unshown.line('personal_url')],
        ...mediaFacts(unshown, layout),
        ['User id', uid === id ? '' : uid],
      ]),
      headedProse(layout, 'Lends because', unshown.text('loan_because')),
      headedProse(layout, 'Work', unshown.text('occupational_info')),
    ],
  }
}

const since = (word: string, value: Json | undefined) => {
  const shown = date(value)
  return shown && `${word} ${shown}`
}

export const accountView: DetailView = (unshown, layout) => {
  const id = unshown.line('id')
  const lenderId = unshown.line('lender_id')
  const name = [unshown.line('first_name'), unshown.line('last_name')].filter(Boolean).join(' ')
  return {
    blocks: [
      titleBlock(layout, name, dotted('account', id && `#${id}`)),
      factsBlock(layout, [
        ['Lender', lenderId],
        ['Lender page', publicity(unshown.take('is_public'))],
        ['Developer', yesNo(unshown.take('is_developer'))],
      ]),
    ],
  }
}

const publicity = (value: Json | undefined) =>
  typeof value === 'boolean' ? (value ? 'public' : 'private') : line(value)
