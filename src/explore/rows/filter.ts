/** The filter of loaded rows: words, and conditions on columns such as `country:kenya` or `ends:<3d`. */

import { timeOf } from '../../domain/time.ts'
import { foldText } from '../../fold-text.ts'
import type { Column } from '../../output/table/column.ts'
import { left } from '../../output/words/format.ts'
import { day, hour } from '../../time-units.ts'

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

/** Returns whether a row matches. */
export function matches({ terms }: Filter, rows: FilterRows, index: number): boolean {
  for (const term of terms) if (!satisfies(term, rows, index)) return false
  return true
}

function satisfies(term: Term, rows: FilterRows, index: number): boolean {
  if (term.kind === 'word') return rows.text(index).includes(term.word)
  const { column } = term
  if (term.kind === 'cell') {
    if (rows.number(index, column) === term.number) return true
    return rows.text(index).includes(term.word) && rows.cell(index, column).includes(term.word)
  }
  const number = rows.number(index, column)
  if (term.kind === 'number') return holds(number, term.operator, term.limit)
  const passed = rows.now() - number
  return holds(term.kind === 'age' ? passed : -passed, term.operator, term.limit)
}

/** False for NaN. */
function holds(value: number, operator: Operator, limit: number): boolean {
  if (operator === '=') return value === limit
  return operator.startsWith('<')
    ? value < limit || (operator === '<=' && value === limit)
    : value > limit || (operator === '>=' && value === limit)
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
