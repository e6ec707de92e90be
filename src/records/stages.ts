/** Opens the stages between the reader and the renderer, in the order in which they run. */

import { typeOf } from '../api/endpoint.ts'
import { type FieldPath, fieldAt, pathText, pick, selectionOf } from '../api/records/field-paths.ts'
import { imagePaths } from '../api/records/picture-address.ts'
import { type DerivedType, derivedKey, unknownType } from '../api/records/record-types.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isList, isObject, type Json } from '../core/json.ts'
import { marketTime } from '../core/time.ts'
import type { OutputFormat } from '../output/formats.ts'
import type { Format, Render, View } from '../output/view.ts'
import type { ReadingEnd } from './ending.ts'
import type { GroupFacts } from './group.ts'
import { type Ask, jqStage, noteFor, prepare, slurpStage } from './jq.ts'
import type { MarkPorts, OpenMark } from './mark.ts'
import type { NamedColumns } from './named-columns.ts'
import type { ReadPorts } from './reading.ts'
import type { Expression, Groups, RecordsRequest } from './request.ts'
import { checkFirst, recordTypeOf, type Stage } from './stage.ts'

interface StagePorts extends MarkPorts, Pick<Context, 'jq' | 'say'> {
  readonly settings: MarkPorts['settings'] & { readonly output: OutputFormat }
  /** Pictures are shown, which need the fields with their addresses. */
  readonly hasPictures?: boolean
}

export interface Stages {
  /** Returns the stages of one reading. Those that end it note how. */
  open(end: ReadingEnd): Promise<readonly Stage[]>
  /** Returns a renderer for the outputs of the stages, made from the format's. */
  renderer(render: Render): Render
  /** A hint to print once the first page has passed the stages. */
  readonly note?: string | undefined
  /** Facts about the groups, once they are made. */
  readonly groups?: (() => GroupFacts | undefined) | undefined
  /** How many records the filters have kept; `undefined` without filters. */
  readonly counter?: { readonly matched: number } | undefined
  /** Where to save what was printed (`--new`, `--changes`). */
  readonly mark?: OpenMark | undefined
}

/**
 * Opens the stages: derived fields and filters, then jq, then the field selection of its results. Throws
 * `KivaError` of kind `usage`, before anything is sent.
 */
export async function openStages(
  invocation: RecordsRequest,
  format: Format,
  ports: StagePorts,
  readPorts: ReadPorts,
): Promise<Stages> {
  const prepared = await prepareStages(invocation, format, ports, readPorts)
  const { jq: expression, groups } = invocation
  const rows = table.filter(({ when }) => when(prepared))
  const views = rows.flatMap(({ view }) => view ?? [])
  const choose = (view: View): View => Object.assign({}, view, ...views.map((of) => of(prepared)))
  return {
    open: async (end) => (await Promise.all(rows.map(({ open }) => open?.(prepared, end) ?? []))).flat(),
    counter: prepared.counter,
    mark: prepared.mark,
    groups: prepared.grouped?.facts,
    renderer(render) {
      if (groups?.isCount) return renderCount
      // What an expression makes of the first record decides how its results are printed.
      return expression ? choosingView(render, choose) : (records, view) => render(records, choose(view))
    },
    note: expression && noteFor(expression),
  }
}

/** A stage between the reader and the renderer. */
interface StageRow {
  readonly name: string
  readonly when: (prepared: Prepared) => unknown
  /** Returns the stages of one reading. */
  readonly open?: (prepared: Prepared, end: ReadingEnd) => readonly Stage[] | Promise<readonly Stage[]>
  /** Returns what the stage changes of the view. That of a later row wins. */
  readonly view?: (prepared: Prepared) => Partial<View>
}

/** The stages, in the order in which records pass them. */
const table: readonly StageRow[] = [
  {
    name: 'derived fields, filters, marks and order',
    when: ({ invocation, mark, named, isWhole }) =>
      !isWhole && (invocation.derive || invocation.filter || mark || named.addTo),
    open: (prepared, end) => openFilterStages(prepared, end),
  },
  {
    name: 'columns that only sorted',
    when: ({ named, grouped, ask, paths, drawing }) => named.addTo && !grouped && (ask || !paths) && !drawing,
    open: async ({ named }) => [(await import('./named-columns.ts')).changeStage(named.removeFrom)],
  },
  {
    name: 'columns that are printed or drawn',
    when: ({ named, ask, paths, drawing }) => named.addTo && !ask && (paths || drawing),
    view: ({ named }) => ({ type: named.type }),
  },
  {
    name: 'changes',
    when: ({ changes, ask }) => changes && !ask,
    view: ({ changes = {} }) => changes,
  },
  {
    name: 'groups',
    when: ({ grouped }) => grouped,
    open: ({ grouped, isWhole }, end) => grouped?.stages(isWhole, end) ?? [],
    view: ({ grouped, format }) => grouped?.view(format) ?? {},
  },
  {
    name: 'jq',
    when: ({ ask }) => ask,
    open: ({ ask, invocation: { jq: expression, endpoint }, grouped, results }) =>
      ask
        ? [
            expression?.slurp ? slurpStage(ask) : jqStage(ask, grouped?.type ?? typeOf(endpoint)),
            results.stage,
          ]
        : [],
    view: ({ invocation: { jq: expression }, type, grouped, results }) => ({
      ...(!results.areRecords() && { type, detail: false, fields: undefined }),
      // One group has one result of the expression.
      single: expression?.slurp || grouped?.isSingle === true,
    }),
  },
  {
    name: 'check of fields',
    // With --slurp jq gets one array, so its results have no known fields.
    when: ({ check, invocation }) => check && !invocation.jq?.slurp,
    open: ({ check }) => (check ? [checkFirst(check)] : []),
  },
  {
    name: 'drawing',
    when: ({ drawing }) => drawing,
    view: ({ drawing }) => ({ aggregation: drawing?.aggregation }),
  },
  {
    name: 'fields',
    when: ({ paths }) => paths,
    // Some formats choose their columns from the view.
    open: ({ paths = [], format, hasPictures }) =>
      format.chooses ? [] : [fieldsStage([...paths, ...(hasPictures ? imagePaths : [])])],
    view: ({ paths }) => ({ fields: paths }),
  },
]

