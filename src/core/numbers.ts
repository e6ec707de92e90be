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
