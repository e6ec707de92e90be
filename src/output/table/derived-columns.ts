/** The columns of derived fields, by group. They come before the columns of the type that they make less useful. */
import { at, number } from '../../api/records/field-values.ts'
import { type DerivedGroup, derivedKey } from '../../api/records/record-types.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import { date, type Format, money, percent } from '../words/format.ts'
import { line } from '../words/line.ts'
import {
  type Column,
  countColumn,
  dateColumn,
  moneyColumn,
  percentColumn,
  textColumn,
  wordColumn,
} from './column.ts'

/** Returns the columns of a type with those of the groups at the end. */
export function withDerivedColumns(
  list: readonly Column[],
  groups: readonly DerivedGroup[],
): readonly Column[] {
  const declared = list.map((column) =>
    secondary.includes(column.header) ? { ...column, rank: column.rank + 10 } : column,
  )
  return [...declared, ...groups.flatMap((group) => columns[group])]
}

/** The columns that give way: derived ones say more about the question. */
const secondary: readonly string[] = ['SECTOR', 'USE', 'ASKED', 'TO GO', 'POSTED', 'CATEGORY', 'SHORTNAME']

const path = (group: DerivedGroup, field: string) => `${derivedKey}.${group}.${field}`

/** A column of dollars per hour, shown per day. */
function perDay(header: string, field: string, rank: number): Column {
  const value = (record: JsonObject) => {
    const dollars = number(at(record, path('funding', field)))
    return dollars === undefined ? undefined : Math.round(dollars * 24)
  }
  return { header, value, write: money, align: 'right', rank }
}

const wholeDollars: Format = (value) => {
  const dollars = number(value)
  return dollars === undefined ? '' : money(Math.round(dollars))
}

const wholeDollarsIfAny: Format = (value) => (number(value) === 0 ? '' : wholeDollars(value))

const oneDecimal: Format = (value) => number(value)?.toFixed(1) ?? ''

/** A share from 0 to 1 in whole percent; '' if it is unknown. */
const share: Format = (value) => {
  const part = number(value)
  return part === undefined ? '' : percent(Math.round(100 * part))
}

/** Whole percent, rounded down: 100 only for loans that will be full; '' if it is unknown. */
const wholePercent: Format = (value) => {
  const part = number(value)
  return part === undefined ? '' : percent(Math.floor(part))
}

const columns: Readonly<Record<DerivedGroup, readonly Column[]>> = {
  funding: [
    moneyColumn('SHORT', path('funding', 'short'), 1, { write: wholeDollarsIfAny }),
    perDay('A DAY', 'pace', 2),
    perDay('NEEDS', 'needed', 2),
    percentColumn('AT END', path('funding', 'projected'), 1, { write: wholePercent }),
    wordColumn('OUTLOOK', path('funding', 'outlook'), 4, {
      write: (value) => String(value ?? '').replaceAll('_', ' '),
    }),
  ],
  repayment: [
    dateColumn('HALF DUE', path('repayment', 'half_due'), 1, { write: date, compares: 'left' }),
    dateColumn('ALL DUE', path('repayment', 'all_due'), 2, { write: date, compares: 'left' }),
    moneyColumn('BEHIND', path('repayment', 'behind'), 1, { write: wholeDollarsIfAny }),
    moneyColumn('LOST', path('repayment', 'lost'), 2, { write: wholeDollarsIfAny }),
  ],
  people: [percentColumn('WOMEN', path('people', 'women'), 2, { write: share })],
  partner: [
    textColumn('PARTNER', path('partner', 'name'), 1),
    wordColumn('RATING', path('partner', 'rating'), 1, { align: 'right', write: oneDecimal }),
    percentColumn('DEFAULT', path('partner', 'default_rate'), 3),
  ],
  mine: [
    {
      header: 'WHY',
      value: (record) => whyWords(at(record, `${derivedKey}.mine`), record),
      align: 'left',
      minWidth: 30,
      rank: 0,
    },
    countColumn('MY COUNTRY', path('mine', 'in_country'), 4),
    countColumn('MY SECTOR', path('mine', 'in_sector'), 5),
    countColumn('MY PARTNER', path('mine', 'in_partner'), 5),
  ],
  team: [
    countColumn('LOANS EACH', path('team', 'loans_per_member'), 1, { write: oneDecimal }),
    moneyColumn('LENT EACH', path('team', 'dollars_per_member'), 1, { write: wholeDollars }),
    countColumn('NEW A MONTH', path('team', 'members_per_month'), 2, { write: oneDecimal }),
  ],
  team_recent: [
    countColumn('JOINED', path('team_recent', 'joined'), 1),
    countColumn('FUNDRAISING', path('team_recent', 'fundraising'), 1),
  ],
}

/**
 * Returns what is new about a loan for the lender of its derived fields `mine`: `first in Jordan, first with
 * Umoja Trust`; if nothing is, how many loans of the lender are in its country.
 */
export function whyWords(mine: Json | undefined, record: JsonObject): string {
  if (at(mine, 'lent') === true) return 'lent already'
  const country = line(at(record, 'location.country') ?? at(record, 'location.country_code'))
  const partner =
    line(at(record, `${derivedKey}.partner.name`)) || `partner ${line(at(record, 'partner_id'))}`
  const isFirst = (field: string) => number(at(mine, field)) === 0
  const firsts = [
    isFirst('in_country') && `first in ${country}`,
    isFirst('in_partner') && `first with ${partner}`,
    isFirst('in_sector') && `first in ${line(at(record, 'sector'))}`,
  ].filter((words) => words !== false)
  if (firsts.length > 0) return firsts.join(', ')
  const count = line(at(mine, 'in_country'))
  return count === '' ? '' : `${count} in ${country}`
}
