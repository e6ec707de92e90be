/** The stage of `--filter`: keeps the records whose table rows match. */

import { nearest } from '../api/nearest.ts'
import { type DerivedGroup, type DerivedType, derivedGroupsOf } from '../api/records/record-types.ts'
import { KivaError } from '../core/errors.ts'
import { cleanRecord } from '../output/gate/text.ts'
import type { Column } from '../output/table/column.ts'
import { columnNamed } from '../output/table/column-named.ts'
import { typeColumnsOf } from '../output/table/render-table.ts'
import { Cells } from './cells.ts'
import { dropped, outputOf } from './output-of.ts'
import { columnsRead, type Filter, type FilterProblem, parseFilter, takenBy, testsOf } from './row-filter.ts'
import type { Item, Stage } from './stage.ts'

export interface Match {
  /** Runs before fields are derived, which costs requests: the conditions on columns of the service. */
  readonly ofService: Stage
  /** Runs after that. Unset without derived fields. */
  readonly ofDerived: Stage | undefined
}

/**
 * Returns the stages that keep the records which match all filters. `now` returns milliseconds since the epoch. Throws
 * `KivaError` of kind `usage` for an invalid filter.
 */
export async function matchOf(
  texts: readonly string[],
  type: DerivedType,
  now: () => number,
): Promise<Match> {
  if (type.name === undefined) {
    throw new KivaError('usage', '--filter cannot be used with this path', {
      hint: "Its records have no known columns. Use --where, such as --where '.id == 5'.",
    })
  }
  const columns = await typeColumnsOf({ type })
  const filters: Filter[] = []
  for (const text of texts) {
    const filter = parseFilter(text, columns)
    const [problem] = filter.problems
    if (problem) throw await problemError(problem, columns, type)
    if (filter.terms.length === 0) {
      throw new KivaError('usage', `invalid value "${text}" for --filter`, {
        hint: 'Give a word or a condition, such as --filter "country:kenya". See kiva help filters.',
      })
    }
    filters.push(filter)
  }
  const terms = filters.flatMap((filter) => filter.terms)
  if (!type.derived) return { ofService: stageOf({ terms }, columns, now), ofDerived: undefined }
  const own = (await typeColumnsOf({ type: { ...type, derived: undefined } })).length
  const isOwn = (term: Filter['terms'][number]) => columnsRead(term)?.every((column) => column < own) === true
  return {
    ofService: stageOf({ terms: terms.filter(isOwn) }, columns, now),
    ofDerived: stageOf({ terms: terms.filter((term) => !isOwn(term)) }, columns, now),
  }
}

function stageOf(filter: Pick<Filter, 'terms'>, columns: readonly Column[], now: () => number): Stage {
  return async function* (pages) {
    for await (const page of pages) {
      const cells = new Cells(columns, now)
      const tests = testsOf(filter, cells)
      const items = page.items.map((item, index): Item => {
        const output = outputOf(item)
        if (output === undefined || tests.length === 0) return item
        cells.set(index, cleanRecord(output))
        return tests.every((test) => test(index)) ? item : dropped(item)
      })
      yield { ...page, items }
    }
  }
}

async function problemError(
  problem: FilterProblem,
  columns: readonly Column[],
  type: DerivedType,
): Promise<KivaError> {
  if (problem.kind === 'unfinished') {
    const { text, missing } = problem
    return new KivaError('usage', `incomplete condition "${text}" in --filter: missing ${missing}`, {
      hint: 'To search for the text itself, put it in quotes. See kiva help filters.',
    })
  }
  const all = `${listed('Text', 'text', columns)}${listed('Numbers', 'number', columns)}${listed('Times', 'time', columns)}`
  if (problem.kind === 'value') {
    const { column, value, expected } = problem
    return new KivaError(
      'usage',
      `invalid value "${value}" for ${nameOf(column)} in --filter: expected ${expected}`,
      {
        hint: `${all}See kiva help filters.`,
      },
    )
  }
  const { name } = problem
  const group = await groupWith(name, type)
  const near = nearest(name.toLowerCase(), columns.map(nameOf))
  const meant =
    group === undefined
      ? near === undefined
        ? ''
        : `Did you mean ${near}? `
      : `It is a column of --with ${group}. `
  return new KivaError('usage', `unknown column "${name}" in --filter`, {
    hint: `${meant}${all}Other fields: --where. Text with a colon: in quotes.`,
  })
}

/** Returns the group of derived fields that has a column with this name. */
async function groupWith(name: string, type: DerivedType): Promise<DerivedGroup | undefined> {
  for (const group of derivedGroupsOf(type))
    if (columnNamed(name, await typeColumnsOf({ type: { ...type, derived: [group] } })) >= 0) return group
  return undefined
}

function listed(title: string, taken: ReturnType<typeof takenBy>, columns: readonly Column[]): string {
  const names = columns.filter((column) => takenBy(column) === taken).map(nameOf)
  return names.length === 0 ? '' : `${title}: ${names.join(', ')}. `
}

/** Returns the name of a column as it can be typed without quotes: `to-go`. */
const nameOf = ({ header }: Column) => header.toLowerCase().replaceAll(' ', '-')
