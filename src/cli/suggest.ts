/**
 * What people type before they know kiva's words, and what they mean: as the whole command line, to paste, where one
 * word or option after the other can be replaced. Loaded for errors only.
 */
import { countriesNamed, findCountry } from '../api/countries.ts'
import { typeOf } from '../api/endpoint.ts'
import { listSeparator } from '../api/gaps.ts'
import { didYouMean, nearest } from '../api/nearest.ts'
import { KivaError } from '../core/errors.ts'
import { foldName } from '../core/fold-text.ts'
import { longestLine, shellWord } from '../core/shell-word.ts'
import { type CommandSpec, childNamed, optionsOf } from './command-spec.ts'
import { followWords, isHelp, type ParsedCommand, parse } from './parse.ts'
import { savedAddMeant } from './saved-add-meant.ts'
import { slips, valueSlips } from './slips.ts'

/** The group whose commands are meant where no group is named. */
const usualGroup = 'loans'

/** A line with several slips is corrected one by one. */
const mostSlips = 6

/** A command line, and the names of the saved commands. */
interface Typed extends ParsedCommand {
  readonly saved: readonly string[]
}

/**
 * Returns the error of a command line with what was probably meant as its hint. Other errors, and those of a line
 * without a suggestion, stay as they are.
 */
export function withSuggestion(problem: unknown, typed: Typed): unknown {
  if (!(problem instanceof KivaError) || problem.kind !== 'usage') return problem
  const pasted = typed.argv.find((word) => wrongDash.test(word))
  if (pasted !== undefined) {
    const line = typed.argv.map((word) => word.replace(wrongDash, '--'))
    return new KivaError(
      'usage',
      `"${pasted}" begins with ${dashNames[pasted[0] ?? ''] ?? 'a long dash'}, not with --`,
      { hint: didYouMean(quoted(['kiva', ...line])) },
    )
  }
  const meanings = meaningsOf(typed).filter(
    ({ value }) => value === undefined || problem.message.includes(`"${value}"`),
  )
  const [{ argv, value } = {}] = meanings
  const line = argv && meantLine(argv, typed, 1)
  const hint = line === undefined ? meanings.at(-1)?.hint : didYouMean(line)
  if (hint === undefined) return problem
  // The other allowed values stay.
  const rest =
    value === undefined
      ? `See ${typed.command.path} --help.`
      : (problem.hint ?? '').replace(/^Did you mean "[^"]*"\? /, '')
  return problem.copyWith('usage', problem.sentence, { cause: problem.cause, hint: `${hint} ${rest}` })
}

/** A dash that word processors and web pages put in place of two hyphens, before the name of an option. */
const wrongDash = /^[\u2010-\u2015\u2212\ufe58\uff0d]+(?=[a-z][a-z-]+(?:=|$))/

const dashNames: Readonly<Record<string, string>> = {
  '—': 'an em dash',
  '–': 'an en dash',
  '−': 'a minus sign',
}

/** What one slip means: a sentence, and the words of the command line with the slip corrected, if they are known. */
interface Meaning {
  readonly hint: string
  readonly argv?: readonly string[]
  /** The value of an option that is wrong, if one is. */
  readonly value?: string
}

/** Returns the command line, if it can be run with each of its slips corrected. */
function meantLine(argv: readonly string[], { root, saved }: Typed, slips: number): string | undefined {
  const typed = { ...parse(argv, root), saved }
  // A saved command takes the options of the command that it runs.
  if (isSaved(typed)) return quoted(['kiva', ...argv])
  const corrected = slips < mostSlips ? meaningsOf(typed)[0]?.argv : undefined
  if (corrected) return meantLine(corrected, typed, slips + 1)
  const isComplete = isHelp(typed) || (typed.command.children.length === 0 && extraWords(typed).length === 0)
  return typed.problem || !isComplete ? undefined : quoted(['kiva', ...argv])
}

const isSaved = ({ command, root, words: [name = ''], saved }: Typed) =>
  command === root && saved.includes(name)

const extraWords = ({ command: { args }, words }: ParsedCommand) =>
  args.at(-1)?.list ? [] : words.slice(args.length)

/** Returns what the first slip of a line means. An unknown option comes after a word that is wrong too. */
function meaningsOf(typed: Typed): readonly Meaning[] {
  const option = typed.problem?.message.match(/^unknown option ([^=]*)/)?.[1]
  if (isHelp(typed) || (typed.problem && option === undefined)) return []
  const isGroup = typed.command.children.length > 0
  const saved = typed.command.path === 'kiva saved add' ? savedLineMeant(typed) : undefined
  if (saved) return [saved]
  const word = isGroup ? wordMeant(typed) : option === undefined ? wordsMeant(typed) : undefined
  const ofOption = option === undefined ? undefined : optionMeant(typed, option)
  const ofValue = option === undefined ? valueMeant(typed) : undefined
  return [word, ofOption, ofValue].filter((meaning) => meaning !== undefined)
}

