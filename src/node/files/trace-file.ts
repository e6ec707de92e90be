/** The file of `--trace`: a whole document after each entry. */
import { closeSync, constants, ftruncateSync, lstatSync, openSync, readSync, writeSync } from 'node:fs'
import { KivaError } from '../../core/errors.ts'
import type { Trace, TraceFrame } from '../../core/files.ts'
import { checkFile, codeOf, reasonOf } from './file-permissions.ts'

/** Implements `World.openTrace`. Writes at once, so that a killed run leaves a readable file. */
export function openTrace(path: string, { head, known, tail }: TraceFrame): Trace {
  const file = openForWriting(path, known)
  let end = Buffer.byteLength(head)
  let comma = ''
  const write = (text: string, at: number) => {
    try {
      writeWhole(file, Buffer.from(text), at)
    } catch (cause) {
      throw failed(path, cause)
    }
  }
  write(head + tail, 0)
  return {
    add(entry) {
      const text = `${comma}\n${entry}`
      try {
        write(text + tail, end)
      } catch (error) {
        close(file, end, tail)
        throw error
      }
      end += Buffer.byteLength(text)
      comma = ','
    },
  }
}

/** Removes an incomplete entry and restores the tail, which fit there before. */
function close(file: number, end: number, tail: string): void {
  try {
    writeWhole(file, Buffer.from(tail), end)
    ftruncateSync(file, end + Buffer.byteLength(tail))
  } catch {
    // The disk refuses to store even the old tail.
  }
}

function writeWhole(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.byteLength; )
    done += writeSync(file, bytes, done, bytes.byteLength - done, at + done)
}

const unlinked = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)

function openForWriting(path: string, known: string): number {
  try {
    return openSync(path, unlinked | constants.O_CREAT | constants.O_EXCL, 0o600)
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw failed(path, cause)
  }
  if (!isTrace(path, known)) {
    throw new KivaError('config', `file already exists and is not a trace: ${path}`, {
      hint: 'Use another file for --trace.',
    })
  }
  checkFile(path)
  try {
    const file = openSync(path, unlinked)
    ftruncateSync(file)
    return file
  } catch (cause) {
    throw failed(path, cause)
  }
}

/** Returns whether the file is a trace, or empty as mktemp creates it. */
function isTrace(path: string, known: string): boolean {
  try {
    const stats = lstatSync(path)
    if (!stats.isFile()) return false
    if (stats.size === 0) return true
    const file = openSync(path, unlinked)
    const bytes = Buffer.alloc(Buffer.byteLength(known))
    readSync(file, bytes, 0, bytes.byteLength, 0)
    closeSync(file)
    return bytes.toString() === known
  } catch (cause) {
    throw failed(path, cause)
  }
}

function failed(path: string, cause: unknown): KivaError {
  const reason = codeOf(cause) === 'ENOENT' ? 'no such folder' : reasonOf(cause)
  return new KivaError('config', `cannot write ${path}: ${reason}`, {
    hint: 'Check permissions and free space, or use another file for --trace.',
    cause,
  })
}
