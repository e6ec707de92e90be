/** What the tests of a whole marketplace share: a folder of their own, what a file holds, what a run took. */
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

/** Environment of a run that tells its peak at its end; `peakOf` reads it from stderr, in MiB. */
export const tellPeak = { NODE_OPTIONS: `--require=${here('../support/tell-peak.cjs')}` }
export const peakOf = (stderr: string) => Number(/peak: (\d+) KiB/.exec(stderr)?.[1]) / 1024