/** Returns what a line means that saves a command, and has words of the command before `--`. */
function savedLineMeant(typed: ParsedCommand): Meaning | undefined {
  const line = savedAddMeant(typed.argv.slice((placesOf(typed).at(-1) ?? -1) + 1), typed.root)
  return line && { hint: didYouMean(quoted(['kiva', ...line])), argv: line }
}

/** Returns what the value of an option means. */
function valueMeant({ argv, command, params }: ParsedCommand): Meaning | undefined {
  const options = optionsOf(command)
  const kind = command.endpoint && typeOf(command.endpoint).kind
  for (const [where, long, names, meant] of valueSlips) {
    const option = options.find((spec) => spec.long === long)
    const value = option && params.last(option.name)
    if (value === undefined || (where !== '*' && where !== kind)) continue
    if (!names.split(' ').includes(value.toLowerCase().replaceAll(/[ -]/g, '_'))) continue
    if (meant.endsWith('.')) return { hint: meant, value }
    const [name, chosen = ''] = meant.split(' ')
    const other = options.find((spec) => spec.long === name)
    if (!other || other.choices?.includes(chosen) === false) continue
    const joined = argv.indexOf(`${long}=${value}`)
    const at = argv.findIndex((word, index) => word === long && argv[index + 1] === value)
    const line = replace(argv, joined < 0 ? [at, at + 1] : [joined], [name ?? '', chosen])
    return { hint: didYouMean(meant), value, ...(at + joined > -2 && { argv: line }) }
  }
  return undefined
}

/** Returns what a word in place of a command means. */
function wordMeant(typed: Typed): Meaning | undefined {
  const { argv, command, root, words, saved } = typed
  const own = placesOf(typed)
  const end = (own.at(-1) ?? -1) + 1
  const at = argv.findIndex((word, index) => index >= end && word === words[0])
  const word = argv[at]
  if (word === undefined || word.startsWith('-') || childNamed(command, word)) return undefined
  const next = argv[at + 1]?.startsWith('-') ? undefined : argv[at + 1]
  const meaning = (meant: string, value: string | undefined, ...taken: readonly number[]): Meaning => {
    const line = replace(argv, [...own, at, ...taken], fill(meant, value).slice(1))
    const isLine = meant.startsWith('kiva ') && !meant.includes(',')
    return { hint: hintOf(meant, value), ...(isLine && { argv: line }) }
  }
  const group = command === root ? childNamed(root, usualGroup) : command
  const name = word === 'ls' ? 'list' : word.toLowerCase()
  const named = [...rowsOf(command.path, name), ...rowsOf(group?.path, name)]
  const row = named.find((row) => takes(row, next)) ?? named.find((row) => row.endsWith('.')) ?? named[0]
  if (row !== undefined) return meaning(row, next, ...(next && placeholder.test(row) ? [at + 1] : []))
  const names = command.children.flatMap((child) => [child.name, ...child.aliases])
  const near = nearest(name, command === root ? [...names, ...saved] : names)
  const isRecord = command === root ? /^#?\d[\d,]*$|^https?:\/\/\S+\/lend\/\d/ : /^#?\d|^https?:/
  if (isRecord.test(word) && group && childNamed(group, 'show'))
    return meaning(`${group.path} show <ids...>`, word.replace('#', ''))
  const [any] = near === undefined && word !== 'ls' ? rowsOf(command.path, '*') : []
  if (any !== undefined) return meaning(any, word)
  if (near === `${name}s` || (near !== undefined && !names.includes(near)))
    return meaning(`${command.path} <name>`, near)
  if (word.startsWith('/') && command === root) return meaning('kiva api <path>', word)
  if (command === root && group && childNamed(group, word)) return meaning(`${group.path} <name>`, word)
  const search = group && childNamed(group, 'search')
  const option = search && optionFor(word, search)
  if (option) return meaning(`${search?.path} ${option[0]} <value>`, option[1])
  return near === undefined ? undefined : { hint: didYouMean(`${command.path} ${near}`) }
}

