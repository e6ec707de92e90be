/** Reads the values of an endpoint from JSON, for forms and agents. */

import { KivaError } from '../../errors.ts'
import { oneLine } from '../../foreign-text.ts'
import { isList, isNested, isObject, type Json } from '../../ports/json.ts'
import { type Endpoint, type Param, paramsOf, pathNames, type Values } from '../endpoint.ts'
import { nearest } from '../nearest.ts'
import { parseTypedValue } from './typed-value.ts'

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
  const near = nearest(name, names)
  const hint = near === undefined ? `Parameters: ${names.join(', ') || 'none'}.` : `Did you mean "${near}"?`
  return new KivaError('usage', `unknown parameter "${oneLine(name)}"`, { hint })
}
