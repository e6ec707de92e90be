/**
 * Parses a request into values, validated against the endpoint's catalogue entry. Unknown parameters are
 * ignored, as on the live service.
 */
import { type Endpoint, paramsOf, pathNames, typeOf, type Value, type Values } from '../../api/endpoint.ts'
import { extraParameters, firstPage } from '../../api/gaps.ts'
import { parseValue, parseWhole } from '../../api/values/values.ts'
import { KivaError } from '../../errors.ts'
import { badParameter } from './refusal.ts'
import type { Match } from './router.ts'

export interface Query {
  readonly values: Values
  readonly page: number
  readonly size: number
  /** Return ids instead of records. */
  readonly idsOnly: boolean
}

const { per_page, ids_only } = extraParameters

/**
 * Returns the values of a request and its page. Throws a `Refusal` with status 400 for an unlisted value, an
 * invalid number, or too many ids.
 */
export function readQuery(endpoint: Endpoint, { inPath, url }: Pick<Match, 'inPath' | 'url'>): Query {
  const searchParams = url.searchParams
  const values: Record<string, Value> = {}
  const pathParams = pathNames(endpoint)
  for (const [name, param] of Object.entries(paramsOf(endpoint))) {
    const texts = pathParams.includes(name) ? [inPath[name] ?? ''] : searchParams.getAll(name)
    if (pathParams.includes(name) || texts.some((text) => text.trim() !== ''))
      values[name] = checked(() => parseValue(name, param, texts))
  }
  checkLength(endpoint, values)
  const page = values['page']
  return {
    values,
    page: typeof page === 'number' ? page : firstPage,
    size: readSize(endpoint, searchParams),
    idsOnly:
      ids_only.paths.includes(endpoint.path) && ['true', '1'].includes(searchParams.get('ids_only') ?? ''),
  }
}

function readSize(endpoint: Endpoint, searchParams: URLSearchParams): number {
  const defaultSize = typeOf(endpoint).pageSize ?? 20
  const perPage = searchParams.get('per_page')
  if (perPage === null || !per_page.paths.includes(endpoint.path)) return defaultSize
  return Math.min(
    per_page.max,
    checked(() => parseWhole('per_page', perPage)),
  )
}

function checkLength(endpoint: Endpoint, values: Values): void {
  const maxIds = typeOf(endpoint).maxIds
  for (const name of pathNames(endpoint)) {
    const value = values[name]
    if (maxIds !== undefined && Array.isArray(value) && value.length > maxIds)
      throw badParameter(`${name} takes at most ${maxIds} values, not ${value.length}`)
  }
}

/** Turns usage errors into refusals. A long value is truncated in the message. */
function checked<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof KivaError) || error.kind !== 'usage') throw error
    const message = error.message.replace(/"(.{100}).*"/s, (_, start: string) => `"${start.toWellFormed()}…"`)
    throw badParameter([message, error.hint].filter(Boolean).join('. '))
  }
}