/** Returns what words after a command mean that it does not take: fields, the id of a record, or text to search for. */
function wordsMeant(typed: ParsedCommand): Meaning | undefined {
  const { argv, command, root, words } = typed
  const [{ name = '' } = {}] = command.args
  const takesNumbers = command.endpoint?.params[name]?.kind === 'number'
  const extra = extraWords(typed)
  const fields = takesNumbers || extra.length > 0 ? fieldsIn(argv) : []
  if (fields.length > 1)
    return { hint: didYouMean(quoted(['--fields', fields.join(',').replace(/,+/g, ',')])) }
  const siblings = groupOf(command, root)
  const inPlaceOf = (all: readonly string[], line: readonly string[] | undefined): Meaning | undefined => {
    const own = placesOf(typed)
    const places = all.map((word) => argv.indexOf(word, (own.at(-1) ?? 0) + 1))
    return line && { hint: didYouMean(quoted(line)), argv: replace(argv, [...own, ...places], line.slice(1)) }
  }
  if (shownByName.includes(command.path) && words.length > 0 && words.every(isName)) {
    const search = childNamed(siblings, 'search') ?? childNamed(siblings, 'list')
    return inPlaceOf(words, search && searchLine(words.join(' '), search))
  }
  const text = extra.join(' ')
  const show = command.args.length === 0 && /^\d+$/.test(text) ? childNamed(siblings, 'show') : undefined
  const line = show ? [...show.path.split(' '), text] : text === '' ? undefined : searchLine(text, command)
  // A text with a dash needs `--` before it.
  return line && text.startsWith('-') ? { hint: didYouMean(quoted(line)) } : inPlaceOf(extra, line)
}

/** The commands with ids of numbers, beside a list that finds records by name. */
const shownByName: readonly string[] = ['kiva loans show', 'kiva partners show']

