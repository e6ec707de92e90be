/** Suggests options for unknown ones. */

import { findCountry } from '../api/countries.ts'
import { listedParam, typeOf } from '../api/endpoint.ts'
import { nearest } from '../api/nearest.ts'
import { KivaError } from '../core/errors.ts'
import { shellWord } from '../core/shell-word.ts'
import { formatNames } from '../output/formats.ts'
import { type CommandSpec, optionsOf, withDescendants } from './command-spec.ts'
import type { OptionSpec } from './option-spec.ts'
import { followWords, type ParsedCommand } from './parse.ts'
import { isOptionSlip, meantLine } from './slips.ts'

/** Returns the error, with a suggestion before its hint if an option is unknown. */
export function withSuggestion(problem: KivaError, typedLine: ParsedCommand): KivaError {
  const { command } = typedLine
  const typed = problem.message.match(/^unknown option ([^=]*)/)?.[1]
  const line = typed === undefined ? undefined : meantLine(typedLine)
  const suggestion =
    line !== undefined ? `Did you mean ${line}? ` : typed === undefined ? '' : suggestionFor(typed, typedLine)
  return new KivaError('usage', problem.message, {
    hint: `${suggestion}See ${command.path} --help.`,
    cause: problem.cause,
  })
}

/** Hints for options that SQL has words for, used with `kiva sql`. */
const inSql: Readonly<Record<string, string>> = {
  '--limit': 'Write LIMIT at the end of the statement.',
  '--where': 'Write WHERE in the statement.',
  '--filter': 'Write WHERE in the statement.',
  '--order': 'Write ORDER BY in the statement.',
  '--sort-by': 'Write ORDER BY in the statement.',
  '--fields': 'Name the columns after SELECT.',
  '--by': 'Write GROUP BY in the statement.',
  '--count': 'Write SELECT count(*).',
  '--jq': 'Pipe -o ndjson to jq, or read values of JSON with ->> in the statement.',
}

/** Hints for options of other HTTP tools, used with `kiva api`. */
const suggestions: Readonly<Record<string, string>> = {
  '-X': 'kiva sends GET requests only.',
  '-d': 'kiva sends no body: use -f key=value for a parameter.',
  '-H': 'kiva sets the headers itself: use --curl to print a command to change.',
  '-F': 'Use -f key=value for a parameter.',
  '-i': 'Use --debug to print headers, or --trace FILE to save them.',
  '--paginate': 'Use --all to read all pages.',
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

/** Returns a hint for a known option of another tool or command, as a whole sentence. `-XPOST` matches `-X`. */
function hintForOtherTool(path: string, typed: string): string | undefined {
  if (path === 'kiva sql') return Object.hasOwn(inSql, typed) ? inSql[typed] : undefined
  if (path !== 'kiva api') return undefined
  const name = typed.startsWith('--') ? typed : typed.slice(0, 2)
  return suggestions[sameAs[name] ?? name]
}

/** Options of other tools, with kiva's name for them. */
const otherNames: Readonly<Record<string, string>> = {
  '--query': '--q',
  '--search': '--q',
  '--keyword': '--q',
  '--order-by': '--sort-by',
  '--order': '--sort-by',
  '--sort': '--sort-by',
  '--per-page': '--limit',
  '--page-size': '--limit',
  '--max': '--limit',
  '--columns': '--fields',
  '--select': '--fields',
  '--format': '--output',
  '--file': '--out',
  '--save': '--out',
}

function suggestionFor(typed: string, line: ParsedCommand): string {
  const { command, argv } = line
  const typo = hintForOtherTool(command.path, typed)
  if (typo !== undefined) return `${typo} `
  const meant =
    formatMeant(typed) ?? otherName(typed, line) ?? siblingWith(typed, line) ?? showInstead(typed, line)
  if (meant !== undefined) return `Did you mean ${meant}? `
  const near = isOptionSlip(typed) ? undefined : nearestOption(typed, command)
  if (near === undefined) return ''
  // Correct the value too: a country name becomes the code that the option needs.
  const country = near.topic === 'countries' ? findCountry(typedFor(typed, argv)) : undefined
  return `Did you mean ${near.long}${country ? ` ${country.code}` : ''}? `
}

/** `--json` means `-o json`. */
function formatMeant(typed: string): string | undefined {
  const name = formatNames.find((format) => typed === `--${format}`)
  return name && `-o ${name}`
}

/** Returns the command's option for another tool's name of it, with the value that was typed. */
function otherName(typed: string, { command, argv }: ParsedCommand): string | undefined {
  const long = otherNames[typed.replaceAll('_', '-')]
  const option = long === undefined ? undefined : optionsOf(command).find((spec) => spec.long === long)
  return option && withValue(option, typed, argv)
}

/** Returns the command next to this one that has the option: searches filter, other lists do not. */
function siblingWith(typed: string, { root, command, argv }: ParsedCommand): string | undefined {
  const { command: group } = followWords(root, command.path.split(' ').slice(1, -1))
  for (const { path, args, options } of group.children) {
    const option = args.length === 0 && options.find(({ long, alias }) => long === typed || alias === typed)
    if (option) return `${path} ${withValue(option, typed, argv)}`
  }
  return undefined
}

/** Returns the command that shows the same records by id, in place of `--only`. */
function showInstead(typed: string, { root, command, argv }: ParsedCommand): string | undefined {
  const kind = command.endpoint && typeOf(command.endpoint).kind
  if (typed !== '--only' || kind === undefined) return undefined
  const show = withDescendants(root).find(
    ({ endpoint }) => endpoint && listedParam(endpoint) !== undefined && typeOf(endpoint).kind === kind,
  )
  const ids = typedFor(typed, argv)
  return show && `${show.path} ${ids === '' ? show.args[0]?.usage : shellWord(ids)} -o table`
}

function withValue({ long, value }: OptionSpec, typed: string, argv: readonly string[]): string {
  const text = value === undefined ? '' : typedFor(typed, argv)
  return text === '' || text.startsWith('-') ? long : `${long} ${shellWord(text)}`
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
