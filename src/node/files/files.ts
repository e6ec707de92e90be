/** Files that the user named for output: implements the `Files` port of `context.ts` on this machine. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, lstatSync } from 'node:fs'
import { constants, type FileHandle, link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { KivaError } from '../../core/errors.ts'
import type { FileMark, FileOptions, OutputFile } from '../../core/files.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { plainChunks } from '../../core/plain-text.ts'
import { codeOf, tooLarge } from './file-permissions.ts'
import { absolutePath, failed, fileId, type Place, placeOf, statsOf, unusable } from './file-target.ts'
import { holdLock } from './lock.ts'
import { PendingFile } from './pending-file.ts'
import { temporaryName, writeAtomically } from './write-atomically.ts'

export async function create(named: string, options: FileOptions): Promise<OutputFile> {
  const place = await placeOf(named)
  if (place.isStream) return openStream(named, place, options)
  checkFree(named, place, options)
  const path = workPath(place, options)
  const unlock = lockFor(path, options)
  // Keeps the mode of the replaced file, so that the new one is never more open.
  const mode = place.mode ?? 0o666
  try {
    if (options.overwrite && path !== place.path) await rm(path, { force: true })
    const handle = await open(path, options.overwrite && path === place.path ? 'w' : 'wx', mode)
    return new PendingFile({ named, place, options, handle, path, unlock })
  } catch (cause) {
    unlock()
    if (codeOf(cause) === 'EEXIST') throw alreadyThere(path, options.hintIfExists)
    throw failed(named, 'create', cause)
  }
}

export async function reopen(
  named: string,
  mark: FileMark,
  options: FileOptions,
): Promise<OutputFile | undefined> {
  const place = await placeOf(named)
  if (place.isStream) return openStream(named, place, options)
  const path = workPath(place, options)
  if (!(await statsOf(path))) return undefined
  const unlock = lockFor(path, options)
  let handle: FileHandle | undefined
  try {
    handle = await open(path, constants.O_RDWR | constants.O_APPEND | noFollow).catch((cause) => {
      throw codeOf(cause) === 'ELOOP' ? linked(path) : failed(path, 'open', cause)
    })
    if (path !== place.path) {
      await checkUnlinked(handle, path)
      checkFree(named, place, options)
    }
    const hash = await cutTo(mark, handle, path)
    return new PendingFile({ named, place, options, handle, path, bytes: mark.bytes, hash, unlock })
  } catch (cause) {
    await handle?.close()
    unlock()
    throw cause instanceof KivaError ? cause : failed(path, 'read', cause)
  }
}

/** Windows has no such flag: there, the check of the open file finds a link. */
const noFollow = constants.O_NOFOLLOW ?? 0

/**
 * Throws `KivaError` of kind `config` if another file was put in place of a `.part` file. Who may write to its folder
 * could have it truncated.
 */
async function checkUnlinked(handle: FileHandle, path: string): Promise<void> {
  const { nlink } = await handle.stat()
  if (nlink > 1 || (await fileId(handle)) !== (await fileId(path))) throw linked(path)
}

const linked = (path: string) => unusable(path, 'is a link, or has several names', startAgainHint)

export const absolute = async (named: string): Promise<string> => (await placeOf(named)).path

export const isThere = async (named: string): Promise<boolean> => (await statsOf(named)) !== undefined

/** Files read here are small. A larger file was probably named by mistake. */
const maxBytes = 4 * 1024 * 1024

export const read = async (named: string): Promise<string | undefined> =>
  (await readBytes(named))?.toString('utf8')

export async function readBytes(named: string): Promise<Buffer | undefined> {
  const { path, mode, isStream } = await placeOf(named)
  if (isStream) throw notRegular(named)
  if (mode === undefined) return undefined
  const size = (await statsOf(path))?.size ?? 0
  if (size > maxBytes) throw unusable(named, tooLarge(size, maxBytes), 'Use another file.')
  return readFile(path).catch((cause) => {
    throw failed(named, 'read', cause)
  })
}

export async function readPart(named: string, start: number, end: number): Promise<Buffer> {
  const handle = await open(named, 'r').catch((cause) => {
    throw failed(named, 'open', cause)
  })
  try {
    const part = Buffer.alloc(end - start)
    for (let at = 0; at < part.length; ) {
      const { bytesRead } = await handle.read(part, at, part.length - at, start + at)
      if (bytesRead === 0) throw unusable(named, 'is shorter than before', 'Try again.')
      at += bytesRead
    }
    return part
  } catch (cause) {
    throw cause instanceof KivaError ? cause : failed(named, 'read', cause)
  } finally {
    await handle.close()
  }
}

export async function size(named: string): Promise<number | undefined> {
  const stats = await statsOf(named)
  return stats?.isFile() ? stats.size : undefined
}

