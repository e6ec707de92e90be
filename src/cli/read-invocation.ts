/**
 * Turns a parsed command line into an invocation. Every value is checked before any file or connection is
 * opened.
 *
 * In this folder, `parse.ts` finds the command and its options. A file in `options/` is an option family: declarations, reader
 * and rules, which `options/index.ts` checks. `settings/` combines flags, environment, settings file and defaults; `help/` has the
 * help. The `suggest-…` files are loaded for errors only.
 */

import { UnknownCountry } from '../api/values.ts'
import type { Commands } from '../commands/action.ts'
import { api } from '../commands/api.ts'
import type { World } from '../core/context.ts'
import { version } from '../core/version.ts'
import { type CommandSpec, optionsOf } from './command-spec.ts'
import { readEndpointInvocation } from './endpoint-invocation.ts'
import type { Page } from './help/layout.ts'
import type { Invocation, TextInvocation } from './invocation.ts'
import { checkOptions } from './options/index.ts'
import { followWords, type ParsedCommand } from './parse.ts'
import type { RunSettings } from './settings/run-settings.ts'
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
  const { root, command, words, given, problem } = typed
  if (command === root && words[0] === 'help') return helpOn(root, words.slice(1))
  if (problem) throw (await import('./suggest-option.ts')).withSuggestion(problem, typed)
  if (given.has('help')) return helpOf(typed)
  if (given.has('version')) return { kind: 'text', text: () => `${version}\n`, paged: false }
  const { endpoint, action } = command
  if (command === root && words.length === 0) return firstScreenOf(root)
  if (!endpoint && !action) return helpOf(typed)
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
    const read = (params: ParsedCommand['params']) =>
      readEndpointInvocation(endpoint, { ...typed, params }, commands.catalogue, world)
    const invocation = await read(typed.params).catch(async (problem: unknown) => {
      if (command.args.length > 0) throw (await import('./suggest-command.ts')).withMeaning(problem, typed)
      if (!(problem instanceof UnknownCountry)) throw problem
      return (await import('./suggest-country.ts')).readWithCodes(problem, typed.params, read)
    })
    if (!given.has('verbose') && !given.has('debug')) return invocation
    return {
      ...invocation,
      notes: [
        ...(typed.notes ?? []),
        ...(await import('./value-notes.ts')).notesOn(invocation.values, typed),
      ],
    }
  }
  if (action) return (await import('./action-invocation.ts')).readActionInvocation(action, typed)
  return helpOf(typed)
}

/** Returns the help of a command. A group rejects any word that is not one of its commands. */
async function helpOf(
  typed: Pick<ParsedCommand, 'command' | 'words' | 'argv' | 'root'>,
): Promise<TextInvocation> {
  const { command, words } = typed
  if (command.children.length > 0 && words.length > 0)
    throw (await import('./suggest-command.ts')).unknownWord(typed)
  return pageOf((await import('./help/help.ts')).commandHelp(command))
}

async function firstScreenOf(root: CommandSpec): Promise<TextInvocation> {
  return { ...(await pageOf((await import('./help/help.ts')).firstScreen(root))), paged: false }
}

/** Prefers a topic to a command of the same name, though not to one of its subcommands: the command has `--help`. */
async function helpOn(root: CommandSpec, words: readonly string[]): Promise<Invocation> {
  const found = followWords(root, words)
  const isTopicName = isTopic(words[0]) && found.words.length >= words.length - 1
  const isCommand = words.length === 0 || (found.command !== root && !isTopicName)
  if (isCommand) return helpOf({ ...found, argv: words, root })
  const { topicPage } = await import('./help/topics/index.ts')
  return pageOf(topicPage(words, root))
}

async function pageOf(page: Page): Promise<TextInvocation> {
  const { printPage } = await import('./help/layout.ts')
  return { kind: 'text', text: (look) => printPage(page, look), paged: true }
}
