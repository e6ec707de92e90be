/** Which file is meant, whatever the path to it is called. */
import { type FileHandle, lstat } from 'node:fs/promises'

/** What the system knows an open file by, or the file at a path, links not followed; `undefined` where there is none. */
export async function fileId(file: string | FileHandle): Promise<string | undefined> {
  try {
    const look = { bigint: true } as const
    const { dev, ino } = await (typeof file === 'string' ? lstat(file, look) : file.stat(look))
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}
