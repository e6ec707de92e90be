/**
 * The cells that tables show for a record, by heading, written by hand: no code is shared with the columns in `src`. Tables
 * on a terminal show times and progress in other words than tables elsewhere.
 */
import type { Json, JsonObject } from '../../src/core/json.ts'
import { noon } from '../harness.ts'
import { bodies } from './market.ts'
import type { ListedType } from './requests.ts'

export interface Cell {
  /** What the table shows on a terminal; '' for nothing. */
  readonly shown: string
  /** What it shows elsewhere, if that is another text. */
  readonly piped?: string
  /** What a condition finds besides: what other tables show, and the value of the field. */
  readonly others: readonly string[]
  /** The number, or the time in milliseconds, that the table shows. */
  readonly amount?: number | undefined
  readonly takes: 'text' | 'number' | 'age' | 'left'
  /** No table shows it, a condition matches from the start of a word, and a word of the filter finds nothing here. */
  readonly isHidden?: true
}

export type Row = Readonly<Record<string, Cell>>

const isEmpty = (value: Json | undefined) => value === undefined || value === null || value === ''
export const oneLine = (value: Json | undefined) =>
  isEmpty(value) ? '' : String(value).replace(/\s+/g, ' ').trim()

/** Returns a number, also one that came as text. */
export const numberIn = (value: Json | undefined): number | undefined =>
  !isEmpty(value) && /^-?[\d.]+$/.test(String(value)) ? Number(value) : undefined

export const thousands = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

export const dollarsText = (amount: number) => {
  const [whole = '', cents = ''] = (Math.round(amount * 100) / 100).toFixed(2).split('.')
  return `$${thousands(whole)}${cents === '00' ? '' : `.${cents}`}`
}
const wholeDollarsText = (amount: number) => `$${thousands(String(Math.round(amount)))}`
const wholeDollarsIfAny = (amount: number) => (amount === 0 ? '' : wholeDollarsText(amount))
const countText = (amount: number) => thousands(String(amount))
const percentText = (amount: number) => `${amount.toFixed(2)}%`
const oneDecimal = (amount: number) => amount.toFixed(1)

const text = (value: Json | undefined, shown = oneLine(value)): Cell => ({
  shown,
  others: [oneLine(value)],
  takes: 'text',
})

function number(value: Json | undefined, write: (amount: number) => string = String): Cell {
  const amount = numberIn(value)
  const shown = amount === undefined ? oneLine(value) : write(amount)
  const seen = amount === undefined ? undefined : Number(shown.replaceAll(/[$,%]/g, ''))
  return { shown, others: [oneLine(value)], amount: seen, takes: 'number' }
}

const dollars = (value: Json | undefined) => number(value, dollarsText)
const count = (value: Json | undefined) => number(value, countText)

const hidden = (...texts: readonly string[]): Cell => ({
  shown: texts[0] ?? '',
  others: texts,
  takes: 'text',
  isHidden: true,
})

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dayText(time: number): string {
  const then = new Date(time)
  return `${then.getUTCDate()} ${months[then.getUTCMonth()]} ${then.getUTCFullYear()}`
}

const hour = 3_600_000

/** All times of a market are whole hours. */
const lengthText = (length: number) =>
  length >= 24 * hour ? `${Math.floor(length / (24 * hour))}d` : `${Math.floor(length / hour)}h`

function agoText(time: number): string {
  const passed = noon - time
  return passed < 0 || passed > 30 * 24 * hour
    ? dayText(time)
    : passed === 0
      ? 'just now'
      : `${lengthText(passed)} ago`
}

function age(value: Json | undefined, write = dayText): Cell {
  const time = Date.parse(oneLine(value))
  const isTime = !Number.isNaN(time)
  return {
    shown: isTime ? write(time) : oneLine(value),
    piped: oneLine(value),
    others: isTime ? [oneLine(value)] : [],
    amount: isTime ? time : undefined,
    takes: 'age',
  }
}

const ago = (value: Json | undefined) => age(value, agoText)

/** Cents, rounded. */
const cents = (value: Json | undefined) => {
  const amount = numberIn(value)
  return amount === undefined ? undefined : Math.round(amount * 100)
}

const percentOf = (part: number | undefined, whole: number | undefined) =>
  part === undefined || whole === undefined || whole <= 0
    ? undefined
    : Math.max(0, Math.min(100, Math.floor((100 * part) / whole)))

