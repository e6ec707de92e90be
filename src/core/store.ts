/** The tool's own protected data: small structured files, state, and cached replies. */
import type { JsonObject } from './json.ts'

/** A protected file of small structured data in the config folder: see `src/node/store/store.ts`. */
export interface Store<T> {
  /** The path, whether the file exists or not. */
  readonly path: string
  /** Returns the file's content, or `undefined` if it is missing. Throws `KivaError` of kind `config`. */
  read(): Promise<T | undefined>
  /** Changes the whole file atomically, one process at a time. Returning `undefined` removes it. */
  update(change: (old: T | undefined) => T | undefined): Promise<void>
  /** Writes the file without reading it, so this also replaces a corrupt file. */
  replace(content: T): Promise<void>
  /**
   * Removes the file without reading it, so this also removes a corrupt file. Returns false if it is missing.
   */
  remove(): Promise<boolean>
  /** Returns the permission bits of the file, or `undefined` if it is missing. */
  mode(): Promise<number | undefined>
}

/**
 * Small private text files in the state folder: see `src/node/store/state-folder.ts`. A name is relative to the
 * folder, such as `shortlists/spring.txt`. Each method throws `KivaError` of kind `config`.
 */
export interface StateFolder {
  /** Returns the path of a file, whether it exists or not. */
  pathOf(name: string): string
  /** Returns the names of the files in a subfolder, sorted. Empty if there is no such folder. */
  list(subfolder: string): Promise<readonly string[]>
  /** Returns the text of a file, or `undefined` if it is missing. */
  read(name: string): Promise<string | undefined>
  /**
   * Changes a whole file atomically, one process at a time. Returning `undefined` removes it. Nothing is changed
   * if `change` throws. `beside` are files of the same folder that are derived from the first: they are written before
   * another process can change it.
   */
  update(
    name: string,
    change: (old: string | undefined) => string | undefined,
    ...beside: readonly { readonly name: string; readonly text: () => string | undefined }[]
  ): Promise<void>
}

/** A cached reply: its bytes, and facts about it. */
export interface CacheEntry {
  readonly about: JsonObject
  readonly body: Uint8Array
}

/** Statistics of the cache. Times are in milliseconds since the epoch. */
export interface CacheContent {
  readonly entries: number
  readonly bytes: number
  readonly oldest?: number
  readonly newest?: number
}

/**
 * The protected cache of replies: see `src/node/store/cache-store.ts`. Each method throws `KivaError` of kind
 * `config`.
 */
export interface CacheStore {
  /** The path, whether the folder exists or not. */
  readonly path: string
  /** Returns the entry of a key, or `undefined` if it is missing or incomplete. */
  get(key: string): Promise<CacheEntry | undefined>
  /** Stores an entry atomically. This may evict other entries, the oldest first. */
  set(key: string, entry: CacheEntry): Promise<void>
  content(): Promise<CacheContent>
  /** Removes every entry, and returns what was removed. */
  clear(): Promise<CacheContent>
}
