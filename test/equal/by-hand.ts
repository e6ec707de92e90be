/**
 * What `--filter` keeps, decided from the records of a market by the words of `kiva help filters`. It shares no code with the
 * filter: the texts that tables show are in `cells-by-hand.ts`.
 */
import type { JsonObject } from '../../src/core/json.ts'
import { noon } from '../harness.ts'
import { type Cell, cellsOf, numberIn, type Row } from './cells-by-hand.ts'
import type { Condition, ListName } from './requests.ts'
import { lists } from './requests.ts'

const folded = (value: string) =>
  value.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l')

/** Returns the typed value without its quotes, and its spellings: `_` also stands for a space. */
function spellings(typed: string): { readonly isQuoted: boolean; readonly all: readonly string[] } {
  const isQuoted = /^["']/.test(typed)
  const word = folded(isQuoted ? typed.slice(1, -1) : typed)
  return { isQuoted, all: isQuoted ? [word] : [word, word.replaceAll('_', ' ')] }
}

const day = 86_400_000
const units: Readonly<Record<string, number>> = { h: day / 24, d: day, w: 7 * day, y: 365 * day }

interface Span {
  readonly from: number
  /** The first number behind it. */
  readonly end: number
  readonly isLength: boolean
}

function numberSpan(typed: string): Span {
  const point = Number(typed.replaceAll(/[$,%]/g, ''))
  return { from: point, end: point, isLength: false }
}

function timeSpan(typed: string): Span {
  const [, count, unit = ''] = /^(\d+)([hdwy])$/.exec(typed) ?? []
  const length = units[unit]
  if (length !== undefined)
    return { from: Number(count) * length, end: (Number(count) + 1) * length, isLength: true }
  const [year = 0, month, date] = typed.split('T')[0]?.split('-').map(Number) ?? []
  const from = typed.includes('T') ? Date.parse(typed) : Date.UTC(year, (month ?? 1) - 1, date ?? 1)
  const end = typed.includes('T')
    ? from
    : date !== undefined
      ? from + day
      : month !== undefined
        ? Date.UTC(year, month)
        : Date.UTC(year + 1, 0)
  return { from, end, isLength: false }
}

/** Returns whether an amount is in what an operator and a value say. */
function isIn(amount: number, operator: string, typed: string, read: (typed: string) => Span): boolean {
  const [low = '', high] = typed.split('..')
  if (high !== undefined) {
    const [first, last] = [low === '' ? undefined : read(low), high === '' ? undefined : read(high)]
    const isLast =
      last === undefined ||
      (last.isLength || last.end === last.from ? amount <= last.from : amount < last.end)
    return (first === undefined || amount >= first.from) && isLast
  }
  const { from, end, isLength } = read(typed)
  const isPoint = end === from || (isLength && operator !== '')
  switch (operator) {
    case '<':
      return amount < from
    case '>=':
      return amount >= from
    case '<=':
      return isPoint ? amount <= from : amount < end
    case '>':
      return isPoint ? amount > from : amount >= end
    default:
      return isPoint ? amount === from : amount >= from && amount < end
  }
}

function matchesText({ shown, others, isHidden }: Cell, words: readonly string[], isWhole: boolean): boolean {
  const forms = [folded(shown), ...others.filter((form) => form !== '').map(folded)]
  return words.some((word) =>
    forms.some((form) =>
      isWhole ? form === word : isHidden ? ` ${form}`.includes(` ${word}`) : form.includes(word),
    ),
  )
}

function matchesValue(cell: Cell, operator: string, typed: string): boolean {
  const { isQuoted, all } = spellings(typed)
  const { takes, amount, others } = cell
  if (isQuoted || takes === 'text') return matchesText(cell, all, operator === '=')
  const isPoint = operator === '' || operator === '=' || operator === ':='
  if (takes === 'number') {
    // The value of the field may have more digits than the table shows.
    const exact = isPoint && !typed.includes('..') ? others.flatMap((other) => numberIn(other) ?? []) : []
    return [...(amount === undefined ? [] : [amount]), ...exact].some((one) =>
      isIn(one, operator, typed, numberSpan),
    )
  }
  const isLength = /\d[hdwy](?:\.\.|$)/.test(typed)
  if (!isLength) {
    const times = [amount ?? Number.NaN, ...others.map((other) => Date.parse(other))]
    return times.some((one) => !Number.isNaN(one) && isIn(one, operator, typed, timeSpan))
  }
  if (amount === undefined) return false
  if (takes === 'age') return isIn(noon - amount, operator, typed, timeSpan)
  // Only `<0d` and `<=0d` find what is over.
  if (amount <= noon) return (operator === '<' || operator === '<=') && /^0/.test(typed)
  return isIn(amount - noon, operator, typed, timeSpan)
}

function holds({ isNegated, column, operator, values }: Condition, row: Row): boolean {
  const plain = operator.replace(':', '')
  const cells =
    column === '' ? Object.values(row).filter(({ isHidden }) => !isHidden) : [cellNamed(column, row)]
  const isTrue = values.some((value) =>
    column === ''
      ? cells.some((cell) => matchesText(cell, spellings(value).all, false))
      : cells.some((cell) => matchesValue(cell, plain, value)),
  )
  return isTrue !== isNegated
}

function cellNamed(column: string, row: Row): Cell {
  const found = row[column.toUpperCase().replaceAll('-', ' ')]
  if (!found) throw new Error(`no column ${column} by hand`)
  return found
}

/** Returns whether a record of a list, with its details, satisfies all conditions. */
export function keeps(
  list: ListName,
  filters: readonly (readonly Condition[])[],
  record: JsonObject,
): boolean {
  const row = cellsOf(lists[list], record)
  return filters.flat().every((condition) => holds(condition, row))
}
