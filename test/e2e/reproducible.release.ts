/**
 * Two folders make the same executable, so that anybody can check that a release was made from its sources. Builds in a copy
 * of the project, and compares with build/binary.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { binaryFolder, executableFor, host } from '../../scripts/bundle/executables.mjs'
import { folderForAll } from '../support/folder.ts'

const root = join(import.meta.dirname, '../..')
/** Deeper than the project, and with a longer path. */
const copy = join(folderForAll(), 'another place/of another length/kiva')
const targets = ['linux-x64', 'linux-aarch64', 'darwin-x64', 'darwin-aarch64', 'windows-x64']
const inCopy = (path: string) => join(copy, path.slice(root.length))

beforeAll(() => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  for (const path of tracked.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  // Not as a link: the bundler orders modules by their real paths.
  cpSync(join(root, 'node_modules'), join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  shareDownloads()
  for (const words of [['scripts/build.mjs'], ['scripts/build-binary.mjs', host]])
    execFileSync(process.execPath, words, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })
})

/** The packages with Bun, so that they are not downloaded twice. */
function shareDownloads(): void {
  for (const name of readdirSync(binaryFolder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.tgz') || (name.includes('bun') && !name.includes(`${host}-`))) continue
    const path = inCopy(join(binaryFolder, name))
    mkdirSync(dirname(path), { recursive: true })
    cpSync(join(binaryFolder, name), path)
  }
}

test('the executable is the same from another folder', () => {
  const [ours, other] = [executableFor(host), inCopy(executableFor(host))].map((path) => readFileSync(path))
  // Not as an assertion on buffers, which would print them.
  expect(ours?.equals(other ?? Buffer.of())).toBe(true)
})

test.each(['LICENSE', 'THIRD-PARTY.txt', 'kiva.cdx.json'])('%s is the same from another folder', (name) => {
  const path = join(binaryFolder, name)
  expect(readFileSync(inCopy(path), 'utf8')).toBe(readFileSync(path, 'utf8'))
})

test.each(targets)('the executable for %s does not name a folder of the build', (target) => {
  const file = readFileSync(executableFor(target))
  for (const path of [root, copy])
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect({ path, at: file.indexOf(path, 0, encoding) }).toEqual({ path, at: -1 })
})
