/** Sorts, cuts and adds up plain records, for comparison with `--order`, `--at-most`, `--by` and `--sum`. */

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

/** Returns records in the order of the keys of `--order`, equal ones by id. */
export const sortedBy = <R extends Plain>(records: readonly R[], keys: readonly string[]): readonly R[] =>
  records.toSorted((one, other) => {
    for (const key of [...keys, 'id']) {
      const [field = '', way] = key.split(':')
      const order = compare(at(one, field)[0], at(other, field)[0], way === 'desc')
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
    const values = at(record, field).map(String)
    const keys = values.length === 0 ? ['none of any'] : [...new Set(values)]
    const isKept = keys.every((key) => (seen.get(key) ?? 0) < Number(most))
    if (isKept) for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1)
    return isKept
  })
}

const monthOf = (field: string) => (value: unknown) =>
  /date$|since$/.test(field) && /^\d{4}-\d\d/.test(String(value)) ? String(value).slice(0, 7) : value

/** Adds up amounts in hundred-thousandths, and rounds the sum half up to cents. */
const sumOf = (amounts: readonly number[]) =>
  Math.round(amounts.reduce((sum, amount) => sum + Math.round(amount * 100_000), 0) / 1000) / 100

/** Returns the groups of `--by` with their sums, in no order. */
export function groupsOf(
  records: readonly Plain[],
  by: readonly string[],
  sums: readonly string[],
): readonly Plain[] {
  const groups = new Map<string, { readonly values: readonly unknown[]; readonly members: Plain[] }>()
  for (const record of records) {
    let combinations: readonly (readonly unknown[])[] = [[]]
    for (const field of by) {
      const values = [...new Set(at(record, field).map(monthOf(field)))]
      const some = values.length === 0 ? [null] : values
      combinations = combinations.flatMap((before) => some.map((value) => [...before, value]))
    }
    for (const values of combinations) {
      const key = JSON.stringify(values)
      const group = groups.get(key) ?? { values, members: [] }
      group.members.push(record)
      groups.set(key, group)
    }
  }
  return [...groups.values()].map(({ values, members }) => ({
    ...Object.fromEntries(by.map((field, place) => [field, values[place]])),
    count: members.length,
    ...(sums.length > 0 && {
      sum: Object.fromEntries(
        sums.map((field) => [
          field,
          sumOf(members.flatMap((member) => at(member, field).flatMap((value) => numberIn(value) ?? []))),
        ]),
      ),
    }),
  }))
}
