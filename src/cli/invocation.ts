/** What a command line asks for, every value checked: the one result of reading it. */
import type { Pair } from '../api/encode.ts'
import type { AnyEndpoint, Param, Values, WireFormat } from '../api/endpoint.ts'
import type { Action, ActionValues } from '../commands/action.ts'

/** Help or the version: a text for stdout. */
export interface TextInvocation {
  readonly kind: 'text'
  readonly text: string
}

export interface EndpointInvocation {
  readonly kind: 'endpoint'
  /** The words that name the command, `kiva` first. */
  readonly path: string
  readonly endpoint: AnyEndpoint
  readonly values: Values
  /** The argument that has `-` among its words: values are still to be read from standard input. */
  readonly fromInput: InputArgument | undefined
  /** `--param`: sent as it is. */
  readonly extra: readonly Pair[]
  /** The service's own document in place of records. */
  readonly wire: WireFormat | undefined
  /** With `wire`: unchanged to a terminal too. */
  readonly force: boolean
  readonly limit: number | undefined
}

export interface InputArgument {
  readonly name: string
  readonly label: string
  readonly param: Param
  readonly words: readonly string[]
}

export interface ActionInvocation {
  readonly kind: 'action'
  readonly action: Action
  readonly values: ActionValues
}

export type Invocation = TextInvocation | EndpointInvocation | ActionInvocation
