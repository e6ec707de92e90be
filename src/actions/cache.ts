/** `kiva cache info`: shows the cache folder, the number of entries, and the age of the oldest. */
import type { Context } from '../context.ts'
import { size } from '../output/words/line.ts'
import { age } from '../output/words/span.ts'
import type { CacheContent } from '../ports/store.ts'
import { counted } from '../text/numbers.ts'

/**
 * Prints one record, or sentences for a person. Throws `KivaError` of kind `config` if the cache folder is
 * unsafe.
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
    [`The cache is in ${store.path}.`, `It has ${answers(content)}${since(content, now())}.`].join('\n'),
  )
}

function since({ entries, oldest, newest }: CacheContent, now: number): string {
  if (oldest === undefined || newest === undefined) return ''
  const oldestAge = `${age(now - oldest)} old`
  return entries === 1 ? `, ${oldestAge}` : `: the oldest ${oldestAge}, the newest ${age(now - newest)}`
}

/* `kiva cache clear`: removes all cache entries. */

/** Prints how much was removed. Throws `KivaError` of kind `config` if the cache folder is unsafe. */
export async function cacheClear({ cache, print }: Pick<Context, 'cache' | 'print'>): Promise<void> {
  const store = await cache()
  const removed = await store.clear()
  const { entries, bytes } = removed
  await print({ folder: store.path, entries, bytes }, `Removed ${answers(removed)} from ${store.path}.`)
}

/** Describes the cache's content: `no entries`, `1 entry (812 bytes)`, `1,203 entries (24 MB)`. */
export function answers({ entries, bytes }: CacheContent): string {
  if (entries === 0) return 'no entries'
  return `${counted(entries, 'entries')} (${size(bytes)})`
}
