/** Parses values that several options take. */
import type { FieldPath } from '../api/records/field-paths.ts'
import { parseTypedValue } from '../api/values.ts'
import { KivaError } from '../core/errors.ts'
import { asGiven } from '../core/foreign-text.ts'
import type { OrderKey } from '../records/request.ts'
import { me } from './me.ts'

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Parses a duration such as `30s`, `10m`, `2h` or `1d` to milliseconds. Throws `KivaError` of kind `usage`.
 */
export function parseDuration(label: string, text: string): number {
  const [, amount, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  const length = units[unit]
  if (length !== undefined) return Number(amount) * length
  throw new KivaError('usage', `invalid value "${asGiven(text)}" for ${label}: expected a duration`, {
    hint: 'Use a number and a unit, such as 30s, 10m, 2h or 1d.',
  })
}

/** Returns the path in `name`, the part of `text` that names a field. Throws `KivaError` of kind `usage`. */
export function parsePath(option: string, text: string, name: string): FieldPath {
  const path = name.trim().split('.')
  if (path.every((key) => key !== '')) return path
  throw new KivaError('usage', `invalid value "${asGiven(text)}" for ${option}`, {
    hint: 'Use the name or path of one field, such as location.country.',
  })
}

/** Parses `field` or `field:desc`. Throws `KivaError` of kind `usage`. */
export function parseOrder(text: string): OrderKey {
  const [, name = '', direction] = /^(.*?)(?::([^:]*))?$/s.exec(text) ?? []
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    throw new KivaError(
      'usage',
      `invalid value "${asGiven(text)}" for --order: expected asc or desc after the colon`,
      {
        hint: `Example: --order ${name}:desc.`,
      },
    )
  }
  return { path: parsePath('--order', text, name), isDescending: direction === 'desc' }
}

/** Returns the lender id in the value of an option, which may be `@me`. Throws `KivaError` of kind `usage`. */
export function parseLenderOption(label: string, text: string): string {
  if (text === me || !text.startsWith('@'))
    return String(parseTypedValue(label, { kind: 'string', pageOf: 'lender' }, [text]))
  throw new KivaError('usage', `invalid value "${asGiven(text)}" for ${label}`, {
    hint: `Only arguments accept a shortlist. Here '${me}', your own lender id, is the only name.`,
  })
}
