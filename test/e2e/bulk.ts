/** Helpers for tests of long lists: the ids in a file, and a small heap. */
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Returns the ids of the loans in a file, parsed by Python. Throws if the document is incomplete. */
export async function idsIn(format: string, path: string): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('python3', [here('ids-of.py'), format, path], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.split('\n').slice(0, -1).map(Number)
}

/** Returns the bytes of a file, or 0 if it does not exist. */
export const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Environment of a run whose live data must fit into this many MiB: a run that kept all records would end
 * with V8's `heap out of memory`. Unlike peak resident memory, this does not depend on when V8 collects
 * garbage.
 */
export const smallHeap = (mebibytes: number) => ({ NODE_OPTIONS: `--max-old-space-size=${mebibytes}` })
