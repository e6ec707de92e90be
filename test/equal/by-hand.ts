/**
 * What `--filter` keeps, decided from the records of a market by the words of `kiva help filters`. It shares no code with the
 * filter: the texts that tables show are written here again.
 */
import type { Json, JsonObject } from '../../src/core/json.ts'
import { noon } from '../harness.ts'
import type { Condition, ListName } from './requests.ts'
import { lists } from './requests.ts'

/** What a condition can match in a record. */
interface Cell {
  /** What the table shows on a terminal; '' for nothing. */
  readonly shown: string
  /** What other tables show, and the value of the field. */
  readonly others: readonly string[]
  /** The number, or the time in milliseconds, that the table shows. */
  readonly amount?: number | undefined
  readonly takes: 'text' | 'number' | 'age' | 'left'
  /** A condition matches from the start of a word, and a word of the filter finds nothing here. */
  readonly isHidden?: true
}

type Row = Readonly<Record<string, Cell>>

const isEmpty = (value: Json | undefined) => value === undefined || value === null || value === ''
const oneLine = (value: Json | undefined) => (isEmpty(value) ? '' : String(value).replace(/\s+/g, ' ').trim())

/** A number, also one that came as text. */
const numberIn = (value: Json | undefined): number | undefined =>
  !isEmpty(value) && /^-?[\d.]+$/.test(String(value)) ? Number(value) : undefined

const thousands = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

const dollarsText = (amount: number) => {
  const [whole = '', cents = ''] = (Math.round(amount * 100) / 100).toFixed(2).split('.')
  return `$${thousands(whole)}${cents === '00' ? '' : `.${cents}`}`
}
const countText = (amount: number) => thousands(String(amount))
const percentText = (amount: number) => `${amount.toFixed(2)}%`

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

const hidden = (...texts: readonly string[]): Cell => ({
  shown: texts[0] ?? '',
  others: texts,
  takes: 'text',
  isHidden: true,
})

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function age(value: Json | undefined): Cell {
  const time = Date.parse(oneLine(value))
  if (Number.isNaN(time)) return { shown: oneLine(value), others: [], takes: 'age' }
  const then = new Date(time)
  const shown = `${then.getUTCDate()} ${months[then.getUTCMonth()]} ${then.getUTCFullYear()}`
  return { shown, others: [oneLine(value)], amount: time, takes: 'age' }
}

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

