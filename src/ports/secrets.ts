/** The secrets of a run, masked in foreign text. */

/** The secrets of this run. Code that receives a secret registers it first (`src/auth/masking.ts`). */
export interface Secrets {
  add(...values: readonly (string | undefined)[]): void
  /**
   * Masks the registered secrets in any encoding, and all values that follow a secret's name,
   * in a foreign text.
   */
  mask(text: string): string
  /** Prepares a foreign text for a message: masked, on one line, and short. */
  quote(text: string): string
}
