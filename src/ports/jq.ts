/** jq: a program over JSON texts. */

/** How an expression of jq is run. */
export interface JqOptions {
  /** It sees one array of all inputs. */
  readonly slurp: boolean
  /** Strings by the names of the variables that hold them. */
  readonly variables: readonly (readonly [name: string, value: string])[]
}

/** What jq printed. */
export interface JqOutput {
  /** A compact result a line. */
  readonly results: string
  /** What it had to say, failures too. */
  readonly messages: string
  /** The program is none. */
  readonly isWrong: boolean
}

/**
 * Runs a program over JSON texts, one after the other. Rejects with `KivaError` of kind `usage` when jq runs out of memory,
 * and with the signal's reason once the run is interrupted.
 */
export type Jq = (program: string, input: string, options: JqOptions) => Promise<JqOutput>
