/** The fields of an answer: those that were named, or the usual ones, without long texts by users. */
import { type Endpoint, idsParam, typeOf } from '../api/endpoint.ts'
import { didYouMean, nearest } from '../api/nearest.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import {
  everyField,
  type FieldPath,
  fieldAt,
  pathText,
  pick,
  type Selection,
  selectionOf,
} from '../api/records/field-paths.ts'
import type { Field, Fields } from '../api/records/fields.ts'
import { derivedKey, type RecordName } from '../api/records/record-types.ts'
import { deepest } from '../api/wire/json.ts'
import { KivaError } from '../core/errors.ts'
import { oneLine } from '../core/foreign-text.ts'
import { isObject, type Json } from '../core/json.ts'
import { cleanRecord } from '../output/gate/text.ts'
import { columnsOf } from '../output/table/record-columns.ts'
import type { RecordsRequest } from '../records/request.ts'
import { recordTypeOf } from '../records/stage.ts'

/** The fields to answer with. An empty selection stands for whole records. */
interface Chosen {
  readonly selection: Selection
  /** The paths of the known fields that are left out. */
  readonly leftOut: readonly string[]
}

/**
 * Returns the fields of an answer: those named, `*` for all; else the columns of the table, or for records shown by
 * id all that are short, and all derived fields. Long texts by users are only there if named. Throws `KivaError` of kind
 * `usage` for an unknown field.
 */
export async function chooseFields(
  request: Pick<RecordsRequest, 'endpoint' | 'derive'>,
  named: readonly string[] | undefined,
): Promise<Chosen> {
  if (named?.includes('*')) return { selection: new Map(), leftOut: [] }
  const type = recordTypeOf(request)
  if (named) {
    const known = fieldsOf(type)
    const selection = selectionOf([...new Set(named)].map((text) => readPath(text, known)))
    return { selection, leftOut: leftOutOf(known, selection) }
  }
  const known = fieldsOf({ name: type.name })
  const usual = selectionOf(await usualPaths(request.endpoint as Endpoint, known))
  const all: Selection = new Map()
  const selection: Selection = type.derived
    ? new Map<string, Selection>([...usual, [derivedKey, all]])
    : usual
  return { selection, leftOut: leftOutOf(known, usual) }
}

function readPath(text: string, known: Fields): FieldPath {
  const path = text.split('.')
  // The keys below a map are free.
  const isKnown =
    path.length <= deepest &&
    path.some((_, at) => {
      const field = fieldAt(known, path.slice(0, at + 1))
      return field !== undefined && (at === path.length - 1 || field.fields === undefined)
    })
  if (isKnown) return path
  const near = nearest(
    text,
    everyField(known).map(([name]) => name),
  )
  throw new KivaError('usage', `unknown field "${oneLine(text)}"`, {
    hint: didYouMean(near) || `Fields: ${Object.keys(known).join(', ')}.`,
  })
}

/** Columns of a higher rank are the first that a table on a terminal drops. */
const leastRank = 8

async function usualPaths(endpoint: Endpoint, known: Fields): Promise<readonly FieldPath[]> {
  if (idsParam(endpoint) !== undefined || typeOf(endpoint).single) return shortPaths(known, endpoint.returns)
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

/** Returns a record with the chosen fields, without invisible and control characters. */
export function toShow(record: Json, selection: Selection, lang: string | undefined): Json {
  const clean = cleanRecord(pick(record, selection))
  return lang === undefined ? clean : inLanguage(clean, lang)
}

/** Keeps one language of a loan's story. */
function inLanguage(record: Json, lang: string): Json {
  if (!isObject(record) || !isObject(record['description'])) return record
  const { description } = record
  if (!isObject(description['texts'])) return record
  const texts = pick(description['texts'], new Map([[lang, new Map()]]))
  return { ...record, description: { ...description, texts } }
}
