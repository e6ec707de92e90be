import type { AnyEndpoint } from '../../api/endpoint.ts'
import type { Given } from '../given.ts'
import type { OptionSpec } from '../option-spec.ts'

/**
 * A group of related options: their declarations, and a reader that turns their values into one part of the
 * invocation.
 */
export interface OptionFamily<Name extends string, Part> {
  /** Returns the options that an endpoint supports. */
  options(endpoint: AnyEndpoint): readonly (OptionSpec & { readonly name: Name })[]
  /**
   * Parses the values; the rules between options are already checked. Throws `KivaError` of kind `usage`
   * for an invalid value.
   */
  read(given: Given<Name>, command: OwningCommand): Part
}

/** Returns the options if they apply, or an empty list. */
export const optionsIf = <const Specs extends readonly OptionSpec[]>(
  applies: boolean | undefined,
  ...specs: Specs
): Specs | readonly [] => (applies ? specs : [])

/** The command whose options are read, as far as a reader needs it. */
export interface OwningCommand {
  readonly endpoint: Pick<AnyEndpoint, 'path' | 'formats' | 'returns'>
  /** True if ids come from standard input. */
  readonly fromInput: boolean
  /** Returns the command line that resumes this run. */
  resumeLine(): string
}
