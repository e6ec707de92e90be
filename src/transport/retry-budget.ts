/** The limits of retries. Apart from the policy, which is loaded after a failure. */

/** The longest single wait in milliseconds, unless the user asked for more. */
export const maxWait = 30_000

/**
 * The retries that all requests of a run share, so that an outage ends the run soon while occasional failures
 * do not. A retry takes one, and a success gives half of one back. There are 20, or more if one request may
 * take more.
 */
export class RetryBudget {
  readonly #max: number
  #left: number

  constructor(retries: number) {
    this.#max = Math.max(20, retries)
    this.#left = this.#max
  }

  /** Takes one retry; returns false if none is left. */
  take(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  succeed(): void {
    this.#left = Math.min(this.#max, this.#left + 0.5)
  }
}
