import type { CacheEntry, CacheStore } from '../../src/core/store.ts'

/** A cache in a map, by key. Like a disk, it keeps copies. */
export function memoryCache(entries: Map<string, CacheEntry>): CacheStore {
  const content = () => ({
    entries: entries.size,
    bytes: [...entries.values()].reduce((sum, { body }) => sum + body.byteLength, 0),
  })
  return {
    path: '/cache',
    get: async (key) => entries.get(key),
    set: async (key, { about, body }) => {
      entries.set(key, { about: JSON.parse(JSON.stringify(about)), body: body.slice() })
    },
    content: async () => content(),
    clear: async () => {
      const removed = content()
      entries.clear()
      return removed
    },
  }
}
