/** The saved commands: their arguments by name, in a JSON file of the state folder. */

import { savedRun } from '../commands/actions/saved.ts'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isList, isObject, type Json } from '../core/json.ts'
import { shellWord } from '../core/shell-word.ts'
import type { StateFolder } from '../core/store.ts'
import { type CommandSpec, childNamed } from './command-spec.ts'
import { parseName, unknownName, validName } from './name.ts'
import { type ParsedCommand, parse } from './parse.ts'
import { fillLine, savedLineOf, takesValues } from './saved-values.ts'
import { optionWords } from './typed-options.ts'

/**
 * Returns the command that `saved run` names, parsed with the words that follow the name and the global options before
 * it. Help, and errors in the command line, stay with `saved run`. Throws `KivaError`.
 */
export async function replaceBySaved(
  typed: ParsedCommand,
  { state }: Pick<World, 'state'>,
): Promise<ParsedCommand> {
  const { words, given, problem, root } = typed
  const [text, ...more] = words
  if (text === undefined || problem || given.has('help')) return typed
  const name = savedName(text)
  const commands = await readSaved(await state())
  const saved = parse(findSaved(commands, name), root)
  checkRunsNoOther(name, saved, [...commands.keys()])
  if (saved.problem) return saved
  const { options, words: own, more: appended } = fillLine(name, saved, more)
  const path = saved.command.path.split(' ').slice(1)
  return parse([...path, ...options, ...optionWords(typed), ...joined(saved.command, own, appended)], root)
}

/** Returns the words of a saved command with those appended to it. */
function joined(
  { args }: CommandSpec,
  own: readonly string[],
  appended: readonly string[],
): readonly string[] {
  // The words of `explore` are a line themselves.
  if (args.some(({ rest }) => rest)) return ['--', ...own, ...appended]
  // Words that start with a dash were typed after `--`, and appended options go before it.
  return own.some((word) => /^-./.test(word)) ? [...appended, '--', ...own] : [...own, ...appended]
}

/**
 * Returns the line with `saved run` before its first word, if that is the name of a saved command: `ending --limit 3`. An
 * unreadable file has no names, since the word may be a mistake.
 */
export async function withRun(typed: ParsedCommand, world: Pick<World, 'state'>): Promise<ParsedCommand> {
  const { argv, root } = typed
  const at = placeOfName(typed)
  const isName = at >= 0 && (await savedNames(world)).includes(argv[at] ?? '')
  return isName ? parse(argv.toSpliced(at, 0, ...savedRun.name.split(' ')), root) : typed
}

/** Returns where a line has the word in place of a command, which may be the name of a saved command; -1 if it has a command. */
export function placeOfName({ argv, root }: ParsedCommand): number {
  // The value of an option is no command.
  const at = argv.findIndex(
    (word, index) => !word.startsWith('-') && !parse(argv.slice(0, index), root).problem,
  )
  const name = argv[at] ?? ''
  return validName.test(name) && isFree(name, root) ? at : -1
}

/** Returns the names of the saved commands; none if the file cannot be read. */
export async function savedNames({ state }: Pick<World, 'state'>): Promise<readonly string[]> {
  try {
    return [...(await readSaved(await state())).keys()]
  } catch (error) {
    if (error instanceof KivaError) return []
    throw error
  }
}

/** Returns whether no command of kiva has a name. */
export const isFree = (name: string, root: CommandSpec): boolean => name !== 'help' && !childNamed(root, name)

/** Returns a sentence for a command of kiva with the name of a saved command, which an earlier kiva ran by this name. */
export async function sameNameNote(
  { path, name }: CommandSpec,
  world: Pick<World, 'state'>,
): Promise<string | undefined> {
  if (path !== `kiva ${name}` || !(await savedNames(world)).includes(name)) return undefined
  return `kiva ${name} is a command of kiva. The saved command runs with kiva saved run ${name}.`
}

/** Throws `KivaError` of kind `usage` for a name that a command of kiva has, which would run in its place. */
export function checkIsFree(name: string, root: CommandSpec): void {
  if (isFree(name, root)) return
  throw new KivaError('usage', `invalid saved command name "${name}": kiva ${name} is a command`, {
    hint: `Use another name, such as my-${name}.`,
  })
}

/**
 * Throws `KivaError` of kind `usage` for a line to save, or from the file, that would run a saved command. `names` are those
 * of the saved commands.
 */
