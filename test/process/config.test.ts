/** Settings, `kiva config` and `kiva doctor` of the built tool, with real files. Needs `npm run build`. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'
import { shell } from '../support/process.ts'

const root = folderForEach()
const folder = join(root, 'kiva')
const path = join(folder, 'config.json')
const env = {
  KIVA_CONFIG_DIR: folder,
  KIVA_STATE_DIR: join(root, 'state'),
  KIVA_CACHE_DIR: join(root, 'cache'),
  LANG: 'C.UTF-8',
  PATH: '/usr/bin:/bin',
}

/** Writes the settings file directly, without `kiva config`. */
function put(text: string, mode = 0o600): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

const run = (line: string, more: Record<string, string> = {}) =>
  kivaHere(line.split(' '), { ...env, ...more })
const newest = 'loans newest --limit 1'

test('config set applies to later runs until config unset', async () => {
  expect(await run('config set sandbox 1')).toMatchObject({ code: 0, stderr: '' })
  expect(await run('config set output ndjson')).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ v: 1, sandbox: true, output: 'ndjson' })
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  const { code, stdout } = await run(newest)
  expect([code, stdout.split('\n').length, typeof JSON.parse(stdout)]).toEqual([0, 2, 'object'])
  await run('config unset sandbox')
  await run('config unset output')
  expect(readdirSync(folder)).toEqual([])
})

test('config set on a full disk fails, changes nothing and leaves no lock', async () => {
  put('{"output":"ndjson"}')
  const line = 'ulimit -f 0; $KIVA config set timeout 5'
  const { code, stderr } = await shell(line, [], env)
  expect(code).toBe(3)
  expect(JSON.parse(stderr).error.message).toMatch(/^cannot write .*: file too large$/)
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['config.json'], '{"output":"ndjson"}'])
})

test('--profile and KIVA_PROFILE select a profile, and a typo gets a suggestion', async () => {
  await run('--profile play config set sandbox 1')
  expect((await run(`--profile play ${newest}`)).code).toBe(0)
  expect((await run(newest, { KIVA_PROFILE: 'play' })).code).toBe(0)
  const { code, stderr } = await run(`--profile pay ${newest}`)
  expect([code, JSON.parse(stderr).error.hint]).toEqual([2, expect.stringContaining('Did you mean play?')])
})

describe('an unusable settings file', () => {
  const makePipe = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    spawnSync('mkfifo', ['-m', '600', path])
  }
  const ways: readonly (readonly [string, () => void, string])[] = [
    ['no JSON', () => put('{"timeout": '), 'invalid JSON'],
    ['an unknown key', () => put('{"timeuot": 5}'), 'timeuot'],
    ['open to others', () => put('{}', 0o644), 'is accessible to other users (mode 0644)'],
    [
      'a symbolic link',
      () => {
        put('{}')
        rmSync(path)
        writeFileSync(join(root, 'elsewhere'), '{}')
        symlinkSync(join(root, 'elsewhere'), path)
      },
      'is a symbolic link',
    ],
    ['a folder', () => mkdirSync(path, { recursive: true, mode: 0o700 }), 'is not a regular file'],
    ['a named pipe', makePipe, 'is not a regular file'],
    [
      'too large',
      () => {
        put('{}')
        truncateSync(path, 700e9)
      },
      'is too large: 700,000,000,000 bytes, and the limit is 16,777,216',
    ],
  ]
  test.each(ways)('%s: a run fails with exit code 3, the path and a hint', async (_, make, said) => {
    make()
    const { code, stdout, stderr } = await run(`--sandbox ${newest}`)
    expect([code, stdout]).toEqual([3, ''])
    const { message, hint } = JSON.parse(stderr).error
    expect(message).toContain(path)
    expect(message).toContain(said)
    expect(hint).toBeTruthy()
  })

  test.each(ways)(
    '%s: help, version and config path work, and doctor reports the problem',
    async (_, make, said) => {
      make()
      for (const line of ['--help', '--version', 'loans search --help', 'config path']) {
        expect([line, (await run(line)).code]).toEqual([line, 0])
      }
      const { code, stdout } = await run('doctor --offline -o json')
      const told = JSON.parse(stdout).find(({ state }: { state: string }) => state === 'problem')
      expect([code, told.found]).toEqual([3, expect.stringContaining(said)])
      expect(told.next).toBeTruthy()
    },
  )

  test.each(ways.slice(5))('%s: config edit does not read it', async (_, make, said) => {
    make()
    const { code, stderr } = await run('config edit', { EDITOR: 'false' })
    expect([code, JSON.parse(stderr).error.message]).toEqual([3, expect.stringContaining(path)])
    expect(JSON.parse(stderr).error.message).toContain(said.split(':')[0])
  })

  test.each(ways.slice(0, 3))('%s: config edit repairs it', async (_, make) => {
    make()
    const editor = join(root, 'editor.cjs')
    writeFileSync(editor, `require('node:fs').writeFileSync(process.argv[2], '{"timeout": 9}')`)
    const { code, stderr } = await run('config edit', { EDITOR: `${process.execPath} ${editor}` })
    expect([code, stderr]).toEqual([0, `Changed ${path}.\n`])
    expect([JSON.parse(readFileSync(path, 'utf8')), statSync(path).mode & 0o777]).toEqual([
      { v: 1, timeout: 9 },
      0o600,
    ])
    expect(readdirSync(folder)).toEqual(['config.json'])
    expect((await run(`--sandbox ${newest}`)).code).toBe(0)
  })
})

