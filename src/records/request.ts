/**
 * A request for records as a value: what to read, what to do with the records, and what to print of them. The command line
 * is one way to make it.
 */
import type { AnyEndpoint, Value, Values } from '../api/endpoint.ts'
import type { FieldPath } from '../api/records/field-paths.ts'
import type { DerivedGroup } from '../api/records/record-types.ts'
import type { Pair } from '../api/wire/request.ts'
import type { Grouping } from '../output/view.ts'

export interface RecordsRequest {
  readonly endpoint: AnyEndpoint
  readonly values: Values
  /** Pairs that are sent unchecked. */
  readonly extra: readonly Pair[]
  /** How much of the list to read, as it was asked for: `extentOf` says what is read. */
  readonly extent: Extent
  /** The argument with ids that are still to be read from standard input. */
  readonly fromInput: InputArgument | undefined
  /** The arguments that named shortlists, as they were typed. */
  readonly shortlists?: Values | undefined
  readonly derive: Derive | undefined
  readonly filter: Filter | undefined
  readonly mark: MarkRequest | undefined
  readonly groups: Groups | undefined
  readonly jq: Expression | undefined
  readonly fields: { readonly paths: readonly FieldPath[] | undefined }
}

/** An argument whose ids are still to be read from standard input, in place of `-`. */
export interface InputArgument {
  readonly name: string
  readonly words: readonly string[]
  /** Returns the checked value of some words. Throws `KivaError` of kind `usage`. */
  parse(words: readonly string[]): Value
}

/** A jq expression. */
export interface Expression {
  readonly text: string
  /** Run once on an array of all records, instead of once per record. */
  readonly slurp: boolean
  /** String variables, by name. */
  readonly variables: readonly (readonly [name: string, value: string])[]
}

export interface OrderKey {
  readonly path: FieldPath
  readonly isDescending: boolean
}

export interface GroupLimit {
  readonly count: number
  readonly path: FieldPath
}

/** What to keep of the records, in the order of the stages. */
export interface Filter {
  /** Keep only the records with these ids; empty for all. */
  readonly only: readonly string[]
  /** Drop the loans of these lenders. */
  readonly notLentBy: readonly string[]
  /** Keep records that match all of these filters of columns; `undefined` keeps the identity of runs without any. */
  readonly matching: readonly string[] | undefined
  /** Keep records whose first result is neither false nor null. */
  readonly where: Expression | undefined
  readonly order: readonly OrderKey[]
  readonly atMost: readonly GroupLimit[]
  /** Dollars to lend in shares: as many loans as it has shares, of those that need one. */
  readonly budget: number | undefined
}

/** A filter that keeps all records. */
export const noFilter: Filter = {
  only: [],
  notLentBy: [],
  matching: undefined,
  where: undefined,
  order: [],
  atMost: [],
  budget: undefined,
}

/** The derived fields to add. */
export interface Derive {
  readonly groups: readonly DerivedGroup[]
  /** The lender of the group `mine`. */
  readonly lender: string | undefined
  /** Read the details of listed loans: a field that needs them is named. */
  readonly isDetailed?: true | undefined
}

export interface Groups extends Grouping {
  /** Print the number of records, and nothing else. */
  readonly isCount: boolean
  /** How to sort the groups; by default, the largest comes first. */
  readonly order: readonly OrderKey[]
}

export interface MarkRequest {
  readonly kind: 'new' | 'changes'
  /** The name of the mark; by default, it belongs to the command line. */
  readonly name: string | undefined
  /** Leave the mark where it is. */
  readonly peek: boolean
  /** The first run prints nothing. */
  readonly silent: boolean
}

/** How much of a list is asked for. */
export interface Extent {
  /** Read every page. */
  readonly all: boolean
  /** Stop after this many records, from as many pages as needed. */
  readonly limit: number | undefined
  /** Stop after this many requests, with what was found: as many pages as they have. */
  readonly requests?: number | undefined
  /** Maximum number of concurrent requests. Default: `defaultConcurrency`. */
  readonly concurrency?: number | undefined
  /** Fail if the list changes while it is read. */
  readonly strict: boolean
}

/** How much of a list to read, and how. */
export interface ReadLimit extends Extent {
  readonly concurrency: number
  /** Stop after this many pages of a list. */
  readonly pages?: number | undefined
}

/** In how many pages of a list new records are looked for, unless more is asked for. */
export const pagesLookedAt = 5

/** Whether a run looks for new records in the first pages of its list: `--new`, if nothing says how much to read. */
export const looksAtFirstPages = ({
  extent: { all, limit, requests },
  values,
  filter,
  groups,
  mark,
}: Pick<RecordsRequest, 'extent' | 'values' | 'filter' | 'groups' | 'mark'>): boolean =>
  mark?.kind === 'new' &&
  !(all || filter || groups) &&
  [limit, requests, values['page']].every((value) => value === undefined)

/** The default number of concurrent requests. See docs/performance.md, Bulk, for the reason. */
export const defaultConcurrency = 4

/**
 * Returns how much of its list a request reads. Filters, counts and a limit of requests read all pages, so do groups without
 * a limit or a page, and new records up to a limit. New records without one are looked for in the first pages. A request
 * that may stop early reads one page after the other, unless told otherwise: one that looks for new records, filters up to a
 * limit, finds ids, or finds its count on the first page.
 */
export function extentOf(
  request: Pick<RecordsRequest, 'endpoint' | 'values' | 'extent' | 'filter' | 'mark' | 'groups'>,
): ReadLimit {
  const { endpoint, values, extent, filter, mark, groups } = request
  const { limit, concurrency, requests } = extent
  if (looksAtFirstPages(request)) return { ...extent, pages: pagesLookedAt, concurrency: concurrency ?? 1 }
  const readsAll =
    requests !== undefined ||
    filter !== undefined ||
    mark?.kind === 'changes' ||
    (mark && limit !== undefined) ||
    (groups && (groups.isCount || (limit === undefined && values['page'] === undefined)))
  if (!readsAll) return { ...extent, concurrency: concurrency ?? defaultConcurrency }
  const drops = filter !== undefined || mark !== undefined
  const stopsEarly =
    endpoint.finds !== undefined || (drops ? limit !== undefined && !filter?.order.length : groups?.isCount)
  return { ...extent, all: true, concurrency: concurrency ?? (stopsEarly ? 1 : defaultConcurrency) }
}
