import type { AnyEndpoint } from '../../api/endpoint.ts'
import type { Given } from '../given.ts'
import type { OptionSpec } from '../option-spec.ts'

/** Options that belong together: their declarations, and what was given for them as a part of the invocation. */
export interface OptionFamily<Name extends string, Part> {
  /** The options that an endpoint has. */
  options(endpoint: AnyEndpoint): readonly (OptionSpec & { readonly name: Name })[]
  /** Rules between options were checked before. Throws `KivaError` of kind `usage` for a wrong value. */
  read(given: Given<Name>, about: About): Part
}

/** These options, if they apply. */
export const optionsIf = <const Specs extends readonly OptionSpec[]>(
  applies: boolean | undefined,
  ...specs: Specs
): Specs | readonly [] => (applies ? specs : [])

/** The rest of the command line, as far as a reader may need it. */
export interface About {
  readonly endpoint: Pick<AnyEndpoint, 'formats' | 'returns'>
  /** Ids are read from standard input. */
  readonly fromInput: boolean
  /** The command line that resumes this one. */
  resumeLine(): string
}
