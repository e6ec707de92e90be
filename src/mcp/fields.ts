/** Chooses the fields of the records in an answer. */
import { type Endpoint, listedParam, typeOf } from '../api/endpoint.ts'
import { nearest } from '../api/nearest.ts'
import {
  everyField,
  type FieldPath,
  fieldAt,
  pathText,
  type Selection,
  selectionOf,
} from '../api/records/field-paths.ts'
import type { Field, Fields } from '../api/records/fields.ts'
import { fieldsOf } from '../api/records/fields-of.ts'
import type { RecordName } from '../api/records/record-types.ts'
import { KivaError } from '../errors.ts'
import { columnsOf } from '../output/table/record-columns.ts'

/** The fields to answer with. An empty selection stands for whole records. */
export interface Chosen {
  readonly selection: Selection
  /** The paths of the known fields that are left out. */
  readonly leftOut: readonly string[]
}

/**
 * Returns the fields of an answer: those named, `*` for all; else the columns of the table, or for records shown by
 * id all that are short. Long texts by users are only there if named. Throws `KivaError` of kind
 * `usage` for an unknown field.
 */
export async function chooseFields(
  endpoint: Endpoint,
  named: readonly string[] | undefined,
): Promise<Chosen> {
  const known = fieldsOf({ name: endpoint.returns })
  if (named?.includes('*')) return { selection: new Map(), leftOut: [] }
  const paths = named?.map((text) => readPath(text, known)) ?? (await usualPaths(endpoint, known))
  const selection = selectionOf(paths)
  return { selection, leftOut: leftOutOf(known, selection) }
}

function readPath(text: string, known: Fields): FieldPath {
  const path = text.split('.')
  // The keys below a map are free.
  const isKnown = path.some((_, at) => {
    const field = fieldAt(known, path.slice(0, at + 1))
    return field !== undefined && (at === path.length - 1 || field.fields === undefined)
  })
  if (isKnown) return path
  const near = nearest(
    text,
    everyField(known).map(([name]) => name),
  )
  throw new KivaError('usage', `unknown field "${text}"`, {
    hint: near === undefined ? `Fields: ${Object.keys(known).join(', ')}.` : `Did you mean "${near}"?`,
  })
}

/** Columns of a higher rank are the first that a table on a terminal drops. */
const leastRank = 8

async function usualPaths(endpoint: Endpoint, known: Fields): Promise<readonly FieldPath[]> {
  if (listedParam(endpoint) !== undefined || typeOf(endpoint).single)
    return shortPaths(known, endpoint.returns)
  const columns = (await columnsOf(endpoint.returns)).filter(({ rank }) => rank <= leastRank)
  const paths = columns.flatMap(({ path, reads = [] }) => (path === undefined ? reads : [path]))
  return [...new Set(paths)]
    .map((path) => path.split('.'))
    .filter((path) => {
      const field = fieldAt(known, path)
      return field !== undefined && isShort(path, field, endpoint.returns)
    })
}

/** Returns the paths of all fields that hold a value, or a list of short records. */
function shortPaths(fields: Fields, returns: RecordName, within: FieldPath = []): readonly FieldPath[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...within, name]
    if (!isShort(path, field, returns)) return []
    return field.fields ? shortPaths(field.fields, returns, path) : [path]
  })
}

/** The lists of a loan that grow with each repayment. */
const schedules: readonly string[] = ['payments', 'terms.local_payments', 'terms.scheduled_payments']

/** The documentation of the API's methods is Kiva's own text; all other texts are by users. */
const isShort = (path: FieldPath, { type }: Field, returns: RecordName) =>
  !schedules.includes(pathText(path)) &&
  (!['text', 'html', 'map'].includes(type) || returns === 'method_summary')

function leftOutOf(known: Fields, selection: Selection, within = ''): readonly string[] {
  return Object.entries(known).flatMap(([name, { fields }]) => {
    const inside = selection.get(name)
    if (inside === undefined) return [within + name]
    return inside.size === 0 ? [] : leftOutOf(fields ?? {}, inside, `${within}${name}.`)
  })
}
