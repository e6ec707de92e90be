import { size } from '../../output/words/size.ts'
import type { CacheContent } from '../../ports/store.ts'
import { counted } from '../../thousands.ts'

/** Describes the cache's content: `no answers`, `1 answer (812 bytes)`, `1,203 answers (24 MB)`. */
export function answers({ entries, bytes }: CacheContent): string {
  if (entries === 0) return 'no answers'
  return `${counted(entries, 'answers')} (${size(bytes)})`
}