const isName = (word: string) => /^\p{L}[\p{L}\p{M}'.-]*$/u.test(word)

/** Returns the search for a text, by the option that has it as a value, by country, or in the text of records. */
function searchLine(text: string, search: CommandSpec): readonly string[] | undefined {
  const name = ['--q', '--filter'].find((name) => search.options.some(({ long }) => long === name))
  const option = optionFor(text, search) ?? (name === undefined ? undefined : ([name, text] as const))
  return option ? [...search.path.split(' '), ...option] : undefined
}

/** Returns the names that were typed after `--fields`, where commas should be. */
function fieldsIn(argv: readonly string[]): readonly string[] {
  const rest = argv.includes('--fields') ? argv.slice(argv.indexOf('--fields') + 1) : []
  const end = rest.findIndex((word) => !/^[A-Za-z][\w.,]*$/.test(word))
  return end < 0 ? rest : rest.slice(0, end)
}

/** Returns the option of a search that has a text as one of its values, and the value: the code of a country. */
function optionFor(
  text: string,
  { options }: CommandSpec,
): readonly [option: string, value: string] | undefined {
  // Codes of countries and regions look like other words: `ls`, `as`.
  if (text.length <= 3) return undefined
  const isValue = (value: string) => foldName(value) === foldName(text)
  const option = options.find(({ choices = [], known = [] }) => [...choices, ...known].some(isValue))
  if (option) return [option.long, text]
  const byCountry = options.find(({ topic }) => topic === 'countries')
  const [country, other] = /\d/.test(text) ? [] : countriesNamed(text)
  return byCountry && country && !other ? [byCountry.long, country.codes.join(listSeparator)] : undefined
}

/** Returns what an unknown option means: an option of this command, or of the one beside it that has it. */
function optionMeant(typed: ParsedCommand, option: string): Meaning | undefined {
  const { argv, command } = typed
  const [, letter = option, attached] = /^(-\w)(.+)$/s.exec(option) ?? []
  const name = letter.replaceAll('_', '-')
  const at = argv.findIndex((word) => word === option || word.startsWith(`${option}=`))
  const joined = attached ?? (argv[at] === option ? undefined : argv[at]?.slice(option.length + 1))
  const given = joined ?? argv[at + 1]
  const value = given === '' || given?.startsWith('-') ? undefined : given
  const [own] = rowsOf(command.path, name)
  if (own !== undefined) return { hint: hintOf(own, value) }
  for (const other of [command, ...commandsBeside(typed)]) {
    const isOwn = other === command
    const byRow = isOwn || (other.endpoint && command.args.length === 0) ? rowsFor(other, name) : []
    for (const row of isOwn ? byRow : [...byRow, option]) {
      if (row.startsWith('kiva ') || (isOwn && row.endsWith('.'))) return { hint: hintOf(row, value) }
      const [first = row] = row.split(' ')
      const spec = optionsOf(other).find(({ long, short, alias }) => [long, short, alias].includes(first))
      const others = row.split(' ').filter((word) => word.startsWith('-'))
      const hasAll = others.every((word) =>
        optionsOf(other).some(({ long, short, alias }) => [long, short, alias].includes(word)),
      )
      if (!spec || !hasAll) continue
      const meant = row !== option ? row : spec.value === undefined ? spec.long : `${spec.long} <value>`
      const path = isOwn ? [] : other.path.split(' ')
      const takesValue = placeholder.test(meant)
      if (takesValue && value === undefined) {
        if (!/^\S+ <[a-z.]+>$/.test(meant) || !(isOwn || row === option)) continue
        return { hint: didYouMean([...path, spec.long].join(' ')) }
      }
      if (!takes(meant, value)) continue
      const words = fill(meant, value)
      const line = replace(argv, takesValue && joined === undefined ? [at, at + 1] : [at], words)
      return {
        hint: didYouMean(quoted([...path, ...words])),
        argv: isOwn ? line : replace(line, placesOf(typed), path.slice(1)),
      }
    }
  }
  // The name of something else is near to nothing.
  if (slips.some(([where, names]) => !where.startsWith('kiva') && names.split(' ').includes(name)))
    return undefined
  const typedName = nearest(
    option,
    optionsOf(command).flatMap(({ long, alias }) => [long, ...(alias === undefined ? [] : [alias])]),
  )
  const near =
    typedName && optionsOf(command).find(({ long, alias }) => [long, alias].includes(typedName))?.long
  // Correct the value too: a country name becomes the code that the option needs.
  const isCountry = optionsOf(command).some(({ long, topic }) => long === near && topic === 'countries')
  const country = isCountry && value !== undefined ? findCountry(value) : undefined
  return !near ? undefined : { hint: didYouMean(country ? `${near} ${country.code}` : near) }
}

/** Returns the commands in a group and beside a command that need no argument, those of the usual group first. */
function commandsBeside({ command, root }: ParsedCommand): readonly CommandSpec[] {
  const usual = command === root ? childNamed(root, usualGroup) : undefined
  const all = [...(usual?.children ?? []), ...command.children, ...groupOf(command, root).children]
  return all.filter((child) => child.args.length === 0 && child !== command)
}

const groupOf = ({ path }: CommandSpec, root: CommandSpec): CommandSpec =>
  followWords(root, path.split(' ').slice(1, -1)).command

/** Returns where the words of the command itself stand in the line. */
function placesOf({ argv, command, root }: ParsedCommand): readonly number[] {
  const places: number[] = []
  let group = root
  for (const name of command.path.split(' ').slice(1)) {
    const from = (places.at(-1) ?? -1) + 1
    const at = argv.findIndex((word, index) => index >= from && childNamed(group, word)?.name === name)
    if (at < 0) return []
    places.push(at)
    group = childNamed(group, name) ?? group
  }
  return places
}

/** Returns the line with these words in the first of the places, and without the others; before the line if there are none. */
function replace(
  argv: readonly string[],
  [first = -1, ...others]: readonly number[],
  words: readonly string[],
): readonly string[] {
  const line = argv.flatMap((word, at) => (at === first ? words : others.includes(at) ? [] : [word]))
  return first < 0 ? [...words, ...line] : line
}

const rowsOf = (where: string | undefined, typed: string): readonly string[] =>
  slips.flatMap(([at, names, meant]) => (at === where && names.split(' ').includes(typed) ? [meant] : []))

/** Returns what an option means in a command, by its kind of records or in any command. */
const rowsFor = ({ endpoint }: CommandSpec, option: string): readonly string[] => [
  ...rowsOf(endpoint && typeOf(endpoint).kind, option),
  ...rowsOf('*', option),
]

/** Stands for a value. */
const placeholder = /<[a-z.]+>/

/** Returns whether a row needs no value, or takes this one: an id is a number, and fields are names. */
function takes(meant: string, value: string | undefined): boolean {
  const name = placeholder.exec(meant)?.[0]
  if (name === undefined || value === undefined) return name === undefined
  if (name === '<id>') return /^#?\d|^https?:/.test(value)
  return name !== '<fields>' || /^[A-Za-z_][\w.]*(?:,[\w.]+)*$/.test(value)
}

/** Returns the words that are meant, with the value in place of the placeholder. */
const fill = (meant: string, value: string | undefined): readonly string[] =>
  meant.split(' ').map((word) => word.replace(placeholder, (name) => value ?? name))

const hintOf = (meant: string, value: string | undefined): string =>
  meant.endsWith('.')
    ? meant.replace(placeholder, (name) => (value === undefined ? name : quoted([value])))
    : didYouMean(quoted(fill(meant, value)))

/**
 * Quotes words for any shell: cmd and PowerShell know no other quotes than double ones. An ellipsis is in place of the words
 * from the one that makes the line too long, so that no command takes a part for the whole.
 */
function quoted(words: readonly string[]): string {
  let length = -1
  const end = words.findIndex((word) => {
    length += word.length + 1
    return length > longestLine
  })
  return end < 0 ? words.map(quotedWord).join(' ') : [...words.slice(0, end).map(quotedWord), '…'].join(' ')
}

function quotedWord(word: string): string {
  if (/^<[a-z.]+>$/.test(word)) return word
  // PowerShell gives @ a meaning.
  if (/^@\w+$/.test(word)) return `'${word}'`
  const isBare = word === shellWord(word) || !/^[\p{L}\p{N} .,:<>=/-]+$/u.test(word)
  return isBare ? shellWord(word) : `"${word}"`
}
