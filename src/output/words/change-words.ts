/** What happened to a record since the last run, in words: `$50 → $125, 2 → 5 lenders`. */
import { fieldAt } from '../../api/records/field-paths.ts'
import { at, isEmpty } from '../../api/records/field-values.ts'
import type { Fields, FieldType } from '../../api/records/fields.ts'
import { isNested, isObject, type Json, type JsonObject } from '../../core/json.ts'
import { count, date, dateTime, type Format, local, money, percent, words, yesNo } from './format.ts'
import { line } from './line.ts'

/**
 * The fields that change most often, in the order in which they are printed, with a word before or a noun after their
 * values. All other fields have their path.
 */
const wordsOf: Readonly<Record<string, FieldWords>> = {
  status: { write: words },
  funded_amount: { label: 'funded' },
  lender_count: { noun: 'lenders' },
  basket_amount: { label: 'in baskets' },
  loan_amount: { label: 'asked' },
  paid_amount: { label: 'repaid' },
  delinquent: { label: 'late' },
  planned_expiration_date: { label: 'ends' },
  borrower_count: { noun: 'borrowers' },
  member_count: { noun: 'members' },
  loan_count: { noun: 'loans' },
  loans_posted: { noun: 'loans' },
  loaned_amount: { label: 'lent' },
  total_amount_raised: { label: 'raised' },
  rating: { label: 'rating' },
  delinquency_rate: { label: 'late' },
  default_rate: { label: 'default' },
  comment_count: { noun: 'comments' },
  recommendation_count: { noun: 'likes' },
  invitee_count: { noun: 'invited' },
}

interface FieldWords {
  readonly label?: string
  readonly noun?: string
  /** Default: by the type of the field. */
  readonly write?: Format
}

const order = Object.keys(wordsOf)
const rank = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length)
const byRank = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  rank(one) - rank(other)

/**
 * Returns the changes of a changed record, or what became of a removed one, as one line; '' for an added one. `fields`
 * are those of the record type.
 */
export function changeWords({ changes, now }: JsonObject, fields: Fields): string {
  if (typeof now === 'string') return words(now)
  if (!isObject(changes)) return ''
  return Object.entries(changes)
    .toSorted(byRank)
    .map(([path, change]) => fieldWords(path, at(change, 'from'), at(change, 'to'), fields))
    .join(', ')
}

/** Returns the facts of a record as one line, without those that are empty: `fundraising, $50, 2 lenders`. */
export function factWords(facts: JsonObject, fields: Fields): string {
  return Object.entries(facts)
    .filter(([, value]) => !isEmpty(value) && value !== 0 && value !== false)
    .toSorted(byRank)
    .map(([path, value]) => {
      const { known, usual } = formatOf(path, fields)
      return [known.label, usual(value), known.noun].filter(Boolean).join(' ')
    })
    .join(', ')
}

function fieldWords(path: string, from: Json | undefined, to: Json | undefined, fields: Fields): string {
  const { known, type, usual } = formatOf(path, fields)
  const { label, noun } = known
  if ([from, to].some((value) => isNested(value) || line(value).length > longest)) {
    const verb = isEmpty(from) ? 'added' : isEmpty(to) ? 'removed' : 'changed'
    return `${label ?? words(path)} ${verb}`
  }
  // Two times of one day, two spellings of one amount: the first format that tells them apart.
  const write =
    [usual, type === 'date' ? dateTime : line].find((format) => format(from) !== format(to)) ?? line
  const textOf = (value: Json | undefined) => (isEmpty(value) ? 'none' : write(value))
  return [label, `${textOf(from)} → ${textOf(to)}`, noun].filter(Boolean).join(' ')
}

function formatOf(path: string, fields: Fields) {
  const known = (Object.hasOwn(wordsOf, path) ? wordsOf[path] : undefined) ?? { label: path }
  const type = fieldAt(fields, path.split('.'))?.type
  return { known, type, usual: known.write ?? (type && formats[type]) ?? line }
}

/** The longest text that is quoted, in characters. */
const longest = 40

const formats: Readonly<Partial<Record<FieldType, Format>>> = {
  integer: count,
  number: count,
  money,
  local,
  percent,
  date,
  boolean: yesNo,
}
