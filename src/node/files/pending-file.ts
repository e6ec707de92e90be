/** An output file while it is written. */
import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, rm } from 'node:fs/promises'
import { isatty } from 'node:tty'
import { ReaderGone } from '../../core/errors.ts'
import type { FileMark, FileOptions, OutputFile } from '../../core/files.ts'
import { codeOf } from './file-permissions.ts'
import { failed, fileId, type Place, putInPlace, unusable } from './file-target.ts'

/** Bytes buffered before each write: a system call costs more than a record. */
const flushSize = 65_536

const retry = 'Another program changed it: run the command again.'

interface OpenFile {
  /** The path as the user typed it, for messages. */
  readonly named: string
  readonly place: Place
  readonly options: FileOptions
  readonly handle: FileHandle
  /** The path until the file is complete. */
  readonly path: string
  /** Bytes already in the file. */
  readonly bytes?: number
  readonly hash?: Hash
  /** Releases the lock that keeps other runs away. */
  readonly unlock?: () => void
}

export class PendingFile implements OutputFile {
  readonly path: string
  readonly isTerminal: boolean
  readonly isStream: boolean
  readonly #file: OpenFile
  /** The file is written under its final name: readers see it grow, and it is not renamed at the end. */
  readonly #isDirect: boolean
  readonly #hash: Hash | undefined
  #chunks: Uint8Array[] = []
  #bufferedBytes = 0
  #bytes: number
  #isClosed = false
  /** From `fileId`. */
  #id: string | undefined

  constructor(file: OpenFile) {
    const { place, options, handle, hash = createHash('sha256') } = file
    this.#file = file
    this.path = place.path
    this.isTerminal = isatty(handle.fd)
    this.isStream = place.isStream
    this.#isDirect = place.isStream || options.until === 'own'
    // Only files that can be resumed need a hash.
    this.#hash = options.until === 'temporary' ? undefined : hash
    this.#bytes = file.bytes ?? 0
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    this.#chunks.push(bytes)
    this.#bufferedBytes += bytes.byteLength
    if (this.#isDirect || this.#bufferedBytes >= flushSize) await this.#flush()
  }

  async mark(): Promise<FileMark> {
    await this.#flush()
    await this.#checkUnchanged()
    return { bytes: this.#bytes, sha256: this.#hash?.copy().digest('hex') ?? '' }
  }

  async complete(): Promise<number> {
    const { handle } = this.#file
    await this.#flush()
    await this.#checkUnchanged()
    if (!this.#isDirect) await this.#trying(() => handle.datasync())
    this.#isClosed = true
    await this.#trying(() => handle.close())
    if (!this.#isDirect) await putInPlace(this.#file)
    this.#file.unlock?.()
    return this.#bytes
  }

  async leave(): Promise<boolean> {
    const isThere = await this.#close()
    this.#file.unlock?.()
    return isThere
  }

  async discard(): Promise<void> {
    if (this.#isClosed) return
    const isRemovable = (await this.#close()) && !this.isStream
    // If it cannot be removed, its name still shows that it is temporary.
    if (isRemovable) await rm(this.#file.path, { force: true }).catch(() => {})
    this.#file.unlock?.()
  }

  async #close(): Promise<boolean> {
    const isThere = await this.#isThere()
    this.#isClosed = true
    await this.#file.handle.close().catch(() => {})
    return isThere
  }

  async #flush(): Promise<void> {
    if (this.#bufferedBytes === 0) return
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bufferedBytes = 0
    await this.#trying(() => this.#append(bytes))
    this.#hash?.update(bytes)
    this.#bytes += bytes.byteLength
  }

  /** Appends all bytes or none: a truncated id would read as another id. */
  async #append(bytes: Uint8Array): Promise<void> {
    const { handle } = this.#file
    try {
      await handle.appendFile(bytes)
    } catch (cause) {
      await handle.truncate(this.#bytes).catch(() => {})
      throw cause
    }
  }

  /** Throws if another program wrote to the file, removed it or replaced it. */
  async #checkUnchanged(): Promise<void> {
    if (this.isStream) return
    const { path, handle } = this.#file
    if (!(await this.#isThere())) throw unusable(path, 'was removed or replaced while it was written', retry)
    const { size } = await this.#trying(() => handle.stat())
    if (size !== this.#bytes) throw unusable(path, 'was changed while it was written', retry)
  }

  /** Returns whether the path still names the file being written. */
  async #isThere(): Promise<boolean> {
    if (this.isStream) return true
    const { path, handle } = this.#file
    this.#id ??= await fileId(handle)
    return this.#id !== undefined && this.#id === (await fileId(path))
  }

  async #trying<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (cause) {
      if (codeOf(cause) === 'EPIPE') throw new ReaderGone('the reader has gone', { cause })
      throw failed(this.#file.named, 'write', cause)
    }
  }
}
