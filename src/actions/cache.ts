/** `kiva cache info` and `kiva cache clear`. */
import type { Context } from '../core/context.ts'
import { counted } from '../core/numbers.ts'
import type { CacheContent } from '../core/store.ts'
import { size } from '../output/words/line.ts'
import { age } from '../output/words/span.ts'

/**
 * Prints the cache folder, the number of entries and their ages: one record, or sentences for a person. Throws
 * `KivaError` of kind `config` if the cache folder is unsafe.
 */
export async function cacheInfo({
  cache,
  print,
  now,
}: Pick<Context, 'cache' | 'print' | 'now'>): Promise<void> {
  const store = await cache()
  const content = await store.content()
  const { entries, bytes, oldest, newest } = content
  const record = {
    folder: store.path,
    entries,
    bytes,
    ...(oldest !== undefined && { oldest: new Date(oldest).toISOString() }),
    ...(newest !== undefined && { newest: new Date(newest).toISOString() }),
  }
  await print(
    record,
    [`The cache is in ${store.path}.`, `It has ${cacheContentText(content)}${since(content, now())}.`].join(
      '\n',
    ),
  )
}

/**
 * Removes all cache entries, and prints how much that was. Throws `KivaError` of kind `config` if the cache folder
 * is unsafe.
 */
export async function cacheClear({ cache, print }: Pick<Context, 'cache' | 'print'>): Promise<void> {
  const store = await cache()
  const removed = await store.clear()
  const { entries, bytes } = removed
  await print(
    { folder: store.path, entries, bytes },
    `Removed ${cacheContentText(removed)} from ${store.path}.`,
  )
}

/** Describes the cache's content: `no entries`, `1 entry (812 bytes)`, `1,203 entries (24 MB)`. */
function cacheContentText({ entries, bytes }: CacheContent): string {
  if (entries === 0) return 'no entries'
  return `${counted(entries, 'entries')} (${size(bytes)})`
}

function since({ entries, oldest, newest }: CacheContent, now: number): string {
  if (oldest === undefined || newest === undefined) return ''
  const oldestAge = `${age(now - oldest)} old`
  return entries === 1 ? `, ${oldestAge}` : `: the oldest ${oldestAge}, the newest ${age(now - newest)}`
}
