/** From what was typed to what it asks for: every value checked, before anything is opened. */
import { api } from '../commands/api.ts'
import type { Commands } from '../commands/commands.ts'
import type { Settings } from '../context.ts'
import { version } from '../version.ts'
import { readActionInvocation } from './action-invocation.ts'
import { readEndpointInvocation } from './endpoint-invocation.ts'
import type { Invocation } from './invocation.ts'
import { followWords, type Typed } from './parse.ts'
import { unknownWord } from './slips.ts'

/** Help is as wide everywhere, so that the build can make it beforehand: the launcher answers without loading this. */
export const helpWidth = 80

/** What a command line asks for. Throws `KivaError` of kind `usage` with the next step. */
export async function understand(
  typed: Typed,
  commands: Commands,
  settings: () => Promise<Pick<Settings, 'baseUrl'>>,
): Promise<Invocation> {
  const { root, command, words, given, problem } = typed
  if (command === root && words[0] === 'help') return helpOf(followWords(root, words.slice(1)))
  if (problem) throw problem
  if (given.has('help')) return helpOf(typed)
  if (given.has('version')) return { kind: 'text', text: `${version}\n` }
  if (command.endpoint) return readEndpointInvocation(command.endpoint, typed, commands.catalogue)
  if (command.action === api) {
    const { readApiInvocation } = await import('./api-invocation.ts')
    return readApiInvocation(typed, commands.catalogue, (await settings()).baseUrl)
  }
  if (command.action) return readActionInvocation(command.action, typed)
  return helpOf(typed)
}

/** A group says what it has; it takes no words but those of its commands. */
function helpOf({ command, words }: Pick<Typed, 'command' | 'words'>): Invocation {
  if (command.children.length > 0 && words.length > 0) throw unknownWord(command, words)
  return { kind: 'text', text: command.help(helpWidth) }
}
