/**
 * The language of `--filter` and of the filter in explore: words, and conditions on columns such as `country:kenya`,
 * `asked<300` or `-status:paid`.
 */

import { number as numberIn } from '../api/records/field-values.ts'
import { compareNumbers, exactNumber } from '../core/compare-numbers.ts'
import { foldText } from '../core/fold-text.ts'
import type { ExactNumber } from '../core/numbers.ts'
import { day, hour, minute, year } from '../core/time.ts'
import { timeOf } from '../domain/time.ts'
import { type Column, hasOneForm, inWords, isTime } from '../output/table/column.ts'
import { columnNamed } from '../output/table/column-named.ts'

/** The rows that a filter reads, such as {@link Cells}. */
export interface FilterRows {
  /** Returns milliseconds since the epoch. */
  readonly now: () => number
  text(index: number): string
  cell(index: number, column: number): string
  /** The other forms of a cell: see `otherForms`. One per line; '' without any. */
  forms(index: number, column: number): string
  /** NaN without a number. One that a JavaScript number cannot represent keeps its digits. */
  number(index: number, column: number): number | ExactNumber
}

/** All texts are folded. `column` is an index. */
export type Condition =
  | { readonly kind: 'word'; readonly word: string }
  | CellCondition
  | ({ readonly kind: Measure; readonly column: number } & Range)

/** A form of a cell contains the word, or is the word. In a hidden column, a word of the cell starts with it. */
interface CellCondition {
  readonly kind: 'cell'
  readonly column: number
  readonly word: string
  readonly isWhole: boolean
  readonly isHidden: boolean
  /** Whether all forms of the cell are in the text of its row. */
  readonly isInText: boolean
}

/** The number that a cell shows, or milliseconds from now until its time, below 0 once it is over, or since then. */
type Measure = 'number' | 'left' | 'age'

/** From `from` up to `to`, each included unless `isAbove` or `isBelow`. */
interface Range {
  readonly from: number | ExactNumber
  readonly to: number | ExactNumber
  readonly isAbove: boolean
  readonly isBelow: boolean
}

export interface Term {
  /** A row satisfies it if one of these holds, or if none does and `isNegated`. */
  readonly anyOf: readonly Condition[]
  readonly isNegated: boolean
}

/** What is wrong with a part of a filter, and how to fix it. */
export type FilterProblem =
  /** `name` is the text that stands for a column. */
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'value'; readonly column: Column; readonly value: string; readonly expected: string }
  | { readonly kind: 'unfinished'; readonly text: string; readonly missing: string }

export interface Filter {
  /** As it was typed. */
  readonly text: string
  /** A row matches if it satisfies all of them. */
  readonly terms: readonly Term[]
  /** In the order of the text. */
  readonly problems: readonly FilterProblem[]
}

/**
 * Parses a filter. Any text has a meaning, as it may still be typed: an unknown column makes a condition a word, an
 * invalid value is text, and an unfinished condition matches every row. `problems` says so.
 */
export function parseFilter(text: string, columns: readonly Column[]): Filter {
  const terms: Term[] = []
  const problems: FilterProblem[] = []
  for (const token of tokensOf(text)) {
    const { term, problem } = readToken(token, columns)
    if (term) terms.push({ ...term, isNegated: token.isNegated })
    if (problem) problems.push(problem)
  }
  return { text, terms, problems }
}

/** `-country:kenya,"burkina faso"` in parts. */
interface Token {
  readonly text: string
  readonly isNegated: boolean
  /** The text before the operator; unset for a word. */
  readonly name: string | undefined
  /** `''` stands for a mere colon. */
  readonly operator: Operator
  readonly values: readonly Part[]
}

type Operator = '' | '=' | '<' | '<=' | '>' | '>='

interface Part {
  readonly text: string
  /** Text in quotes is no number, no date and no condition. */
  readonly isQuoted: boolean
  readonly isClosed: boolean
}

const quoted = `"[^"]*(?:"|$)|'[^']*(?:'|$)`
/** A column and an operator: `asked:<`, `"to go"=`. The column's name may be missing. */
const head = new RegExp(`(${quoted}|[^\\s"':<>=][^\\s:<>=]*)?(?::([<>]=?|=)?|([<>]=?|=))`, 'y')
/** A value of a list: in quotes, or up to a comma, except for those of amounts such as `$1,500`. */
const part = new RegExp(`${quoted}|(?:\\$\\d{1,3}(?:,\\d{3})+|[^\\s,])*`, 'y')
/** A word, or the value of a comparison, which takes no list. */
const whole = new RegExp(`${quoted}|\\S*`, 'y')
const space = /\s*/y

