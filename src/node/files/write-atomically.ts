/** Writes small files whole: whoever reads one finds the old content or the new one, even if this process is killed. */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'

interface WriteOptions {
  /** The name of the file until it is complete, in the same folder. Default: a name that no other file has. */
  readonly unfinished?: string
  /** Keeps the owner and the mode of the old file; a new file gets the usual mode. Without this, the mode is 0600. */
  readonly keepOwner?: boolean
  /** Whether the content must be on the disk before the old file is replaced, for the case of a power loss. */
  readonly flush: boolean
}

/**
 * Writes a file, or replaces it. Replaces a link: callers that must keep it resolve it first. Throws the error of the system, and
 * then leaves no unfinished file. Synchronous: the files are small, and each asynchronous call would cost more
 * than the write.
 */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  { unfinished = temporaryName(path), keepOwner = false, flush }: WriteOptions,
): void {
  try {
    const before = keepOwner ? statSync(path, { throwIfNoEntry: false }) : undefined
    // Private until it gets the mode of the file that it replaces.
    const file = openSync(unfinished, 'wx', keepOwner && !before ? 0o666 : 0o600)
    try {
      writeFileSync(file, content)
      if (before) copyOwner(before, file)
      if (flush) fdatasyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
  } catch (cause) {
    removeQuietly(unfinished)
    throw cause
  }
}

/** Returns a name that no other file has. */
export const temporaryName = (path: string) =>
  `${path}.${process.getBuiltinModule('node:crypto').randomBytes(4).toString('hex')}.tmp`

function copyOwner({ uid, gid, mode }: Stats, file: number): void {
  const now = fstatSync(file)
  if (now.uid !== uid || now.gid !== gid) fchownSync(file, uid, gid)
  // After chown, which clears the set-user-ID bits.
  fchmodSync(file, mode & 0o7777)
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Its name still shows that it is unfinished.
  }
}
