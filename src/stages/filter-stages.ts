/** The stages of `--with` and of the filters, in the order in which they run. */

import { typeOf } from '../api/endpoint.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { namesOfFields } from '../api/records/field-aliases.ts'
import { type FieldPath, fieldAt, pathText } from '../api/records/field-paths.ts'
import type { DerivedType } from '../api/records/record-types.ts'
import { shareDollars } from '../domain/money.ts'
import type { Column } from '../output/table/column.ts'
import type { ReadPorts } from '../read/reading.ts'
import type { Ask } from './jq-program.ts'
import { LenderLoans } from './lender-loans.ts'
import type { Mark } from './mark.ts'
import type { Match } from './match.ts'
import type { RecordsRequest } from './request.ts'
import { checkFirst, recordTypeOf, type Stage } from './stage.ts'

/** Returns the stages for one reading. `match` and `where` run `--filter` and `--where`; `counter` counts the matches. */
export async function filterStages(
  invocation: RecordsRequest,
  match: Match | undefined,
  where: Ask | undefined,
  counter: { matched: number } | undefined,
  mark: Mark | undefined,
  ports: ReadPorts,
): Promise<readonly Stage[]> {
  const { derive, filter, extent } = invocation
  const type = recordTypeOf(invocation)
  const lists = new Map<string, LenderLoans>()
  const loansOf = (lender: string) => {
    const list = lists.get(lender) ?? new LenderLoans(lender, ports)
    lists.set(lender, list)
    return list
  }
  const resolve = async (path: FieldPath) =>
    (await import('../output/table/column-named.ts')).fieldNamed(pathText(path), type)
  const checkPaths = async (option: string, named: readonly { readonly path: FieldPath }[]) => {
    const { checkFields } = await import('../api/records/check-fields.ts')
    const paths = named.map(({ path }) => path)
    return checkFirst((first) =>
      checkFields(paths, fieldsOf(type), first, { option, names: namesOfFields(fieldsOf(type)) }),
    )
  }
  const stages: Stage[] = []
  if (filter && filter.only.length > 0) {
    const { onlyStage, orderOfIdsStage } = await import('./filters.ts')
    stages.push(onlyStage(filter.only, type))
    if (invocation.endpoint.finds !== undefined) stages.push(orderOfIdsStage(filter.only, type))
  }
  if (match) stages.push(match.ofService)
  if (derive) {
    const [{ deriveStage }, { Facts }] = await Promise.all([import('./derive.ts'), import('./facts.ts')])
    const facts = new Facts(ports, derive.lender === undefined ? undefined : loansOf(derive.lender))
    stages.push(deriveStage(derive.groups, facts, ports, type.name === 'loan_detail'))
  }
  if (match?.ofDerived) stages.push(match.ofDerived)
  if (filter && filter.notLentBy.length > 0) {
    const { notLentByStage } = await import('./filters.ts')
    stages.push(notLentByStage(filter.notLentBy.map(loansOf)))
  }
  if (where) stages.push((await import('./jq.ts')).whereStage(where, type, extent.limit === undefined))
  if (filter?.budget !== undefined) stages.push((await import('./filters.ts')).needsShareStage)
  if (mark) stages.push(await markStage(mark, invocation, ports))
  if (counter) stages.push(countStage(counter))
  const { order = [], atMost = [], budget } = filter ?? {}
  const shares = budget === undefined ? Number.POSITIVE_INFINITY : Math.floor(budget / shareDollars)
  const limit = Math.min(shares, extent.limit ?? Number.POSITIVE_INFINITY)
  if (order.length > 0) {
    const { orderStage } = await import('./order.ts')
    const keys = await Promise.all(
      order.map(async (key) => {
        const path = await resolve(key.path)
        return {
          ...key,
          path,
          value: fieldAt(fieldsOf(type), path) ? undefined : await computedValue(path, type),
        }
      }),
    )
    stages.push(
      await checkPaths(
        '--order',
        keys.filter(({ value }) => !value),
      ),
    )
    stages.push(orderStage(keys, atMost.length > 0 || limit === Number.POSITIVE_INFINITY ? undefined : limit))
  }
  if (atMost.length > 0) {
    const { atMostStage } = await import('./filters.ts')
    const groups = await Promise.all(
      atMost.map(async (group) => ({ ...group, path: await resolve(group.path) })),
    )
    stages.push(await checkPaths('--at-most', groups), atMostStage(groups, budget !== undefined))
  }
  if ((filter || mark) && limit !== Number.POSITIVE_INFINITY)
    stages.push((await import('./filters.ts')).limitStage(limit))
  if (mark) stages.push(mark.stage)
  return stages
}

/** Returns the value of a column that shows no single field, such as TO GO; `undefined` if none has this name. */
async function computedValue(path: FieldPath, type: DerivedType): Promise<Column['value'] | undefined> {
  const [{ typeColumnsOf }, { columnNamed }] = await Promise.all([
    import('../output/table/render-table.ts'),
    import('../output/table/column-named.ts'),
  ])
  const columns = await typeColumnsOf({ type })
  return columns[columnNamed(pathText(path), columns)]?.value
}

async function markStage(mark: Mark, invocation: RecordsRequest, ports: ReadPorts): Promise<Stage> {
  const { changesStage, newStage } = await import('./marked.ts')
  return invocation.mark?.kind === 'new'
    ? newStage(mark)
    : changesStage(mark, typeOf(invocation.endpoint), ports)
}

/** Returns a stage that counts the records that the filters keep. */
function countStage(counter: { matched: number }): Stage {
  return async function* (pages) {
    for await (const page of pages) {
      counter.matched += page.items.filter(({ outputs }) => outputs.length > 0).length
      yield page
    }
  }
}