type Prepared = Awaited<ReturnType<typeof prepareStages>>

/** Returns what the stages need, each part checked. */
async function prepareStages(
  invocation: RecordsRequest,
  format: Format,
  ports: StagePorts,
  readPorts: ReadPorts,
) {
  const { jq: expression, fields, filter, groups, mark: marking } = invocation
  const printsChanges = marking?.kind === 'changes'
  const named = await openNames(invocation)
  const grouped = groups && !format.needsAll ? await openGroups(invocation, groups, named.type) : undefined
  const type = expression || printsChanges ? unknownType : (grouped?.type ?? named.type)
  const paths =
    fields.paths && (grouped ? fields.paths.map(grouped.pathOf) : await resolved(fields.paths, type))
  const drawing = format.needsAll ? await openDrawing(invocation, type, named.type, ports) : undefined
  const ask = expression && (await prepareExpression(expression, ports))
  const match = filter?.matching && (await openMatch(filter.matching, invocation, ports))
  const where = filter?.where && (await prepareExpression(filter.where, ports))
  const peeking = marking && groups ? { ...marking, peek: true } : marking
  const mark = peeking && (await (await import('./mark.ts')).openMark(peeking, invocation, ports))
  // Before records are printed whose mark would be lost.
  await mark?.checkSaving()
  return {
    invocation,
    format,
    readPorts,
    hasPictures: ports.hasPictures,
    named,
    grouped,
    type,
    paths,
    drawing,
    ask,
    match,
    where,
    mark,
    counter: filter || mark ? { matched: 0 } : undefined,
    changes: printsChanges ? await changesView(paths, recordTypeOf(invocation), format) : undefined,
    check: drawing?.check ?? (paths && (await checkOfFields(paths, type))),
    results: watchResults(),
    /** Whether the records are only counted, for which the API's own total is enough. */
    isWhole: groups?.isCount === true && !filter && !mark,
  }
}

/** Returns how changes are printed: a table says in words what changed, and other formats with columns have all fields. */
async function changesView(
  fields: readonly FieldPath[] | undefined,
  type: DerivedType,
  { isTable, cells, binary }: Format,
): Promise<Partial<View>> {
  const plain = { type: unknownType, detail: false, detailOptions: undefined }
  if (fields) return { ...plain, fields }
  if (cells || binary) return { ...plain, fields: changeFields }
  return isTable ? (await import('../output/table/change-columns.ts')).changesView(type) : plain
}

const changeFields = ['event', 'item', 'changes', 'now'].map((name) => [name])

async function openMatch(texts: readonly string[], invocation: RecordsRequest, ports: StagePorts) {
  const { matchOf } = await import('./filter.ts')
  return matchOf(texts, recordTypeOf(invocation), () => marketTime(ports))
}

async function openFilterStages(
  { invocation, match, where, counter, mark, named, readPorts }: Prepared,
  end: ReadingEnd,
): Promise<readonly Stage[]> {
  const { filterStages } = await import('./filters.ts')
  return filterStages(invocation, match, where, counter, mark?.mark, named, readPorts, end)
}

/** Returns the columns that the options name, which most runs do not. */
async function openNames(invocation: RecordsRequest): Promise<NamedColumns> {
  const { fields, filter, groups } = invocation
  if (fields.paths || filter?.order.length || filter?.atMost.length || groups)
    return (await import('./named-columns.ts')).namedColumns(invocation, recordTypeOf(invocation))
  return { type: recordTypeOf(invocation), addTo: undefined, removeFrom: (record) => record }
}

async function prepareExpression(expression: Expression, { jq, say }: StagePorts): Promise<Ask> {
  return prepare(expression, await jq(), say)
}

