/** Suggests options for unknown ones. */

import { nearest } from '../../api/nearest.ts'
import { findCountry } from '../../api/values/countries.ts'
import { KivaError } from '../../errors.ts'
import type { OptionSpec } from '../option-spec.ts'
import type { ParsedCommand } from '../parse.ts'
import { type CommandSpec, optionsOf } from '../tree/command-spec.ts'

/** Returns the error, with a suggestion before its hint if an option is unknown. */
export function withSuggestion(problem: KivaError, { command, argv }: ParsedCommand): KivaError {
  const typed = problem.message.match(/^unknown option '([^'=]*)/)?.[1]
  const meant = typed === undefined ? '' : meantBy(typed, command, argv)
  return new KivaError('usage', problem.message, {
    hint: `${meant}See ${command.path} --help.`,
    cause: problem.cause,
  })
}

/** Hints for options of other HTTP tools, used with `kiva api`. */
const suggestions: Readonly<Record<string, string>> = {
  '-X': 'It sends GET only: the data of the service is read, never written.',
  '-d': 'It sends no body; -f key=value sends a parameter.',
  '-H': 'It makes the headers by itself, and signs where that is needed; --curl prints a line to change.',
  '-F': 'A parameter is -f key=value, sent as it stands.',
  '-i': 'The status and the headers are told by --debug, and written down by --trace FILE.',
  '--paginate': 'All pages are read with --all.',
}

const sameAs: Readonly<Record<string, string>> = {
  '--method': '-X',
  '--request': '-X',
  '--data': '-d',
  '--input': '-d',
  '--header': '-H',
  '--raw-field': '-F',
  '--form': '-F',
  '--include': '-i',
}

/** Returns a hint for a known option of another tool, as a whole sentence. `-XPOST` matches `-X`. */
function meantByOption(path: string, typed: string): string | undefined {
  if (path !== 'kiva api') return undefined
  const name = typed.startsWith('--') ? typed : typed.slice(0, 2)
  return suggestions[sameAs[name] ?? name]
}

function meantBy(typed: string, command: CommandSpec, argv: readonly string[]): string {
  const typo = meantByOption(command.path, typed)
  if (typo !== undefined) return `${typo} `
  const near = nearestOption(typed, command)
  if (near === undefined) return ''
  // Correct the value too: a country name becomes the code that the option needs.
  const country = near.topic === 'countries' ? findCountry(typedFor(typed, argv)) : undefined
  return `Did you mean ${near.long}${country ? ` ${country.code}` : ''}? `
}

/** Returns the value typed for an option, after a space or `=`. */
function typedFor(typed: string, argv: readonly string[]): string {
  const at = argv.findIndex((word) => word === typed || word.startsWith(`${typed}=`))
  return argv[at]?.slice(typed.length + 1) || (argv[at + 1] ?? '')
}

function nearestOption(typed: string, command: CommandSpec): OptionSpec | undefined {
  const options = optionsOf(command)
  const long = nearest(
    typed,
    options.map((option) => option.long),
  )
  return options.find((option) => option.long === long)
}
