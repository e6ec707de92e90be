/** Numbers as text: with separators, with their noun, or with the digits of the service. */

/** Inserts thousands separators into a whole number of plain digits: `1,234,567`. */
export function withThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * Returns a number with its noun, which is passed in the plural: `1 journal entry`, `1,234 journal entries`.
 */
export function counted(number: number, nouns: string): string {
  const noun = number === 1 ? nouns.replace(/ies$/, 'y').replace(/(ch)es$|s$/, '$1') : nouns
  return `${withThousands(number)} ${noun}`
}

/** Returns the ordinal of a whole number: `1st`, `12th`, `1,003rd`. */
export function ordinal(number: number): string {
  const ending = /1\d$/.test(String(number)) ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return withThousands(number) + ending
}

/**
 * A number of the service that a JavaScript number cannot represent, such as 9007199254740993 or 1e400. It
 * keeps the original digits for every output. All other numbers are plain JavaScript numbers.
 */
export class ExactNumber {
  readonly #digits: string

  /** `digits` as JSON writes a number. */
  constructor(digits: string) {
    this.#digits = digits
  }

  toString(): string {
    return this.#digits
  }

  /**
   * JSON.stringify cannot write raw digits.
   * So this returns marked text, which `jsonText` replaces by the digits.
   */
  toJSON(): string {
    return exactMark + this.#digits
  }
}

/** A Unicode noncharacter, absent from normal text. Text that contains it only costs time. */
export const exactMark = '\ufdd0'

/** Compares numbers exactly, those beyond the precision of JavaScript by their digits. */
export function compareNumbers(left: number | ExactNumber, right: number | ExactNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [a, b] = [decimalOf(left), decimalOf(right)]
  const length = Math.max(a.digits.length, b.digits.length)
  const [one, other] = [a.digits.padEnd(length, '0'), b.digits.padEnd(length, '0')]
  const size = a.point - b.point || (one < other ? -1 : Number(one > other))
  return a.sign - b.sign || a.sign * size
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
