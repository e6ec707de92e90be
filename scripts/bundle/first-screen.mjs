import { join } from 'node:path'
import { root } from './load-sources.mjs'

/** The modules of explore itself. What other commands share has files of its own: they set keys, and check them. */
const own = /src.(actions.explore\.|explore.(?!keymap)|output.screen.)/
const entries = ['src/actions/explore.ts', 'src/explore/session/run.ts'].map((path) => join(root, path))

/**
 * A group for rolldown: one file with the modules of explore that its first screen imports, directly or not. Each file
 * costs a start some tenths of a millisecond.
 */
export function firstScreen() {
  let found
  return {
    debugName: 'explore',
    test: own,
    name: (id, context) => {
      found ??= reachable(context)
      return found.has(id) ? 'explore' : null
    },
  }
}

function reachable(context) {
  const found = new Set()
  const add = (id) => {
    if (found.has(id) || !own.test(id)) return
    found.add(id)
    // rolldown reuses this list.
    for (const imported of [...(context.getModuleInfo(id)?.importedIds ?? [])]) add(imported)
  }
  for (const entry of entries) add(entry)
  return found
}
