/** What the tests of a whole marketplace share: what a file holds, and a run that can keep little. */
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The ids of the loans in a file, as another language reads it. Throws where the document is not whole. */
export async function idsIn(format: string, path: string): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('python3', [here('ids-of.py'), format, path], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.split('\n').slice(0, -1).map(Number)
}

/** Bytes of a file; none where there is no file. */
export const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Environment of a run whose live data must fit into so many MiB: one that kept what it reads would end with V8's `heap
 * out of memory`. Unlike a peak of resident memory this doesn't depend on when V8 chose to collect.
 */
export const smallHeap = (mebibytes: number) => ({ NODE_OPTIONS: `--max-old-space-size=${mebibytes}` })