/** The regions of the countries in a market. */
const regions: Readonly<Record<string, readonly [code: string, name: string]>> = {
  ...Object.fromEntries(
    ['KE', 'UG', 'CD', 'CG', 'CI', 'NE', 'NG', 'QS', 'SD'].map((code) => [code, ['af', 'Africa']]),
  ),
  VN: ['as', 'Asia'],
  US: ['na', 'North America'],
}

const answer = (value: Json | undefined): Cell =>
  value === true ? hidden('true', 'yes') : value === false ? hidden('false', 'no') : hidden(oneLine(value))

const statusOf = (loan: JsonObject) => oneLine(loan['status'])
const isOpen = (loan: JsonObject) =>
  statusOf(loan) === 'fundraising' ||
  (statusOf(loan) === '' && !Number.isNaN(Date.parse(oneLine(loan['planned_expiration_date']))))
const isPaidOut = (loan: JsonObject) =>
  ['in_repayment', 'paid', 'ended_with_loss', 'defaulted'].includes(statusOf(loan))

function loanRow(loan: JsonObject): Row {
  const place = (loan['location'] ?? {}) as JsonObject
  const status = statusOf(loan)
  const deadline = oneLine(loan['planned_expiration_date'])
  const isLate = status === 'in_repayment' && loan['delinquent'] === true
  const [asked, raised, paid] = [
    cents(loan['loan_amount']),
    cents(loan['funded_amount']),
    cents(loan['paid_amount']),
  ]
  const toGo =
    isOpen(loan) && asked !== undefined && raised !== undefined
      ? Math.max(0, asked - raised) / 100
      : undefined
  const share = isPaidOut(loan)
    ? percentOf(paid, raised ?? asked)
    : status === 'refunded'
      ? undefined
      : percentOf(raised, asked)
  const stage = isPaidOut(loan) ? 'repaid' : 'funded'
  const percent = (wanted: string) => number(stage === wanted ? share : undefined, (amount) => `${amount}%`)
  const statusText = status.replaceAll('_', ' ')
  const withLate = isLate ? 'in repayment, late' : statusText
  const lossNames = ['ended_with_loss', 'defaulted'].includes(status) ? ['ended with loss', 'defaulted'] : []
  const end = Date.parse(deadline)
  const region = regions[oneLine(place['country_code'])]
  return {
    ID: number(loan['id']),
    NAME: text(loan['name']),
    COUNTRY: text(place['country']),
    SECTOR: text(loan['sector']),
    USE: text(loan['use'], oneLine(loan['use']).replace(/^to /i, '')),
    ASKED: dollars(loan['loan_amount']),
    'TO GO': dollars(toGo),
    FUNDED: percent('funded'),
    REPAID: percent('repaid'),
    'SO FAR': text(share === undefined ? '' : share === 100 ? stage : `${share}% ${stage}`),
    ENDS: {
      shown: !isOpen(loan)
        ? ''
        : Number.isNaN(end)
          ? deadline
          : end <= noon
            ? 'over'
            : lengthText(end - noon),
      piped: deadline,
      others: [deadline],
      amount: isOpen(loan) && !Number.isNaN(end) ? end : undefined,
      takes: 'left',
    },
    STATUS: {
      shown: isLate ? 'late' : statusText,
      piped: withLate,
      others: [withLate, status, ...lossNames],
      takes: 'text',
    },
    POSTED: age(loan['posted_date']),
    REGION: region ? hidden(region[1], region[0]) : hidden(''),
    'COUNTRY CODE': hidden(oneLine(place['country_code'])),
    PARTNER: { ...number(loan['partner_id']), isHidden: true },
    GENDER: hidden(genderOf(loan)),
    DELINQUENT: answer(loan['delinquent']),
    'BONUS CREDIT ELIGIBILITY': answer(loan['bonus_credit_eligibility']),
  }
}

/** The gender of more than half of the borrowers; mixed if each has one and neither is that of more. */
function genderOf({ borrowers = [] }: JsonObject): string {
  const all = (borrowers as readonly JsonObject[]).map(({ gender }) => gender)
  const [women, men] = ['F', 'M'].map((gender) => all.filter((one) => one === gender).length)
  if (women === undefined || men === undefined) return ''
  if (2 * women > all.length) return 'female'
  if (2 * men > all.length) return 'male'
  return all.length > 0 && women + men === all.length ? 'mixed' : ''
}

