/** What a command line asks for, every value checked: the one result of reading it. */

import type { AnyEndpoint, Param, Value, Values } from '../api/endpoint.ts'
import type { Pair } from '../api/wire/encode.ts'
import type { Action } from '../commands/action.ts'
import type { JsonObject } from '../ports/json.ts'
import type { Page, PageStyle } from './help/layout.ts'
import type { OptionParts } from './options/index.ts'

/** Help or the version: a text for stdout. */
export interface TextInvocation {
  readonly kind: 'text'
  /** For so many columns. */
  readonly text: (look: PageStyle) => string
  /** Longer than a screen it may be paged. */
  readonly paged: boolean
}

export interface EndpointInvocation extends OptionParts {
  readonly kind: 'endpoint'
  /** The words that name the command, `kiva` first. */
  readonly path: string
  readonly endpoint: AnyEndpoint
  readonly values: Values
  /** The argument that has `-` among its words: values are still to be read from standard input. */
  readonly fromInput: InputArgument | undefined
  /** `--param`: sent as it is. */
  readonly extra: readonly Pair[]
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
  /** As the declaration says: the action reads them typed. */
  readonly values: Readonly<Record<string, Value | true | undefined>>
}

/** Records of our own, printed as those of the service are. */
export interface RecordsInvocation {
  readonly kind: 'records'
  readonly records: readonly JsonObject[]
  /** The same for a person to read. */
  readonly page: Page
}

export type Invocation = TextInvocation | RecordsInvocation | EndpointInvocation | ActionInvocation
