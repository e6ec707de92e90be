import type { Store } from '../../src/core/store.ts'
import { learn } from '../support/canary.ts'

/** A file of the config folder, in a map by name. Like a disk, it stores copies. */
export function memoryStore<T>(files: Map<string, unknown>, name: string): Store<T> {
  const read = async () => files.get(name) as T | undefined
  return {
    path: `/config/${name}.json`,
    read,
    update: async (change) => {
      const next = change(await read())
      learn(next)
      if (next === undefined) files.delete(name)
      else files.set(name, JSON.parse(JSON.stringify(next)))
    },
    replace: async (content) => {
      files.set(name, content)
    },
    remove: async () => files.delete(name),
    mode: async () => (files.has(name) ? 0o600 : undefined),
  }
}
