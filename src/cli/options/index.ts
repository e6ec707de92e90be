/**
 * The option families of endpoints, in the order of help. Each becomes the part of the invocation with its
 * name.
 */
import { type AnyEndpoint, paramsOf } from '../../api/endpoint.ts'
import { KivaError } from '../../core/errors.ts'
import { formatOf, formatOfFile, type OutputFormat, optionNames } from '../../output/formats.ts'
import type { Given } from '../given.ts'
import { type OptionSpec, wordList } from '../option-spec.ts'
import { derive } from './derive.ts'
import { detail, images } from './detail.ts'
import { extent, failEmpty } from './extent.ts'
import { fields } from './fields.ts'
import { files } from './files.ts'
import { filter } from './filter.ts'
import { groups } from './groups.ts'
import { jq } from './jq.ts'
import { mark } from './mark.ts'
import type { OptionFamily, OwningCommand } from './option-family.ts'
import { preview, web, wire } from './request.ts'
import { watch } from './watch.ts'

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
  groups,
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
export type OptionParts = { readonly [F in keyof Families]: ReturnType<Families[F]['read']> }

/** Returns the family options of an endpoint. */
export const familyOptions = (endpoint: AnyEndpoint): readonly OptionSpec[] =>
  Object.values(families).flatMap((family): readonly OptionSpec[] => family.options(endpoint))

/** Returns the names of the options of a list that have a meaning in `kiva explore`: none is about output, files or single requests. */
export function exploreOptions(endpoint: AnyEndpoint): readonly string[] {
  const meant = [extent, derive, filter, groups].flatMap((family): readonly OptionSpec[] =>
    family.options(endpoint),
  )
  const names = meant.map(({ name }) => name).filter((name) => name !== 'requests')
  return ['param', ...Object.keys(paramsOf(endpoint)), ...names]
}

/** Parses the options of all families. Throws `KivaError` of kind `usage` for an invalid value. */
export const readOptions = (given: Given<FamilyOption>, command: OwningCommand): OptionParts =>
  Object.fromEntries(
    Object.entries(families).map(([name, family]) => [name, family.read(given, command)]),
  ) as OptionParts

/**
 * Applies the rules of the options that were given; a binary format requires `--out`. Rules about formats need `format`, which is `undefined`
 * when the settings are invalid. Throws `KivaError` of kind `usage`.
 */
export function checkOptions(
  specs: readonly OptionSpec[],
  given: Given<string>,
  format: OutputFormat | undefined,
): void {
  const present = specs.filter(
    ({ name, yieldsTo = [] }) => given.has(name) && !yieldsTo.some((other) => given.has(other)),
  )
  for (const { long, conflicts = [] } of present) {
    for (const { option, hint } of conflicts) {
      const other = present.find(({ name }) => name === option)
      if (other) throw refused(`${other.long} cannot be used with ${long}`, hint)
    }
  }
  for (const { long, requires = [] } of present) {
    const needed = requires.flatMap(({ option, hint }) => {
      const spec = specs.find(({ name }) => name === option)
      return spec ? [{ ...spec, hint }] : []
    })
    const [first] = needed
    if (first && !needed.some(({ name }) => given.has(name)))
      throw refused(`${long} requires ${wordList(needed.map((option) => option.long))}`, first.hint)
  }
  if (format === undefined) return
  for (const { long, formats } of present) {
    if (formats && !formats.includes(format)) {
      throw refused(
        `${long} cannot be used with ${sourceOf(format, present, given)}`,
        `Use it with -o ${wordList(optionNames(formats))}.`,
      )
    }
  }
  const takesFile = specs.some(({ name }) => name === 'out')
  if (formatOf(format).binary && takesFile && !given.has('out'))
    throw refused(`-o ${format} requires --out`, `Write it to a file: --out loans.${format}.`)
}

/** Returns the option that selected the format, as the user typed it. */
function sourceOf(format: OutputFormat, present: readonly OptionSpec[], given: Given<string>): string {
  const file = given.last('out')
  if (given.has('output')) return `-o ${given.last('output')}`
  if (file !== undefined && formatOfFile(file) === format) return `--out ${file}`
  return present.find(({ implies }) => implies === format)?.long ?? `-o ${format}`
}

const refused = (message: string, hint: string) => new KivaError('usage', message, { hint })
