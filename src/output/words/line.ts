import { isEmpty } from '../../api/records/field-values.ts'
import { jsonText } from '../../api/wire/json-text.ts'
import { isNested, type Json } from '../../ports/json.ts'

/**
 * Formats a value as one line of text: scalars as they are, nested values as compact JSON, empty values as
 * ''.
 */
export function line(value: Json | undefined): string {
  if (isEmpty(value)) return ''
  const text = isNested(value) ? jsonText(value) : String(value)
  return text.replace(/\s+/g, ' ').trim()
}
