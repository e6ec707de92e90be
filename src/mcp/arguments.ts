/** The arguments of a call: JSON → a request for records, by the same readers of values as the command line. */
import {
  type AnyEndpoint,
  type Endpoint,
  isLimited,
  type Param,
  paramsOf,
  pathNames,
  type Values,
} from '../api/endpoint.ts'
import { listSeparator } from '../api/gaps.ts'
import { didYouMean, nearest } from '../api/nearest.ts'
import { parseTypedValue, parseWhole, UnknownCountry } from '../api/values.ts'
import { givenOf } from '../cli/given.ts'
import { withMe } from '../cli/me.ts'
import { derive } from '../cli/options/derive.ts'
import { filter } from '../cli/options/filter.ts'
import { groups } from '../cli/options/groups.ts'
import { expandShortlists } from '../cli/shortlists.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { oneLine, Sentence } from '../core/foreign-text.ts'
import { isList, isNested, isObject, type Json } from '../core/json.ts'
import type { RecordsRequest } from '../records/request.ts'
import { limits, optionParams, ownParams } from './tools.ts'

/** What a call asks for, checked. */
export interface Wanted {
  readonly request: RecordsRequest
  /** Records on a page of the answer, and which page. */
  readonly limit: number
  readonly page: number
  /** The named fields; the usual ones if unset. */
  readonly named: readonly string[] | undefined
  readonly lang: string | undefined
}

/** Reads the arguments of a call of an endpoint, by name. Throws `KivaError`, of kind `usage` for an invalid value. */
export async function readArguments(
  endpoint: Endpoint,
  given: Json,
  { me, state }: Pick<Context, 'me' | 'state'>,
): Promise<Wanted> {
  const options = optionParams(endpoint)
  const params = { ...paramsOf(endpoint), ...options, ...ownParams(endpoint) }
  const plain = await withIds(endpoint, withoutEmpty(given), state)
  const values = await readValues({ path: endpoint.path, params }, plain)
  const { limit = limits.usual, page = 1, fields, lang, ...others } = values
  const named = fields as readonly string[] | undefined
  const isOption = (name: string) => Object.hasOwn(options, name)
  // The texts of an option stay whole: a filter has commas.
  const texts = isObject(plain)
    ? Object.entries(plain).filter(([name]) => isOption(name) || (name === 'fields' && isOption('with')))
    : []
  const typed = givenOf(new Map(texts.map(([name, value]) => [name, [value].flat().map(String)])))
  const owner = { endpoint, fromInput: false, resumeLine: () => '' }
  const grouping = groups.read(typed, owner)
  const isWhole = named === undefined || named.includes('*')
  const request = requestFor(endpoint, {
    values: Object.fromEntries(Object.entries(others).filter(([name]) => !isOption(name))),
    derive: derive.read(typed, owner),
    filter: filter.read(typed, owner),
    groups: grouping,
    fields: { paths: grouping && !isWhole ? named.map((name) => name.split('.')) : undefined },
  })
  return {
    request: await withMe(request, me),
    limit: isLimited(endpoint) ? parseWhole('limit', String(limit), 1, limits.most) : limits.most,
    page: Number(page),
    named,
    lang: lang as string | undefined,
  }
}

/** Returns a request for the first page of an endpoint, changed by `parts`. */
export const requestFor = (endpoint: AnyEndpoint, parts: Partial<RecordsRequest> = {}): RecordsRequest => ({
  endpoint,
  values: {},
  extra: [],
  extent: { all: false, limit: undefined, strict: false },
  fromInput: undefined,
  derive: undefined,
  filter: undefined,
  mark: undefined,
  groups: undefined,
  jq: undefined,
  fields: { paths: undefined },
  ...parts,
})

/** Returns the arguments that were given: JSON has null and false for none, and a boolean for a flag. */
export function withoutEmpty(given: Json): Json {
  if (given === null) return {}
  if (!isObject(given)) return given
  const named = Object.entries(given).filter(([, value]) => value !== null && value !== false)
  return Object.fromEntries(named.map(([name, value]) => [name, value === true ? 'true' : value]))
}

/**
 * Replaces `@NAME` in a path by the ids of that shortlist. Throws `KivaError` of kind `usage` also for `-`, which stands
 * for standard input on a command line: here it is the connection with the client.
 */
