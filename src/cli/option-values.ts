/** Parses values that several options take. */
import { KivaError } from '../core/errors.ts'

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Parses a duration such as `30s`, `10m`, `2h` or `1d` to milliseconds. Throws `KivaError` of kind `usage`.
 */
export function parseDuration(label: string, text: string): number {
  const [, amount, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  const length = units[unit]
  if (length !== undefined) return Number(amount) * length
  throw new KivaError('usage', `invalid value "${text}" for ${label}: expected a duration`, {
    hint: 'Use a number and a unit, such as 30s, 10m, 2h or 1d.',
  })
}
