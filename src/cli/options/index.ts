/**
 * The option families of endpoints, in the order of help. Each becomes the part of the invocation with its
 * name.
 */
import type { AnyEndpoint } from '../../api/endpoint.ts'
import type { Extent } from '../../read/reading.ts'
import type { Given } from '../given.ts'
import type { OptionSpec } from '../option-spec.ts'
import { chart } from './families/chart.ts'
import { derive } from './families/derive.ts'
import { detail } from './families/detail.ts'
import { extent } from './families/extent.ts'
import { failEmpty } from './families/fail-empty.ts'
import { fields } from './families/fields.ts'
import { files } from './families/files.ts'
import { filter } from './families/filter.ts'
import { images } from './families/images.ts'
import { jq } from './families/jq.ts'
import { mark } from './families/mark.ts'
import { preview } from './families/preview.ts'
import { watch } from './families/watch.ts'
import { web } from './families/web.ts'
import { wire } from './families/wire.ts'
import type { About, OptionFamily } from './option-family.ts'

const families = {
  extent,
  derive,
  filter,
  mark,
  failEmpty,
  detail,
  fields,
  jq,
  images,
  chart,
  web,
  watch,
  files,
  wire,
  preview,
}

type Families = typeof families

/** The names of all family options. */
export type FamilyOption = {
  [F in keyof Families]: Families[F] extends OptionFamily<infer Name, unknown> ? Name : never
}[keyof Families]

/** The parsed options of each family. */
export type OptionParts = { readonly [F in keyof Families]: Awaited<ReturnType<Families[F]['read']>> }

/** Returns the family options of an endpoint. */
export const familyOptions = (endpoint: AnyEndpoint): readonly OptionSpec[] =>
  Object.values(families).flatMap((family): readonly OptionSpec[] => family.options(endpoint))

/** Parses the options of all families. Rejects with `KivaError` of kind `usage` for an invalid value. */
export async function readOptions(given: Given<FamilyOption>, about: About): Promise<OptionParts> {
  const parts: [string, unknown][] = []
  for (const [name, family] of Object.entries(families)) parts.push([name, await family.read(given, about)])
  const options = Object.fromEntries(parts) as OptionParts
  return { ...options, extent: extentOf(options, given) }
}

/**
 * Filters read all pages, and so do new records up to a limit. A run that may stop early requests one page after the
 * other, unless told otherwise.
 */
function extentOf({ extent, filter, mark }: OptionParts, given: Given<FamilyOption>): Extent {
  const { limit } = extent
  const readsAll = filter !== undefined || mark?.kind === 'changes' || (mark && limit !== undefined)
  if (!readsAll) return extent
  const stopsEarly = limit !== undefined && !filter?.order.length
  return { ...extent, all: true, ...(stopsEarly && !given.has('concurrency') && { concurrency: 1 }) }
}
