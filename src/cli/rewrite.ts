/** The command line that runs in place of a typed one. */
import { parseTypedValue } from '../api/values.ts'
import { explore } from '../commands/actions/explore.ts'
import { lenders } from '../commands/resources/lenders.ts'
import type { World } from '../core/context.ts'
import { shellWord } from '../core/shell-word.ts'
import { type CommandSpec, childNamed } from './command-spec.ts'
import { me } from './me.ts'
import { type ParsedCommand, parse } from './parse.ts'
import { globalOptions } from './settings/global-options.ts'
import { optionWords, typedOptions } from './typed-options.ts'

/**
 * Returns the command line that runs: the typed one, unless its action has `rewrite` or its first word is the name of a saved
 * command. Throws `KivaError`.
 */
export async function rewritten(line: ParsedCommand, world: Pick<World, 'state'>): Promise<ParsedCommand> {
  const named = line.command === line.root ? await (await import('./saved.ts')).withRun(line, world) : line
  const typed = named.command === named.root ? await inPlural(named) : named
  const isSaved = typed.command.action?.rewrite === 'saved'
  return replaceAction(isSaved ? await (await import('./saved.ts')).replaceBySaved(typed, world) : typed)
}

/**
 * Returns the line of a group in the singular, such as `team search`, with the name of the group. With one id or name it shows that
 * record: `team 5`.
 */
export async function inPlural(typed: ParsedCommand): Promise<ParsedCommand> {
  const { argv, root } = typed
  const at = (await import('./saved.ts')).placeOfName(typed)
  const name = `${argv[at]}s`
  if (at < 0 || !childNamed(root, name)) return typed
  const line = argv.toSpliced(at, 1, name)
  const { command, words } = parse(line, root)
  const show = childNamed(command, 'show')
  const [word = '', other] = words
  if (!show || other !== undefined || !isId(word, show)) return parse(line, root)
  const { slips } = await import('./slips.ts')
  const isSlip = slips.some(([where, names]) => where === command.path && names.split(' ').includes(word))
  return isSlip ? parse(line, root) : parse(line.toSpliced(at + 1, 0, 'show'), root)
}

/** Returns whether a word may name a record: with a number where ids are numbers, or with a name. */
function isId(word: string, { endpoint }: CommandSpec): boolean {
  const [param] = Object.values(endpoint?.params ?? {})
  const isNamed = param?.kind === 'string' || endpoint?.byName !== undefined
  return /^#?\d|^https?:/.test(word) || (isNamed && /^\w/.test(word))
}

/** Names of saved commands stay: a saved command never runs another one. */
function replaceAction(typed: ParsedCommand): ParsedCommand {
  const rewrite = typed.command.action?.rewrite
  if (rewrite === 'explore-line') return sortExploreLine(typed)
  return rewrite === 'search' ? replaceBySearch(typed) : typed
}

/** The number of suggestions. A budget has as many as it has shares. */
const defaultLimit = 10

/**
 * Returns the search that `portfolio suggest` stands for, parsed with the options that were given; -v prints its
 * command line. Other commands, help, and errors in the command line stay as typed. Throws `KivaError` of kind
 * `usage`.
 */
export function replaceBySearch(typed: ParsedCommand): ParsedCommand {
  const { command, words, given, problem, root } = typed
  const [text = me, ...more] = words
  if (command.action?.rewrite !== 'search' || more.length > 0 || problem || given.has('help')) return typed
  const lender = String(parseTypedValue('<lender>', lenders.endpoints.loans.params.lender_id, [text]))
  const options = optionWords(typed)
  const search = [
    ...searchWords(lender),
    ...(given.has('limit') || given.has('budget') ? [] : [`--limit=${defaultLimit}`]),
    ...options,
  ]
  const line = ['kiva', ...search].map((word) => word.split('=').map(shellWord).join('='))
  return { ...parse(search, root), notes: [line.join(' ')] }
}

/** Loans that the lender lacks: those in rare places of the portfolio first, one per country and partner. */
const searchWords = (lender: string): readonly string[] => [
  'loans',
  'search',
  '--status=fundraising',
  `--not-lent-by=${lender}`,
  `--lender=${lender}`,
  '--with=mine',
  '--order=derived.mine.in_country,derived.mine.in_partner,derived.mine.in_sector',
  '--at-most=1:location.country_code',
  '--at-most=1:partner_id',
]

/**
 * Returns the command line of `explore` with its own and the global options first, wherever they were typed: the words
 * after the list's name belong to the list. Errors in those words are reported when the list is opened.
 */
function sortExploreLine(typed: ParsedCommand): ParsedCommand {
  const { root, words, problem } = typed
  if (problem || words.length === 0) return typed
  const { options, rest } = takeOptions(words)
  const inner = parse(rest, root)
  const isGlobal = (name: string) => globalOptions.some((option) => option.name === name)
  const moved = inner.problem
    ? []
    : typedOptions(inner).flatMap(({ name, long, value }) =>
        isGlobal(name) ? [value === undefined ? long : `${long}=${value}`] : [],
      )
  const place = inner.problem ? rest : placeWords(inner, isGlobal)
  return parse([explore.name, ...optionWords(typed), ...moved, ...options, '--', ...place], root)
}

/** The words of the list, without global options. */
function placeWords(
  { command, params, words }: ParsedCommand,
  isGlobal: (name: string) => boolean,
): readonly string[] {
  const options = typedOptions({ command, params })
    .filter(({ name }) => !isGlobal(name))
    .map(({ long, value }) => (value === undefined ? long : `${long}=${value}`))
  const end = words.some((word) => /^-./.test(word)) ? ['--'] : []
  return [...command.path.split(' ').slice(1), ...options, ...end, ...words]
}

/** The options of `explore` itself, which all take a value. */
const ownOptions = Object.entries(explore.params).flatMap(([name, param]) =>
  'argument' in param ? [] : [`--${name}`],
)

/** Takes the options of `explore` and their values out of the words. */
function takeOptions(words: readonly string[]): {
  readonly options: readonly string[]
  readonly rest: readonly string[]
} {
  const at = words.findIndex((word) =>
    ownOptions.some((option) => word === option || word.startsWith(`${option}=`)),
  )
  if (at < 0) return { options: [], rest: words }
  const count = ownOptions.includes(words[at] ?? '') ? 2 : 1
  const { options, rest } = takeOptions(words.toSpliced(at, count))
  return { options: [...words.slice(at, at + count), ...options], rest }
}
