/** Words that people type before they know kiva's, and the whole command line that they mean. */

import { countriesNamed } from '../api/countries.ts'
import { typeOf } from '../api/endpoint.ts'
import { nearest } from '../api/nearest.ts'
import type { RecordKind } from '../api/records/record-types.ts'
import { shellWord } from '../core/shell-word.ts'
import { type CommandSpec, childNamed } from './command-spec.ts'
import { type ParsedCommand, parse } from './parse.ts'

/**
 * Commands by what is typed in their place. `*` stands for the next word, and a typed `*` for any word that is no
 * command.
 */
const commandSlips: Readonly<Record<string, string>> = {
  'kiva me': 'my account',
  'kiva account': 'my account',
  'kiva my loans': 'lenders loans @me',
  'kiva my teams': 'lenders teams @me',
  'kiva my lender': 'lenders show @me',
  'kiva my portfolio': 'portfolio show',
  'kiva status': 'auth status',
  'kiva auth login': 'login',
  'kiva auth logout': 'logout',
  'kiva settings': 'config list',
  'kiva config show': 'config list',
  'kiva shortlist delete': 'shortlist remove',
  'kiva shortlist rm': 'shortlist remove',
  'kiva saved show': 'saved list',
  'kiva saved delete': 'saved remove',
  'kiva saved rm': 'saved remove',
  'kiva partners search': 'partners list',
  'kiva loan': 'loans',
  'kiva partner': 'partners',
  'kiva lender': 'lenders',
  'kiva team': 'teams',
  'kiva open': 'loans show * --web',
  'kiva newest': 'loans newest',
  'kiva women': 'loans search --gender women',
  'kiva countries': 'help countries',
  'kiva regions': 'help countries',
  'kiva sectors': 'help sectors',
  'kiva loans open': 'loans show * --web',
  'kiva loans women': 'loans search --gender women',
  'kiva loans countries': 'help countries',
  'kiva loans sectors': 'help sectors',
  'kiva portfolio *': 'portfolio show *',
  'kiva saved *': 'saved run *',
}

interface OptionSlip {
  /** `*` stands for the value. */
  readonly words: readonly string[]
  /** The records that have the column or field. Default: any. */
  readonly kind?: RecordKind
}

/** Options by what is typed in their place. */
const optionSlips: Readonly<Record<string, OptionSlip>> = {
  '--amount': { words: ['--filter', 'asked:<=*'], kind: 'loan' },
  '--max-amount': { words: ['--filter', 'asked:<=*'], kind: 'loan' },
  '--min-amount': { words: ['--filter', 'asked:>=*'], kind: 'loan' },
  '--country': { words: ['--country-code', '*'] },
  '--women': { words: ['--gender', 'women'] },
  '--men': { words: ['--gender', 'men'] },
  '--name': { words: ['--q', '*'] },
  '-n': { words: ['--limit', '*'] },
}

/** The command whose searches are meant where no resource is named. */
const usualGroup = 'loans'

/** Stands for an id that was not typed. */
const missing = '<id>'

/** Returns whether an option is typed in place of another one, on some commands. */
export const isOptionSlip = (option: string) => Object.hasOwn(optionSlips, option.replaceAll('_', '-'))

/** A line with several slips is corrected one by one. */
const mostSlips = 6

/**
 * Returns the command line that was probably meant, with all that was typed besides; `undefined` if it is not known, or
 * would fail too.
 */
export function meantLine({ argv, root }: Pick<ParsedCommand, 'argv' | 'root'>): string | undefined {
  let line = argv
  for (let slips = 0; slips < mostSlips; slips++) {
    const corrected = correct(parse(line, root))
    if (!corrected) break
    line = corrected
  }
  const { problem, command, words } = parse(line, root)
  const isComplete = command.children.length === 0 || (command === root && words[0] === 'help')
  return line === argv || problem || !isComplete ? undefined : ['kiva', ...line.map(pasted)].join(' ')
}

/** Quotes a word for any shell: cmd and PowerShell know no other quotes than double ones. */
const pasted = (word: string) => {
  if (word === missing) return word
  // PowerShell gives @ a meaning.
  if (/^@\w+$/.test(word)) return `'${word}'`
  return word === shellWord(word) || !/^[\p{L}\p{N} .,:<>=/-]+$/u.test(word) ? shellWord(word) : `"${word}"`
}

/** Returns the words with one slip corrected. */
function correct(typed: ParsedCommand): readonly string[] | undefined {
  const { problem, command } = typed
  const option = problem?.message.match(/^unknown option ([^=]*)/)?.[1]
  if (option === undefined && problem) return undefined
  if (command.children.length > 0) {
    const word = wordAfter(typed)
    const corrected = word === undefined ? undefined : correctWord(typed, word)
    if (corrected) return corrected
  }
  return option === undefined ? correctIds(typed) : correctOption(typed, option)
}

/** Returns the position after the command's own words: 0 for kiva alone. */
function endOfCommand({ argv, command, root }: ParsedCommand): number {
  let [at, group] = [0, root]
  for (const name of command.path.split(' ').slice(1)) {
    const isName = (word: string) => childNamed(group, word)?.name === name
    const found = argv.findIndex((word, index) => index >= at && isName(word))
    if (found < 0) return 0
    at = found + 1
    group = childNamed(group, name) ?? group
  }
  return at
}

