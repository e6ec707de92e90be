/** `kiva today`: what is new since the last look. */
import { at } from '../api/records/field-values.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { today as declared } from '../commands/actions/lending.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import { isRowFormat } from '../lending/read-portfolio.ts'
import { type Look, readToday } from '../lending/read-today.ts'
import { type Failed, isCutShort } from '../output/page/today.ts'
import { writes } from '../output/page/write-page.ts'
import { followSource } from './say-source.ts'

/**
 * Prints the look as a page or one record, or its findings as rows, and moves the marks. Throws `KivaError`: of kind
 * `partial` if some parts failed, the first failure if all did; stdout is empty then.
 */
export async function today(
  context: Context,
  { peek }: ActionValues<typeof declared>,
  commands: Commands,
): Promise<void> {
  const { print, settings } = context
  const saySource = followSource(context)
  const look = await readToday(context, commands, { peek })
  const { failures, parts } = look
  const [first] = failures
  if (first && failures.length === parts) throw first
  if (isRowFormat(settings.output)) await print(rowsOf(look), undefined, rowColumns)
  else await print(look.today as unknown as JsonObject, writes(look.page))
  await look.save()
  if (first) {
    throw new KivaError(
      'partial',
      sentence`${counted(failures.length, 'parts')} of ${String(parts)} failed: ${first.sentence}`,
      {
        hint: 'The other parts were printed. The next run looks at the failed ones again.',
        cause: first,
      },
    )
  }
  await saySource()
}

const rowColumns = ['part', 'from', 'event', 'id', 'name', 'field', 'before', 'after'] as const

/** Returns a row for each finding; of a change, one for each field. */
function rowsOf({ today, names }: Pick<Look, 'today' | 'names'>): readonly JsonObject[] {
  const { saved, skipped, shortlists, repayments, portfolio, lender } = today
  const row = (part: string, from: Json, event: string, rest: JsonObject = {}): JsonObject => ({
    ...{ part, from, event, id: null, name: null, field: null, before: null, after: null },
    ...rest,
  })
  const failed = (part: string, from: Json, { error }: Failed) => [
    row(part, from, 'failed', { after: error.message }),
  ]
  const named = (item: Json | undefined) => ({ id: at(item, 'id') ?? null, name: at(item, 'name') ?? null })
  const changed = (part: string, from: Json, item: Json | undefined, changes: Json | undefined) =>
    Object.entries(isObject(changes) ? changes : {}).map(([field, change]) =>
      row(part, from, 'changed', {
        ...named(item),
        field,
        before: at(change, 'from') ?? null,
        after: at(change, 'to') ?? null,
      }),
    )
  const amounts = (event: string, id: Json, { dollars, loans }: { dollars: number; loans: number }) =>
    loans === 0
      ? []
      : Object.entries({ dollars, loans }).map(([field, after]) =>
          row('repayments', lender, event, { id, field, after }),
        )
  return [
    ...saved.flatMap((command) => {
      if ('error' in command) return failed('saved', command.name, command)
      const { name, ids, looked, total } = command
      const rest = isCutShort(command)
        ? [row('saved', name, 'read_in_part', { before: looked, after: total })]
        : []
      const rows = ids.map((id, index) =>
        row('saved', name, 'new', { id, name: names.get(name)?.[index] ?? null }),
      )
      return [...rows, ...rest]
    }),
    ...skipped.map(({ name, why }) => row('saved', name, 'skipped', { after: why })),
    ...partRows(
      shortlists,
      (error) => failed('shortlists', null, error),
      ({ loans, ended }) => [
        ...loans.flatMap(({ item, lists, ends_soon, changes }) => {
          const [from, field] = [lists.join(' '), 'planned_expiration_date']
          const end = { ...named(item), field, after: at(item, field) ?? null }
          return [
            ...(ends_soon ? [row('shortlists', from, 'ends_soon', end)] : []),
            ...changed('shortlists', from, item, changes),
          ]
        }),
        ...ended.flatMap(({ list, ids }) => ids.map((id) => row('shortlists', list, 'ended', { id }))),
      ],
    ),
    ...partRows(
      repayments,
      (error) => failed('repayments', lender, error),
      ({ month, dollars, loans, next, returned, lost, overdue, overdue_loans }) => [
        ...(returned ? amounts('returned', returned.since, returned) : []),
        ...(lost ? amounts('lost', null, lost) : []),
        ...amounts('due', month, { dollars, loans }),
        ...(next ? amounts('next', next.month, next) : []),
        ...amounts('overdue', null, { dollars: overdue, loans: overdue_loans }),
      ],
    ),
    ...partRows(
      portfolio,
      (error) => failed('portfolio', lender, error),
      ({ changes }) =>
        changes.flatMap((change) => {
          const [item, event] = [at(change, 'item'), String(at(change, 'event'))]
          if (event === 'changed') return changed('portfolio', lender, item, at(change, 'changes'))
          const status = at(item, 'status') ?? null
          const [before, after] = event === 'removed' ? [status, at(change, 'now') ?? null] : [null, status]
          return [row('portfolio', lender, event, { ...named(item), field: 'status', before, after })]
        }),
    ),
  ]
}

/** Returns the rows of a part that may be missing or have failed. */
function partRows<T extends object>(
  part: T | Failed | null,
  failed: (error: Failed) => readonly JsonObject[],
  rows: (news: T) => readonly JsonObject[],
): readonly JsonObject[] {
  if (part === null) return []
  return 'error' in part ? failed(part as Failed) : rows(part as T)
}
