/** The central types: each endpoint of the service is one entry of plain data (docs/service.md, Endpoints). */

import { KivaError } from '../core/errors.ts'
import { firstPage, type knownValues, type suffix } from './gaps.ts'
import {
  type RecordKind,
  type RecordName,
  type RecordType,
  recordTypes,
  unknownType,
} from './records/record-types.ts'

/** The document formats of the service. */
export type WireFormat = keyof typeof suffix

/** The formats of an endpoint that lists none. */
export const defaultFormats = ['html', 'json', 'xml'] as const satisfies readonly WireFormat[]

/** Open sets of values; `gaps.ts` lists their known values. */
export type OpenSet = keyof typeof knownValues

/** A parameter in the path (`:name`) or in the query. Its key in the entry is its name in the URL. */
export interface Param {
  /** The type of one value. A number is a whole number from 1 up: an id or a page. */
  readonly kind: 'string' | 'number'
  readonly brief: string
  /** Several values are accepted. */
  readonly list?: true
  /** A closed set: any other value is a usage error. */
  readonly choices?: readonly string[]
  /** The names of choices, accepted in their place. */
  readonly names?: Readonly<Record<string, string>>
  /** The service's behavior if the parameter is omitted. Help shows it; it is never sent. */
  readonly default?: string
  /** An open set: other values are sent too. */
  readonly known?: OpenSet
  /** The service ignores this parameter if that other one is given. */
  readonly ignoredWith?: string
  /** The choices are the stages of a record in order: it comes to a list of later ones long after it was new. */
  readonly stages?: true
  /** For an id in the website's addresses: the kind of thing that the page shows (`relations.ts`). */
  readonly pageOf?: RecordKind
}

export type Params = Readonly<Record<string, Param>>

export type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export interface Endpoint<Path extends string = string, P extends Params = Params> {
  /** Relative to `/v1`. */
  readonly path: Path
  readonly brief: string
  readonly returns: RecordName
  readonly params: P
  /** Accepts `page`, and answers in pages. */
  readonly paged?: true
  /** New records come before all others, unless `sort_by` has another value than `newest`. */
  readonly newestFirst?: true
  /** The param with the ids to find in the list. It is never sent: no path of the service takes them. */
  readonly finds?: string
  /** The endpoint of the same resource that takes names in place of the ids. */
  readonly byName?: string
  /** Needs an authorized user. */
  readonly auth?: true
  readonly formats?: readonly WireFormat[]
  /** The arguments in the help's examples; each runs against the sandbox. */
  readonly examples: readonly string[]
}

/** An endpoint at run time: one of the catalogue, or any path, whose record type is unknown. */
export type AnyEndpoint = Omit<Endpoint, 'returns'> & { readonly returns: RecordName | undefined }

type Entry<Path extends string, P> = Omit<Endpoint<Path>, 'path' | 'params'> & { readonly params: P }

/** Makes unknown properties a compile error, such as `page` in place of `paged`. */
type Only<Given, Known> = { readonly [Slip in Exclude<keyof Given, keyof Known>]: never }

/** The default of a closed set must be one of its values. */
type ValidParams<P extends Params> = {
  readonly [Name in keyof P]: Only<P[Name], Param> &
    (P[Name] extends { readonly choices: readonly (infer Choice)[] }
      ? { readonly default?: Choice }
      : unknown)
}

/** Declares an endpoint. A path argument without a param, or a misspelled property, is a compile error. */
export function get<
  const Path extends `/${string}`,
  const P extends Params & Readonly<Record<PathNames<Path>, Param>>,
  const E extends Entry<Path, P>,
>(
  path: Path,
  entry: E & Entry<Path, P> & Only<E, Endpoint> & { readonly params: ValidParams<P> },
): Endpoint<Path, P> & E {
  return { path, ...entry }
}

/**
 * The endpoints of one kind of thing: `kiva <resource> <verb>`.
 * Keys are verbs, with `_` for the command line's `-`.
 */
