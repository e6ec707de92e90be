/** The folder in which the launcher lets Node keep compiled code. Needs `npm run build`. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cacheFolder } from '../../src/node/files/folders.ts'
import { folderForEach } from '../support/folder.ts'
import { drivesExecutable, type Env, kiva, node, preload } from '../support/process.ts'

const require = createRequire(import.meta.url)
const { compileCacheFolder } = require(
  fileURLToPath(new URL('../../bin/compile-cache.cjs', import.meta.url)),
) as { compileCacheFolder(env: Env, platform: string): string | undefined }
/** True from Node 22.1 on. */
const hasCompileCache =
  spawnSync(node, ['-p', 'typeof require("node:module").enableCompileCache'], {
    encoding: 'utf8',
  }).stdout.trim() === 'function'

const root = folderForEach()
const home = () => join(root, 'cache')
const folder = () => join(home(), 'compile')
const words = ['--sandbox', 'loans', 'newest', '--limit', '1', '-o', 'json', '--quiet']
const modeOf = (path: string) => statSync(path).mode & 0o777

function replaceByFile() {
  rmdirSync(folder())
  writeFileSync(folder(), '')
}

/** Runs kiva with a stub of Node's `enableCompileCache`. Returns the line that the stub prints, or `''`. */
async function toldFolder(env: Env = { KIVA_CACHE_DIR: home() }): Promise<string> {
  const { code, stderr, stdout } = await kiva(words, { ...preload('enable-compile-cache.cjs'), ...env })
  expect([code, JSON.parse(stdout)]).toEqual([0, [expect.objectContaining({ id: expect.any(Number) })]])
  return stderr
}

describe.skipIf(drivesExecutable)('the compile cache folder', () => {
  test('is created with mode 700', async () => {
    expect(await toldFolder()).toBe(`compile cache: ${folder()}\n`)
    expect([modeOf(home()), modeOf(folder())]).toEqual([0o700, 0o700])
    expect(await toldFolder()).toBe(`compile cache: ${folder()}\n`)
  })

  test.each(['--version', '--help'])('is neither used nor created by %s', async (word) => {
    const env = { ...preload('enable-compile-cache.cjs'), KIVA_CACHE_DIR: home() }
    expect((await kiva([word], env)).stderr).toBe('')
    expect(existsSync(home())).toBe(false)
  })

  test.each([
    ['others may read it', () => chmodSync(folder(), 0o750)],
    ['others may change the folder around it', () => chmodSync(home(), 0o777)],
    ['it is a file', replaceByFile],
  ])('is not used if %s', async (_, change) => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 })
    change()
    expect(await toldFolder()).toBe('')
  })

  test('is not used if it is a symbolic link', async () => {
    mkdirSync(home(), { mode: 0o700 })
    mkdirSync(join(root, 'other'), { mode: 0o700 })
    symlinkSync(join(root, 'other'), folder())
    expect(await toldFolder()).toBe('')
  })

  test('is not used if another user owns it', async () => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 })
    expect(await toldFolder({ KIVA_CACHE_DIR: home(), TEST_OTHER_USER: '1' })).toBe('')
  })

  test.each(['/proc/none/kiva', 'relative'])('is not used if KIVA_CACHE_DIR is %s', async (cache) => {
    expect(await toldFolder({ KIVA_CACHE_DIR: cache })).toBe('')
  })

  test('is not created in a folder that all users may write', async () => {
    mkdirSync(home())
    chmodSync(home(), 0o1777)
    expect(await toldFolder()).toBe('')
    expect(existsSync(folder())).toBe(false)
  })

  test('is not created in TMPDIR if no home folder is known', async () => {
    expect(await toldFolder({ TMPDIR: root })).toBe('')
    expect(readdirSync(root)).toEqual([])
  })

  test.each(['NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE'])(
    'is left to Node if %s is set',
    async (name) => {
      expect(await toldFolder({ KIVA_CACHE_DIR: home(), [name]: join(root, 'own') })).toBe('')
      expect(existsSync(home())).toBe(false)
    },
  )

  test.runIf(hasCompileCache)('holds the code that Node compiled, and the next run loads it', async () => {
    const env = { KIVA_CACHE_DIR: home() }
    const [first, second] = [
      await kiva(words, env),
      await kiva(words, { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }),
    ]
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(second.code).toBe(0)
    expect(second.stdout + second.stderr).toMatch(/kiva\.cjs.* was accepted/)
    expect(modeOf(folder())).toBe(0o700)
    expect(readdirSync(folder()).length).toBe(1)
  })
})

describe('the path of the compile cache', () => {
  const homes: readonly Env[] = [
    { KIVA_CACHE_DIR: '/own', XDG_CACHE_HOME: '/xdg', HOME: '/home/ada' },
    { XDG_CACHE_HOME: '/xdg', HOME: '/home/ada' },
    { XDG_CACHE_HOME: 'xdg', HOME: '/home/ada' },
    { HOME: '/home/ada' },
    { KIVA_CACHE_DIR: 'C:\\own', LOCALAPPDATA: 'D:\\Local' },
    { LOCALAPPDATA: 'D:\\Local', USERPROFILE: 'C:\\Users\\ada' },
    { USERPROFILE: 'C:\\Users\\ada' },
    { HOME: 'ada' },
    {},
  ]
  test.each(['linux', 'darwin', 'win32'] as const)('is inside the cache folder on %s', (platform) => {
    const { join } = platform === 'win32' ? win32 : posix
    const expected = homes.map((env) => {
      try {
        return join(cacheFolder(env, platform), 'compile')
      } catch {
        return undefined
      }
    })
    expect(homes.map((env) => compileCacheFolder(env, platform))).toEqual(expected)
  })
})
