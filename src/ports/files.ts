/** Files that a person named, private files of the tool, and traces. */

/** What of a file had been written at one moment. */
export interface FileMark {
  readonly bytes: number
  /** SHA-256 of these bytes, in hexadecimal. */
  readonly sha256: string
}

/**
 * The name under which a file is written until it is complete: a name that nobody knows, its own name and `.part`, for
 * another run to go on with; or its own, as far as it goes. Before, an older file stays as it is, but for the last.
 */
export type WorkName = 'temporary' | 'part' | 'own'

export interface FileOptions {
  /** Whether an older file may be replaced. */
  readonly overwrite: boolean
  readonly until: WorkName
}

/** A file being written. Throws `KivaError` of kind `config`, and `ReaderGone` where it is a pipe that nobody reads. */
export interface OutputFile {
  /** Where it stands when it is complete; absolute. */
  readonly path: string
  /** Something that takes what is written at once and for good: a pipe, a terminal, a device. */
  readonly isStream: boolean
  readonly isTerminal: boolean
  /** Takes bytes; they may be handed on later. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Hands on what was taken, and tells what that comes to. */
  mark(): Promise<FileMark>
  /** Puts it in its place, whole. Resolves with its bytes. */
  complete(): Promise<number>
  /** Closes it, for another run to go on with; false where somebody removed or replaced it. Never throws. */
  leave(): Promise<boolean>
  /** Gives it up: what was written is removed, but from a stream. Never throws, and does nothing to what is complete. */
  discard(): Promise<void>
}

/** A file of a run, and the option or stream that names it. */
export interface FileName {
  readonly option: string
  readonly named: string
  /** Stands behind the name of a file that is made beside it. */
  readonly suffix?: string
}

/** Files that the person named, besides the streams. All throw `KivaError` of kind `config`. */
export interface Files {
  create(path: string, options: FileOptions): Promise<OutputFile>
  /** Goes on with what another run has left, from a mark on; `undefined` where there is nothing. */
  reopen(path: string, mark: FileMark, options: FileOptions): Promise<OutputFile | undefined>
  /** Where a file of that name stands, or would. */
  absolute(path: string): Promise<string>
  isThere(path: string): Promise<boolean>
  /** The first two names of different options that mean one file, whether it is there yet or not. */
  findSame(names: readonly FileName[]): Promise<readonly [FileName, FileName] | undefined>
  /** The whole of a small text file; `undefined` where there is none. */
  read(path: string): Promise<string | undefined>
  /** The same as bytes, whatever their encoding. */
  readBytes(path: string): Promise<Uint8Array | undefined>
  /** Writes a file of the person's, whole or not at all: a link to it, its mode and its owner stay. */
  rewrite(path: string, content: Uint8Array): Promise<void>
  /** Writes a small file at an absolute path, for its owner alone, whole or not at all, in place of an older one. */
  replace(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
  /** Makes the folder of a file that is to be created, and those above it, where they are missing. */
  makeFolderOf(path: string): Promise<void>
  /** SHA-256 of a text, in hexadecimal. */
  digest(text: string): string
}

/** What stands around the entries of a trace. */
export interface TraceFrame {
  /** Begins the file; its first letters, `known`, tell a trace of this tool from any other file. */
  readonly head: string
  readonly known: string
  readonly tail: string
}

/** A file of entries with commas between, that is whole after each of them: the next takes the place of the tail. */
export interface Trace {
  /** Throws `KivaError` of kind `config`; what was written before stays whole. */
  add(entry: string): void
}

export interface PrivateFile {
  readonly path: string
  /** Removes it, unless somebody else wrote it anew. */
  remove(): Promise<void>
}

/** A text and the path of its file. */
export interface NamedText {
  readonly path: string
  readonly text: string
}
