/**
 * Turns a parsed command line into an invocation. Every value is checked before any file or connection is
 * opened.
 *
 * In this folder, `parse.ts` finds the command and its options. A file in `options/` is an option family: declarations, reader
 * and rules, which `options/index.ts` checks. `settings/` combines flags, environment, settings file and defaults; `help/` has the
 * help. `suggest.ts` is loaded for errors only.
 */

import type { Values } from '../api/endpoint.ts'
import { listSeparator } from '../api/gaps.ts'
import { UnknownCountry } from '../api/values.ts'
import type { Commands } from '../commands/action.ts'
import { api } from '../commands/api.ts'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { dashed } from '../core/shell-word.ts'
import { version } from '../core/version.ts'
import { readActionInvocation } from './action-invocation.ts'
import { type CommandSpec, childNamed, optionsOf } from './command-spec.ts'
import { readEndpointInvocation } from './endpoint-invocation.ts'
import type { Page } from './help/layout.ts'
import type { Invocation, TextInvocation } from './invocation.ts'
import { checkOptions } from './options/index.ts'
import { followWords, isHelp, type ParsedCommand, parse } from './parse.ts'
import { decideSettings, type RunSettings } from './settings/run-settings.ts'
import { sourcesOf } from './settings/sources.ts'
import { isTopic } from './topic-names.ts'

/**
 * Returns the invocation of a command line. Errors in the settings are held back, so that usage errors are
 * reported first. Throws `KivaError` of kind `usage` with a hint.
 */
export async function readInvocation(
  typed: ParsedCommand,
  commands: Commands,
  settings: () => Promise<Pick<RunSettings, 'baseUrl' | 'output'>>,
  world: Pick<World, 'state'>,
): Promise<Invocation> {
  const { root, words } = typed
  if (isHelp(typed) && !typed.problem) return helpOn(root, words.slice(1), world)
  return suggesting(typed, world, () => read(typed, commands, settings, world))
}

/** Adds what was probably meant to a usage error of a command line. */
export const suggesting = <T>(
  typed: ParsedCommand,
  world: Pick<World, 'state'>,
  reading: () => Promise<T>,
): Promise<T> =>
  reading().catch(async (problem: unknown) => {
    const saved = await (await import('./saved.ts')).savedNames(world)
    throw (await import('./suggest.ts')).withSuggestion(problem, { ...typed, saved })
  })

async function read(
  typed: ParsedCommand,
  commands: Commands,
  settings: () => Promise<Pick<RunSettings, 'baseUrl' | 'output'>>,
  world: Pick<World, 'state'>,
): Promise<Invocation> {
  const { root, command, words, given, problem } = typed
  if (problem) throw (isHelp(typed) ? undefined : unknownCommand(typed)) ?? problem
  if (given.has('help')) return helpOf(typed)
  if (given.has('version')) return { kind: 'text', text: () => `${version}\n`, paged: false }
  const { endpoint, action } = command
  const named = endpoint?.byName === undefined ? undefined : commandByName(typed, endpoint.byName)
  if (named) return read({ ...typed, command: named }, commands, settings, world)
  if (!endpoint && !action) {
    const help = command === root && words.length === 0 ? await firstScreenOf(root) : await helpOf(typed)
    checkGlobalOptions(typed)
    return help
  }
  const listed = given.last('fields') === ''
  if (endpoint && listed) return (await import('./list-fields.ts')).listFields(endpoint)
  const format = await settings().then(
    ({ output }) => output,
    () => undefined,
  )
  if (action === api) {
    const { readApiInvocation } = await import('./api-invocation.ts')
    return readApiInvocation(typed, commands.catalogue, (await settings()).baseUrl, format)
  }
  checkOptions(optionsOf(command), typed.params, format)
  if (endpoint) {
    const readWith = (params: ParsedCommand['params']) =>
      readEndpointInvocation(endpoint, { ...typed, params }, commands.catalogue, world)
    const invocation = await readWith(typed.params).catch(async (problem: unknown) => {
      if (!(problem instanceof UnknownCountry)) throw problem
      return (await import('./suggest-country.ts')).readWithCodes(problem, typed.params, readWith)
    })
    if (!given.has('verbose') && !given.has('debug')) return invocation
    return { ...invocation, notes: [...(typed.notes ?? []), ...notesOn(invocation.values, typed)] }
  }
  return action ? readActionInvocation(action, typed) : helpOf(typed)
}

