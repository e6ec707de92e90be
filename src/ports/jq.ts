/** jq runs a program over JSON texts. */

/** Options of a jq run. */
export interface JqOptions {
  /** Whether the program gets all inputs as one array. */
  readonly slurp: boolean
  /** Names and string values of variables. */
  readonly variables: readonly (readonly [name: string, value: string])[]
}

/** The output of jq. */
export interface JqOutput {
  /** Compact results, one per line. */
  readonly results: string
  /** jq's messages, including failures. */
  readonly messages: string
  /** Whether the program is invalid. */
  readonly isWrong: boolean
}

/**
 * Runs a program over JSON texts, one after the other. Rejects with `KivaError` of kind `usage` if jq runs
 * out of memory, and with the signal's reason once the run is interrupted.
 */
export type Jq = (program: string, input: string, options: JqOptions) => Promise<JqOutput>
