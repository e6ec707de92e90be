/** The secrets of a run, kept out of everything that is printed. */

/** The secrets of this run. Whoever gets hold of one adds it before doing anything with it (`src/auth/masking.ts`). */
export interface Secrets {
  add(...values: readonly (string | undefined)[]): void
  /** A stranger's text without the secrets added so far, in any encoding, and without what stands under a secret name. */
  mask(text: string): string
  /** A stranger's text as it may stand in a sentence of ours: masked, on one line, and short. */
  quote(text: string): string
}
