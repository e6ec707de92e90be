/** Declares actions: commands that do more than send one request, such as `login` or `sandbox`. */
import type { Catalogue, Endpoint, OpenSet } from '../api/endpoint.ts'

/** A rule about another option, by name, with the hint of the error. */
export interface Rule {
  readonly option: string
  readonly hint: string
}

/** The names of saved commands; of shortlists, alone or with `@`; or `@me`. */
export type Offer = 'saved' | 'shortlists' | '@shortlists' | '@me'

/** An option or argument of an action, like the API's `Param` for an endpoint. */
export interface ActionParam {
  readonly kind: 'string' | 'number' | 'flag'
  readonly brief: string
  /** A positional argument. Arguments follow the order of declaration. */
  readonly argument?: true
  /** An argument that can be left out. It is the last one. */
  readonly optional?: true
  /** Can be repeated, and splits values at commas. */
  readonly list?: true
  /** With `list`: keeps commas as part of the value. */
  readonly verbatim?: true
  /** An argument with `list`: takes all words that follow unchanged, options included. It is the last one. */
  readonly rest?: true
  /** The minimum of a number; 1 by default. */
  readonly min?: number
  /** The maximum of a number. */
  readonly max?: number
  readonly choices?: readonly string[]
  /** The help topic that lists the choices, if there are many. */
  readonly topic?: 'faults'
  /** Each choice accepts an amount after `=`, such as a fault's probability. */
  readonly measured?: true
  /** A set of known values that help and completion offer; other values are accepted too. */
  readonly known?: OpenSet
  /** What completion offers besides the choices: names that the user chose. */
  readonly offers?: readonly Offer[]
  /** The value of an option is a path, of a file or a folder. */
  readonly file?: true
  /** The value is the name of a setting; completion offers all settings. */
  readonly setting?: true
  readonly default?: string
  /** At least one of these options must be given too. */
  readonly requires?: readonly Rule[]
  /** Options that cannot be used with this one. Declare a conflict on one side only. */
  readonly conflicts?: readonly Rule[]
  /** The placeholder of the value in help, such as `N`; the param's name by default. */
  readonly placeholder?: string
}

type Single<P extends ActionParam> = P extends { readonly kind: 'flag' }
  ? boolean
  : P extends { readonly kind: 'number' }
    ? number
    : P extends { readonly measured: true }
      ? string
      : P extends { readonly choices: readonly (infer Choice)[] }
        ? Choice
        : string

type Value<P extends ActionParam> = P extends { readonly list: true } ? readonly Single<P>[] : Single<P>

/** The checked values of an action's params; `undefined` for an option or argument that was not given. */
export type ActionValues<A extends Action> = {
  readonly [Name in Argument<A>]: Value<A['params'][Name]>
} & { readonly [Name in Exclude<keyof A['params'], Argument<A>>]?: Value<A['params'][Name]> | undefined }

/** The names of required positional params. */
type Argument<A extends Action> = {
  [Name in keyof A['params']]: A['params'][Name] extends { readonly optional: true }
    ? never
    : A['params'][Name] extends { readonly argument: true }
      ? Name
      : never
}[keyof A['params']]

/** An action as plain data. Its code is in `src/actions`, in a file of its name. */
export interface Action {
  /** The words after `kiva`, such as `auth status`. */
  readonly name: string
  /** `about-actions.ts` has the details that help adds. */
  readonly brief: string
  readonly params: Readonly<Record<string, ActionParam>>
  /** Prints records of the API, or text that `-o` does not change. Others print records that kiva makes. */
  readonly prints?: 'api-records' | 'text'
  /** Has `--out`, which writes the records that it prints to a file. The noun that counts them, such as `rows`. */
  readonly saves?: string
  /** Runs even with invalid settings, which it ignores, because it shows or fixes them. */
  readonly toleratesInvalidSettings?: true
  /**
   * `src/main.ts` replaces the typed command line before it runs: by the saved command named in it, by a search of
   * loans, or by the same words with explore's own options first.
   */
  readonly rewrite?: 'saved' | 'search' | 'explore-line'
  /** Prints the records with the ids of its first param, which kiva finds in this list. It runs as an endpoint. */
  readonly finds?: Endpoint
  /** Other last words that run it: `shortlist show`. */
  readonly aliases?: readonly string[]
  /** Runs within explore too: it asks nothing, and prints a page. */
  readonly inExplore?: true
  /** Prints a page that may be long: on a terminal it scrolls in the pager. */
  readonly scrolls?: true
  /** Its messages may link to the authorization page. */
  readonly linksAuthorization?: true
  readonly examples: readonly string[]
}

/** All commands of the command line. */
export interface Commands {
  readonly catalogue: Catalogue
  readonly actions: readonly Action[]
  /** The descriptions of action groups, such as `auth`, by name. */
  readonly groups: Readonly<Record<string, string>>
}
