import { paramsOf } from '../api/endpoint.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { dashed } from '../cli/option-spec.ts'
import { shellWord } from '../text/shell-word.ts'

/** Matches expressions that compare one field with a value: `.sector == "Food"`. */
const comparison = /^\s*\.([\w.]+)\s*==\s*(?:"([^"\\]+)"|(\d+))\s*$/

/** The params that are not named after the field that they filter by. */
const paramOf: Readonly<Record<string, string>> = {
  'location.country_code': 'country_code',
  partner_id: 'partner',
}

/** Suggests the option of the API that filters like `--where`, if there is one. */
export function sameParam({
  endpoint,
  filter,
}: Pick<EndpointInvocation, 'endpoint' | 'filter'>): string | undefined {
  const [, field = '', text, number] = comparison.exec(filter?.where?.text ?? '') ?? []
  const name = paramOf[field] ?? field
  const value = text ?? number
  if (value === undefined || !Object.hasOwn(paramsOf(endpoint), name)) return undefined
  return `The API can filter by this, which needs fewer requests: --${dashed(name)} ${shellWord(value)}.`
}