async function withIds(endpoint: Endpoint, given: Json, state: Context['state']): Promise<Json> {
  if (!isObject(given)) return given
  const replaced: [string, Json][] = []
  for (const name of pathNames(endpoint)) {
    const param = endpoint.params[name]
    const words = [given[name] ?? []].flat().filter((item): item is string => typeof item === 'string')
    refuseInput(name, words)
    if (!param || !words.some((word) => word.includes('@'))) continue
    const takesLender = param.pageOf === 'lender'
    const argument = {
      ...{ name, label: name, usage: name, brief: param.brief },
      list: param.list === true,
      words,
      takesLender,
    }
    const check = (label: string, ids: readonly string[]) => void parseTypedValue(label, param, ids)
    const { words: ids } = await expandShortlists(argument, await state(), check)
    const others = [given[name] ?? []].flat().filter((item) => typeof item !== 'string')
    replaced.push([name, param.list ? [...others, ...ids] : (ids[0] ?? '')])
  }
  return { ...given, ...Object.fromEntries(replaced) }
}

/** Throws `KivaError` of kind `usage` if a text of an argument stands for standard input. */
export function refuseInput(name: string, texts: readonly Json[]): void {
  if (
    !texts.some((text) =>
      String(text)
        .split(listSeparator)
        .some((part) => part.trim() === '-'),
    )
  )
    return
  throw new KivaError('usage', `invalid value "-" for ${name}`, {
    hint: 'A tool cannot read standard input. Give the values themselves.',
  })
}

/** Returns a failure that names the arguments of a tool in place of the options of the command line. */
export function inArguments(error: unknown): unknown {
  if (!(error instanceof KivaError)) return error
  const renamed = (text: string) => text.replaceAll(optionNames, '$1')
  const parts = error.sentence.parts.map((part) => (typeof part === 'string' ? renamed(part) : part))
  return error.copyWith(error.kind, new Sentence(parts), {
    code: error.code,
    cause: error.cause,
    hint: error.hint === undefined ? undefined : (kiva) => renamed(error.hintFor(kiva) ?? ''),
  })
}

const optionNames = /--(with|filter|order|by|sum|count|fields|lender|budget|limit)\b/g

/** Reads the values as {@link valuesFromJson} does. Countries may be named, as on the command line. */
export async function readValues(endpoint: Pick<Endpoint, 'path' | 'params'>, given: Json): Promise<Values> {
  try {
    return valuesFromJson(endpoint, given)
  } catch (problem) {
    if (!(problem instanceof UnknownCountry) || !isObject(given)) throw problem
    const { codesOf, withCountry } = await import('../cli/suggest-country.ts')
    const names = given['country_code'] ?? null
    const country_code = [names].flat().map((name) => (typeof name === 'string' ? codesOf(name) : name))
    try {
      return valuesFromJson(endpoint, { ...given, country_code })
    } catch (again) {
      throw again instanceof UnknownCountry ? withCountry(again) : again
    }
  }
}

/**
 * Reads an object of values by param name, with the same rules as the command line. Null means not given.
 * Throws `KivaError` of kind `usage`.
 */
export function valuesFromJson(endpoint: Pick<Endpoint, 'path' | 'params' | 'paged'>, json: Json): Values {
  if (!isObject(json)) throw new KivaError('usage', 'the values are not a JSON object')
  const params = paramsOf(endpoint)
  for (const name of Object.keys(json)) {
    if (!Object.hasOwn(params, name)) throw unknownParam(name, Object.keys(params))
  }
  const required = pathNames(endpoint)
  const entries = Object.entries(params).flatMap(([name, param]) => {
    const value = json[name] ?? null
    if (value !== null) return [[name, parseTypedValue(name, param, textsOf(name, param, value))] as const]
    if (required.includes(name)) throw new KivaError('usage', `missing required parameter "${name}"`)
    return []
  })
  return Object.fromEntries(entries)
}

function textsOf(name: string, { kind, list }: Param, value: Json): readonly string[] {
  const items = list && isList(value) ? value : [value]
  return items.map((item) => {
    if (item !== null && !isNested(item) && typeof item !== 'boolean') return String(item)
    const actual = isObject(item) ? 'an object' : isList(item) ? 'a list' : String(item)
    throw new KivaError('usage', `invalid value for ${name}: expected a ${kind}, not ${actual}`)
  })
}

function unknownParam(name: string, names: readonly string[]): KivaError {
  const hint = didYouMean(nearest(name, names)) || `Parameters: ${names.join(', ') || 'none'}.`
  return new KivaError('usage', `unknown parameter "${oneLine(name)}"`, { hint })
}
