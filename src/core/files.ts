/** Files that the user named, private files of the tool, and traces. */

/** The state of a file at one moment: how many bytes were written, and their hash. */
export interface FileMark {
  readonly bytes: number
  /** SHA-256 of these bytes, in hexadecimal. */
  readonly sha256: string
}

/**
 * The name of a file until it is complete: a random name, the final name plus `.part` (which another run can
 * resume), or the final name. An older file stays until the new one is complete, except with `own`.
 */
type WorkName = 'temporary' | 'part' | 'own'

export interface FileOptions {
  /** Whether an older file may be replaced. */
  readonly overwrite: boolean
  /** What to do if the file exists and is not overwritten. Default: to use `--overwrite`. */
  readonly hintIfExists?: string
  readonly until: WorkName
}

/**
 * A file being written. Throws `KivaError` of kind `config`, and `ReaderGone` for a pipe without a reader.
 */
export interface OutputFile {
  /** The final path; absolute. */
  readonly path: string
  /** True for a pipe, a terminal or a device: written bytes are gone at once and cannot be taken back. */
  readonly isStream: boolean
  readonly isTerminal: boolean
  /** Accepts bytes, and may buffer them. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Writes the buffered bytes, and returns the state of the file. */
  mark(): Promise<FileMark>
  /** Moves the complete file to its final path. Resolves with its size in bytes. */
  complete(): Promise<number>
  /**
   * Closes the file so that another run can resume it.
   * Returns false if it was removed or replaced. Never throws.
   */
  leave(): Promise<boolean>
  /** Removes what was written, except from a stream. Never throws, and leaves a complete file alone. */
  discard(): Promise<void>
}

/** The name of an output file, and the option or stream that it belongs to. */
export interface FileName {
  readonly option: string
  readonly named: string
  /** Appended to the name, for a file made beside another. */
  readonly suffix?: string
}

/**
 * Files that the user named, other than the standard streams. All methods throw `KivaError` of kind `config`.
 */
export interface Files {
  create(path: string, options: FileOptions): Promise<OutputFile>
  /** Resumes a file of another run at a mark. Resolves with `undefined` if there is no such file. */
  reopen(path: string, mark: FileMark, options: FileOptions): Promise<OutputFile | undefined>
  /** Returns the absolute path that a name stands for. */
  absolute(path: string): Promise<string>
  isThere(path: string): Promise<boolean>
  /** Returns the first two names of different options that lead to one file, even a missing one. */
  findSame(names: readonly FileName[]): Promise<readonly [FileName, FileName] | undefined>
  /** Reads a small text file. Resolves with `undefined` if it is missing. */
  read(path: string): Promise<string | undefined>
  /** Like `read`, but returns the bytes, whatever their encoding. */
  readBytes(path: string): Promise<Uint8Array | undefined>
  /** Reads the bytes of a large file from `start` up to `end`, without it. */
  readPart(path: string, start: number, end: number): Promise<Uint8Array>
  /** Returns the size of a file in bytes. Resolves with `undefined` for a pipe or a missing file. */
  size(path: string): Promise<number | undefined>
  /** Yields the text of a large file in pieces. */
  chunks(path: string): AsyncIterable<string>
  /** Writes a file of the user atomically. A link to it, its mode and its owner stay. */
  rewrite(path: string, content: Uint8Array): Promise<void>
  /** Writes a small private file at an absolute path atomically, replacing an older one. */
  replace(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
  /**
   * For root, rejects a file below a folder or behind a link of another user, who could lead a change of it elsewhere.
   * For other users the system decides.
   */
  checkOwners(path: string): Promise<void>
  /** Returns the names in a folder. Resolves with `undefined` if it is missing. */
  list(path: string): Promise<readonly string[] | undefined>
  /**
   * Writes a small file, which others see only when it is complete. Resolves with false if there is a file of this name: of
   * several runs at once, one succeeds.
   */
  publish(path: string, text: string): Promise<boolean>
  /**
   * Locks a path for this run by `<path>.lock`, and resolves with the function that unlocks it. Fails while another run
   * holds the lock.
   */
  hold(path: string): Promise<() => void>
  /** Creates the missing folders above a file. */
  makeFolderOf(path: string): Promise<void>
  /** Returns the SHA-256 of a text, in hexadecimal. */
  digest(text: string): string
}

/** The text around the entries of a trace. */
export interface TraceFrame {
  /** The start of the file. Its first characters, `known`, identify a trace of this tool. */
  readonly head: string
  readonly known: string
  readonly tail: string
}

/** A file of comma-separated entries. It is complete after each entry: the next one overwrites the tail. */
export interface Trace {
  /** Throws `KivaError` of kind `config`; earlier entries stay intact. */
  add(entry: string): void
}

export interface PrivateFile {
  readonly path: string
  /** Removes the file, unless another process has rewritten it. */
  remove(): Promise<void>
}

/** A text and the path of its file. */
export interface NamedText {
  readonly path: string
  readonly text: string
}
