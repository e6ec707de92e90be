/** The command line that runs in place of a typed one. */
import type { World } from '../context.ts'
import type { ParsedCommand } from './parse.ts'

/** Returns the command line that runs: the typed one, unless its action has `rewrite`. Throws `KivaError`. */
export async function rewritten(typed: ParsedCommand, world: Pick<World, 'state'>): Promise<ParsedCommand> {
  const rewrite = typed.command.action?.rewrite
  if (rewrite === 'explore-line') return (await import('./sort-explore-line.ts')).sortExploreLine(typed)
  if (rewrite === 'search') return (await import('./replace-by-search.ts')).replaceBySearch(typed)
  if (rewrite !== 'saved') return typed
  const saved = await (await import('./saved.ts')).replaceBySaved(typed, world)
  // A saved command never runs another one, but it may be one of the others.
  return saved.command.action?.rewrite === 'saved' ? saved : rewritten(saved, world)
}