test('config edit changes nothing if the editor fails, empties the file or deletes it', async () => {
  put('{"timeout": 5}')
  for (const Editor of [
    `${process.execPath} -e process.exitCode=3`,
    '/nowhere/editor',
    'truncate -s 0',
    'rm',
  ]) {
    const { code, stderr } = await run('config edit', { EDITOR: Editor })
    expect([Editor, code, stderr.includes('Nothing was changed')]).toEqual([Editor, 3, true])
  }
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['{"timeout": 5}', ['config.json']])
})

test('config set exits with 3 if the folder cannot be created', async () => {
  writeFileSync(join(root, 'file'), '')
  const KivaConfigDir = join(root, 'file', 'kiva')
  const { code, stderr } = await run('config set timeout 5', { KIVA_CONFIG_DIR: KivaConfigDir })
  expect([code, JSON.parse(stderr).error.hint]).toEqual([3, expect.stringContaining('KIVA_CONFIG_DIR')])
})

describe('without a config folder', () => {
  // An empty variable counts as unset.
  const homeless = { KIVA_CONFIG_DIR: '', KIVA_STATE_DIR: '', KIVA_CACHE_DIR: '', HOME: '' }

  test('commands that need no settings work', async () => {
    expect((await run(`--sandbox ${newest}`, homeless)).code).toBe(0)
    expect((await run('config list', homeless)).code).toBe(0)
  })

  test('config path and doctor report that HOME is not set', async () => {
    const { code, stderr } = await run('config path', homeless)
    expect([code, JSON.parse(stderr).error.message]).toEqual([3, 'HOME is not set'])
    const { code: exit, stdout } = await run('doctor --offline', homeless)
    expect([exit, JSON.parse(stdout)[0]]).toEqual([
      3,
      expect.objectContaining({ check: 'config folder', state: 'problem', found: 'HOME is not set' }),
    ])
  })

  test('a relative KIVA_CONFIG_DIR is refused: it would depend on the current folder', async () => {
    const { code, stderr } = await run(`--sandbox ${newest}`, { KIVA_CONFIG_DIR: 'here' })
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      3,
      'invalid value "here" for KIVA_CONFIG_DIR: expected an absolute path',
    ])
  })
})

test('doctor creates no folder and prints no proxy password', async () => {
  const { code, stdout } = await run('doctor -o json --sandbox', {
    HTTPS_PROXY: 'http://ada:canary-of-a-proxy@proxy.example:3128',
  })
  expect([
    code,
    existsSync(folder),
    existsSync(join(root, 'state')),
    existsSync(join(root, 'cache')),
  ]).toEqual([0, false, false, false])
  expect(stdout).not.toContain('canary-of-a-proxy')
  const states = JSON.parse(stdout).map(({ state }: { state: string }) => state)
  expect(states).not.toContain('problem')
})

test('doctor reports an unreachable service as a problem', async () => {
  const { code, stdout } = await run(
    'doctor -o json --base-url http://127.0.0.1:1 --auth-url http://127.0.0.1:2',
  )
  const found = JSON.parse(stdout).filter(({ state }: { state: string }) => state === 'problem')
  expect([code, found.map(({ check }: { check: string }) => check)]).toEqual([
    3,
    ['service', 'authorization page'],
  ])
  expect(found.every(({ next }: { next: string }) => next !== '')).toBe(true)
})
