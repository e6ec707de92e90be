/** Records of which an expression sees all at once. */
import type { Json } from '../../ports/json.ts'
import { type Ask, resultsOf } from './expression.ts'

/** What comes of one array of the records: nothing before the last of them is there. */
export async function* shapeAll(records: AsyncIterable<Json>, ask: Ask): AsyncGenerator<Json> {
  const all: Json[] = []
  for await (const record of records) all.push(record)
  const [outcome] = await ask(all)
  yield* resultsOf(outcome, () => 'the array of all records')
}
