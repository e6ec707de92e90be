/** The result of reading a command line, with every value checked. */

import type { AnyEndpoint, Value, Values } from '../api/endpoint.ts'
import type { Pair } from '../api/wire/request.ts'
import type { Action } from '../commands/action.ts'
import type { JsonObject } from '../core/json.ts'
import type { InputArgument } from '../records/request.ts'
import type { Page, PageStyle } from './help/layout.ts'
import type { SaveTargets } from './options/files.ts'
import type { OptionParts } from './options/index.ts'

/** Help or the version, as text for stdout. */
export interface TextInvocation {
  readonly kind: 'text'
  /** Returns the text in this style, which sets the width. */
  readonly text: (look: PageStyle) => string
  /** True if a pager may show a text longer than the screen. */
  readonly paged: boolean
}

export interface EndpointInvocation extends OptionParts {
  readonly kind: 'endpoint'
  /** The full command name, such as `kiva loans show`. */
  readonly path: string
  readonly endpoint: AnyEndpoint
  readonly values: Values
  /** The argument that contains `-`, whose values are still to be read from standard input. */
  readonly fromInput: InputArgument | undefined
  /** The argument with `@NAME` as it was typed: `values` has the ids of that shortlist. */
  readonly shortlists?: Values | undefined
  /** Remarks on the values, for `-v`. */
  readonly notes?: readonly string[]
  /** The pairs of `--param`, sent unchecked. */
  readonly extra: readonly Pair[]
}

export interface ActionInvocation {
  readonly kind: 'action'
  readonly action: Action
  /** Values by param name, with the types that the action declares. */
  readonly values: Readonly<Record<string, Value | true | undefined>>
  /** The file of an action that `saves`. */
  readonly files: SaveTargets
}

/** Records that kiva makes itself, printed like API records. */
export interface RecordsInvocation {
  readonly kind: 'records'
  readonly records: readonly JsonObject[]
  /** The same content as a page for people. */
  readonly page: Page
}

export type Invocation = TextInvocation | RecordsInvocation | EndpointInvocation | ActionInvocation
