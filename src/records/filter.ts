/** The stage of `--filter`: keeps the records whose table rows match. */
import { didYouMean, nearest } from '../api/nearest.ts'
import { isEmpty, number } from '../api/records/field-values.ts'
import { type DerivedGroup, type DerivedType, derivedGroupsOf } from '../api/records/record-types.ts'
import { exactNumber } from '../core/compare-numbers.ts'
import { KivaError } from '../core/errors.ts'
import { foldText } from '../core/fold-text.ts'
import { isObject, type Json } from '../core/json.ts'
import { ExactNumber } from '../core/numbers.ts'
import { timeOf } from '../domain/time.ts'
import { cleanRecord } from '../output/gate/text.ts'
import { type Column, cellText, hasOneForm, inWords, isTime, otherForms } from '../output/table/column.ts'
import { columnNamed } from '../output/table/column-named.ts'
import { line } from '../output/words/line.ts'
import { filterColumnsOf } from './filter-columns.ts'
import { dropped, outputOf } from './items.ts'
import {
  columnsRead,
  type Filter,
  type FilterProblem,
  type FilterRows,
  isAllInText,
  parseFilter,
  takenBy,
  testsOf,
} from './row-filter.ts'
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
  const columns = await filterColumnsOf(type)
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
  const own = await filterColumnsOf({ ...type, derived: undefined })
  const areOwn = columns.map(({ header, path }) =>
    own.some((column) => column.header === header && column.path === path),
  )
  const isOwn = (term: Filter['terms'][number]) =>
    columnsRead(term)?.every((column) => areOwn[column]) === true
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
  const rest = `${all}Other fields: --where. Text with a colon: in quotes.`
  return new KivaError('usage', `unknown column "${name}" in --filter`, {
    hint:
      group === undefined
        ? didYouMean(nearest(name.toLowerCase(), columns.map(nameOf)), rest)
        : `It is a column of --with ${group}. ${rest}`,
  })
}

/** Returns the group of derived fields that has a column with this name. */
async function groupWith(name: string, type: DerivedType): Promise<DerivedGroup | undefined> {
  for (const group of derivedGroupsOf(type))
    if (columnNamed(name, await filterColumnsOf({ ...type, derived: [group] })) >= 0) return group
  return undefined
}

function listed(title: string, taken: ReturnType<typeof takenBy>, columns: readonly Column[]): string {
  const names = columns.filter((column) => takenBy(column) === taken).map(nameOf)
  return names.length === 0 ? '' : `${title}: ${names.join(', ')}. `
}

/** Returns the name of a column as it can be typed without quotes: `to-go`. */
const nameOf = ({ header }: Column) => header.toLowerCase().replaceAll(' ', '-')

/** No cell contains it, because a cell is one line. */
const separator = '\n'

/** What records are filtered and sorted by: the cells of their table, as folded text and as numbers. */
export class Cells implements FilterRows {
  readonly now: () => number
  readonly #columns: readonly Column[]
  /** The cells of tables, then those words of tables in a pipe that differ. */
  readonly #texts: string[] = []
  /**
   * The cells of hidden columns, and the other forms of shown cells, one per line: by column, then by record. Unset if
   * empty, and for forms that follow from the number.
   */
  readonly #more: readonly string[][]
  /** By column, then by record. NaN or unset for cells without a number, so that a column without any takes no memory. */
  readonly #numbers: readonly (number | ExactNumber)[][]

  /** `now` returns milliseconds since the epoch. */
  constructor(columns: readonly Column[], now: () => number) {
    this.now = now
    this.#columns = columns.map(inWords)
    this.#more = columns.map(() => [])
    this.#numbers = columns.map(() => [])
  }

  /** Reads the cells of a sanitized record. `index` is that of a former record, or the next one. */
  set(index: number, record: Json): void {
    const fields = isObject(record) ? record : {}
    const now = this.now()
    const words: string[] = []
    const cells = this.#columns.flatMap((column, at) => {
      const value = column.value(fields)
      const text = cellText(column, fields, now)
      const shown = numberOf(value, text)
      const isNumber = isTime(column) ? isUsualTime(value) : !column.offScreen && value === shown
      const isDerived = Number.isNaN(shown) ? !column.offScreen && isEmpty(value) : isNumber
      const hasForms = !(column.isHidden || isDerived || hasOneForm(column))
      const forms = hasForms ? otherForms(column, fields, now).filter((form) => form !== text) : none
      const found = column.isHidden ? text : forms.join(separator)
      const [numbers, more] = [this.#numbers[at], this.#more[at]]
      if (numbers && (numbers.length > index || !Number.isNaN(shown))) numbers[index] = shown
      if (more && (more.length > index || found !== '')) more[index] = foldText(found)
      if (forms.length > 0 && isAllInText(column)) words.push(...forms)
      return column.isHidden ? [] : text
    })
    this.#texts[index] = foldText(isObject(record) ? [...cells, ...words].join(separator) : line(record))
  }

  /** Returns the folded text of all cells of the table as they were when the record came, one cell per line. */
  text(index: number): string {
    return this.#texts[index] ?? ''
  }

  /** Returns the folded text of one cell. */
  cell(index: number, column: number): string {
    if (this.#columns[column]?.isHidden) return this.#more[column]?.[index] ?? ''
    const text = this.text(index)
    let from = 0
    for (let at = 0; at < column; at++) {
      from = text.indexOf(separator, from) + 1
      if (from === 0) return ''
    }
    const to = text.indexOf(separator, from)
    return to < 0 ? text.slice(from) : text.slice(from, to)
  }

  forms(index: number, column: number): string {
    const more = this.#more[column]?.[index] ?? ''
    const known = this.#columns[column]
    const shown = this.number(index, column)
    if (!known || hasOneForm(known) || Number.isNaN(shown)) return more
    if (!isTime(known)) return `${more}${separator}${shown}`
    const time = new Date(Number(shown)).toISOString().replace('.000Z', 'Z')
    const inPlainText = known.offScreen ? foldText(known.offScreen.write?.(time, this.now()) ?? '') : ''
    return `${more}${separator}${time.toLowerCase()}${separator}${inPlainText}`
  }

  /** Returns the number that a cell shows: dollars, percent, or milliseconds since the epoch; NaN if it shows none. */
  number(index: number, column: number): number | ExactNumber {
    return this.#numbers[column]?.[index] ?? Number.NaN
  }
}

const none: readonly string[] = []

/** Whether a time is in the notation of the service, in which kiva shows it too. */
const isUsualTime = (value: Json | undefined) =>
  typeof value === 'string' && value.length === 20 && value.endsWith('Z')

/**
 * Returns the number that a cell shows, such as 2500 for `$2,500`; of a date, milliseconds since the epoch. The value
 * may have another unit: money is in cents or in dollars.
 */
function numberOf(value: Json | undefined, text: string): number | ExactNumber {
  const isText = typeof value === 'string'
  const time = isText ? timeOf(value) : undefined
  if (time !== undefined) return time
  const amount = number(value)
  if (amount === undefined) return value instanceof ExactNumber ? value : Number.NaN
  const isShown = !isText && /^-?\$?[\d,]+(?:\.\d+)?%?$/.test(text)
  return exactNumber(isShown ? text.replaceAll(/[$,%]/g, '') : String(value).trim())
}
