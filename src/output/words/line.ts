/** Formats any value, or a number of bytes, in a few words. */
import { isEmpty } from '../../api/records/field-values.ts'
import { jsonText } from '../../api/wire/json.ts'
import { isNested, type Json } from '../../core/json.ts'

/**
 * Formats a value as one line of text: scalars as they are, nested values as compact JSON, empty values as
 * ''.
 */
export function line(value: Json | undefined): string {
  if (isEmpty(value)) return ''
  const text = isNested(value) ? jsonText(value) : String(value)
  return text.replace(/\s+/g, ' ').trim()
}

/** Formats a number of bytes for people: `812 bytes`, `20kB`, `1.3MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} byte${bytes === 1 ? '' : 's'}`
  const [amount, unit] =
    bytes < 999_500 ? [bytes / 1e3, 'kB'] : bytes < 999.5e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${amount < 9.95 ? amount.toFixed(1).replace('.0', '') : Math.round(amount)}${unit}`
}
