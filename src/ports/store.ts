/** The tool's own guarded data: small structured files, and cached answers. */
import type { JsonObject } from './json.ts'

/** A file of small structured data in the config folder, guarded: see `src/node/files/store.ts`. */
export interface Store<T> {
  /** Where it is or would be. */
  readonly path: string
  /** The file's content, `undefined` when there is none. Throws `KivaError` of kind `config`. */
  read(): Promise<T | undefined>
  /** Changes the file as a whole, atomically, one process at a time; `undefined` removes it. */
  update(change: (old: T | undefined) => T | undefined): Promise<void>
  /** Writes the file without reading what stands there, so over a corrupt one too. */
  replace(content: T): Promise<void>
  /** Removes the file without reading it, so a corrupt one too; false when there is none. */
  remove(): Promise<boolean>
  /** Permission bits of the file, `undefined` when there is none. */
  mode(): Promise<number | undefined>
}

/** An answer as it is kept: its bytes, and what has to be known of it. */
export interface CacheEntry {
  readonly about: JsonObject
  readonly body: Uint8Array
}

/** What is kept, without looking into it. Times in milliseconds since the epoch. */
export interface CacheContent {
  readonly entries: number
  readonly bytes: number
  readonly oldest?: number
  readonly newest?: number
}

/** The guarded folder of answers: see `src/node/files/cache-store.ts`. Each throws `KivaError` of kind `config`. */
export interface CacheStore {
  /** Where it is or would be. */
  readonly path: string
  /** The entry of a key; `undefined` when there is none, or none that is whole. */
  get(key: string): Promise<CacheEntry | undefined>
  /** Keeps an entry as a whole. Others may go for it, the oldest first. */
  set(key: string, entry: CacheEntry): Promise<void>
  content(): Promise<CacheContent>
  /** Removes every entry; what was removed. */
  clear(): Promise<CacheContent>
}
