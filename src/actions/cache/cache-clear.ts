/** `kiva cache clear`: removes all cache entries. */
import type { Context } from '../../context.ts'
import { answers } from './cache-words.ts'

/** Prints how much was removed. Throws `KivaError` of kind `config` if the cache folder is unsafe. */
export default async function cacheClear({ cache, print }: Pick<Context, 'cache' | 'print'>): Promise<void> {
  const store = await cache()
  const removed = await store.clear()
  const { entries, bytes } = removed
  await print({ folder: store.path, entries, bytes }, `Removed ${answers(removed)} from ${store.path}.`)
}
