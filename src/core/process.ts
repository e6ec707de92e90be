/** The machine, as `kiva doctor` describes it, jq, and kiva in another process. */
import type { KivaError } from './errors.ts'

/** Facts about the machine and the process, for diagnosing problems. */
export interface Machine {
  /** The runtime of this program, such as `Node.js 20.20.2`. */
  readonly runtime: string
  /** For example `linux x64`. */
  readonly platform: string
  /** The file of kiva that runs, with all links resolved: its launcher, or the executable. */
  readonly program: string
  /** Returns the folders and files of the tool, the most important first. */
  places(): readonly Place[]
  /** Returns the proxy for an address, without its password. Throws `KivaError` of kind `config`. */
  proxyFor(url: string): { readonly address: string; readonly variable: string } | undefined
  /** An entry of NO_PROXY that matches no host, such as a URL, and the name of that variable. */
  readonly uselessBypass: { readonly entry: string; readonly variable: string } | undefined
  /** Whether a variable slows down every start of this runtime. */
  readonly readsMoreAuthorities: boolean
}

/** A folder or file of the tool, as found on this machine. */
export interface Place {
  readonly name: string
  /** The path, whether it exists or not; unset if no folder can be determined. */
  readonly path?: string
  /** Permission bits in octal, such as `0700`; unset if the path is missing, or the platform has no modes. */
  readonly mode?: string
  readonly isThere: boolean
  /** Why it cannot be used. */
  readonly problem?: KivaError
}

/**
 * Runs a program over JSON texts, one after the other. Rejects with `KivaError` of kind `usage` if jq runs
 * out of memory, and with the signal's reason once the run is interrupted.
 */
export type Jq = (program: string, input: string, options: JqOptions) => Promise<JqOutput>

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

/** Another process that runs kiva itself. */
export interface OwnProcess {
  /** What it prints on stdout. */
  readonly stdout: AsyncIterable<string>
  /** Resolves once it has ended, with its exit code, null if a signal ended it, and the end of what it printed on stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>
  /** Ends it at once. */
  kill(): void
}
