/** What makes two runs the same: for a checkpoint, all that affects what is written; for a mark, what is read. */
import { fieldsOf } from '../api/records/derived-fields.ts'
import { pathText } from '../api/records/field-paths.ts'
import { encodePairs } from '../api/wire/request.ts'
import type { Settings } from '../core/settings.ts'
import { dashed } from '../core/shell-word.ts'
import { formatOf, type OutputFormat } from '../output/formats.ts'
import { leavesOf } from '../output/records/columns.ts'
import { extentOf, type RecordsRequest } from './request.ts'
import { recordTypeOf } from './stage.ts'

/** Readable names and values, sorted by name. */
export type Identity = Readonly<Record<string, string>>

type RunSettings = Pick<Settings, 'baseUrl' | 'appId' | 'day'> & { readonly output: OutputFormat }

/** The names and values of each part of a request; none for a part that does not affect what is written. */
const parts: {
  readonly [Part in keyof Required<RecordsRequest>]: (
    request: RecordsRequest,
    output: OutputFormat,
  ) => Readonly<Record<string, unknown>>
} = {
  endpoint: ({ endpoint }) => ({ endpoint: endpoint.path }),
  extra: ({ extra }) => ({ param: encodePairs(extra) }),
  extent: (request) => {
    const { all, limit } = extentOf(request)
    return { all, limit }
  },
  values: ({ values }) => values,
  fromInput: ({ fromInput }) => (fromInput ? { [fromInput.name]: fromInput.words } : {}),
  // The values have their ids, so that a changed shortlist is noticed.
  shortlists: () => ({}),
  fields: (request, output) => ({
    fields: request.fields.paths?.map(pathText),
    columns: columnsOf(request, output),
  }),
  derive: ({ derive }) => ({ with: derive && JSON.stringify(derive) }),
  filter: ({ filter }) => ({ filter: filter && JSON.stringify(filter) }),
  jq: ({ jq }, output) => {
    if (!jq) return {}
    const { text, slurp, variables } = jq
    return { jq: JSON.stringify({ text, slurp, raw: !!formatOf(output).variantOf, variables }) }
  },
  // A run with one of these has no checkpoint.
  mark: () => ({}),
  groups: () => ({}),
}

/**
 * Returns everything that affects what is written, and in which order: a run can resume only if it is equal. `printed` has
 * what does so besides the request, by name. `digest` hashes a text.
 */
export function identityOf(
  request: RecordsRequest,
  printed: Readonly<Record<string, unknown>>,
  { baseUrl, appId, output, day }: RunSettings,
  digest: (text: string) => string,
): Identity {
  const all = {
    ...printed,
    service: baseUrl,
    app_id: appId,
    // Absent on day 0, so that checkpoints of earlier versions stay valid.
    day: day || undefined,
    // Keeps checkpoints of earlier versions valid.
    output: formatOf(output).variantOf ?? output,
    ...Object.assign({}, ...Object.values(parts).map((part) => part(request, output))),
  }
  const named = Object.entries(all).flatMap(([name, value]): (readonly [string, string])[] => {
    if (value === undefined || value === false || value === '') return []
    const text = String(value)
    return [[dashed(name), text.length > longest ? `${text.slice(0, longest)}… ${digest(text)}` : text]]
  })
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A longer value is stored shortened with its hash, because it is written after each page. */
const longest = 200

/**
 * Returns the columns that fields stand for, if they are others than typed: a later version may know more fields, and a
 * file keeps its columns.
 */
function columnsOf(request: RecordsRequest, output: OutputFormat): string | undefined {
  const { fields, jq } = request
  if (!formatOf(output).cells || jq) return undefined
  const columns = leavesOf(fieldsOf(recordTypeOf(request)), fields.paths)
    .map(pathText)
    .join()
  return columns === fields.paths?.map(pathText).join() ? undefined : columns
}

/** Describes the first difference: `limit was 45, and is 60`. */
export function differenceOf(before: Identity, now: Identity): string | undefined {
  const name = Object.keys({ ...before, ...now }).find((key) => before[key] !== now[key])
  if (name === undefined) return undefined
  const textOf = (value: string | undefined) => value ?? 'not given'
  return `${name} was ${textOf(before[name])}, now ${textOf(now[name])}`
}

/** Returns what a run reads, whatever it prints of it. The name of a shortlist stands for its ids, which change. */
export function readingIdentity(
  { endpoint, values, extra, fromInput, shortlists, filter, derive }: RecordsRequest,
  { baseUrl, sandbox }: Pick<Settings, 'baseUrl' | 'sandbox'>,
): string {
  const { only, notLentBy, matching, where } = filter ?? {}
  const entries = Object.entries({ ...values, ...shortlists, page: undefined, lender: derive?.lender })
  const sorted = entries.filter(([, value]) => value !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const service = sandbox ? 'sandbox' : baseUrl
  const input = shortlists ? undefined : fromInput?.words
  const ids = shortlists || fromInput ? undefined : only
  const read = [service, endpoint.path, sorted, extra, input, ids, notLentBy, where]
  // Marks of runs without filters of columns keep their names.
  return JSON.stringify(matching ? [...read, matching] : read)
}
