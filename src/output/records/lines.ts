import type { Render } from '../view.ts'
import { jsonText } from './json-text.ts'

/** A value a line: a string as it is, everything else as compact JSON. */
export const renderLines: Render = async function* (records) {
  for await (const record of records) yield `${typeof record === 'string' ? record : jsonText(record)}\n`
}
