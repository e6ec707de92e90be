/** Checks the declared rules between options, and words their errors. */
import { KivaError } from '../../errors.ts'
import { formatOf, formatOfFile, type OutputFormat, optionNames } from '../../output/formats.ts'
import type { Given } from '../given.ts'
import { type OptionSpec, wordList } from '../option-spec.ts'

/**
 * Applies the rules of the options that were given. Rules about formats need `format`, which is `undefined`
 * when the settings are invalid. Throws `KivaError` of kind `usage`.
 */
export function checkOptions(
  specs: readonly OptionSpec[],
  given: Given<string>,
  format: OutputFormat | undefined,
): void {
  const present = specs.filter(({ name }) => given.has(name))
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
      throw refused(`${long} requires ${wordList(needed.map((one) => one.long))}`, first.hint)
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
}

/** Requires `--out` for a binary format. Throws `KivaError` of kind `usage`. */
export function checkFormat(format: OutputFormat, given: Given<'out'>): void {
  if (formatOf(format).binary && !given.has('out'))
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
