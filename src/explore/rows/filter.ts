/** The filter of loaded rows: words, and conditions on columns such as `country:kenya` or `ends:<3d`. */

import { timeOf } from '../../domain/time.ts'
import type { Column } from '../../output/table/column.ts'
import { left } from '../../output/words/format.ts'
import { foldText } from '../../text/fold-text.ts'
import { day, hour } from '../../time.ts'

/** The rows that a filter reads, such as {@link Rows}. */
export interface FilterRows {
  readonly now: () => number
  text(index: number): string
  cell(index: number, column: number): string
  number(index: number, column: number): number
}

type Operator = '<' | '<=' | '>' | '>=' | '='

/** All texts are folded. `column` is an index. */
type Term =
  | { readonly kind: 'word'; readonly word: string }
  /** A cell contains the word, or shows the number. */
  | { readonly kind: 'cell'; readonly column: number; readonly word: string; readonly number: number }
  | {
      readonly kind: 'number' | 'time-left' | 'age'
      readonly column: number
      readonly operator: Operator
      /** For `time-left` and `age`, milliseconds. */
      readonly limit: number
    }

export interface Filter {
  /** As it was typed. */
  readonly text: string
  /** A row matches if it satisfies all of them. */
  readonly terms: readonly Term[]
}

/** Parses a filter. Any text is valid: what is no condition is a word. */
export function parseFilter(text: string, columns: readonly Column[]): Filter {
  const tokens = foldText(text).split(/\s+/).filter(Boolean)
  return { text, terms: tokens.flatMap((token) => termsOf(token, columns)) }
}

function termsOf(token: string, columns: readonly Column[]): readonly Term[] {
  const colon = token.indexOf(':')
  const column = colon < 1 ? -1 : findColumn(token.slice(0, colon), columns)
  if (column < 0) return [{ kind: 'word', word: token }]
  const rest = token.slice(colon + 1)
  const [, operator = '', limit = ''] = /^([<>]=?|=)(.*)$/.exec(rest) ?? []
  // An unfinished condition matches every row.
  if (rest === '' || (operator !== '' && limit === '')) return []
  const comparison = operator === '' ? undefined : compares(columns[column], operator as Operator, limit)
  return [
    comparison
      ? { ...comparison, column }
      : { kind: 'cell', column, word: rest, number: plainNumber(rest) ?? Number.NaN },
  ]
}

const nameOf = (text: string) => foldText(text).replaceAll(/[\s_-]/g, '')

/** Finds a column by its header, or by the last part of its path. */
function findColumn(name: string, columns: readonly Column[]): number {
  const wanted = nameOf(name)
  const byHeader = columns.findIndex(({ header }) => nameOf(header) === wanted)
  if (byHeader >= 0) return byHeader
  return columns.findIndex(({ path, reads: [only, second] = [] }) => {
    const field = path ?? (second === undefined ? only : undefined)
    return field !== undefined && nameOf(field.slice(field.lastIndexOf('.') + 1)) === wanted
  })
}

type Comparison = Pick<Extract<Term, { operator: Operator }>, 'kind' | 'operator' | 'limit'>

function compares(column: Column | undefined, operator: Operator, limit: string): Comparison | undefined {
  const time = timeOf(limit)
  if (time !== undefined) return { kind: 'number', operator, limit: time }
  const span = /^(\d+(?:\.\d+)?|\.\d+)([hdw])$/.exec(limit)
  if (span)
    return {
      kind: column?.write === left ? 'time-left' : 'age',
      operator,
      limit: Number(span[1]) * (units[span[2] ?? ''] ?? 0),
    }
  const number = plainNumber(limit)
  return number === undefined ? undefined : { kind: 'number', operator, limit: number }
}

const units: Readonly<Record<string, number>> = { h: hour, d: day, w: 7 * day }

/** `$1,500` → 1500, `50%` → 50 */
function plainNumber(text: string): number | undefined {
  return /^-?\$?\d[\d,]*(?:\.\d+)?%?$/.test(text) ? Number(text.replaceAll(/[$,%]/g, '')) : undefined
}

export type RowTest = (index: number) => boolean

/** Returns tests of a row by its index. The row matches if it passes all of them. */
export const testsOf = ({ terms }: Filter, rows: FilterRows): readonly RowTest[] =>
  terms.map((term) => testOf(term, rows))

function testOf(term: Term, rows: FilterRows): RowTest {
  if (term.kind === 'word') {
    const { word } = term
    return (index) => rows.text(index).includes(word)
  }
  const { column } = term
  if (term.kind === 'cell') {
    const { word, number } = term
    return (index) =>
      rows.number(index, column) === number ||
      (rows.text(index).includes(word) && rows.cell(index, column).includes(word))
  }
  const { limit } = term
  const holds = comparisons[term.operator]
  if (term.kind === 'number') return (index) => holds(rows.number(index, column), limit)
  const sign = term.kind === 'age' ? 1 : -1
  return (index) => holds(sign * (rows.now() - rows.number(index, column)), limit)
}

/** All are false for NaN. */
const comparisons: Readonly<Record<Operator, (number: number, limit: number) => boolean>> = {
  '<': (number, limit) => number < limit,
  '<=': (number, limit) => number <= limit,
  '>': (number, limit) => number > limit,
  '>=': (number, limit) => number >= limit,
  '=': (number, limit) => number === limit,
}

/** Returns whether all rows that match `filter` also match `former`, as after typing one more letter. */
export function narrows(filter: Filter, former: Filter): boolean {
  return former.terms.every((wanted) => filter.terms.some((term) => implies(term, wanted)))
}

function implies(term: Term, wanted: Term): boolean {
  if (term.kind === 'word' || term.kind === 'cell') {
    // A number may be shown in other words: `asked:2500` finds $2,500.
    const isText = term.kind === 'word' || Number.isNaN(term.number)
    if (isText && wanted.kind === 'word') return term.word.includes(wanted.word)
    if (term.kind === 'word' || wanted.kind !== 'cell' || wanted.column !== term.column) return false
    return isText ? term.word.includes(wanted.word) : term.word === wanted.word
  }
  return JSON.stringify(term) === JSON.stringify(wanted)
}
