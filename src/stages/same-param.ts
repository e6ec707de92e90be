import { countriesNamed } from '../api/countries.ts'
import { paramsOf, typeOf } from '../api/endpoint.ts'
import { knownValues, listSeparator } from '../api/gaps.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { resolveField } from '../api/records/field-aliases.ts'
import { pathText } from '../api/records/field-paths.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { dashed } from '../cli/option-spec.ts'
import { shellWord } from '../text/shell-word.ts'

/** Matches expressions that compare one field with a value: `.sector == "Food"`. */
const comparison = /^\s*\.([\w.]+)\s*==\s*(?:"([^"\\]+)"|(\d+))\s*$/

/** Matches conditions of `--filter` that compare one column with one value: `sector:food`. */
const condition = /(?:^|\s)([\w.][\w.-]*)(?::=?|=)([\w-]+)(?=\s|$)/g

/** The params that are not named after the field that they filter by. */
const paramOf: Readonly<Record<string, string>> = {
  'location.country': 'country_code',
  'location.country_code': 'country_code',
  partner_id: 'partner',
}

/** Suggests the option of the API that filters like `--where` or a condition of `--filter`, if there is one. */
export function sameParam(
  invocation: Pick<EndpointInvocation, 'endpoint' | 'filter' | 'values'>,
): string | undefined {
  const [name, value] = paramOfWhere(invocation) ?? paramOfFilter(invocation) ?? []
  if (name === undefined || value === undefined) return undefined
  return `The API can filter by this, which needs fewer requests: --${dashed(name)} ${shellWord(value)}.`
}

type NamedValue = readonly [name: string, value: string]

function paramOfWhere({ endpoint, filter }: Pick<EndpointInvocation, 'endpoint' | 'filter'>) {
  const [, field = '', text, number] = comparison.exec(filter?.where?.text ?? '') ?? []
  const name = paramOf[field] ?? field
  const value = text ?? number
  return value === undefined || !Object.hasOwn(paramsOf(endpoint), name)
    ? undefined
    : ([name, value] satisfies NamedValue)
}

/** A column may contain a part of a value, so only whole values count. */
function paramOfFilter({
  endpoint,
  filter,
  values,
}: Pick<EndpointInvocation, 'endpoint' | 'filter' | 'values'>): NamedValue | undefined {
  const fields = fieldsOf(typeOf(endpoint))
  for (const [, column = '', text = ''] of (filter?.matching ?? []).flatMap((all) => [
    ...all.matchAll(condition),
  ])) {
    const field = pathText(resolveField(column, fields))
    const name = paramOf[field] ?? field
    const param = Object.hasOwn(paramsOf(endpoint), name) ? paramsOf(endpoint)[name] : undefined
    if (!param || values[name] !== undefined) continue
    const [country, other] = name === 'country_code' ? countriesNamed(text.replaceAll('_', ' ')) : []
    const words = text.toLowerCase().replaceAll(/[_-]/g, ' ')
    const known = param.choices ?? (param.known ? knownValues[param.known] : [])
    const value = other
      ? undefined
      : (country?.codes.join(listSeparator) ??
        known.find((one) => one.toLowerCase().replaceAll('_', ' ') === words))
    if (value !== undefined) return [name, value]
  }
  return undefined
}
