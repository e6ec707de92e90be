/** The pages of a lender, and of the account of the logged-in user. */
import { at } from '../../api/records/field-values.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { clean } from '../gate/text.ts'
import { date, yesNo } from '../words/format.ts'
import { line } from '../words/line.ts'
import { country } from '../words/loan-words.ts'
import type { Maker } from './generic.ts'
import { mediaFacts } from './media.ts'
import { counted, dotted, facts, flow, headed, type Part, prose, section, title } from './page.ts'

export const lenderPage: Maker = (remaining, context) => {
  const id = remaining.line('lender_id')
  const uid = remaining.line('uid')
  const home = country(remaining.take('country_code'))
  const inviter = remaining.line('inviter_id')
  return {
    sections: [
      section(
        title(remaining.line('name'), dotted('lender', id)),
        flow([remaining.line('whereabouts'), home, remaining.line('occupation')]),
      ),
      section(
        facts([
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
          ...mediaFacts(remaining, context),
          ['User id', uid === id ? '' : uid],
        ]),
      ),
      section(headed('Lends because', prose(remaining.text('loan_because')))),
      section(headed('Work', prose(remaining.text('occupational_info')))),
    ],
  }
}

const since = (word: string, value: Json | undefined) => {
  const shown = date(value)
  return shown && `${word} ${shown}`
}

export const accountPage: Maker = (remaining) => {
  const id = remaining.line('id')
  const lenderId = remaining.line('lender_id')
  const name = [remaining.line('first_name'), remaining.line('last_name')].filter(Boolean).join(' ')
  return {
    sections: [
      section(title(name, dotted('account', id && `#${id}`))),
      section(
        facts([
          ['Lender', lenderId],
          ['Lender page', publicity(remaining.take('is_public'))],
          ['Developer', yesNo(remaining.take('is_developer'))],
        ]),
      ),
    ],
  }
}

const publicity = (value: Json | undefined) =>
  typeof value === 'boolean' ? (value ? 'public' : 'private') : line(value)

/** The title of a lender's portfolio: the name, the id, and the month in which the membership began. */
export function lenderTitle(lender: JsonObject): readonly Part[] {
  const since = clean(date(at(lender, 'member_since'))).replace(/^\d+ (?=[A-Z])/, '')
  return title(
    clean(line(at(lender, 'name'))),
    dotted(clean(line(at(lender, 'lender_id'))), since && `member since ${since}`),
  )
}