/** Returns the index of the word that stands in place of a command's name. */
function wordAfter(typed: ParsedCommand): number | undefined {
  const { argv, words, problem } = typed
  const end = endOfCommand(typed)
  // What follows an unknown option may be its value.
  const found = problem ? end : argv.findIndex((word, at) => at >= end && word === words[0])
  const word = argv[found]
  return word === undefined || word.startsWith('-') || childNamed(typed.command, word) ? undefined : found
}

function correctWord(typed: ParsedCommand, at: number): readonly string[] | undefined {
  const { argv, command, root } = typed
  const word = argv[at] ?? ''
  const names = command.children.flatMap(({ name, aliases }) => [name, ...aliases])
  const own = Object.hasOwn(commandSlips, `${command.path} ${word.toLowerCase()}`)
  const isOther = word.toLowerCase() === 'ls' || nearest(word, names) !== undefined
  const any = isOther ? undefined : commandSlips[`${command.path} *`]
  const template = own ? commandSlips[`${command.path} ${word.toLowerCase()}`] : any
  const isRoot = command === root
  const end = isRoot ? at : endOfCommand(typed)
  // The words of the command are part of the template.
  const begins = end - command.path.split(' ').length + 1
  if (template !== undefined) {
    const taken = own ? at + 1 : at
    const value = argv[taken]?.startsWith('-') ? undefined : argv[taken]
    const meant = template.split(' ').map((part) => (part === '*' ? (value ?? missing) : part))
    const rest = argv.slice(template.includes('*') && value !== undefined ? taken + 1 : at + 1)
    return [...argv.slice(0, begins), ...meant, ...argv.slice(end, at), ...rest]
  }
  const group = isRoot ? childNamed(root, usualGroup) : command
  const put = (...words: readonly string[]) => [
    ...argv.slice(0, at),
    ...(isRoot ? [usualGroup] : []),
    ...words,
    ...argv.slice(at + 1),
  ]
  if (/^#?\d+$|^https?:\/\/\S+\/lend\/\d+/.test(word) && group && childNamed(group, 'show'))
    return put('show', word.replace('#', ''))
  const search = group && childNamed(group, 'search')
  // Codes of countries and regions look like other words: `ls`, `as`.
  if (word.length <= 3) return undefined
  const option = search?.options.find(({ choices = [], known = [] }) =>
    [...choices, ...known].some((value) => value.toLowerCase() === word.toLowerCase().replaceAll('-', '_')),
  )
  if (option) return put('search', option.long, word)
  const byCountry = search?.options.find(({ topic }) => topic === 'countries')
  const isCountry = countriesNamed(word).length === 1
  return byCountry && isCountry ? put('search', byCountry.long, word) : undefined
}

/** Corrects a name in place of an id. */
function correctIds(typed: ParsedCommand): readonly string[] | undefined {
  const { argv, words, command } = typed
  const search = siblingsOf(typed).find(({ name, options }) => name === 'search' && has(options, '--q'))
  const isName = (word: string) => /^\p{L}[\p{L}\p{M}'.-]*$/u.test(word)
  if (command.path !== 'kiva loans show' || !search || words.length === 0 || !words.every(isName))
    return undefined
  const end = endOfCommand(typed)
  const rest = argv.slice(end)
  for (const word of words) rest.splice(rest.indexOf(word), 1)
  return [...argv.slice(0, end - 1), 'search', '--q', words.join(' '), ...rest]
}

function correctOption(typed: ParsedCommand, option: string): readonly string[] | undefined {
  const { argv, command, root } = typed
  const [, name = option, attached] = /^(-n)(\d+)$/.exec(option) ?? []
  const at = argv.findIndex((word) => word === option || word.startsWith(`${option}=`))
  const slip = isOptionSlip(name) ? optionSlips[name.replaceAll('_', '-')] : undefined
  if (!slip || at < 0) return undefined
  const takesValue = slip.words.some((word) => word.includes('*'))
  const [, afterSign] = /=(.*)$/s.exec(argv[at] ?? '') ?? []
  const isNext = takesValue && attached === undefined && afterSign === undefined
  const value = isNext ? argv[at + 1] : (attached ?? afterSign ?? '')
  if (takesValue && (value === undefined || value === '' || value.startsWith('-'))) return undefined
  const meant = slip.words.map((word) => word.replace('*', () => value ?? ''))
  const rest = argv.slice(at + (isNext ? 2 : 1))
  const fits = ({ endpoint, options }: CommandSpec) =>
    has(options, slip.words[0]) &&
    (slip.kind === undefined || (endpoint && typeOf(endpoint).kind === slip.kind))
  if (fits(command)) return [...argv.slice(0, at), ...meant, ...rest]
  // Searches filter, other lists do not.
  const isGroup = command.children.length > 0
  const group = command === root ? childNamed(root, usualGroup) : undefined
  const other = (group?.children ?? (isGroup ? command.children : siblingsOf(typed))).find(
    (child) => child.args.length === 0 && fits(child),
  )
  if (!other || command.args.length > 0) return undefined
  const end = endOfCommand(typed)
  const verb = [...(group ? [group.name] : []), other.name]
  return [...argv.slice(0, isGroup ? end : end - 1), ...verb, ...argv.slice(end, at), ...meant, ...rest]
}

const has = (options: CommandSpec['options'], long: string | undefined) =>
  options.some((option) => option.long === long)

function siblingsOf({ command, root }: ParsedCommand): readonly CommandSpec[] {
  const [, ...names] = command.path.split(' ').slice(0, -1)
  return names.reduce((group, name) => childNamed(group, name) ?? group, root).children
}
