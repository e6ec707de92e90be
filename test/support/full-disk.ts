/** A folder where little room is left. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onClose } from './servers.ts'

export interface FullDisk {
  readonly folder: string
  /** What the shell that starts a run has to do before. */
  readonly before: string
  /** The names of what stands there. */
  left(): readonly string[]
}

/** A disk of its own where we may have one; else a limit for each file that a run writes. */
export function fullDisk(kibibytes: number): FullDisk {
  const folder = mkdtempSync(join(tmpdir(), 'kiva-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder]
  const isOwn = process.getuid?.() === 0 && spawnSync('mount', options).status === 0
  onClose(() => {
    if (isOwn) spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  // In blocks of half a kibibyte.
  return { folder, before: isOwn ? '' : `ulimit -f ${2 * kibibytes};`, left: () => readdirSync(folder) }
}
