/** `kiva cache info`: shows the cache folder, the number of entries, and the age of the oldest. */

import type { Context } from '../../context.ts'
import { age } from '../../output/words/span.ts'
import type { CacheContent } from '../../ports/store.ts'
import { answers } from './cache-words.ts'

/**
 * Prints one record, or sentences for a person. Throws `KivaError` of kind `config` if the cache folder is
 * unsafe.
 */
export default async function cacheInfo({
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
