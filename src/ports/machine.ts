/** The machine and the process, for `kiva doctor`. */

import type { KivaError } from '../errors.ts'

/** The machine and the process that a run has got, for those who look for what is wrong with them. */
export interface Machine {
  /** What runs this program, such as `Node.js 20.20.2`. */
  readonly runtime: string
  /** Such as `linux x64`. */
  readonly platform: string
  /** Each folder and file of the tool, in the order they matter. */
  places(): readonly Place[]
  /** The proxy on the way to an address, without its password. Throws `KivaError` of kind `config`. */
  proxyFor(url: string): { readonly address: string; readonly variable: string } | undefined
  /** Whether a variable slows every start of this runtime. */
  readonly readsMoreAuthorities: boolean
}

/** A folder or file of the tool, as it is found. */
export interface Place {
  readonly name: string
  /** Where it is or would be; nothing where no folder can be named. */
  readonly path?: string
  /** Permission bits in octal, such as `0700`; nothing where it is not there, or the platform has none. */
  readonly mode?: string
  readonly isThere: boolean
  /** Why it cannot be used. */
  readonly problem?: KivaError
}
