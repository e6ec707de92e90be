/** From what was typed to what it asks for: every value checked, before anything is opened. */
import { api } from '../commands/api.ts'
import type { Commands } from '../commands/commands.ts'
import type { Settings } from '../ports/settings.ts'
import { version } from '../version.ts'
import { readActionInvocation } from './action-invocation.ts'
import { readEndpointInvocation } from './endpoint-invocation.ts'
import { type Page, printPage } from './help/layout.ts'
import type { Invocation } from './invocation.ts'
import { fieldsAsked } from './options/jq.ts'
import { followWords, type ParsedCommand } from './parse.ts'
import { unknownWord } from './suggest/suggest-command.ts'
import { isTopic } from './topic-names.ts'
import type { CommandSpec } from './tree/command-spec.ts'

/** What a command line asks for. Throws `KivaError` of kind `usage` with the next step. */
export async function readInvocation(
  typed: ParsedCommand,
  commands: Commands,
  settings: () => Promise<Pick<Settings, 'baseUrl'>>,
): Promise<Invocation> {
  const { root, command, words, given, problem } = typed
  if (command === root && words[0] === 'help') return helpOn(root, words.slice(1))
  if (problem) throw problem
  if (given.has('help')) return helpOf(typed)
  if (given.has('version')) return { kind: 'text', text: () => `${version}\n`, paged: false }
  if (command.endpoint)
    return (
      fieldsAsked(command.endpoint, given) ??
      readEndpointInvocation(command.endpoint, typed, commands.catalogue)
    )
  if (command.action === api) {
    const { readApiInvocation } = await import('./api-invocation.ts')
    return readApiInvocation(typed, commands.catalogue, (await settings()).baseUrl)
  }
  if (command.action) return readActionInvocation(command.action, typed)
  return helpOf(typed)
}

/** A group says what it has; it takes no words but those of its commands. */
function helpOf({ command, words }: Pick<ParsedCommand, 'command' | 'words'>): Invocation {
  if (command.children.length > 0 && words.length > 0) throw unknownWord(command, words)
  return pageOf(command.help())
}

/** A topic wins over a command of the same name: it tells more, and the command has `--help`. */
async function helpOn(root: CommandSpec, words: readonly string[]): Promise<Invocation> {
  const found = followWords(root, words)
  const isCommand = words.length === 0 || (found.command !== root && !isTopic(words[0]))
  if (isCommand) return helpOf(found)
  const { topicPage } = await import('./help/topics/index.ts')
  return pageOf(topicPage(words, root))
}

function pageOf(page: Page): Invocation {
  return { kind: 'text', text: (look) => printPage(page, look), paged: true }
}
