import { jsonText } from '../../api/wire/json.ts'
import type { Render } from '../view.ts'

/** Prints one value per line: strings without quotes, everything else as compact JSON. */
export const renderLines: Render = async function* (records) {
  for await (const record of records) yield `${typeof record === 'string' ? record : jsonText(record)}\n`
}