export interface Resource {
  readonly brief: string
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

/** All resources by name, with `_` for the command line's `-`. */
export type Catalogue = Readonly<Record<string, Resource>>

type Scalar<P extends Param> = P extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : P extends { readonly kind: 'number' }
    ? number
    : string
type ValueOf<P extends Param> = P extends { readonly list: true } ? readonly Scalar<P>[] : Scalar<P>

/** The values of a request to an endpoint: path params are required, all others optional. */
export type ValuesOf<E extends Endpoint> = {
  readonly [Name in keyof E['params'] as Name extends PathNames<E['path']> ? Name : never]: ValueOf<
    E['params'][Name]
  >
} & {
  readonly [Name in keyof E['params'] as Name extends PathNames<E['path']> ? never : Name]?: ValueOf<
    E['params'][Name]
  >
} & (E extends { readonly paged: true } ? { readonly page?: number } : unknown)

/** Values at run time, checked against the entry by `values.ts`. */
export type Value = string | number | readonly (string | number)[]
export type Values = Readonly<Record<string, Value | undefined>>

/** Returns whether a value is given that may be unknown, or an option that the API may ignore. */
export const mayNeedWarning = ({
  endpoint: { params },
  values,
}: {
  readonly endpoint: AnyEndpoint
  readonly values: Values
}): boolean =>
  Object.entries(params).some(
    ([name, { known, ignoredWith }]) => (known ?? ignoredWith) !== undefined && values[name] !== undefined,
  )

/** Returns the names of an endpoint's path params, in the order of the path. */
export function pathNames(endpoint: Pick<Endpoint, 'path'>): readonly string[] {
  return [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
}

/** Returns the name of the path param that takes several ids, if the endpoint has one. */
export function listedParam(endpoint: Pick<Endpoint, 'path' | 'params'>): string | undefined {
  return pathNames(endpoint).find((name) => endpoint.params[name]?.list)
}

/** Returns the name of the param with the ids of the records, in the path or to find in the list. */
export function idsParam(endpoint: Pick<Endpoint, 'path' | 'params' | 'finds'>): string | undefined {
  return listedParam(endpoint) ?? endpoint.finds
}

/** Returns the type of the records that an endpoint returns, or `unknownType` if none is documented. */
export function typeOf({ returns }: Pick<AnyEndpoint, 'returns'>): RecordType {
  return returns === undefined ? unknownType : recordTypes[returns]
}

/** Returns whether `--limit` applies to an endpoint: it returns a list whose length does not depend on given ids. */
export function isLimited(endpoint: Pick<AnyEndpoint, 'path' | 'params' | 'finds' | 'returns'>): boolean {
  return idsParam(endpoint) === undefined && !typeOf(endpoint).single
}

/** Returns whether a record that comes to the list of a request comes before all others. */
export function isNewestFirst(
  { newestFirst, params }: Pick<AnyEndpoint, 'newestFirst' | 'params'>,
  values: Values,
): boolean {
  const isSorted = (values['sort_by'] ?? params['sort_by']?.default ?? 'newest') === 'newest'
  const isEntered = Object.entries(params).every(([name, { stages, choices = [] }]) => {
    const chosen = [values[name] ?? []].flat()
    return !stages || choices.slice(0, chosen.length).every((stage) => chosen.includes(stage))
  })
  return newestFirst === true && isSorted && isEntered
}

/** Returns all params of an endpoint. A paged one ends with `page`, which its entry omits. */
export function paramsOf(endpoint: Pick<Endpoint, 'params' | 'paged'>): Params {
  return endpoint.paged ? { ...endpoint.params, page } : endpoint.params
}

const page: Param = { kind: 'number', brief: 'result page', default: String(firstPage) }

/** Returns the formats in which the service answers an endpoint. */
export function formatsOf(endpoint: Pick<Endpoint, 'formats'>): readonly WireFormat[] {
  return endpoint.formats ?? defaultFormats
}

/**
 * Rejects an id that equals a fixed word at the same place of another path: `/lenders/newest` is never the
 * lender `newest`. Throws `KivaError` of kind `usage`.
 */
export function checkSiblings(endpoint: Pick<Endpoint, 'path'>, values: Values, catalogue: Catalogue): void {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(values[name]))
  for (const [resource, { endpoints }] of Object.entries(catalogue)) {
    const found = Object.entries(endpoints).find(([, other]) => other !== endpoint && other.path === path)
    const name = pathNames(endpoint)[0]
    if (!found || name === undefined) continue
    const command = `kiva ${resource} ${found[0]}`.replaceAll('_', '-')
    throw new KivaError('usage', `invalid id "${String(values[name])}": ${path} is another endpoint`, {
      hint: `Use ${command}. Together with a second id it is read as an id.`,
    })
  }
}
