import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/** Returns the path of a folder with mode 700, which is empty before each test and deleted after it. */
export const folderForEach = (): string => folder(beforeEach, afterEach)

/** Returns the path of a folder with mode 700, which the tests of a file or a `describe` share. */
export const folderForAll = (): string => folder(beforeAll, afterAll)

type Hook = (run: () => void) => void

function folder(before: Hook, after: Hook): string {
  const path = join(tmpdir(), `kiva-test-${randomUUID()}`)
  before(() => void mkdirSync(path, { mode: 0o700 }))
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}
