/** Compares command lines: a run can resume only with an equivalent one. Pure. */

import { pathText } from '../../api/records/field-paths.ts'
import { encodePairs } from '../../api/wire/encode.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { dashed } from '../../cli/option-spec.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import { formatOf } from '../../output/formats.ts'

/** Readable names and values, sorted by name. */
export type Identity = Readonly<Record<string, string>>

/** A longer value is stored shortened with its hash, because it is written after each page. */
const longest = 200

/**
 * Returns everything that affects what is written, and in which order. A new property of an invocation counts
 * unless it is left out here by name. `digest` hashes a text.
 */
export function identityOf(
  invocation: EndpointInvocation,
  { baseUrl, appId, output, day }: Pick<RunSettings, 'baseUrl' | 'appId' | 'output' | 'day'>,
  digest: (text: string) => string,
): Identity {
  const {
    kind,
    endpoint,
    values,
    notes,
    fromInput,
    extra,
    files,
    extent,
    fields,
    jq,
    chart,
    detail,
    images,
    derive,
    filter,
    mark,
    failEmpty,
    ...others
  } = invocation
  const { concurrency, strict, ...resultOptions } = extent
  const written = formatOf(output).variantOf
  const all = {
    ...others,
    endpoint: endpoint.path,
    service: baseUrl,
    app_id: appId,
    // Absent on day 0, so that checkpoints of earlier versions stay valid.
    day: day || undefined,
    // Keeps checkpoints of earlier versions valid.
    output: written ?? output,
    ...resultOptions,
    ...detail,
    ...values,
    ...(fromInput && { [fromInput.name]: fromInput.words }),
    fields: fields.paths?.map(pathText),
    csv_safe: fields.csvSafe,
    with: derive && JSON.stringify(derive),
    filter: filter && JSON.stringify(filter),
    jq: jq && JSON.stringify({ text: jq.text, slurp: jq.slurp, raw: !!written, variables: jq.variables }),
    param: encodePairs(extra),
  }
  const named = Object.entries(all).flatMap(([name, value]): (readonly [string, string])[] => {
    if (value === undefined || value === false || value === '') return []
    const text = String(value)
    return [[dashed(name), text.length > longest ? `${text.slice(0, longest)}… ${digest(text)}` : text]]
  })
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Describes the first difference: `limit was 45, and is 60`. */
export function differenceOf(before: Identity, now: Identity): string | undefined {
  const name = Object.keys({ ...before, ...now }).find((one) => before[one] !== now[one])
  if (name === undefined) return undefined
  const textOf = (value: string | undefined) => value ?? 'not given'
  return `${name} was ${textOf(before[name])}, now ${textOf(now[name])}`
}
