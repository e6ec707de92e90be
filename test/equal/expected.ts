/** Sorts, cuts and adds up plain records, for comparison with `--order`, `--at-most`, `--by`, `--sum` and the like. */
import { type Measure, type Request, statistics } from './requests.ts'

type Plain = Readonly<Record<string, unknown>>

/** Returns the values at a path, those of lists one by one. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [key, ...rest] = path
  if (key === undefined) return value === undefined || value === null || value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? valuesAt((value as Plain)[key], rest) : []
}

const at = (record: unknown, field: string) => valuesAt(record, field.split('.'))

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?[\d.]+$/.test(value)
      ? Number(value)
      : undefined

const collator = new Intl.Collator('en')

/** Numbers, then texts, then nothing. */
function compare(one: unknown, other: unknown, isDescending: boolean): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const [left, right] = [numberIn(one), numberIn(other)]
  const order =
    left !== undefined && right !== undefined
      ? left - right
      : left !== undefined
        ? -1
        : right !== undefined
          ? 1
          : collator.compare(String(one), String(other))
  return isDescending ? -order : order
}

/** Returns records in the order of the keys of `--order`, equal ones by id. `shown` has the values of columns. */
export const sortedBy = <R extends Plain>(
  records: readonly R[],
  keys: readonly string[],
  shown: (record: R, key: string) => unknown,
): readonly R[] =>
  records.toSorted((one, other) => {
    for (const key of [...keys, 'id']) {
      const [field = '', way] = key.split(':')
      const [left, right] = [one, other].map((record) => shown(record, field) ?? at(record, field)[0])
      const order = compare(left, right, way === 'desc')
      if (order !== 0) return order
    }
    return 0
  })

/** Returns the first records of each value: `2:sector`. Records without the field are one group. */
export function keptOf<R extends Plain>(records: readonly R[], atMost: string | undefined): readonly R[] {
  if (atMost === undefined) return records
  const [most = '', field = ''] = atMost.split(':')
  const seen = new Map<string, number>()
  return records.filter((record) => {
    const values = at(record, field).map((value) => JSON.stringify(value))
    const keys = values.length === 0 ? ['none of any'] : [...new Set(values)]
    const isKept = keys.every((key) => (seen.get(key) ?? 0) < Number(most))
    if (isKept) for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1)
    return isKept
  })
}

const monthOf = (field: string) => (value: unknown) =>
  /date$|since$/.test(field) && /^\d{4}-\d\d/.test(String(value)) ? String(value).slice(0, 7) : value

/** Amounts have at most five decimals. */
const unit = 100_000

/** Divides a sum of units, and rounds half up to so many decimals. */
function quotient(units: readonly number[], decimals: number, divisor: number): number {
  const sum = units.reduce((total, one) => total + BigInt(one), 0n)
  const [top, bottom] = [2n * sum * 10n ** BigInt(decimals), 2n * BigInt(divisor * unit)]
  return Number((top + bottom / 2n) / bottom) / 10 ** decimals
}

/** Returns a statistic of some amounts, none of them negative; null if they have none. */
function statisticOf([statistic, field]: Measure, amounts: readonly number[]): number | null {
  const decimals = /amount|raised/.test(field) ? 2 : 4
  const units = amounts.map((amount) => Math.round(amount * unit)).toSorted((one, other) => one - other)
  if (statistic === 'sum') return quotient(units, decimals, 1)
  if (amounts.length === 0) return null
  const half = units.length / 2
  return {
    avg: () => quotient(units, decimals, units.length),
    median: () =>
      Number.isInteger(half)
        ? quotient(units.slice(half - 1, half + 1), decimals, 2)
        : quotient(units.slice(Math.floor(half), Math.ceil(half)), decimals, 1),
    min: () => Math.min(...amounts),
    max: () => Math.max(...amounts),
  }[statistic]()
}

/** Returns the values of a record that `sector` groups it by, or the lower ends of ranges for `loan_amount:500`. */
function groupedBy(record: Plain, key: string): readonly unknown[] {
  const [field = '', step] = key.split(':')
  const values = at(record, field)
  const found =
    step === undefined
      ? values.map(monthOf(field))
      : values.flatMap((value) => {
          const amount = numberIn(value)
          return amount === undefined ? [] : [Math.floor(amount / Number(step)) * Number(step)]
        })
  return found.length === 0 ? [null] : [...new Set(found)]
}

/**
 * Returns the groups of `--by` with their numbers, in the order of `order`, then of their ranges, then the largest first, then
 * of their values.
 */
export function groupsOf(
  records: readonly Plain[],
  { by, measures, order }: Pick<Request, 'by' | 'measures' | 'order'>,
): readonly Plain[] {
  const groups = new Map<string, { readonly values: readonly unknown[]; readonly members: Plain[] }>()
  for (const record of records) {
    let combinations: readonly (readonly unknown[])[] = [[]]
    for (const key of by) {
      const values = groupedBy(record, key)
      combinations = combinations.flatMap((before) => values.map((value) => [...before, value]))
    }
    for (const values of combinations) {
      const key = JSON.stringify(values)
      const group = groups.get(key) ?? { values, members: [] }
      group.members.push(record)
      groups.set(key, group)
    }
  }
  const all = [...groups.values()].map(({ values, members }) => ({
    values,
    count: members.length,
    numbers: measures.map((measure) =>
      statisticOf(
        measure,
        members.flatMap((member) => at(member, measure[1]).flatMap((value) => numberIn(value) ?? [])),
      ),
    ),
  }))
  type Group = (typeof all)[number]
  const keys: readonly (readonly [isDescending: boolean, read: (group: Group) => unknown])[] = [
    ...order.map((key) => [key.endsWith(':desc'), ({ count }: Group) => count] as const),
    ...by.flatMap((key, place) =>
      key.includes(':') ? [[false, ({ values }: Group) => values[place]] as const] : [],
    ),
    [true, ({ numbers: [first], count }) => (measures.length > 0 ? first : count)],
    ...by.map((_, place) => [false, ({ values }: Group) => values[place]] as const),
  ]
  const sorted = all.toSorted((one, other) => {
    for (const [isDescending, read] of keys) {
      const result = compare(read(one) ?? undefined, read(other) ?? undefined, isDescending)
      if (result !== 0) return result
    }
    // A number, and the same as text.
    return JSON.stringify(one.values) < JSON.stringify(other.values) ? -1 : 1
  })
  return sorted.map(({ values, count, numbers }) => ({
    ...Object.fromEntries(by.map((key, place) => [key.split(':')[0], values[place]])),
    count,
    ...Object.fromEntries(
      statistics.flatMap((statistic) => {
        const own = measures.flatMap(([name, field], place) =>
          name === statistic ? [[field, numbers[place]] as const] : [],
        )
        return own.length > 0 ? [[statistic, Object.fromEntries(own)] as const] : []
      }),
    ),
  }))
}