function loanRow(loan: JsonObject): Row {
  const place = loan['location'] as JsonObject
  const status = oneLine(loan['status'])
  const deadline = oneLine(loan['planned_expiration_date'])
  const isOpen = status === 'fundraising' || (status === '' && !Number.isNaN(Date.parse(deadline)))
  const isPaidOut = ['in_repayment', 'paid', 'ended_with_loss', 'defaulted'].includes(status)
  const isLate = status === 'in_repayment' && loan['delinquent'] === true
  const [asked, raised, paid] = [
    cents(loan['loan_amount']),
    cents(loan['funded_amount']),
    cents(loan['paid_amount']),
  ]
  const toGo =
    isOpen && asked !== undefined && raised !== undefined ? Math.max(0, asked - raised) / 100 : undefined
  const share = isPaidOut
    ? percentOf(paid, raised ?? asked)
    : status === 'refunded'
      ? undefined
      : percentOf(raised, asked)
  const stage = isPaidOut ? 'repaid' : 'funded'
  const percent = (wanted: string) => number(stage === wanted ? share : undefined, (amount) => `${amount}%`)
  const statusText = status.replaceAll('_', ' ')
  const lossNames = ['ended_with_loss', 'defaulted'].includes(status) ? ['ended with loss', 'defaulted'] : []
  const end = Date.parse(deadline)
  const region = regions[oneLine(place['country_code'])]
  return {
    ID: number(loan['id']),
    NAME: text(loan['name']),
    COUNTRY: text(place['country']),
    SECTOR: text(loan['sector']),
    USE: text(loan['use'], oneLine(loan['use']).replace(/^to /i, '')),
    ASKED: number(loan['loan_amount'], dollarsText),
    'TO GO': number(toGo, dollarsText),
    FUNDED: percent('funded'),
    REPAID: percent('repaid'),
    'SO FAR': text(share === undefined ? '' : share === 100 ? stage : `${share}% ${stage}`),
    ENDS: {
      // Only whether there is a text matters: no word of a filter is in a span of time.
      shown: isOpen && !Number.isNaN(end) ? '~' : isOpen ? deadline : '',
      others: [deadline],
      amount: isOpen && !Number.isNaN(end) ? end : undefined,
      takes: 'left',
    },
    STATUS: {
      shown: isLate ? 'late' : statusText,
      others: [isLate ? 'in repayment, late' : statusText, status, ...lossNames],
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
function genderOf({ borrowers }: JsonObject): string {
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

const rows: Readonly<Record<(typeof lists)[ListName], (record: JsonObject) => Row>> = {
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
    MEMBERS: number(team['member_count'], countText),
    LOANS: number(team['loan_count'], countText),
    LENT: number(team['loaned_amount'], dollarsText),
    MEMBERSHIP: text(team['membership_type']),
    WHEREABOUTS: text(team['whereabouts']),
    SINCE: age(team['team_since']),
  }),
  partner_listing: (partner) => {
    const countries = partner['countries'] as readonly JsonObject[]
    return {
      ID: number(partner['id']),
      NAME: text(partner['name']),
      COUNTRIES: text(countries.map(({ name }) => name).join(', ')),
      STATUS: text(partner['status']),
      RATING: number(partner['rating'], (amount) => amount.toFixed(1)),
      LATE: number(partner['delinquency_rate'], percentText),
      DEFAULT: number(partner['default_rate'], percentText),
      RAISED: number(partner['total_amount_raised'], dollarsText),
      LOANS: number(partner['loans_posted'], countText),
      REGION: hidden(countries.map(() => 'Africa').join(', '), countries.length === 1 ? 'af' : ''),
      'CHARGES FEES AND INTEREST': hidden(''),
    }
  },
}

const folded = (value: string) =>
  value.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l')

/** Returns the typed value without its quotes, and its spellings: `_` also stands for a space. */
function spellings(typed: string): { readonly isQuoted: boolean; readonly all: readonly string[] } {
  const isQuoted = /^["']/.test(typed)
  const word = folded(isQuoted ? typed.slice(1, -1) : typed)
  return { isQuoted, all: isQuoted ? [word] : [word, word.replaceAll('_', ' ')] }
}

const day = 86_400_000
const units: Readonly<Record<string, number>> = { h: day / 24, d: day, w: 7 * day, y: 365 * day }

interface Span {
  readonly from: number
  /** The first number behind it. */
  readonly end: number
  readonly isLength: boolean
}

function numberSpan(typed: string): Span {
  const point = Number(typed.replaceAll(/[$,%]/g, ''))
  return { from: point, end: point, isLength: false }
}

function timeSpan(typed: string): Span {
  const [, count, unit = ''] = /^(\d+)([hdwy])$/.exec(typed) ?? []
  const length = units[unit]
  if (length !== undefined)
    return { from: Number(count) * length, end: (Number(count) + 1) * length, isLength: true }
  const [year = 0, month, date] = typed.split('T')[0]?.split('-').map(Number) ?? []
  const from = typed.includes('T') ? Date.parse(typed) : Date.UTC(year, (month ?? 1) - 1, date ?? 1)
  const end = typed.includes('T')
    ? from
    : date !== undefined
      ? from + day
      : month !== undefined
        ? Date.UTC(year, month)
        : Date.UTC(year + 1, 0)
  return { from, end, isLength: false }
}

/** Returns whether an amount is in what an operator and a value say. */
function isIn(amount: number, operator: string, typed: string, read: (typed: string) => Span): boolean {
  const [low = '', high] = typed.split('..')
  if (high !== undefined) {
    const [first, last] = [low === '' ? undefined : read(low), high === '' ? undefined : read(high)]
    const isLast =
      last === undefined ||
      (last.isLength || last.end === last.from ? amount <= last.from : amount < last.end)
    return (first === undefined || amount >= first.from) && isLast
  }
  const { from, end, isLength } = read(typed)
  const isPoint = end === from || (isLength && operator !== '')
  switch (operator) {
    case '<':
      return amount < from
    case '>=':
      return amount >= from
    case '<=':
      return isPoint ? amount <= from : amount < end
    case '>':
      return isPoint ? amount > from : amount >= end
    default:
      return isPoint ? amount === from : amount >= from && amount < end
  }
}

function matchesText({ shown, others, isHidden }: Cell, words: readonly string[], isWhole: boolean): boolean {
  const forms = [folded(shown), ...others.filter((form) => form !== '').map(folded)]
  return words.some((word) =>
    forms.some((form) =>
      isWhole ? form === word : isHidden ? ` ${form}`.includes(` ${word}`) : form.includes(word),
    ),
  )
}

function matchesValue(cell: Cell, operator: string, typed: string): boolean {
  const { isQuoted, all } = spellings(typed)
  const { takes, amount, others } = cell
  if (isQuoted || takes === 'text') return matchesText(cell, all, operator === '=')
  const isPoint = operator === '' || operator === '=' || operator === ':='
  if (takes === 'number') {
    // The value of the field may have more digits than the table shows.
    const exact = isPoint && !typed.includes('..') ? others.flatMap((other) => numberIn(other) ?? []) : []
    return [...(amount === undefined ? [] : [amount]), ...exact].some((one) =>
      isIn(one, operator, typed, numberSpan),
    )
  }
  const isLength = /\d[hdwy](?:\.\.|$)/.test(typed)
  if (!isLength) {
    const times = [amount ?? Number.NaN, ...others.map((other) => Date.parse(other))]
    return times.some((one) => !Number.isNaN(one) && isIn(one, operator, typed, timeSpan))
  }
  if (amount === undefined) return false
  if (takes === 'age') return isIn(noon - amount, operator, typed, timeSpan)
  // Only `<0d` and `<=0d` find what is over.
  if (amount <= noon) return (operator === '<' || operator === '<=') && /^0/.test(typed)
  return isIn(amount - noon, operator, typed, timeSpan)
}

function holds({ isNegated, column, operator, values }: Condition, row: Row): boolean {
  const plain = operator.replace(':', '')
  const cells =
    column === '' ? Object.values(row).filter(({ isHidden }) => !isHidden) : [cellNamed(column, row)]
  const isTrue = values.some((value) =>
    column === ''
      ? cells.some((cell) => matchesText(cell, spellings(value).all, false))
      : cells.some((cell) => matchesValue(cell, plain, value)),
  )
  return isTrue !== isNegated
}

function cellNamed(column: string, row: Row): Cell {
  const found = row[column.toUpperCase().replaceAll('-', ' ')]
  if (!found) throw new Error(`no column ${column} by hand`)
  return found
}

/** Returns whether a record of a list, with its details, satisfies all conditions. */
export function keeps(
  list: ListName,
  filters: readonly (readonly Condition[])[],
  record: JsonObject,
): boolean {
  const row = rows[lists[list]](record)
  return filters.flat().every((condition) => holds(condition, row))
}
