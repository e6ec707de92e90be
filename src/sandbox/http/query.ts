/** From a request line to checked values, by the endpoint's entry. What it doesn't know is ignored, as the live service does. */
import { type Endpoint, paramsOf, pathNames, type Value, type Values } from '../../api/endpoint.ts'
import { firstPage, longestList, pageSize } from '../../api/gaps.ts'
import { parseValue, parseWhole } from '../../api/values.ts'
import { KivaError } from '../../errors.ts'
import { badParameter } from './refusal.ts'
import type { Route } from './router.ts'

export interface Query {
  readonly values: Values
  readonly page: number
  readonly size: number
  /** Bare ids instead of records. */
  readonly idsOnly: boolean
}

/** Not in service.md, but seen live: `per_page` up to 100 on these, `ids_only` on search. */
const sized: readonly string[] = ['/loans/newest', '/loans/search']
const mostOnPage = 100
const bare: readonly string[] = ['/loans/search']

/** Throws a `Refusal` with status 400 for a value outside its set, a bad number, or too long a list of ids. */
export function readQuery({ endpoint, inPath }: Route, query: URLSearchParams): Query {
  const values: Record<string, Value> = {}
  const inside = pathNames(endpoint)
  for (const [name, param] of Object.entries(paramsOf(endpoint))) {
    const texts = inside.includes(name) ? [inPath[name] ?? ''] : query.getAll(name)
    if (inside.includes(name) || texts.some((text) => text.trim() !== ''))
      values[name] = checked(() => parseValue(name, param, texts))
  }
  checkLength(endpoint, values)
  const page = values['page']
  return {
    values,
    page: typeof page === 'number' ? page : firstPage,
    size: sizeOf(endpoint, query),
    idsOnly: bare.includes(endpoint.path) && ['true', '1'].includes(query.get('ids_only') ?? ''),
  }
}

function sizeOf(endpoint: Endpoint, query: URLSearchParams): number {
  const usual = (pageSize as Readonly<Record<string, number | undefined>>)[endpoint.returns] ?? 20
  const wished = query.get('per_page')
  if (wished === null || !sized.includes(endpoint.path)) return usual
  return Math.min(
    mostOnPage,
    checked(() => parseWhole('per_page', wished)),
  )
}

function checkLength(endpoint: Endpoint, values: Values): void {
  const most = (longestList as Readonly<Record<string, number | undefined>>)[endpoint.returns]
  for (const name of pathNames(endpoint)) {
    const given = values[name]
    if (most !== undefined && Array.isArray(given) && given.length > most)
      throw badParameter(`${name} takes at most ${most} values, not ${given.length}`)
  }
}

function checked<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof KivaError && error.kind === 'usage')
      throw badParameter([error.message, error.hint].filter(Boolean).join('. '))
    throw error
  }
}