function tokensOf(text: string): readonly Token[] {
  let at = 0
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    at += match?.[0].length ?? 0
    return match
  }
  const nextPart = (pattern: RegExp) => partOf(next(pattern)?.[0] ?? '')
  const tokens: Token[] = []
  for (next(space); at < text.length; next(space)) {
    const start = at
    const isNegated = text[at] === '-'
    if (isNegated) at += 1
    const found = next(head)
    const [, name, afterColon, alone] = found ?? []
    const operator = (afterColon ?? alone ?? '') as Operator
    const isList = found !== null && (operator === '' || operator === '=')
    const values = [nextPart(isList ? part : whole)]
    while (isList && text[at] === ',') {
      at += 1
      values.push(nextPart(part))
    }
    tokens.push({
      text: text.slice(start, at),
      isNegated,
      name: found ? partOf(name ?? '').text : undefined,
      operator,
      values,
    })
  }
  return tokens
}

function partOf(text: string): Part {
  const quote = text[0]
  if (quote !== '"' && quote !== "'") return { text, isQuoted: false, isClosed: true }
  const isClosed = text.length > 1 && text.endsWith(quote)
  return { text: text.slice(1, isClosed ? -1 : undefined), isQuoted: true, isClosed }
}

interface Meaning {
  readonly term?: Pick<Term, 'anyOf'>
  readonly problem?: FilterProblem
}

function readToken(token: Token, columns: readonly Column[]): Meaning {
  const { name, operator, values, isNegated } = token
  const [first] = values
  const open = values.find(({ isClosed }) => !isClosed)
  const unclosed = open && unfinished(token, `the closing ${token.text.includes('"') ? '"' : "'"}`)
  if (name === undefined) {
    const spellings = first ? spellingsOf(first) : ['']
    if (spellings.includes('')) return { problem: unclosed ?? unfinished(token, 'a word') }
    const anyOf = spellings.map((word): Condition => ({ kind: 'word', word }))
    return { term: { anyOf }, ...(unclosed && { problem: unclosed }) }
  }
  const index = columnNamed(name, columns)
  const column = columns[index]
  if (!column) {
    const word = foldText(isNegated ? token.text.slice(1) : token.text)
    return { term: { anyOf: [{ kind: 'word', word }] }, problem: { kind: 'column', name } }
  }
  // `country=""` finds records without a country.
  const isEmptyText = ({ isQuoted, isClosed }: Part) => isQuoted && isClosed && operator === '='
  const given = values.filter((value) => value.text !== '' || isEmptyText(value))
  // A comma at the end: the next value is still to be typed.
  const empty = given.length < values.length ? unfinished(token, 'a value') : undefined
  if (given.length === 0) return { problem: unclosed ?? unfinished(token, 'a value') }
  const read = given.map((value) => readValue(value, operator, index, column))
  const problem = read.find((meaning) => meaning.problem)?.problem ?? unclosed ?? empty
  return { term: { anyOf: read.flatMap(({ anyOf }) => anyOf) }, ...(problem && { problem }) }
}

const unfinished = ({ text }: Token, missing: string): FilterProblem => ({
  kind: 'unfinished',
  text,
  missing,
})

/** Returns the folded text, also with spaces: tables show `in_repayment` as `in repayment`. */
function spellingsOf({ text, isQuoted }: Pick<Part, 'text' | 'isQuoted'>): readonly string[] {
  const word = foldText(text)
  return isQuoted || !word.includes('_') ? [word] : [word, word.replaceAll('_', ' ')]
}

