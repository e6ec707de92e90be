/** Headings of columns that show no single field, such as TO GO, as the names of fields. */
import { fieldsOf } from '../api/records/derived-fields.ts'
import { fieldAt, pathText } from '../api/records/field-paths.ts'
import { type DerivedType, derivedGroupsOf } from '../api/records/record-types.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { type Column, inWords } from '../output/table/column.ts'
import { fieldNamed, headingNamed } from '../output/table/column-named.ts'
import { typeColumnsOf } from '../output/table/derived-columns.ts'
import { outputOf } from './items.ts'
import type { RecordsRequest } from './request.ts'
import type { Stage } from './stage.ts'

/** The columns among the names of a request, as further fields of its records. */
export interface NamedColumns {
  /** The type of the records, with these fields. */
  readonly type: DerivedType
  /** Returns a record with these fields; null stands for an empty cell. `undefined` if there are none. */
  readonly addTo: ((record: JsonObject) => JsonObject) | undefined
  /** Returns a record without them. */
  readonly removeFrom: (record: JsonObject) => JsonObject
}

type Naming = Pick<RecordsRequest, 'fields' | 'filter' | 'groups' | 'jq'>

/**
 * Returns the columns that the options of a request name. Throws `KivaError` of kind `usage` for a column of a group of
 * derived fields that the request does not ask for.
 */
export async function namedColumns(request: Naming, type: DerivedType): Promise<NamedColumns> {
  const fields = fieldsOf(type)
  const computed = new Map<string, Column>()
  for (const [option, name] of namesIn(request)) {
    if (type.name === undefined || fieldAt(fields, await fieldNamed(name, type))) continue
    const columns = (await typeColumnsOf({ type })).map(inWords)
    const column = columns[headingNamed(name, columns)]
    if (column) computed.set(column.header.toLowerCase().replaceAll(' ', '_'), column)
    else await checkGroups(option, name, type)
  }
  if (computed.size === 0) return { type, addTo: undefined, removeFrom: (record) => record }
  const added = [...computed].map(
    ([name, { header, type = 'string' }]) =>
      [name, { type, brief: `column ${header}`, optional: true }] as const,
  )
  return {
    type: { ...type, computed: Object.fromEntries(added) },
    addTo: (record) => {
      const values: Record<string, Json> = { ...record }
      for (const [name, { value }] of computed) values[name] = value(record) ?? null
      return values
    },
    removeFrom: (record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !computed.has(name))),
  }
}

/** Returns the names of fields of records, with the options that have them. */
function namesIn({
  fields,
  filter,
  groups,
  jq,
}: Naming): readonly (readonly [option: string, name: string])[] {
  const { order = [], atMost = [] } = filter ?? {}
  return [
    ...order.map(({ path }) => ['--order', pathText(path)] as const),
    ...atMost.map(({ path }) => ['--at-most', pathText(path)] as const),
    ...(groups?.by ?? []).map(({ name }) => ['--by', name] as const),
    ...(groups?.measures ?? []).map(({ statistic, name }) => [`--${statistic}`, name] as const),
    // With --jq they are fields of its results.
    ...((!jq && fields.paths) || []).map((path) => ['--fields', pathText(path)] as const),
  ]
}

async function checkGroups(option: string, name: string, type: DerivedType): Promise<void> {
  for (const group of derivedGroupsOf(type)) {
    const own = { ...type, derived: [group] }
    const path = await fieldNamed(name, own)
    const isColumn =
      fieldAt(fieldsOf(own), path) ?? headingNamed(name, await typeColumnsOf({ type: own })) >= 0
    if (!isColumn) continue
    throw new KivaError('usage', `unknown field "${name}" for ${option}`, {
      hint: `It is a field of --with ${group}.`,
    })
  }
}

/** Returns a stage that changes each record that is printed. */
export function changeStage(change: (record: JsonObject) => JsonObject): Stage {
  return async function* (pages) {
    for await (const page of pages) {
      const items = page.items.map((item) => {
        const output = outputOf(item)
        return isObject(output) ? { ...item, outputs: [change(output)] } : item
      })
      yield { ...page, items }
    }
  }
}
