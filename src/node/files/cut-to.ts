/** Resumes a file that another run began. */
import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { FileMark } from '../../ports/files.ts'
import { counted, withThousands } from '../../thousands.ts'
import { unusable } from './file-target.ts'

/**
 * Truncates a file to its mark and returns the hash of what remains.
 * Throws `KivaError` of kind `config` if it changed.
 */
export async function cutTo({ bytes, sha256 }: FileMark, handle: FileHandle, path: string): Promise<Hash> {
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