/** Reads one value of a condition on a column. */
function readValue(
  { text, isQuoted }: Part,
  operator: Operator,
  index: number,
  column: Column,
): Pick<Term, 'anyOf'> & Pick<Meaning, 'problem'> {
  const isText = operator === '' || operator === '='
  const spellings = spellingsOf({ text: isText ? text : operator + text, isQuoted })
  const [isWhole, isHidden] = [operator === '=', column.isHidden === true]
  const isInText = isAllInText(column)
  const isMeant = (name: string) => spellings.some((word) => cellMatches(name, { word, isWhole, isHidden }))
  const synonyms = (column.synonyms ?? []).filter((names) => names.some(isMeant)).flat()
  const anyOf = [...new Set([...spellings, ...synonyms])].map(
    (word): Condition => ({ kind: 'cell', column: index, word, isWhole, isHidden, isInText }),
  )
  const takes = takenBy(column)
  if (isText && (isQuoted || takes === 'text')) return { anyOf }
  const range = takes === 'text' ? undefined : rangeOf(text, operator, readers[takes])
  if (range) {
    const kind = !range.isSpan ? 'number' : column.compares === 'left' ? 'left' : 'age'
    // The time left is 0 or more: only `<0d` and `<=0d` find what is over.
    const isLeft = kind === 'left' && compareNumbers(range.range.to, 0) > 0
    const start = isLeft && range.range.from === Number.NEGATIVE_INFINITY ? { from: 0 } : {}
    return { anyOf: [{ ...range.range, ...start, kind, column: index }] }
  }
  return {
    anyOf,
    problem: { kind: 'value', column, value: operator + text, expected: expected[takes] },
  }
}

/** Whether all forms of a cell are in the text of its row, so that words find them: texts and words, but no times. */
export const isAllInText = (column: Column): boolean =>
  !column.isHidden &&
  !isTime(column) &&
  (hasOneForm(column) || (!column.fill && column.offScreen !== undefined))

/** Returns what the conditions on a column compare. */
export function takenBy(column: Column): keyof typeof expected {
  if (isTime(column)) return 'time'
  if (column.compares) return 'text'
  return inWords(column).align === 'right' ? 'number' : 'text'
}

const expected = {
  text: 'text, without < or >',
  number: 'a number such as 500, <500 or 100..300, or text in quotes',
  time: 'a date or a span of time such as 2026-03-31, <3d or 1w..2w, or text in quotes',
} as const

/** A value as a range: a day is all of its hours. */
interface Extent {
  readonly from: number | ExactNumber
  /** The first number above it; equal to `from` for a number, which is a point. */
  readonly end: number | ExactNumber
  readonly isSpan: boolean
}

type ReadExtent = (text: string) => Extent | undefined

function rangeOf(
  text: string,
  operator: Operator,
  read: ReadExtent,
): { readonly range: Range; readonly isSpan: boolean } | undefined {
  const [, low, high] = /^(.*?)\.\.(.*)$/.exec(operator === '' || operator === '=' ? text : '') ?? []
  const isOpen = low !== undefined && high !== undefined
  const first = isOpen ? (low === '' ? undefined : read(low)) : read(text)
  const last = isOpen ? (high === '' ? undefined : read(high)) : first
  if (isOpen ? (low !== '' && !first) || (high !== '' && !last) || (!first && !last) : !first)
    return undefined
  if (first && last && (first.isSpan !== last.isSpan || compareNumbers(first.from, last.from) > 0))
    return undefined
  const isSpan = (first ?? last)?.isSpan === true
  // A span as a bound is its exact length: only `ends:3d` means all of the day that the table shows as 3d.
  const isPoint = (extent: Extent) =>
    extent.from === extent.end || (isSpan && (isOpen || operator.length > 0))
  const from = first?.from ?? Number.NEGATIVE_INFINITY
  const to = last ? (isPoint(last) ? last.from : last.end) : Number.POSITIVE_INFINITY
  const isBelow = last !== undefined && !isPoint(last)
  const all = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, isAbove: false, isBelow: false }
  const range: Record<Operator, Range> = {
    '': { from, to, isAbove: false, isBelow },
    '=': { from, to, isAbove: false, isBelow },
    '<': { ...all, to: from, isBelow: true },
    '<=': { ...all, to, isBelow },
    '>': { ...all, from: to, isAbove: !isBelow },
    '>=': { ...all, from },
  }
  return { range: range[operator], isSpan }
}

/** `$1,500` → 1500, `50%` → 50 */
const readNumber: ReadExtent = (text) => {
  if (!/^-?\$?(?:\d[\d,]*(?:\.\d+)?|\.\d+)%?$/.test(text)) return undefined
  const number = exactNumber(text.replaceAll(/[$,%]/g, ''))
  return { from: number, end: number, isSpan: false }
}

