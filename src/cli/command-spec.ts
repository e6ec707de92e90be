/** A node of the command tree as a value: what it is called, takes, and says of itself. Free of any parser. */
import type { Endpoint } from '../api/endpoint.ts'
import { knownValues } from '../api/gaps.ts'
import type { Action, ActionParam } from '../commands/action.ts'

export interface ArgumentNode {
  /** Such as `<ids...>`. */
  readonly usage: string
  readonly label: string
  readonly name: string
  readonly brief: string
}

export interface OptionNode {
  /** The param's own name, `_` and all; ours for the options that every endpoint has. */
  readonly name: string
  readonly flags: string
  readonly brief: string
  readonly group: string
  readonly choices?: readonly string[]
  /** Of an open set. */
  readonly known?: readonly string[]
  readonly default?: string
  readonly list?: boolean
}

export interface Node {
  /** The last word. */
  readonly name: string
  /** All words, `kiva` first. */
  readonly path: string
  readonly brief: string
  readonly aliases: readonly string[]
  readonly args: readonly ArgumentNode[]
  readonly options: readonly OptionNode[]
  readonly children: readonly Node[]
  readonly endpoint?: Endpoint
  readonly action?: Action
  /** Its whole help text for so many columns. */
  help(width: number): string
}

/** What a declaration says of the values of an option; what it leaves out stays out. */
export function valuesOfOption(
  param: Pick<ActionParam, 'choices' | 'known' | 'default' | 'list'>,
): Pick<OptionNode, 'choices' | 'known' | 'default' | 'list'> {
  return {
    ...(param.choices && { choices: param.choices }),
    ...(param.known && { known: knownValues[param.known] }),
    ...(param.default !== undefined && { default: param.default }),
    ...(param.list && { list: true }),
  }
}

/** A name of the wire or of a declaration, as the command line writes it. */
export const dashed = (name: string) => name.replaceAll('_', '-')
