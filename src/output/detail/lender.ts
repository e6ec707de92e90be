/** Detail views for a lender, and for the account of the logged-in user. */
import { at } from '../../api/records/field-values.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { clean } from '../gate/text.ts'
import { date, yesNo } from '../words/format.ts'
import { line } from '../words/line.ts'
import { country } from '../words/loan-words.ts'
import type { DetailView } from './generic.ts'
import {
  type Block,
  counted,
  dotted,
  factsBlock,
  flow,
  headedProse,
  type Layout,
  titleBlock,
} from './layout.ts'
import { mediaFacts } from './media.ts'

export const lenderView: DetailView = (remaining, layout) => {
  const id = remaining.line('lender_id')
  const uid = remaining.line('uid')
  const home = country(remaining.take('country_code'))
  const inviter = remaining.line('inviter_id')
  return {
    blocks: [
      [
        ...titleBlock(layout, remaining.line('name'), dotted('lender', id)),
        ...flow(layout.columns, [remaining.line('whereabouts'), home, remaining.line('occupation')]),
      ],
      factsBlock(layout, [
        [
          'Lending',
          dotted(
            counted(remaining.take('loan_count'), 'loan', 'loans'),
            since('member since', remaining.take('member_since')),
          ),
        ],
        [
          'Invited',
          dotted(
            counted(remaining.take('invitee_count'), 'lender', 'lenders'),
            inviter && inviter !== '0' ? `invited by ${inviter}` : '',
          ),
        ],
        ['In the team', since('since', remaining.take('team_join_date'))],
        ['Web', remaining.line('personal_url')],
        ...mediaFacts(remaining, layout),
        ['User id', uid === id ? '' : uid],
      ]),
      headedProse(layout, 'Lends because', remaining.text('loan_because')),
      headedProse(layout, 'Work', remaining.text('occupational_info')),
    ],
  }
}

const since = (word: string, value: Json | undefined) => {
  const shown = date(value)
  return shown && `${word} ${shown}`
}

export const accountView: DetailView = (remaining, layout) => {
  const id = remaining.line('id')
  const lenderId = remaining.line('lender_id')
  const name = [remaining.line('first_name'), remaining.line('last_name')].filter(Boolean).join(' ')
  return {
    blocks: [
      titleBlock(layout, name, dotted('account', id && `#${id}`)),
      factsBlock(layout, [
        ['Lender', lenderId],
        ['Lender page', publicity(remaining.take('is_public'))],
        ['Developer', yesNo(remaining.take('is_developer'))],
      ]),
    ],
  }
}

const publicity = (value: Json | undefined) =>
  typeof value === 'boolean' ? (value ? 'public' : 'private') : line(value)

/** The title of a lender's portfolio: the name, the id, and the month in which the membership began. */
export function lenderTitle(layout: Layout, lender: JsonObject): Block {
  const since = clean(date(at(lender, 'member_since'))).replace(/^\d+ (?=[A-Z])/, '')
  return titleBlock(
    layout,
    clean(line(at(lender, 'name'))),
    dotted(clean(line(at(lender, 'lender_id'))), since && `member since ${since}`),
  )
}
