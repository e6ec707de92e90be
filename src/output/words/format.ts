/**
 * Formats numbers, money and dates for people. Avoids Intl, whose formatters take up to 30 ms at first use.
 * Each format accepts any value: unexpected values are printed as they are, missing ones as ''. All dates are
 * in UTC.
 */

import { number } from '../../api/records/field-values.ts'
import type { Json } from '../../core/json.ts'
import { ExactNumber, withThousands } from '../../core/numbers.ts'
import { minute, day as oneDay } from '../../core/time.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import { timeOf } from '../../domain/time.ts'
import { line } from './line.ts'
import { inWords, span } from './span.ts'

/** Returns a format for the lower ends of ranges of a length: `$500–$1,000`, without its upper end. */
export const rangesOf =
  (write: Format, step: number): Format =>
  (value, now) =>
    typeof value === 'number' ? `${write(value, now)}–${write(value + step, now)}` : write(value, now)

/** Formats a value for people. `now` is in milliseconds since the epoch; without it, times are absolute. */
export type Format = (value: Json | undefined, now?: number) => string

/** `12345.6` → `12,345.6` */
export const count: Format = (value) => numeric(value, (n) => group(String(n)), group)

/** US dollars: `$2,500`, `$178.57`, `-$3.20`. Rounds away the API's floating-point errors. */
export const money: Format = (value) =>
  numeric(
    value,
    (n) => `${n < 0 ? '-' : ''}$${amount(Math.abs(n))}`,
    (digits) => group(digits).replace(/^-?/, '$&$$'),
  )

/** An amount in another currency, without a currency name. */
export const local: Format = (value) =>
  numeric(value, (n) => `${n < 0 ? '-' : ''}${amount(Math.abs(n))}`, group)

const inCents =
  (write: Format) =>
  (amount: Cents | undefined): string =>
    amount === undefined ? '' : write(amount / 100)

/** {@link money} for cents. */
export const dollars = inCents(money)

/** {@link local} for hundredths of a unit. */
export const localUnits = inCents(local)

const inPercent =
  (write: (n: number) => string): Format =>
  (value) =>
    numeric(value, (n) => percentOf(write(n)), percentOf)

const percentOf = (digits: string) => `${group(digits)}%`

/** `5.3` → `5.3%` */
export const percent = inPercent((n) => String(Math.round(n * 100) / 100))

/** `5.3` → `5.30%`, for aligned columns. */
export const alignedPercent = inPercent((n) => n.toFixed(2))

const rounded =
  (write: (n: number) => string): Format =>
  (value) => {
    const n = number(value)
    return n === undefined ? line(value) : write(n)
  }

/** `34.12` → `34.1%`, for aligned columns. */
export const percentWithTenths = rounded((n) => `${n.toFixed(1)}%`)

/** `99.9` → `99%`: 100% only for the whole. */
export const wholePercent = rounded((n) => percent(Math.floor(n)))

/** `0.413` → `41%` */
export const share = rounded((n) => percent(Math.round(100 * n)))

/** `0.125` → `12.5%` */
export const shareWithTenths = rounded((n) => percent(Math.round(1000 * n) / 10))

/** `4.25` → `4.3` */
export const oneDecimal = rounded((n) => n.toFixed(1))

/** `12,345.6` → `12,346` */
export const whole = rounded((n) => count(Math.round(n)))

/** `1234.5` → `$1,235` */
export const wholeDollars = rounded((n) => money(Math.round(n)))

/** Returns whole dollars per day, from dollars per hour. */
export function dollarsPerDay(perHour: Json | undefined): number | undefined {
  const dollars = number(perHour)
  return dollars === undefined ? undefined : Math.round(dollars * 24)
}

/** `2 Oct 2026` */
export const date: Format = (value) => dated(value, (time) => day(time))

/** `2026-12` → `Dec 2026` */
export const monthWords = (month: string): string => date(`${month}-01`).replace(/^1 /, '')

/** `2026-12` → `December`, with the year if it is a year or more after the month `from`. */
export function monthName(month: string, from = month): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const [fromYear = 0, fromNumber = 1] = from.split('-').map(Number)
  const isFar = 12 * (year - fromYear) + number - fromNumber >= 12
  return `${monthNames[number - 1]}${isFar ? ` ${year}` : ''}`
}

/** `2 Oct 2026 19:50 UTC` */
export const dateTime: Format = (value) =>
  dated(value, (time) => `${day(time)} ${new Date(time).toISOString().slice(11, 16)} UTC`)

/** `2026-10-02T19:50:00Z`, for sorting and comparing. */
export const isoTime: Format = (value) =>
  dated(value, (time) => new Date(time).toISOString().replace('.000Z', 'Z'))

/** `3h ago`; `2 Oct 2026` if more than a month ago; ISO 8601 without `now`. */
export const ago: Format = (value, now) => {
  if (now === undefined) return isoTime(value)
  return dated(value, (time) => {
    const passed = now - time
    if (passed < -minute || passed > 30 * oneDay) return day(time)
    return passed < minute ? 'just now' : `${span(passed)} ago`
  })
}

/** `2 Oct 2026 19:50 UTC`, followed by the age if it is known and at most a month. */
export const dateAgo: Format = (value, now) => {
  const passed = now === undefined ? '' : ago(value, now)
  return /\bago$|^just now$/.test(passed) ? `${dateTime(value)} (${passed})` : dateTime(value)
}

/** `12d`, `3h`, `over`; ISO 8601 without `now`. */
export const left: Format = (value, now) => {
  if (now === undefined) return isoTime(value)
  return dated(value, (time) => (time <= now ? 'over' : span(time - now)))
}

/** `12 days left`, `1 hour left`, `ended 2 Oct 2026` */
export const leftInWords = (value: Json | undefined, now: number) =>
  dated(value, (time) => {
    return time <= now ? `ended ${day(time)}` : `${inWords(time - now)} left`
  })

/** `in_repayment` → `in repayment` */
export const words: Format = (value) => line(value).replaceAll('_', ' ')

/** `loans by sector` → `Loans by sector` */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const yesNo: Format = (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : line(value))

/** A share from 0 to 1 as a bar of `columns` characters. Full only for 1, empty only for 0. */
export function bar(share: number, columns: number): string {
  const filled =
    share <= 0 ? 0 : share >= 1 ? columns : Math.min(columns - 1, Math.max(1, Math.round(share * columns)))
  return '█'.repeat(filled) + '░'.repeat(columns - filled)
}

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
]

function day(time: number): string {
  const then = new Date(time)
  return `${then.getUTCDate()} ${monthNames[then.getUTCMonth()]?.slice(0, 3)} ${then.getUTCFullYear()}`
}

/** `showDigits` formats numbers that a JavaScript number cannot represent, without rounding. */
function numeric(
  value: Json | undefined,
  show: (n: number) => string,
  showDigits: (digits: string) => string,
): string {
  if (value instanceof ExactNumber) return showDigits(String(value))
  const n = number(value)
  return n === undefined ? line(value) : show(n)
}

function dated(value: Json | undefined, show: (time: number) => string): string {
  const time = timeOf(value)
  return time === undefined ? line(value) : show(time)
}

function amount(n: number): string {
  const cents = centsOf(n)
  if (cents === undefined) return group(n < 1e15 ? n.toFixed(2).replace(/\.00$/, '') : String(n))
  return group(cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))
}

/** Adds thousands separators to a plain decimal number. Numbers of more than 100 digits stay as they are. */
function group(digits: string): string {
  if (/e/i.test(digits) || digits.length > 100) return digits
  const [whole = '', fraction] = digits.split('.')
  const grouped = withThousands(whole)
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
