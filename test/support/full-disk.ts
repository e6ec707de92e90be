/** A folder with little space. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onClose } from './servers.ts'

export interface FullDisk {
  readonly folder: string
  /** Shell code to run before the tool. */
  readonly before: string
  /** Returns the names of the files in the folder. */
  left(): readonly string[]
}

/** Mounts a small disk where permitted, or else limits the size of each file that a run writes. */
export function fullDisk(kibibytes: number): FullDisk {
  const folder = mkdtempSync(join(tmpdir(), 'kiva-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder]
  const isOwn = process.getuid?.() === 0 && spawnSync('mount', options).status === 0
  onClose(() => {
    if (isOwn) spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  // `ulimit -f` counts blocks of half a kibibyte.
  return { folder, before: isOwn ? '' : `ulimit -f ${2 * kibibytes};`, left: () => readdirSync(folder) }
}
