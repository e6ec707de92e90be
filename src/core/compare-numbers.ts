/** The order of numbers, those beyond the precision of JavaScript too. */
import { ExactNumber } from './numbers.ts'

/** Compares numbers exactly, those beyond the precision of JavaScript by their digits. */
export function compareNumbers(left: number | ExactNumber, right: number | ExactNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [a, b] = [decimalOf(left), decimalOf(right)]
  const length = Math.max(a.digits.length, b.digits.length)
  const [one, other] = [a.digits.padEnd(length, '0'), b.digits.padEnd(length, '0')]
  const size = a.point - b.point || (one < other ? -1 : Number(one > other))
  return a.sign - b.sign || a.sign * size
}

/** Returns the number that plain decimal digits stand for, with its digits if a JavaScript number would lose some. */
export function exactNumber(digits: string): number | ExactNumber {
  const number = Number(digits)
  return digits.length > 15 && compareNumbers(number, new ExactNumber(digits)) !== 0
    ? new ExactNumber(digits)
    : number
}

/** Splits a number into its sign and 0.`digits` × 10^`point`, without leading zeros. */
function decimalOf(value: number | ExactNumber) {
  const [, minus, whole = '', fraction = '', exponent = ''] =
    /^([-+]?)(\d*)\.?(\d*)(?:e(.*))?$/i.exec(String(value)) ?? []
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  const point = whole.length - (all.length - digits.length) + Number(exponent)
  return digits === '' ? { sign: 0, digits, point: 0 } : { sign: minus === '-' ? -1 : 1, digits, point }
}
