/** Draws the groups that the options of a tab make. */

import { isObject, type Json } from '../../core/json.ts'
import { toAsync } from '../../core/lazy.ts'
import { checkGrouping } from '../../output/check-grouping.ts'
import { formats } from '../../output/formats.ts'
import { aggregationOf, resolveGrouping } from '../../output/grouping.ts'
import type { View } from '../../output/view.ts'
import { columnPath, columnPaths, groupType, RecordGroups } from '../../records/group.ts'
import { namedColumns } from '../../records/named-columns.ts'
import type { Tab } from '../state/tab.ts'

/**
 * Yields the text of a map, or of a chart of one number of one field, or of a table of several. Throws `KivaError` of
 * kind `usage` for a field that the records do not have.
 */
export async function* drawGroups(
  records: AsyncIterable<Json>,
  kind: 'chart' | 'map',
  { type: own, invocation }: Pick<Tab, 'type' | 'invocation'>,
  plainView: View,
): AsyncGenerator<string | Uint8Array> {
  const { groups = { by: [], measures: [], order: [], isCount: false } } = invocation
  const { type, addTo = (record) => record } = await namedColumns(invocation, own)
  const view = { ...plainView, type }
  const all: Json[] = []
  for await (const record of records) all.push(isObject(record) ? addTo(record) : record)
  const grouping = await resolveGrouping(groups, type)
  checkGrouping(grouping, type)(all)
  const aggregation = aggregationOf(grouping)
  const { by, measures } = grouping
  const order = groups.order.map((key) => ({ ...key, path: columnPath(key.path, grouping) }))
  // A map adds up the places of a spot, so it draws no other statistic.
  if (kind === 'map') {
    const sums = aggregation.measure?.statistic === 'sum' ? aggregation : {}
    yield* (await formats.map.load())(toAsync(all), { ...view, aggregation: sums })
    return
  }
  if (by.length === 1 && measures.length < 2 && order.length === 0) {
    yield* (await formats.chart.load())(toAsync(all), { ...view, aggregation })
    return
  }
  const found = new RecordGroups(grouping)
  for (const record of all) found.add(record)
  const style = { type: groupType(grouping), fields: columnPaths(grouping), detail: false }
  const table = await formats.table.load()
  yield* table(toAsync(found.records(order)), { ...view, ...style, detailOptions: undefined })
  const notes = found.notes(type.noun)
  if (notes.length > 0) yield `\n${notes.join('\n')}\n`
}