const nations: Readonly<Record<string, string>> = {
  KE: 'Kenya',
  DE: 'Germany',
  US: 'United States',
  QS: 'South Sudan',
}

const rows: Readonly<Record<ListedType, (record: JsonObject) => Row>> = {
  loan_listing: loanRow,
  lender_listing: (lender) => {
    const code = oneLine(lender['country_code'])
    return {
      LENDER: text(lender['lender_id']),
      NAME: text(lender['name']),
      WHEREABOUTS: text(lender['whereabouts']),
      COUNTRY: text(code, nations[code] ?? code),
      JOINED: age(undefined),
    }
  },
  team_listing: (team) => ({
    ID: number(team['id']),
    SHORTNAME: text(team['shortname']),
    NAME: text(team['name']),
    CATEGORY: text(team['category']),
    MEMBERS: count(team['member_count']),
    LOANS: count(team['loan_count']),
    LENT: dollars(team['loaned_amount']),
    MEMBERSHIP: text(team['membership_type']),
    WHEREABOUTS: text(team['whereabouts']),
    SINCE: age(team['team_since']),
  }),
  partner_listing: (partner) => {
    const countries = (partner['countries'] ?? []) as readonly JsonObject[]
    return {
      ID: number(partner['id']),
      NAME: text(partner['name']),
      COUNTRIES: text(countries.map(({ name }) => name).join(', ')),
      STATUS: text(partner['status']),
      RATING: number(partner['rating'], oneDecimal),
      LATE: number(partner['delinquency_rate'], percentText),
      DEFAULT: number(partner['default_rate'], percentText),
      RAISED: dollars(partner['total_amount_raised']),
      LOANS: count(partner['loans_posted']),
      REGION: hidden(countries.map(() => 'Africa').join(', '), countries.length === 1 ? 'af' : ''),
      'CHARGES FEES AND INTEREST': hidden(''),
    }
  },
  journal_entry: (entry) => ({
    ID: number(entry['id']),
    SUBJECT: text(entry['subject']),
    AUTHOR: text(entry['author']),
    DATE: ago(entry['date']),
    COMMENTS: count(entry['comment_count']),
    LIKED: count(entry['recommendation_count']),
    TEXT: text(bodies[String(entry['body'] ?? '')] ?? ''),
    BULK: answer(entry['bulk']),
  }),
  comment: (comment) => ({
    ID: number(comment['id']),
    AUTHOR: text(comment['author']),
    WHEREABOUTS: text(comment['whereabouts']),
    DATE: ago(comment['date']),
    COMMENT: text(comment['body']),
  }),
}

/** Returns what conditions and tables know of a record of a list, with its details. */
export const cellsOf = (type: ListedType, record: JsonObject): Row => rows[type](record)

/** Columns that a table has only if the records of its first lines have something for them; some only on a terminal. */
const conditional: Partial<
  Readonly<
    Record<
      ListedType,
      Readonly<Record<string, (records: readonly JsonObject[], isTerminal: boolean) => boolean>>
    >
  >
> = {
  loan_listing: {
    'TO GO': (loans) => loans.some(isOpen),
    FUNDED: (loans) => !loans.some(isPaidOut),
    REPAID: (loans) => loans.every(isPaidOut),
    'SO FAR': (loans) => loans.some(isPaidOut) && !loans.every(isPaidOut),
    ENDS: (loans, isTerminal) => !isTerminal || loans.some(isOpen),
    STATUS: (loans, isTerminal) => !isTerminal || !loans.every(isOpen),
    'DAYS TO FUND': (loans) =>
      loans.some((loan) => numberIn(groupOf(loan, 'funding')['days_to_fund']) !== undefined),
  },
  lender_listing: { JOINED: () => false },
}

const groupOf = ({ derived = {} }: JsonObject, group: string) =>
  ((derived as JsonObject)[group] ?? {}) as JsonObject

const aDay = (perHour: Json | undefined) => {
  const amount = numberIn(perHour)
  return dollars(amount === undefined ? undefined : Math.round(24 * amount))
}
const dayOnly = (value: Json | undefined) => text(age(value).shown)