/** A year, a month, a day or a time in UTC, or a span such as `3d`. */
const readTime: ReadExtent = (text) => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)(min|h|d|w|y)$/i.exec(text) ?? []
  const length = units[unit.toLowerCase()]
  if (length !== undefined) {
    const from = Number(amount) * length
    return { from, end: from + length, isSpan: true }
  }
  const [, years, months] = /^(\d{4})(?:-(\d\d))?$/.exec(text) ?? []
  if (years !== undefined) {
    const month = months === undefined ? 0 : Number(months) - 1
    if (month < 0 || month > 11) return undefined
    const [from, end] = months === undefined ? [0, 12] : [month, month + 1]
    return { from: Date.UTC(Number(years), from), end: Date.UTC(Number(years), end), isSpan: false }
  }
  const from = timeOf(text.toUpperCase())
  return from === undefined ? undefined : { from, end: text.length === 10 ? from + day : from, isSpan: false }
}

const units: Readonly<Record<string, number>> = { min: minute, h: hour, d: day, w: 7 * day, y: year }

const readers = { number: readNumber, time: readTime } as const

export type RowTest = (index: number) => boolean

/** Returns tests of a row by its index. The row matches if it passes all of them. */
export const testsOf = ({ terms }: Pick<Filter, 'terms'>, rows: FilterRows): readonly RowTest[] =>
  terms.map(({ anyOf, isNegated }) => {
    const tests = anyOf.map((condition) => testOf(condition, rows))
    const [only = () => true] = tests
    const test: RowTest = tests.length > 1 ? (index) => tests.some((test) => test(index)) : only
    return isNegated ? (index) => !test(index) : test
  })

function testOf(condition: Condition, rows: FilterRows): RowTest {
  if (condition.kind === 'word') {
    const { word } = condition
    return (index) => rows.text(index).includes(word)
  }
  const { column } = condition
  if (condition.kind === 'cell') {
    const { word, isWhole, isHidden, isInText } = condition
    const matches = (index: number) => cellMatches(rows.cell(index, column), condition)
    // Most rows lack the word in all cells.
    const isShown: RowTest =
      isWhole || isHidden ? matches : (index) => rows.text(index).includes(word) && matches(index)
    if (isHidden) return isShown
    const isForm = (form: string) => form !== '' && cellMatches(form, condition)
    const isOther: RowTest = (index) => {
      const forms = rows.forms(index, column)
      return forms.includes(word) && forms.split('\n').some(isForm)
    }
    const isEither: RowTest = (index) => isShown(index) || isOther(index)
    return isInText ? (index) => rows.text(index).includes(word) && isEither(index) : isEither
  }
  const { from, to, isAbove, isBelow } = condition
  // All are false for NaN.
  const holds = (number: number | ExactNumber) => {
    const low = from === Number.NEGATIVE_INFINITY ? 0 : compareNumbers(number, from)
    if (isAbove ? !(low > 0) : !(low >= 0)) return false
    const high = to === Number.POSITIVE_INFINITY ? 0 : compareNumbers(number, to)
    return isBelow ? high < 0 : high <= 0
  }
  if (condition.kind === 'number') {
    const isPoint = compareNumbers(from, to) === 0
    // The value of a field may have another unit than the cell, as 0.5 for 50%, so a range does not compare it.
    const amountOf = (form: string) =>
      isPoint && numberIn(form) !== undefined ? exactNumber(form) : Number.NaN
    const isForm = (form: string) => holds(timeOf(form.toUpperCase()) ?? amountOf(form))
    return (index) => {
      const shown = rows.number(index, column)
      if (holds(shown)) return true
      return (isPoint || Number.isNaN(shown)) && rows.forms(index, column).split('\n').some(isForm)
    }
  }
  const passed = (index: number) => rows.now() - Number(rows.number(index, column))
  if (condition.kind === 'age') return (index) => holds(passed(index))
  return (index) => holds(passed(index) >= 0 ? over : -passed(index))
}

/** The time left of what is over, also of what ends now. */
const over = -1

/** Returns whether the folded text of a cell has the word of a condition. */
export function cellMatches(
  cell: string,
  { word, isWhole, isHidden }: Pick<CellCondition, 'word' | 'isWhole' | 'isHidden'>,
): boolean {
  if (isWhole) return cell === word
  return isHidden ? ` ${cell}`.includes(` ${word}`) : cell.includes(word)
}

/** Returns the indexes of the columns that a filter reads, or undefined if it has words, which read all of them. */
export const columnsRead = ({ anyOf }: Term): readonly number[] | undefined => {
  const read = anyOf.flatMap((condition) => (condition.kind === 'word' ? [] : condition.column))
  return read.length < anyOf.length ? undefined : read
}
