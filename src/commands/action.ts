/** An action: a command that is more than one request, such as `login` or `sandbox`. */
import type { OpenSet } from '../api/endpoint.ts'

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
  /** What stands for the value in help, such as `N`; the param's name in capitals when left out. */
  readonly placeholder?: string
}

/** Values of an action as the command line gave them: checked, absent when not given. */
export type ActionValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

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
