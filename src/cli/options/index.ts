/**
 * The option families of endpoints, in the order of help. Each becomes the part of the invocation with its
 * name.
 */
import type { AnyEndpoint } from '../../api/endpoint.ts'
import type { Given } from '../given.ts'
import type { OptionSpec } from '../option-spec.ts'
import { chart } from './chart.ts'
import { detail } from './detail.ts'
import { extent } from './extent.ts'
import { fields } from './fields.ts'
import { files } from './files.ts'
import { images } from './images.ts'
import { jq } from './jq.ts'
import type { About, OptionFamily } from './option-family.ts'
import { preview } from './preview.ts'
import { watch } from './watch.ts'
import { web } from './web.ts'
import { wire } from './wire.ts'

const families = { extent, detail, fields, jq, images, chart, web, watch, files, wire, preview }

type Families = typeof families

/** The names of all family options. */
export type FamilyOption = {
  [F in keyof Families]: Families[F] extends OptionFamily<infer Name, unknown> ? Name : never
}[keyof Families]

/** The parsed options of each family. */
export type OptionParts = { readonly [F in keyof Families]: ReturnType<Families[F]['read']> }

/** Returns the family options of an endpoint. */
export const familyOptions = (endpoint: AnyEndpoint): readonly OptionSpec[] =>
  Object.values(families).flatMap((family): readonly OptionSpec[] => family.options(endpoint))

/** Parses the options of all families. Throws `KivaError` of kind `usage` for an invalid value. */
export function readOptions(given: Given<FamilyOption>, about: About): OptionParts {
  const parts = Object.entries(families).map(([name, family]) => [name, family.read(given, about)])
  return Object.fromEntries(parts) as OptionParts
}
