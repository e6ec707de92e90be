/** The columns of derived fields, by group. They come before the columns of the type that they make less useful. */
import { at, number } from '../../api/records/field-values.ts'
import { type DerivedGroup, derivedKey } from '../../api/records/record-types.ts'
import type { JsonObject } from '../../core/json.ts'
import type { View } from '../view.ts'
import {
  date,
  dollarsPerDay,
  type Format,
  money,
  oneDecimal,
  share,
  wholeDollars,
  wholePercent,
} from '../words/format.ts'
import {
  type Column,
  countColumn,
  dateColumn,
  moneyColumn,
  percentColumn,
  textColumn,
  wordColumn,
} from './column.ts'
import { columnsOf } from './record-columns.ts'

/** Returns the columns of the view, else those of the record type and of derived fields. */
export async function typeColumnsOf({
  type: { name, derived },
  columns: own,
}: Pick<View, 'type' | 'columns'>): Promise<readonly Column[]> {
  if (own) return own
  const columns = name ? await columnsOf(name) : []
  if (!derived) return columns
  return withDerivedColumns(columns, derived)
}

/** Returns the columns of a type with those of the groups at the end. */
function withDerivedColumns(list: readonly Column[], groups: readonly DerivedGroup[]): readonly Column[] {
  const derived = groups.flatMap((group) => columns[group])
  if (groups.includes('mine'))
    return [...list, ...derived].map((column) => ranked(column, toChoose[column.header] ?? column.rank + 10))
  const declared = list.map((column) =>
    secondary.includes(column.header) ? ranked(column, column.rank + 10) : column,
  )
  return [...declared, ...derived]
}

/** Returns the column with another rank, and what replaces it with the same. */
const ranked = (column: Column, rank: number): Column => ({
  ...column,
  rank,
  ...(column.else && { else: ranked(column.else, rank) }),
})

/** The columns that give way: derived ones say more about the question. */
const secondary: readonly string[] = ['SECTOR', 'USE', 'ASKED', 'TO GO', 'POSTED', 'CATEGORY', 'SHORTNAME']

/** What a lender chooses loans by, with the rank of each column. The other columns give way. */
const toChoose: Readonly<Record<string, number>> = {
  ID: 0,
  WHY: 0,
  COUNTRY: 1,
  'TO GO': 1,
  ENDS: 1,
  NAME: 2,
  SHARE: 3,
}

const path = (group: DerivedGroup, field: string) => `${derivedKey}.${group}.${field}`

/** A column of dollars per hour, shown per day. */
function perDay(header: string, field: string, rank: number): Column {
  const value = (record: JsonObject) => dollarsPerDay(at(record, path('funding', field)))
  return { header, type: 'money', value, write: money, align: 'right', rank }
}

const wholeDollarsIfAny: Format = (value) => (number(value) === 0 ? '' : wholeDollars(value))

const columns: Readonly<Record<DerivedGroup, readonly Column[]>> = {
  funding: [
    moneyColumn('SHORT', path('funding', 'short'), 1, { write: wholeDollarsIfAny }),
    perDay('A DAY', 'pace', 2),
    perDay('NEEDS', 'needed', 2),
    percentColumn('AT END', path('funding', 'projected'), 1, { write: wholePercent }),
    countColumn('DAYS TO FUND', path('funding', 'days_to_fund'), 2, {
      write: oneDecimal,
      when: (loans) => loans.some((loan) => number(at(loan, path('funding', 'days_to_fund'))) !== undefined),
    }),
    wordColumn('OUTLOOK', path('funding', 'outlook'), 4, {
      write: (value) => String(value ?? '').replaceAll('_', ' '),
    }),
  ],
  repayment: [
    dateColumn('HALF DUE', path('repayment', 'half_due'), 1, { write: date, compares: 'left' }),
    dateColumn('ALL DUE', path('repayment', 'all_due'), 2, { write: date, compares: 'left' }),
    moneyColumn('BEHIND', path('repayment', 'behind'), 1, { write: wholeDollarsIfAny }),
    moneyColumn('LOST', path('repayment', 'lost'), 2, { write: wholeDollarsIfAny }),
    countColumn('TERM', path('repayment', 'term'), 9),
  ],
  people: [percentColumn('WOMEN', path('people', 'women'), 2, { write: share })],
  partner: [
    textColumn('PARTNER', path('partner', 'name'), 1),
    wordColumn('RATING', path('partner', 'rating'), 1, { align: 'right', write: oneDecimal }),
    percentColumn('DEFAULT', path('partner', 'default_rate'), 3),
    percentColumn('DELINQUENCY', path('partner', 'delinquency_rate'), 9),
  ],
  mine: [
    // No reason is longer, so none is cut.
    textColumn('WHY', path('mine', 'why'), 0, { minWidth: 50 }),
    countColumn('MY COUNTRY', path('mine', 'in_country'), 4),
    countColumn('MY SECTOR', path('mine', 'in_sector'), 5),
    countColumn('MY PARTNER', path('mine', 'in_partner'), 5),
  ],
  budget: [moneyColumn('SHARE', path('budget', 'share'), 2)],
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
