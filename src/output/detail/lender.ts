/** The views of a lender, and of the account of the user who logged in. */
import type { Json } from '../../context.ts'
import { date, yesNo } from '../words/format.ts'
import { line } from '../words/reading.ts'
import { commands, type Shape } from './detail-view.ts'
import { counted, dotted, factsBlock, flow, headedProse, titleBlock } from './layout.ts'

export const lenderShape: Shape = (rest, sheet) => {
  const id = rest.line('lender_id')
  const uid = rest.line('uid')
  const code = rest.line('country_code')
  const inviter = rest.line('inviter_id')
  return {
    blocks: [
      [
        ...titleBlock(sheet, rest.line('name'), dotted('lender', id)),
        ...flow(sheet.columns, [rest.line('whereabouts'), code, rest.line('occupation')]),
      ],
      factsBlock(sheet, [
        [
          'Lending',
          dotted(
            counted(rest.take('loan_count'), 'loan', 'loans'),
            since('member since', rest.take('member_since')),
          ),
        ],
        [
          'Invited',
          dotted(
            counted(rest.take('invitee_count'), 'lender', 'lenders'),
            inviter && inviter !== '0' ? `invited by ${inviter}` : '',
          ),
        ],
        ['In the team', since('since', rest.take('team_join_date'))],
        ['Web', rest.line('personal_url')],
        ['User id', uid === id ? '' : uid],
      ]),
      headedProse(sheet, 'Lends because', rest.text('loan_because')),
      headedProse(sheet, 'Work', rest.text('occupational_info')),
    ],
    links: commands(id, 'lenders loans', 'lenders teams'),
    page: id && `lender/${encodeURIComponent(id)}`,
  }
}

const since = (word: string, value: Json | undefined) => {
  const shown = date(value)
  return shown && `${word} ${shown}`
}

export const accountShape: Shape = (rest, sheet) => {
  const id = rest.line('id')
  const lenderId = rest.line('lender_id')
  const name = [rest.line('first_name'), rest.line('last_name')].filter(Boolean).join(' ')
  return {
    blocks: [
      titleBlock(sheet, name, dotted('account', id && `#${id}`)),
      factsBlock(sheet, [
        ['Lender', lenderId],
        ['Lender page', publicity(rest.take('is_public'))],
        ['Developer', yesNo(rest.take('is_developer'))],
      ]),
    ],
    links: commands(lenderId, 'lenders show', 'lenders loans'),
    page: lenderId && `lender/${encodeURIComponent(lenderId)}`,
  }
}

const publicity = (value: Json | undefined) =>
  typeof value === 'boolean' ? (value ? 'public' : 'private') : line(value)
