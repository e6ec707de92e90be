/** Reads the options of jq, marks and `--watch`, and the values of others. */

import type { FieldPath } from '../../api/records/field-paths.ts'
import { parseTypedValue } from '../../api/values.ts'
import { KivaError } from '../../core/errors.ts'
import type { Expression, MarkRequest, OrderKey } from '../../records/request.ts'
import type { Given } from '../given.ts'
import { me } from '../me.ts'
import { parseName } from '../name.ts'
import { parseDuration } from '../option-values.ts'
import { parsePair } from '../pairs.ts'
import type { OwningCommand } from './option-family.ts'

/** Throws `KivaError` of kind `usage` for an invalid variable. */
export const readJq = (given: Given<'jq' | 'slurp' | 'arg'>): Expression => ({
  text: given.last('jq') ?? '',
  slurp: given.has('slurp'),
  variables: readVariables(given.all('arg')),
})

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

export interface Watching {
  /** The interval in milliseconds. */
  readonly every: number
  /** A jq expression over the array of all records; the run ends once it is true. */
  readonly until: string | undefined
}

/** The longest interval: one day, in milliseconds. */
const longest = 86_400_000

/** Throws `KivaError` of kind `usage` for an invalid value. */
export function readWatch(
  given: Given<'watch' | 'until'>,
  { fromInput }: Pick<OwningCommand, 'fromInput'>,
): Watching {
  const text = given.last('watch') ?? ''
  if (fromInput) {
    throw new KivaError('usage', '--watch cannot be used with ids from standard input', {
      hint: 'Give the ids as arguments.',
    })
  }
  const every = parseDuration('--watch', text)
  if (every >= 1000 && every <= longest) return { every, until: given.last('until') }
  throw new KivaError('usage', `invalid value "${text}" for --watch: expected 1s to 1d`)
}

/** Returns the path in `name`, the part of `text` that names a field. Throws `KivaError` of kind `usage`. */
export function readPath(option: string, text: string, name: string): FieldPath {
  const path = name.trim().split('.')
  if (path.every((key) => key !== '')) return path
  throw new KivaError('usage', `invalid value "${text}" for ${option}`, {
    hint: 'Use the name or path of one field, such as location.country.',
  })
}

/** Reads `field` or `field:desc`. Throws `KivaError` of kind `usage`. */
export function readOrder(text: string): OrderKey {
  const [, name = '', direction] = /^(.*?)(?::([^:]*))?$/s.exec(text) ?? []
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    throw new KivaError(
      'usage',
      `invalid value "${text}" for --order: expected asc or desc after the colon`,
      {
        hint: `Example: --order ${name}:desc.`,
      },
    )
  }
  return { path: readPath('--order', text, name), isDescending: direction === 'desc' }
}

/** Reads the variables of `--arg name=value`, for jq expressions. Throws `KivaError` of kind `usage`. */
export const readVariables = (texts: readonly string[]) => texts.map(readVariable)

function readVariable(text: string): readonly [string, string] {
  const [name, value] = parsePair('--arg', text)
  if (/^[A-Za-z_]\w*$/.test(name)) return [name, value]
  throw new KivaError('usage', `invalid variable name "${name}" for --arg`, {
    hint: 'Use letters, digits and _, such as --arg country=KE for $country.',
  })
}

/** Returns the lender id in the value of an option, which may be `@me`. Throws `KivaError` of kind `usage`. */
export function parseLenderOption(label: string, text: string): string {
  if (text === me || !text.startsWith('@'))
    return String(parseTypedValue(label, { kind: 'string', pageOf: 'lender' }, [text]))
  throw new KivaError('usage', `invalid value "${text}" for ${label}`, {
    hint: `Only arguments accept a shortlist. Here '${me}', your own lender id, is the only name.`,
  })
}
