/** Changes a file that belongs to the user, such as a shell's startup file. */
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { failed, placeOf, statsOf, unusable } from './file-target.ts'

/** Writes the file atomically. Keeps a link, the mode and the owner. Throws `KivaError` of kind `config`. */
export async function rewrite(named: string, content: Uint8Array): Promise<void> {
  const { path, isStream } = await placeOf(named)
  if (isStream) throw unusable(named, 'is not a regular file', 'Use another file.')
  const next = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const before = await statsOf(path)
    // Private until it gets the mode of the file that it replaces.
    const handle = await open(next, 'wx', before ? 0o600 : 0o666)
    try {
      await handle.writeFile(content)
      if (before) await keepOwner(handle, before)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await rename(next, path)
  } catch (cause) {
    await rm(next, { force: true }).catch(() => {})
    throw failed(named, 'write', cause)
  }
}

interface Owned {
  readonly uid: number
  readonly gid: number
  readonly mode: number
}

async function keepOwner(handle: FileHandle, { uid, gid, mode }: Owned): Promise<void> {
  const now = await handle.stat()
  if (now.uid !== uid || now.gid !== gid) await handle.chown(uid, gid)
  // After chown, which clears the set-user-ID bits.
  await handle.chmod(mode & 0o7777)
}
