import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/** The path of a folder that each test finds empty, and that is gone after it. Nobody else may read it. */
export const folderForEach = (): string => folder(beforeEach, afterEach)

/** The path of a folder that the tests of a file, or of a `describe`, have together. Nobody else may read it. */
export const folderForAll = (): string => folder(beforeAll, afterAll)

type Hook = (run: () => void) => void

function folder(before: Hook, after: Hook): string {
  const path = join(tmpdir(), `kiva-test-${randomUUID()}`)
  before(() => void mkdirSync(path, { mode: 0o700 }))
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}