/** Returns the command beside this one that takes names, if all words are names in place of ids: `teams show river`. */
function commandByName({ command, words, root }: ParsedCommand, verb: string): CommandSpec | undefined {
  const isName = (word: string) => /^[A-Za-z]\w*$/.test(word.trim())
  const areNames = words.length > 0 && words.every((word) => word.split(listSeparator).every(isName))
  const path = command.path.split(' ').slice(1, -1)
  return areNames ? followWords(root, [...path, dashed(verb)]).command : undefined
}

/** Throws the error of an invalid global option, where no command reads the settings. */
const checkGlobalOptions = (typed: ParsedCommand) =>
  void decideSettings(sourcesOf(typed, {}, []), { stdout: { isTerminal: false } })

/** Lists the options whose value is sent in another form than it was typed, such as a code for a name. */
function notesOn(values: Values, { command, params }: ParsedCommand): readonly string[] {
  const bare = (text: string) => text.toLowerCase().replaceAll(' ', '')
  return command.options.flatMap(({ name, long }) => {
    const typed = params.all(name).join(listSeparator)
    const sent = String(values[name] ?? typed)
    return bare(sent) === bare(typed) ? [] : `${long} ${typed} is sent as ${sent}`
  })
}

/** Returns the error of a word after a group that is no command of the group. */
function unknownCommand({ command, words }: Pick<ParsedCommand, 'command' | 'words'>): KivaError | undefined {
  if (command.children.length === 0 || words.length === 0) return undefined
  return new KivaError('usage', `unknown command "${command.path} ${words[0]}"`, {
    hint: `See ${command.path} --help.`,
  })
}

/** Returns the help of a command. A group rejects any word that is not one of its commands. */
async function helpOf(
  { command, words }: Pick<ParsedCommand, 'command' | 'words'>,
  saved: readonly string[] = [],
): Promise<TextInvocation> {
  const problem = unknownCommand({ command, words })
  if (problem) throw problem
  return pageOf((await import('./help/help.ts')).commandHelp(command, saved))
}

async function firstScreenOf(root: CommandSpec): Promise<TextInvocation> {
  return { ...(await pageOf((await import('./help/help.ts')).firstScreen(root))), paged: false }
}

/** Prefers a topic to a command of the same name, though not to one of its subcommands: the command has `--help`. */
async function helpOn(
  root: CommandSpec,
  words: readonly string[],
  world: Pick<World, 'state'>,
): Promise<Invocation> {
  const found = followWords(root, words)
  const plural = pluralOf(words[0] ?? '', root)
  if (found.command === root && plural !== undefined) return helpOn(root, [plural, ...words.slice(1)], world)
  const isTopicName = isTopic(words[0]) && found.words.length >= words.length - 1
  const isCommand = words.length === 0 || (found.command !== root && !isTopicName)
  const saved = words.length === 0 ? await (await import('./saved.ts')).savedNames(world) : []
  if (isCommand) return suggesting(parse(words, root), world, () => helpOf(found, saved))
  const { topicPage } = await import('./help/topics/index.ts')
  return pageOf(topicPage(words, root))
}

/** Returns the topic or the command that a word in the singular names: `help filter`. */
function pluralOf(word: string, root: CommandSpec): string | undefined {
  if (isTopic(word)) return undefined
  return [`${word}s`, word.replace(/y$/, 'ies')].find(
    (name) => isTopic(name) || (name !== word && childNamed(root, name)),
  )
}

async function pageOf(page: Page): Promise<TextInvocation> {
  const { printPage } = await import('./help/layout.ts')
  return { kind: 'text', text: (look) => printPage(page, look), paged: true }
}