/** Yields the text of a file in pieces. */
export const chunks = (named: string): AsyncGenerator<string> => plainChunks(decoded(named), named)

async function* decoded(named: string): AsyncGenerator<string> {
  const path = await absolute(named)
  try {
    const decoder = new StringDecoder('utf8')
    for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 }))
      for (let at = 0; at < bytes.length; at += textSize)
        yield decoder.write(bytes.subarray(at, at + textSize))
    yield decoder.end()
  } catch (cause) {
    throw failed(named, 'read', cause)
  }
}

/** In bytes. The memory of larger strings comes from the system, which costs more than to decode them. */
const textSize = 32 * 1024

export async function replace(path: string, text: string): Promise<void> {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw notRegular(path)
    writeAtomically(path, text, { flush: false })
  } catch (cause) {
    throw cause instanceof KivaError ? cause : failed(path, 'write', cause)
  }
}

export async function rewrite(named: string, content: Uint8Array): Promise<void> {
  const { path, isStream } = await placeOf(named)
  if (isStream) throw notRegular(named)
  try {
    writeAtomically(path, content, { keepOwner: true, flush: true })
  } catch (cause) {
    throw failed(named, 'write', cause)
  }
}

export async function remove(named: string): Promise<void> {
  await rm(named, { force: true }).catch((cause) => {
    throw failed(named, 'delete', cause)
  })
}

export async function list(named: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(named)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    if (codeOf(cause) === 'ENOTDIR') throw unusable(named, 'is not a folder', 'Use another name.')
    throw failed(named, 'read', cause)
  }
}

export async function publish(path: string, text: string): Promise<boolean> {
  const unfinished = temporaryName(path)
  try {
    await writeNew(unfinished, text)
    try {
      await link(unfinished, path)
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') return false
      // A file system without links, such as that of a memory card. There, a kill can cut the file.
      await writeNew(path, text)
    }
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw failed(path, 'write', cause)
  } finally {
    await rm(unfinished, { force: true }).catch(() => {})
  }
}

/** Writes a file to the disk, and leaves nothing if that fails. */
async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(text)
    await handle.datasync()
  } catch (cause) {
    await rm(path, { force: true }).catch(() => {})
    throw cause
  } finally {
    await handle.close()
  }
}

export const hold = async (path: string): Promise<() => void> => holdLock(path)

export async function makeFolderOf(named: string): Promise<void> {
  const folder = dirname(absolutePath(named))
  await mkdir(folder, { recursive: true }).catch((cause) => {
    throw failed(folder, 'create', cause)
  })
}

export { checkOwners, findSame } from './file-target.ts'

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const notRegular = (named: string) => unusable(named, 'is not a regular file', 'Use another file.')

/** Returns the path of the file until it is complete. */
function workPath({ path }: Place, { until }: FileOptions): string {
  if (until === 'own') return path
  return until === 'part' ? `${path}.part` : temporaryName(path)
}

/** Temporary files have random names, so they need no lock. */
const lockFor = (path: string, { until }: FileOptions) => (until === 'temporary' ? () => {} : holdLock(path))

function checkFree(named: string, { mode }: Place, { overwrite, hintIfExists }: FileOptions): void {
  if (mode !== undefined && !overwrite) throw alreadyThere(named, hintIfExists)
}

const alreadyThere = (path: string, hint = 'Use another file, or replace it with --overwrite.') =>
  new KivaError('config', `file already exists: ${path}`, { hint })

async function openStream(named: string, place: Place, options: FileOptions): Promise<OutputFile> {
  if (options.until === 'part') {
    throw unusable(named, 'is not a regular file, so no run can resume', 'Leave out --checkpoint.')
  }
  const handle = await open(place.path, 'a').catch((cause) => {
    throw failed(named, 'open', cause)
  })
  return new PendingFile({ named, place, options, handle, path: place.path })
}

/**
 * Truncates a file to its mark and returns the hash of what remains.
 * Throws `KivaError` of kind `config` if it changed.
 */
async function cutTo({ bytes, sha256 }: FileMark, handle: FileHandle, path: string): Promise<Hash> {
  const { size } = await handle.stat()
  if (size < bytes) {
    throw unusable(
      path,
      `is shorter than before: ${counted(size, 'bytes')} of ${withThousands(bytes)}`,
      startAgainHint,
    )
  }
  const hash = createHash('sha256')
  if (bytes > 0) {
    const written = handle.createReadStream({ start: 0, end: bytes - 1, autoClose: false })
    for await (const chunk of written) hash.update(chunk)
  }
  if (hash.copy().digest('hex') !== sha256)
    throw unusable(path, 'was changed by another program', startAgainHint)
  await handle.truncate(bytes)
  return hash
}

const startAgainHint = 'To start again, use --checkpoint and --overwrite instead of --resume.'
