import { isEmpty } from '../../api/records/field-values.ts'
import { jsonText } from '../../api/wire/json-text.ts'
import { isNested, type Json } from '../../ports/json.ts'

/** A value as one line of text: scalars as they are, others as compact JSON, nothing as ''. */
export function line(value: Json | undefined): string {
  if (isEmpty(value)) return ''
  const text = isNested(value) ? jsonText(value) : String(value)
  return text.replace(/\s+/g, ' ').trim()
}
