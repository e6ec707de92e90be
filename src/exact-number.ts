/**
 * A number of the service that a JavaScript number cannot hold, such as 9007199254740993 or 1e400: kept as it was
 * written, so that every output has its digits. All other numbers are plain ones.
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

  /** JSON.stringify cannot write a number's digits; `jsonText` finds this mark in what it wrote, and does. */
  toJSON(): string {
    return exactMark + this.#digits
  }
}

/** A noncharacter that no honest text has. Text that has it costs time, nothing else. */
export const exactMark = '\ufdd0'
