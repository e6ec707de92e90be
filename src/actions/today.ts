/** `kiva today`: what is new since the last look. */
import { fieldsOf } from '../api/records/derived-fields.ts'
import { at } from '../api/records/field-values.ts'
import { recordTypes } from '../api/records/record-types.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { today as declared } from '../commands/actions/lending.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import { commandLine } from '../core/shell-word.ts'
import { marketTime } from '../core/time.ts'
import { type Failed, type Today, todayPage } from '../output/detail/today-page.ts'
import { changeWords } from '../output/words/change-words.ts'
import { money } from '../output/words/format.ts'
import { isRowFormat } from './read-portfolio.ts'
import { readToday } from './read-today.ts'
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
  const look = await readToday(context, commands, peek)
  const { failures, parts } = look
  const [first] = failures
  if (first && failures.length === parts) throw first
  const fields = fieldsOf(recordTypes.loan_detail)
  const page = {
    columns: look.columns,
    fields,
    now: marketTime(context),
    kiva: (words: string) => commandLine(settings, words),
  }
  if (isRowFormat(settings.output)) await print(rowsOf(look.today), undefined, rowColumns)
  else await print(look.today as unknown as JsonObject, (style) => todayPage(look.today, page, style))
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

const rowColumns = ['part', 'from', 'event', 'id', 'name', 'words'] as const

/** Returns one row for each finding. */
function rowsOf(today: Today): readonly JsonObject[] {
  const { saved, skipped, shortlists, repayments, portfolio, lender } = today
  const row = (part: string, from: Json, event: string, words: Json, item: Json = null): JsonObject => ({
    ...{ part, from, event, id: at(item, 'id') ?? null, name: at(item, 'name') ?? null, words },
  })
  const failed = (part: string, from: Json, { error }: Failed) => [row(part, from, 'failed', error.message)]
  const fields = fieldsOf(recordTypes.loan_detail)
  return [
    ...saved.flatMap((command) => {
      if ('error' in command) return failed('saved', command.name, command)
      const { name, ids, first } = command
      return ids.map((id, index) =>
        row('saved', name, 'new', null, { id, name: at(first[index], 'name') ?? null }),
      )
    }),
    ...skipped.map(({ name, why }) => row('saved', name, 'skipped', why)),
    ...partRows(
      shortlists,
      (error) => failed('shortlists', null, error),
      ({ loans }) =>
        loans.flatMap(({ item, lists, ends_soon, changes }) => [
          ...(ends_soon
            ? [
                row(
                  'shortlists',
                  lists.join(' '),
                  'ends_soon',
                  at(item, 'planned_expiration_date') ?? null,
                  item,
                ),
              ]
            : []),
          ...(changes
            ? [row('shortlists', lists.join(' '), 'changed', changeWords({ changes }, fields), item)]
            : []),
        ]),
    ),
    ...partRows(
      repayments,
      (error) => failed('repayments', lender, error),
      ({ month, dollars, loans, overdue, overdue_loans }) => [
        row('repayments', lender, 'due', `${money(dollars)} from ${counted(loans, 'loans')}`, { id: month }),
        ...(overdue > 0
          ? [
              row(
                'repayments',
                lender,
                'overdue',
                `${money(overdue)} from ${counted(overdue_loans, 'loans')}`,
              ),
            ]
          : []),
      ],
    ),
    ...partRows(
      portfolio,
      (error) => failed('portfolio', lender, error),
      ({ changes }) =>
        changes.map((change) =>
          row(
            'portfolio',
            lender,
            String(at(change, 'event')),
            changeWords(change, fields),
            at(change, 'item') ?? null,
          ),
        ),
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
