import { size } from '../../output/words/size.ts'
import type { CacheContent } from '../../ports/store.ts'
import { counted } from '../../thousands.ts'

/** Describes the cache's content: `no entries`, `1 entry (812 bytes)`, `1,203 entries (24 MB)`. */
export function answers({ entries, bytes }: CacheContent): string {
  if (entries === 0) return 'no entries'
  return `${counted(entries, 'entries')} (${size(bytes)})`
}