/** Returns what a chart or a map counts, and the check of the first records for it. */
async function openDrawing(
  { groups }: RecordsRequest,
  type: DerivedType,
  source: DerivedType,
  { settings: { output } }: StagePorts,
) {
  const [{ checkDrawing }, { aggregationOf, resolveGrouping }] = await Promise.all([
    import('../output/check-grouping.ts'),
    import('../output/grouping.ts'),
  ])
  // Aliases stand for fields of the endpoint's records, with --jq too: most expressions keep their names.
  const grouping = await resolveGrouping(groups ?? { by: [], measures: [] }, source, type)
  if (groups && groups.order.length > 0) {
    throw new KivaError('usage', `-o ${output} cannot be sorted`, {
      hint: 'Use -o table, or leave out --order.',
    })
  }
  return { aggregation: aggregationOf(grouping), check: checkDrawing(grouping, type, output) }
}

/** Returns the stages that group or count records, and their effect on the output. */
async function openGroups(invocation: RecordsRequest, groups: Groups, source: DerivedType) {
  const { extent } = invocation
  const [
    { columnPath, columnPaths, groupStage, groupType, totalStage },
    { resolveGrouping },
    { checkGrouping },
  ] = await Promise.all([
    import('./group.ts'),
    import('../output/grouping.ts'),
    import('../output/check-grouping.ts'),
  ])
  const grouping = await resolveGrouping(groups, source)
  const check = checkGrouping(grouping, source)
  const pathOf = (path: FieldPath) => columnPath(path, grouping)
  const order = groups.order.map((key) => ({ ...key, path: pathOf(key.path) }))
  const type = groupType(grouping)
  let facts: GroupFacts | undefined
  const isSingle = grouping.by.length === 0
  return {
    type,
    isSingle,
    pathOf,
    facts: () => facts,
    stages: (isWhole: boolean, end: ReadingEnd): readonly Stage[] =>
      groups.isCount
        ? [totalStage(extent.limit, isWhole, end)]
        : [
            checkFirst(check),
            groupStage(grouping, source, order, (found) => {
              facts = found
            }),
          ],
    /** Tables and lines of cells have a column for each number. */
    view: ({ cells, isTable }: Format): Partial<View> => ({
      type,
      detail: false,
      detailOptions: undefined,
      single: isSingle,
      fields: cells || isTable ? columnPaths(grouping) : undefined,
    }),
  }
}

/** Prints one number and a line end. */
const renderCount: Render = async function* (records) {
  for await (const count of records) yield `${count}\n`
}

/** Returns the fields that names stand for, each once. */
async function resolved(paths: readonly FieldPath[], type: DerivedType): Promise<readonly FieldPath[]> {
  const { fieldsOf } = await import('../api/records/derived-fields.ts')
  const fields = fieldsOf(type)
  if (paths.every((path) => fieldAt(fields, path))) return paths
  const { fieldNamed } = await import('../output/table/column-named.ts')
  const found = await Promise.all(paths.map((path) => fieldNamed(pathText(path), type)))
  return [...new Map(found.map((path) => [pathText(path), path])).values()]
}

/** Returns the check that the first records have the selected fields. */
async function checkOfFields(paths: readonly FieldPath[], type: DerivedType) {
  const [{ checkFields }, { fieldsOf }] = await Promise.all([
    import('../api/records/check-fields.ts'),
    import('../api/records/derived-fields.ts'),
  ])
  return (first: readonly Json[]) => checkFields(paths, fieldsOf(type), first)
}

/** Returns a stage that keeps only the named fields of each output, in the given order. */
function fieldsStage(paths: readonly FieldPath[]): Stage {
  const selection = selectionOf(paths)
  return async function* (pages) {
    for await (const page of pages) {
      const items = page.items.map((item) => ({
        ...item,
        outputs: item.outputs.map((output) => pick(output, selection)),
      }))
      yield { ...page, items }
    }
  }
}

/**
 * Finds out whether the results of a jq expression are whole records, which are printed like records that no
 * expression has touched. The first result decides.
 */
function watchResults() {
  let areRecords: boolean | undefined
  const stage: Stage = async function* (pages) {
    for await (const page of pages) {
      const first = page.items.find(({ outputs }) => outputs.length > 0)
      if (first) areRecords ??= isOneOf(first.outputs[0], first.record)
      yield page
    }
  }
  return { stage, areRecords: () => areRecords === true }
}

/** Returns a renderer that chooses its view when it has read the first result. */
function choosingView(render: Render, choose: (view: View) => View): Render {
  return async function* (records, view) {
    const source = records[Symbol.asyncIterator]()
    const first = await source.next()
    async function* all(): AsyncGenerator<Json> {
      if (first.done) return
      yield first.value
      yield* { [Symbol.asyncIterator]: () => source }
    }
    yield* render(all(), choose(view))
  }
}

/**
 * Returns whether a result has the keys of the record, or of one record of the list, that it comes from. Derived
 * fields do not count.
 */
function isOneOf(result: Json | undefined, record: Json): boolean {
  if (!isObject(result)) return false
  const keys = keysOf(result)
  return (isList(record) ? record : [record]).some((item: Json) => isObject(item) && keysOf(item) === keys)
}

const keysOf = (record: object) =>
  JSON.stringify(
    Object.keys(record)
      .filter((key) => key !== derivedKey)
      .sort(),
  )
