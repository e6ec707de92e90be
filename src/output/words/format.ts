/**
 * Numbers, money and dates for people. By hand, since the first use of Intl's formatters costs up to 30 ms. Each
 * takes any value: what is not as expected is shown as it came, what is missing is ''. Dates are UTC throughout.
 */

import { number } from '../../api/records/field-values.ts'
import type { Cents } from '../../domain/money.ts'
import { timeOf } from '../../domain/time.ts'
import { ExactNumber } from '../../exact-number.ts'
import type { Json } from '../../ports/json.ts'
import { withThousands } from '../../thousands.ts'
import { minute, day as oneDay } from '../../time-units.ts'
import { line } from './line.ts'
import { inWords, span } from './span.ts'

/** Formats a value for people; `now` in milliseconds, `undefined` for no relative times. */
export type Format = (value: Json | undefined, now?: number) => string

/** `12345.6` → `12,345.6` */
export const count: Format = (value) => numeric(value, (n) => group(String(n)), group)

/** US dollars: `$2,500`, `$178.57`, `-$3.20`. The float noise of the service is rounded away. */
export const money: Format = (value) =>
  numeric(
    value,
    (n) => `${n < 0 ? '-' : ''}$${amount(Math.abs(n))}`,
    (digits) => group(digits).replace(/^-?/, '$&$$'),
  )

/** An amount of some other currency, without its name. */
export const local: Format = (value) =>
  numeric(value, (n) => `${n < 0 ? '-' : ''}${amount(Math.abs(n))}`, group)

const inCents =
  (write: Format) =>
  (amount: Cents | undefined): string =>
    amount === undefined ? '' : write(amount / 100)

/** {@link money}, of cents. */
export const dollars = inCents(money)

/** {@link local}, of hundredths. */
export const localUnits = inCents(local)

const inPercent =
  (write: (n: number) => string): Format =>
  (value) =>
    numeric(value, (n) => percentOf(write(n)), percentOf)

const percentOf = (digits: string) => `${group(digits)} %`

/** `5.3` → `5.3 %` */
export const percent = inPercent((n) => String(Math.round(n * 100) / 100))

/** `5.3` → `5.30 %`, which aligns in a column. */
export const alignedPercent = inPercent((n) => n.toFixed(2))

/** `2 Oct 2026` */
export const date: Format = (value) => dated(value, (time) => day(time))

/** `2 Oct 2026 19:50 UTC` */
export const dateTime: Format = (value) =>
  dated(value, (time) => `${day(time)} ${new Date(time).toISOString().slice(11, 16)} UTC`)

/** `2026-10-02T19:50:00Z`, for those who sort and compare. */
export const isoTime: Format = (value) =>
  dated(value, (time) => new Date(time).toISOString().replace('.000Z', 'Z'))

/** `3 h ago`; `2 Oct 2026` when longer ago than a month; as ISO 8601 without `now`. */
export const ago: Format = (value, now) => {
  if (now === undefined) return isoTime(value)
  return dated(value, (time) => {
    const passed = now - time
    if (passed < -minute || passed > 30 * oneDay) return day(time)
    return passed < minute ? 'just now' : `${span(passed)} ago`
  })
}

/** `2 Oct 2026 19:50 UTC`, and how long ago where that is known and not long. */
export const dateAgo: Format = (value, now) => {
  const passed = now === undefined ? '' : ago(value, now)
  return /\bago$|^just now$/.test(passed) ? `${dateTime(value)} (${passed})` : dateTime(value)
}

/** `12 d`, `3 h`, `over`; as ISO 8601 without `now`. */
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

export const yesNo: Format = (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : line(value))

/** A share from 0 to 1 as a bar of so many columns. Full only when it is whole, empty only when it is nothing. */
export function bar(share: number, columns: number): string {
  const filled =
    share <= 0 ? 0 : share >= 1 ? columns : Math.min(columns - 1, Math.max(1, Math.round(share * columns)))
  return '█'.repeat(filled) + '░'.repeat(columns - filled)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function day(time: number): string {
  const then = new Date(time)
  return `${then.getUTCDate()} ${months[then.getUTCMonth()]} ${then.getUTCFullYear()}`
}

/** `showDigits` takes what no JavaScript number holds; nothing of it is rounded away. */
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
  if (n >= 1e15) return group(String(n))
  const cents = Math.round(n * 100)
  return group(cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))
}

/** Thousands separators in the whole part of a plain decimal number; one of a hundred digits is no amount. */
function group(digits: string): string {
  if (/e/i.test(digits) || digits.length > 100) return digits
  const [whole = '', fraction] = digits.split('.')
  const grouped = withThousands(whole)
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
