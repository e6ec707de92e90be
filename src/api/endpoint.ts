// biome-ignore-all lint/style/noExcessiveLinesPerFile: the central types, read together
/** The central types: an endpoint of the service is one entry of plain data (docs/service.md, Endpoints). */
import { firstPage, type knownValues, type suffix } from './gaps.ts'
import {
  type RecordName,
  type RecordType,
  recordTypes,
  type Thing,
  unknownType,
} from './records/record-types.ts'

/** The formats in which the service writes a document. */
export type WireFormat = keyof typeof suffix

/** The formats of an endpoint that names none. */
export const usualFormats = ['html', 'json', 'xml'] as const satisfies readonly WireFormat[]

/** Open sets, whose known values `gaps.ts` lists. */
export type OpenSet = keyof typeof knownValues

/** A parameter, in the path (`:name`) or in the query. Its key in the entry is its name on the wire. */
export interface Param {
  /** Of one value. A number is a whole one, from 1 up: an id or a page. */
  readonly kind: 'string' | 'number'
  readonly brief: string
  /** Several values are accepted. */
  readonly list?: true
  /** A closed set: another value is a usage error. */
  readonly choices?: readonly string[]
  /** What the service does when it is left out. Told in help, never sent. */
  readonly default?: string
  /** An open set: other values are sent all the same. */
  readonly known?: OpenSet
  /** Left out of account by the service where that other param is given. */
  readonly ignoredWith?: string
  /** Of an id by which the website has a page: what that page is about (`relations.ts`). */
  readonly pageOf?: Thing
}

export type Params = Readonly<Record<string, Param>>

export type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export interface Endpoint<Path extends string = string, P extends Params = Params> {
  /** Below `/v1`. */
  readonly path: Path
  readonly brief: string
  readonly returns: RecordName
  readonly params: P
  /** Takes `page`, and answers in pages. */
  readonly paged?: true
  /** Needs an authorized user. */
  readonly auth?: true
  readonly formats?: readonly WireFormat[]
  /** What follows the command's name in the examples of its help; each runs against the sandbox. */
  readonly examples: readonly string[]
}

/** An endpoint as it is run: of the catalogue, or a path of which nobody knows what records it returns. */
export type AnyEndpoint = Omit<Endpoint, 'returns'> & { readonly returns: RecordName | undefined }

type Entry<Path extends string, P> = Omit<Endpoint<Path>, 'path' | 'params'> & { readonly params: P }

/** Words that a declaration must not say, because nobody would hear them: `page` for `paged`. */
type Only<Given, Known> = { readonly [Slip in Exclude<keyof Given, keyof Known>]: never }

/** A default of a closed set is one of the set. */
type Sound<P extends Params> = {
  readonly [Name in keyof P]: Only<P[Name], Param> &
    (P[Name] extends { readonly choices: readonly (infer Choice)[] }
      ? { readonly default?: Choice }
      : unknown)
}

/** Declares an endpoint. A path argument without a param is a compile error, and so is a slip in a word. */
export function get<
  const Path extends `/${string}`,
  const P extends Params & Readonly<Record<PathNames<Path>, Param>>,
  const E extends Entry<Path, P>,
>(
  path: Path,
  entry: E & Entry<Path, P> & Only<E, Endpoint> & { readonly params: Sound<P> },
): Endpoint<Path, P> & E {
  return { path, ...entry }
}

/** The endpoints of one kind of thing: `kiva <resource> <verb>`. Keys are verbs, `_` where the command line has `-`. */
export interface Resource {
  readonly brief: string
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

/** All resources by name, `_` where the command line has `-`. */
export type Catalogue = Readonly<Record<string, Resource>>

type Scalar<P extends Param> = P extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : P extends { readonly kind: 'number' }
    ? number
    : string
type ValueOf<P extends Param> = P extends { readonly list: true } ? readonly Scalar<P>[] : Scalar<P>

/** The values a request to an endpoint takes: path params required, the others optional. */
export type ValuesOf<E extends Endpoint> = {
  readonly [Name in keyof E['params'] as Name extends PathNames<E['path']> ? Name : never]: ValueOf<
    E['params'][Name]
  >
} & {
  readonly [Name in keyof E['params'] as Name extends PathNames<E['path']> ? never : Name]?: ValueOf<
    E['params'][Name]
  >
} & (E extends { readonly paged: true } ? { readonly page?: number } : unknown)

/** Values as the runner carries them, checked against the entry by `values.ts`. */
export type Value = string | number | readonly (string | number)[]
export type Values = Readonly<Record<string, Value | undefined>>

/** The names of an endpoint's path params, in the order of the path. */
export function pathNames(endpoint: Pick<Endpoint, 'path'>): readonly string[] {
  return [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
}

/** The name of the path param that takes several ids, if the endpoint has one. */
export function listedParam(endpoint: Pick<Endpoint, 'path' | 'params'>): string | undefined {
  return pathNames(endpoint).find((name) => endpoint.params[name]?.list)
}

/** The type of the records that an endpoint returns; `unknownType` where none is documented. */
export function typeOf({ returns }: Pick<AnyEndpoint, 'returns'>): RecordType {
  return returns === undefined ? unknownType : recordTypes[returns]
}

/** Whether `--limit` can cut what an endpoint returns: a list whose length was not given by its ids. */
export function isLimited(endpoint: Pick<AnyEndpoint, 'path' | 'params' | 'returns'>): boolean {
  return listedParam(endpoint) === undefined && !typeOf(endpoint).single
}

/** All params of an endpoint; `page`, which an entry doesn't spell out, is the last of a paged one. */
export function paramsOf(endpoint: Pick<Endpoint, 'params' | 'paged'>): Params {
  return endpoint.paged ? { ...endpoint.params, page } : endpoint.params
}

const page: Param = { kind: 'number', brief: 'page of the results', default: String(firstPage) }

/** The formats in which the service answers an endpoint. */
export function formatsOf(endpoint: Pick<Endpoint, 'formats'>): readonly WireFormat[] {
  return endpoint.formats ?? usualFormats
}