/** The columns of `--with`, by group. */
const derivedRows: Readonly<Record<string, (group: JsonObject) => Row>> = {
  funding: (group) => ({
    SHORT: number(group['short'], wholeDollarsIfAny),
    'A DAY': aDay(group['pace']),
    NEEDS: aDay(group['needed']),
    'AT END': number(group['projected'], (amount) => `${Math.floor(amount)}%`),
    'DAYS TO FUND': number(group['days_to_fund'], oneDecimal),
    OUTLOOK: text(oneLine(group['outlook']).replaceAll('_', ' ')),
  }),
  repayment: (group) => ({
    'HALF DUE': dayOnly(group['half_due']),
    'ALL DUE': dayOnly(group['all_due']),
    BEHIND: number(group['behind'], wholeDollarsIfAny),
    LOST: number(group['lost'], wholeDollarsIfAny),
    TERM: count(group['term']),
  }),
  people: (group) => ({ WOMEN: number(group['women'], (share) => `${Math.round(100 * share)}%`) }),
  partner: (group) => ({
    PARTNER: text(group['name']),
    RATING: number(group['rating'], oneDecimal),
    DEFAULT: number(group['default_rate'], percentText),
    DELINQUENCY: number(group['delinquency_rate'], percentText),
  }),
  team: (group) => ({
    'LOANS EACH': number(group['loans_per_member'], oneDecimal),
    'LENT EACH': number(group['dollars_per_member'], wholeDollarsText),
    'NEW A MONTH': number(group['members_per_month'], oneDecimal),
  }),
}

/** The columns of `--fields`, by field, with their headings. */
const fieldCells: Readonly<
  Record<string, readonly [heading: string, cell: (value: Json | undefined) => Cell]>
> = {
  id: ['ID', text],
  name: ['NAME', text],
  status: ['STATUS', text],
  loan_amount: ['LOAN AMOUNT', dollars],
  lender_count: ['LENDER COUNT', count],
  posted_date: ['POSTED DATE', ago],
  'location.country': ['COUNTRY', text],
  themes: ['THEMES', (value) => text(((value ?? []) as readonly Json[]).join(', '))],
  loaned_amount: ['LOANED AMOUNT', dollars],
  team_since: ['TEAM SINCE', ago],
  rating: ['RATING', text],
  default_rate: ['DEFAULT RATE', (value) => number(value, (rate) => `${Math.round(rate * 100) / 100}%`)],
  subject: ['SUBJECT', text],
  recommendation_count: ['RECOMMENDATION COUNT', count],
  date: ['DATE', ago],
  whereabouts: ['WHEREABOUTS', text],
}

export interface Shown {
  readonly type: ListedType
  readonly derived: readonly string[]
  readonly fields: readonly string[]
}

/** Returns the cells of a table without `isHidden`, those of the named fields, or of the type and of derived groups. */
function shownCells({ type, derived, fields }: Shown, record: JsonObject): Row {
  const at = (path: string) =>
    path.split('.').reduce<Json | undefined>((value, key) => (value as JsonObject | undefined)?.[key], record)
  if (fields.length > 0)
    return Object.fromEntries(
      fields.flatMap((field) => {
        const found = fieldCells[field]
        return found ? [[found[0], found[1](at(field))] as const] : []
      }),
    )
  const own = Object.entries(cellsOf(type, record)).filter(([, { isHidden }]) => !isHidden)
  const groups = derived.map((group) => derivedRows[group]?.(groupOf(record, group)) ?? {})
  return Object.assign(Object.fromEntries(own), ...groups)
}

/** Returns the headings of a table whose first lines have these records. */
export function headingsOf(
  shown: Shown,
  first: readonly JsonObject[],
  isTerminal: boolean,
): readonly string[] {
  const all = Object.keys(first[0] ? shownCells(shown, first[0]) : {})
  const rules = shown.fields.length > 0 ? {} : (conditional[shown.type] ?? {})
  return all.filter((heading) => rules[heading]?.(first, isTerminal) ?? true)
}

/** Returns the texts of these columns that a table shows for a record, without empty ones. */
export function textsOf(
  shown: Shown,
  headings: readonly string[],
  record: JsonObject,
  isTerminal: boolean,
): Readonly<Record<string, string>> {
  const cells = shownCells(shown, record)
  return Object.fromEntries(
    headings.flatMap((heading) => {
      const cell = cells[heading]
      const text = (isTerminal ? undefined : cell?.piped) ?? cell?.shown ?? ''
      return text === '' ? [] : [[heading, text]]
    }),
  )
}