export function checkRunsNoOther(name: string, line: ParsedCommand, names: readonly string[]): void {
  const isRun = line.command.action?.rewrite === 'saved'
  if (!isRun && !names.includes(line.argv[placeOfName(line)] ?? '')) return
  throw new KivaError('usage', `the saved command "${name}" cannot run another saved command`, {
    hint: 'Save the other command itself: kiva saved list prints it.',
  })
}

/** The words after `kiva`, by name, sorted. */
type SavedCommands = ReadonlyMap<string, readonly string[]>

const file = 'saved.json'

/** An earlier kiva reads the first version, in which no command takes values. */
const fileVersions = { plain: 1, withValues: 2 } as const

/** The names of the saved commands, one per line, for the completion of shells, which cannot read JSON. */
export const namesFile = 'saved-names.txt'

/** Lines of a name, the command that it runs, and the options or arguments of its values, for the completion of what follows a name. */
export const linesFile = 'saved-lines.txt'

/** Returns the name of a saved command. Throws `KivaError` of kind `usage`. */
export const savedName = (text: string): string => parseName('saved command', text)

/** Returns the saved commands. Throws `KivaError` of kind `config` for an invalid file. */
export const readSaved = async (state: StateFolder): Promise<SavedCommands> =>
  savedIn(await state.read(file), state.pathOf(file))

/** Changes the saved commands. Throws like {@link readSaved}, and leaves an invalid file as it is. */
export async function updateSaved(
  state: StateFolder,
  root: CommandSpec,
  change: (commands: SavedCommands) => SavedCommands,
): Promise<void> {
  let next: SavedCommands = new Map()
  await state.update(
    file,
    (text) => {
      next = change(savedIn(text, state.pathOf(file)))
      const v = [...next.values()].some(takesValues) ? fileVersions.withValues : fileVersions.plain
      const content = { v, commands: Object.fromEntries(next) }
      return next.size === 0 ? undefined : `${JSON.stringify(content, undefined, 2)}\n`
    },
    { name: namesFile, text: () => linesText([...next.keys()]) },
    {
      name: linesFile,
      text: () => linesText([...next].flatMap(([name, argv]) => completedLine(name, argv, root))),
    },
  )
}

const linesText = (lines: readonly string[]): string | undefined =>
  lines.length === 0 ? undefined : `${lines.toSorted().join('\n')}\n`

/** Returns the line of {@link linesFile} for a saved command; none for one that this version does not know. */
function completedLine(name: string, argv: readonly string[], root: CommandSpec): readonly string[] {
  try {
    const { path, values } = savedLineOf(parse(argv, root))
    return path.length === 0 ? [] : [[name, path.join(' '), ...values.map(({ key }) => key)].join('\t')]
  } catch (error) {
    if (error instanceof KivaError) return []
    throw error
  }
}

/** Returns the words of a saved command. Throws `KivaError` of kind `usage` if there is no such command. */
export function findSaved(commands: SavedCommands, name: string): readonly string[] {
  const argv = commands.get(name)
  if (argv) return argv
  throw unknownName('saved command', name, [...commands.keys()], `kiva saved add ${name} -- loans search`)
}

/** Returns the whole command line, quoted for a POSIX shell. */
export const lineOf = (argv: readonly string[]): string => ['kiva', ...argv].map(shellWord).join(' ')

function savedIn(text: string | undefined, path: string): SavedCommands {
  if (text === undefined) return new Map()
  const content = parsedJson(text)
  const { v, commands } = isObject(content) ? content : {}
  const versions: readonly Json[] = Object.values(fileVersions)
  if (v !== undefined && !versions.includes(v)) {
    throw new KivaError(
      'config',
      `cannot read ${path}: unknown file version (expected ${versions.join(' or ')})`,
      {
        hint: 'A newer kiva probably wrote it: update kiva, or move the file away.',
      },
    )
  }
  const entries = isObject(commands) ? Object.entries(commands) : []
  const valid = entries.flatMap(([name, argv]) =>
    validName.test(name) && isArguments(argv) ? [[name, argv] as const] : [],
  )
  if (isObject(commands) && valid.length === entries.length)
    return new Map(valid.toSorted(([left], [right]) => (left < right ? -1 : 1)))
  throw new KivaError('config', `${path} is corrupt: expected saved commands`, {
    hint: 'Repair it or move it away.',
  })
}

function parsedJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isArguments = (value: Json | undefined): value is readonly string[] =>
  isList(value) && value.length > 0 && value.every((word) => typeof word === 'string')
