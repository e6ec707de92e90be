/** Statistics of the numbers in records. They are exact: numbers are added in decimals, and results rounded once. */
import { number } from '../api/records/field-values.ts'
import { compareNumbers } from '../core/compare-numbers.ts'
import { isList, type Json } from '../core/json.ts'
import { ExactNumber } from '../core/numbers.ts'
import { floorDivide } from './money.ts'

/** A statistic of a field's numbers. */
export type Statistic = 'sum' | 'avg' | 'median' | 'min' | 'max'

/** A finite number. One that a JavaScript number cannot represent keeps its digits. */
export type Amount = number | ExactNumber

/** Returns the numbers of a value, those of a list one by one. The service also sends numbers as text. */
export function amountsIn(value: Json | undefined): readonly Amount[] {
  if (isList(value)) return value.flatMap((item: Json) => amountsIn(item))
  const amount = number(value)
  if (amount === undefined) return []
  // Only longer texts can have digits that a JavaScript number loses.
  const isLong = typeof value !== 'number' && String(value).length > 15
  return [isLong ? amountOf(decimalOf(String(value))) : amount]
}

/** Numbers, and their statistics. `keepsAll` stores each of them, for the median. */
export class Numbers {
  /** The sum of the numbers with at most two decimals, in hundredths, as long as it is exact. */
  #cents = 0
  /** The sum of all others. */
  #rest: Decimal = zero
  #count = 0
  #least: Amount | undefined
  #most: Amount | undefined
  readonly #all: Amount[] | undefined

  constructor(keepsAll: boolean) {
    this.#all = keepsAll ? [] : undefined
  }

  add(amount: Amount): void {
    const cents = typeof amount === 'number' ? Math.round(amount * 100) : Number.NaN
    if (cents / 100 === amount && Number.isSafeInteger(this.#cents + cents)) this.#cents += cents
    else this.#rest = plus(this.#rest, decimalOf(String(amount)))
    this.#count += 1
    this.#stretch(amount)
    this.#all?.push(amount)
  }

  /** Adds the numbers of another one. */
  addAll(other: Numbers): void {
    this.#rest = plus(this.#rest, other.#sum())
    this.#count += other.#count
    for (const amount of [other.#least, other.#most]) if (amount !== undefined) this.#stretch(amount)
    for (const amount of other.#all ?? []) this.#all?.push(amount)
  }

  /**
   * Returns a statistic; without numbers 0 for the sum, else undefined. Sums of money, averages and medians are rounded
   * half up: money to cents, other averages and medians to 4 decimals.
   */
  value(statistic: Statistic, isMoney: boolean): Amount | undefined {
    const decimals = isMoney ? 2 : 4
    if (statistic === 'sum') return amountOf(isMoney ? quotient(this.#sum(), 1, decimals) : this.#sum())
    if (this.#count === 0) return undefined
    if (statistic === 'avg') return amountOf(quotient(this.#sum(), this.#count, decimals))
    if (statistic === 'median') return this.#median(decimals)
    return statistic === 'min' ? this.#least : this.#most
  }

  #sum(): Decimal {
    return plus({ units: BigInt(this.#cents), scale: 2 }, this.#rest)
  }

  #median(decimals: number): Amount {
    const all = (this.#all ?? []).sort(compareNumbers)
    const middle = all.slice(Math.ceil(all.length / 2) - 1, Math.floor(all.length / 2) + 1)
    const sum = middle.reduce((total, amount) => plus(total, decimalOf(String(amount))), zero)
    return amountOf(quotient(sum, middle.length, decimals))
  }

  #stretch(amount: Amount): void {
    if (this.#least === undefined || compareNumbers(amount, this.#least) < 0) this.#least = amount
    if (this.#most === undefined || compareNumbers(amount, this.#most) > 0) this.#most = amount
  }
}

/** `units` divided by 10 to the power of `scale`. */
interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const zero: Decimal = { units: 0n, scale: 0 }

/** Numbers with more digits count as JavaScript reads them: hostile ones would take minutes. */
const maxDigits = 400

/** Reads a number as it is written: `12.50`, `-1e3`. */
function decimalOf(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^\s*([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?\s*$/i.exec(text) ?? []
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > maxDigits || whole.length > maxDigits) return decimalOf(String(Number(text)))
  const units = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

function plus(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale }
  if (a.scale < b.scale) return plus(b, a)
  return { units: a.units + b.units * 10n ** BigInt(a.scale - b.scale), scale: a.scale }
}

/** Divides, and rounds half up. */
function quotient({ units, scale }: Decimal, divisor: number, decimals: number): Decimal {
  const bottom = BigInt(divisor) * 10n ** BigInt(scale)
  return {
    units: floorDivide(2n * units * 10n ** BigInt(decimals) + bottom, 2n * bottom),
    scale: decimals,
  }
}

/** Returns a JavaScript number if it is exact. */
function amountOf(decimal: Decimal): Amount {
  const { units, scale } = decimal
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(whole.length).replace(/0+$/, '')
  const text = `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
  const amount = Number(text)
  const isExact = Number.isFinite(amount) && plus(decimal, decimalOf(String(-amount))).units === 0n
  return isExact ? amount : new ExactNumber(text)
}
