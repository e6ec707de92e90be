/** Reads the options of marks. */
import type { Given } from '../../given.ts'
import { parseName } from '../../values/name.ts'

export interface MarkRequest {
  readonly kind: 'new' | 'changes'
  /** The name of the mark; by default, it belongs to the command line. */
  readonly name: string | undefined
  /** Leave the mark where it is. */
  readonly peek: boolean
  /** The first run prints nothing. */
  readonly silent: boolean
}

export type MarkOption = 'new' | 'changes' | 'mark' | 'peek' | 'mark_only'

/** Throws `KivaError` of kind `usage` for an invalid name. */
export function readMark(given: Given<MarkOption>): MarkRequest {
  const name = given.last('mark')
  return {
    kind: given.has('new') ? 'new' : 'changes',
    name: name === undefined ? undefined : parseName('mark', name),
    peek: given.has('peek'),
    silent: given.has('mark_only'),
  }
}
