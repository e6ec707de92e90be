/** An action: a command that is more than one request, such as `login` or `sandbox`. */
import type { OpenSet } from '../api/endpoint.ts'

/** What an option says of another one, by its name, and the hint of a refusal. */
export interface Rule {
  readonly option: string
  readonly hint: string
}

/** An option or argument of an action; what the API's `Param` is to an endpoint. */
export interface ActionParam {
  readonly kind: 'string' | 'number' | 'flag'
  readonly brief: string
  /** Stands without `--`, in the order of declaration. */
  readonly argument?: true
  /** Repeats and accepts commas. */
  readonly list?: true
  /** With `list`: a comma belongs to the value. */
  readonly verbatim?: true
  /** Of a number; 1 when left out. */
  readonly least?: number
  /** Of a number. */
  readonly most?: number
  readonly choices?: readonly string[]
  /** The help topic that tells the choices, where they are many. */
  readonly topic?: 'faults'
  /** Each choice may be followed by `=` and how much of it is wished. */
  readonly measured?: true
  /** An open set whose known values help and completion offer. */
  readonly known?: OpenSet
  /** It names a setting that may be kept; completion offers them. */
  readonly setting?: true
  readonly default?: string
  /** Options of which one must be given too. */
  readonly requires?: readonly Rule[]
  /** Options that cannot be given too; said by one of the two. */
  readonly conflicts?: readonly Rule[]
  /** What stands for the value in help, such as `N`; the param's name in capitals when left out. */
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

/** Values of a declared action as the command line gave them: checked; an option that was not given is `undefined`. */
export type ActionValues<A extends Action> = {
  readonly [Name in Argument<A>]: Value<A['params'][Name]>
} & { readonly [Name in Exclude<keyof A['params'], Argument<A>>]?: Value<A['params'][Name]> | undefined }

/** The params that stand without `--`. */
type Argument<A extends Action> = {
  [Name in keyof A['params']]: A['params'][Name] extends { readonly argument: true } ? Name : never
}[keyof A['params']]

/** Plain data: what it does is in `src/actions`, under its name. */
export interface Action {
  /** The words after `kiva`, such as `auth status`. */
  readonly name: string
  readonly brief: string
  /** More about it, for its help: plain paragraphs. */
  readonly about?: string
  readonly params: Readonly<Record<string, ActionParam>>
  /** Runs in spite of settings that cannot be used, without them: it is there to show what is wrong, or to mend it. */
  readonly mends?: true
  readonly examples: readonly string[]
}
