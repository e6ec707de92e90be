import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'rolldown'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkFile } from '../../../src/node/files/file-permissions.ts'
import { removeOldPrivate, removePrivate, writePrivate } from '../../../src/node/files/private-file.ts'
import { openStore } from '../../../src/node/store/store.ts'
import { folderForAll, folderForEach } from '../../support/folder.ts'
import { kivaErrorOf } from '../../support/kiva-error.ts'

interface Counts {
  readonly counts: Readonly<Record<string, number>>
  readonly filler?: string
}

const programs = folderForAll()
const program = join(programs, 'child.cjs')
const root = folderForEach()
const folder = join(root, 'kiva')
const path = join(folder, 'counts.json')

beforeAll(async () => {
  chmodSync(programs, 0o755)
  await build({
    input: join(import.meta.dirname, 'store-child.ts'),
    platform: 'node',
    output: { file: program, format: 'cjs', codeSplitting: false },
  })
})
beforeEach(() => chmodSync(root, 0o755))

const open = () => openStore<Counts>(folder, 'counts')
const put = (content: string, mode = 0o600) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path, content, { mode })
  chmodSync(path, mode)
}

const problem = (run: Promise<unknown>) => kivaErrorOf(run, 'config')

/** Asserts that reading and updating fail with a reason, and that the file stays unchanged. */
async function isRefused(words: RegExp, hint: RegExp): Promise<void> {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const store = await open()
  for (const run of [store.read(), store.update(() => ({ counts: { lost: 1 } }))]) {
    const error = await problem(run)
    expect(error.message).toMatch(words)
    expect(error.hint).toMatch(hint)
  }
  if (before !== undefined) expect(readFileSync(path, 'utf8')).toBe(before)
  expect(existsSync(`${path}.lock`)).toBe(false)
}

describe('a store file', () => {
  test('has mode 0600, a folder with mode 0700 and a version', async () => {
    const store = await open()
    expect(await store.read()).toBeUndefined()
    expect(await store.mode()).toBeUndefined()
    expect(existsSync(folder)).toBe(false)

    await store.update(() => ({ counts: { a: 1 } }))
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await store.mode()).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ v: 1, counts: { a: 1 } })
    expect(await store.read()).toEqual({ v: 1, counts: { a: 1 } })
    expect(readdirSync(folder)).toEqual(['counts.json'])

    await store.update(() => undefined)
    expect(await store.read()).toBeUndefined()
    expect(readdirSync(folder)).toEqual([])
  })

  test('is replaced even if the old file is corrupt or open to others', async () => {
    const store = await open()
    await store.replace({ counts: { a: 1 } })
    put('{ no JSON', 0o644)
    await store.replace({ counts: { a: 2 } })
    expect(await store.read()).toEqual({ v: 1, counts: { a: 2 } })
    expect([readdirSync(folder), await store.mode()]).toEqual([['counts.json'], 0o600])
  })

  test('keeps any JSON unchanged, a key __proto__ too', async () => {
    const store = await openStore<Record<string, unknown>>(folder, 'any')
    const content = JSON.parse(
      '{"a.b":{"":[null,1.5,"\\u0000\\ud83d\\ude00"]},"__proto__":{"x":1},"constructor":"c"}',
    )
    await store.update(() => content)
    expect(JSON.stringify(await store.read())).toBe(JSON.stringify(content).replace('{', '{"v":1,'))
  })

  test('stays unchanged if the update function throws', async () => {
    const store = await open()
    await store.update(() => ({ counts: { a: 1 } }))
    const failing = store.update(() => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.read()).toMatchObject({ counts: { a: 1 } })
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })

  test('is written after an earlier run was killed, and the leftover files are removed', async () => {
    mkdirSync(folder, { mode: 0o700 })
    symlinkSync(join(root, 'elsewhere'), join(folder, 'counts.new.json.tmp-1234567890abcdef'))
    writeFileSync(join(folder, 'counts.new.json'), '{"v":1,"oauth_token_sec', { mode: 0o600 })
    await (await open()).update(() => ({ counts: { a: 1 } }))
    expect(readdirSync(folder)).toEqual(['counts.json'])
    expect(existsSync(join(root, 'elsewhere'))).toBe(false)
  })

  test.runIf(existsSync('/usr/bin/prlimit'))(
    'stays unchanged if the new content is written only in part',
    async () => {
      const limitFiles = (bytes: number | 'unlimited') =>
        spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
      const store = await open()
      await store.update(() => ({ counts: { kept: 1 } }))
      const ignore = () => {}
      process.on('SIGXFSZ', ignore)
      limitFiles(4096)
      const error = await problem(store.update(() => ({ counts: {}, filler: 'x'.repeat(10_000) })))
      limitFiles('unlimited')
      process.off('SIGXFSZ', ignore)
      expect(error.message).toBe(`cannot write ${path}: disk full`)
      expect(error.cause).toMatchObject({ message: 'the file was written incompletely' })
      expect(await store.read()).toEqual({ v: 1, counts: { kept: 1 } })
      expect(readdirSync(folder)).toEqual(['counts.json'])
    },
  )

  test('is replaced by rename even in a snap package, where conf would write in place', async () => {
    process.env['SNAP'] = '/snap/node'
    try {
      const store = await open()
      await store.update(() => ({ counts: { a: 1 } }))
      const { ino } = lstatSync(path)
      await store.update(() => ({ counts: { a: 2 } }))
      expect(lstatSync(path).ino).not.toBe(ino)
      expect(await store.mode()).toBe(0o600)
    } finally {
      delete process.env['SNAP']
    }
  })
})

describe('remove', () => {
  test('returns whether there was a file', async () => {
    const store = await open()
    expect(await store.remove()).toBe(false)
    expect(existsSync(folder)).toBe(false)
    put('{"counts":{}}')
    expect(await store.remove()).toBe(true)
    expect(await store.remove()).toBe(false)
    await store.update(() => undefined)
    expect(readdirSync(folder)).toEqual([])
  })

  test('fails if others may read the file or change the folder', async () => {
    put('{"counts":{}}', 0o644)
    const store = await open()
    expect((await problem(store.remove())).message).toContain('is accessible to other users')
    chmodSync(path, 0o600)
    chmodSync(folder, 0o777)
    expect((await problem(store.remove())).message).toContain('can be changed by other users')
    expect(existsSync(path)).toBe(true)
  })

  /** Starts to remove the file under a foreign lock; runs `change` before the lock is released. */
  async function removeAfter(change: () => void): Promise<boolean> {
    put('{"counts":{}}')
    writeFileSync(`${path}.lock`, `${process.pid} ${hostname()}\n`)
    const removing = (await open()).remove()
    change()
    rmSync(`${path}.lock`)
    return removing
  }

  test('succeeds if another process removes the file meanwhile', async () => {
    expect(await removeAfter(() => rmSync(path))).toBe(true)
  })

  test('reports why a file cannot be removed', async () => {
    const failing = removeAfter(() => {
      rmSync(path)
      mkdirSync(path)
    })
    expect((await problem(failing)).message).toBe(`cannot delete ${path}: ERR_FS_EISDIR`)
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })
})

describe('an error that leaves the file unchanged:', () => {
  test.each([0o644, 0o640, 0o604, 0o620])('mode %o', async (mode) => {
    put('{"v":1,"counts":{}}', mode)
    await isRefused(/accessible to other users \(mode 06/, new RegExp(`^Run: chmod 600 ${path}$`))
  })

  test('a symbolic link, also a dangling one', async () => {
    mkdirSync(folder, { mode: 0o700 })
    const target = join(root, 'target.json')
    writeFileSync(target, '{"v":1,"counts":{}}', { mode: 0o600 })
    symlinkSync(target, path)
    await isRefused(/symbolic link/, /rm /)
    symlinkSync(join(root, 'nowhere'), join(folder, 'other.json'))
    await problem((await openStore(folder, 'other')).update(() => ({})))
    expect(existsSync(join(root, 'nowhere'))).toBe(false)
  })

  test('a folder in its place', async () => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    expect((await problem((await open()).read())).message).toMatch(/not a regular file/)
  })

  test('a file that is too large', async () => {
    put('{"v":1,"counts":{}}')
    // Without content on the disk: reading it would never end.
    truncateSync(path, 700e9)
    const store = await open()
    const hint = `Move it away: mv ${path} …`
    const message = `cannot use ${path}: it is too large: 700,000,000,000 bytes, and the limit is 16,777,216`
    for (const run of [store.read(), store.update(() => ({ counts: {} }))])
      expect(await problem(run)).toMatchObject({ message, hint })
    expect([statSync(path).size, await store.remove()]).toEqual([700e9, true])
  })

  test('a config folder that others may change', async () => {
    put('{"v":1,"counts":{}}')
    chmodSync(folder, 0o777)
    await isRefused(/can be changed by other users/, /chmod 700/)
  })

  test.runIf(existsSync('/proc/self'))('a path where no folder can be created', async () => {
    await expect((await openStore('/proc/none/kiva', 'x')).update(() => ({}))).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining('no such file or folder'),
    })
  })

  test('a file in place of the config folder', async () => {
    writeFileSync(folder, '')
    await isRefused(/not a folder|cannot create/, /./)
  })

  test('a file or a folder of another user', async () => {
    if (process.getuid?.() !== 0) {
      // Only root can change the owner of a file. Other users test with a file of root, on every system.
      return expect(() => checkFile('/etc/passwd')).toThrow(/belongs to another user \(0\)/)
    }
    put('{"v":1,"counts":{}}')
    chownSync(path, 65534, 65534)
    await isRefused(/belongs to another user \(65534\)/, /chown/)
    chownSync(path, 0, 0)
    chownSync(folder, 65534, 65534)
    await isRefused(/belongs to another user/, /chown/)
  })

  test('a file without permission to read', async () => {
    put('{"v":1,"counts":{}}')
    const store = await open()
    // Its code is loaded with the first file, and may be another user's.
    await store.read()
    // Root can read any file, unless it acts as another user.
    const isRoot = process.getuid?.() === 0
    if (isRoot) chmodSync(folder, 0o755)
    else chmodSync(path, 0)
    if (isRoot) process.seteuid?.(65534)
    const { message } = await problem(store.read()).finally(() => isRoot && process.seteuid?.(0))
    expect(message).toBe(`cannot read ${path}: permission denied`)
  })

  test.each(['', '{"v":1,"oauth_token_secret":"hush', '[]', 'null', '"hush"', '\u0000\u0000'])(
    'corrupt content %j, which the error does not repeat',
    async (content) => {
      put(content)
      await isRefused(/is corrupt/, /Repair it or move it away/)
      const error = await problem((await open()).read())
      expect(`${error.message} ${error.hint} ${String(error.cause)} ${error.stack}`).not.toContain('hush')
    },
  )

  test.each(['2', '"1"', 'null', '0'])('version %s', async (version) => {
    put(`{"v":${version},"counts":{}}`)
    if (version === 'null') return expect(await (await open()).read()).toMatchObject({ counts: {} })
    await isRefused(/unknown file version/, /newer kiva/)
  })
})

function child(task: string, ...rest: string[]): ChildProcess {
  // Node 22 warns if both variables are set, even if empty, as the test runner does.
  const env = { ...process.env }
  delete env['NO_COLOR']
  delete env['FORCE_COLOR']
  return spawn(process.execPath, [program, task, folder, ...rest], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function finished(process: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  let out = ''
  let err = ''
  process.stdout?.on('data', (chunk) => (out += chunk))
  process.stderr?.on('data', (chunk) => (err += chunk))
  const [code] = await once(process, 'close')
  return { code, out, err }
}

describe('separate processes', () => {
  test('that write concurrently lose no update', async () => {
    const results = await Promise.all(['a', 'b', 'c'].map((name) => finished(child('count', name, '15'))))
    expect(results.map(({ code, err }) => `${code} ${err}`)).toEqual(['0 ', '0 ', '0 '])
    expect(await (await open()).read()).toMatchObject({ counts: { a: 15, b: 15, c: 15 } })
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })

  test('killed while they write leave the old or the new content, and later updates work', async () => {
    for (let round = 0; round < 6; round++) {
      const flooding = child('flood')
      await once(flooding.stdout as NonNullable<typeof flooding.stdout>, 'data')
      // A fixed delay on purpose: the kill must come at an arbitrary moment.
      await wait(7 * round)
      flooding.kill('SIGKILL')
      await once(flooding, 'close')
      const content = await (await open()).read()
      if (content === undefined) continue
      const [letter = ''] = Object.keys(content.counts)
      expect(content.filler).toBe(letter.repeat(200_000))
    }
    const store = await open()
    await store.update((old) => ({ counts: { ...old?.counts, after: 1 } }))
    expect((await store.read())?.counts['after']).toBe(1)
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })

  test('that reach the file size limit change nothing', async () => {
    await (await open()).update(() => ({ counts: { kept: 1 } }))
    const limited = spawn('sh', [
      '-c',
      'ulimit -f 8; exec "$@"',
      'sh',
      process.execPath,
      program,
      'large',
      folder,
    ])
    const { code, err } = await finished(limited)
    expect(code).toBe(3)
    expect(err).toMatch(/^KivaError: .*cannot write .*counts\.json: (file too large|disk full)/)
    expect(await (await open()).read()).toEqual({ v: 1, counts: { kept: 1 } })
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })

  test('report that the folder is read-only', async () => {
    mkdirSync(folder, { mode: 0o555 })
    chmodSync(folder, 0o555)
    if (process.getuid?.() === 0) chownSync(folder, 65534, 65534)
    const { code, err } = await finished(child('unprivileged'))
    chmodSync(folder, 0o700)
    expect(code).toBe(3)
    expect(err).toMatch(/cannot write .*: permission denied/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('work without HOME, and listen to no signal but SIGXFSZ', async () => {
    const { code, out, err } = await finished(child('homeless'))
    expect([code, out, err]).toEqual([0, 'undefined SIGXFSZ', ''])
  })
})

describe('a lock', () => {
  const lock = () => `${path}.lock`

  test('of a dead process is broken', async () => {
    const gone = spawn(process.execPath, ['-e', ''])
    await once(gone, 'close')
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(lock(), `${gone.pid} ${hostname()}\n`)
    await (await open()).update(() => ({ counts: {} }))
    expect(existsSync(lock())).toBe(false)
  })

  test('of another machine is broken if it is old', async () => {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(lock(), '1 elsewhere.example\n')
    utimesSync(lock(), 1, 1)
    await (await open()).update(() => ({ counts: {} }))
    expect(existsSync(lock())).toBe(false)
  })

  test('without a complete mark, left by a killed run, is broken after two seconds', async () => {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(lock(), '')
    utimesSync(lock(), new Date(), new Date(Date.now() - 2500))
    await (await open()).update(() => ({ counts: {} }))
    expect(existsSync(lock())).toBe(false)
  })

  test('is broken even if an earlier run was killed while it broke the lock', async () => {
    mkdirSync(folder, { mode: 0o700 })
    for (const left of [lock(), `${lock()}.breaking`]) {
      writeFileSync(left, '')
      utimesSync(left, new Date(), new Date(Date.now() - 2500))
    }
    await (await open()).update(() => ({ counts: {} }))
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })

  test('of a living process is waited for', async () => {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(lock(), `${process.pid} ${hostname()}\n`)
    let done = false
    const updating = (await open()).update(() => ({ counts: {} })).then(() => (done = true))
    // Gives the update time to finish, which it must not.
    await wait(80)
    expect(done).toBe(false)
    rmSync(lock())
    await updating
    expect(done).toBe(true)
  })
})

describe('a private file', () => {
  test('has mode 0600 and is replaced', () => {
    const written = writePrivate(folder, 'ca.pem', 'one')
    expect(written).toBe(join(folder, 'ca.pem'))
    writePrivate(folder, 'ca.pem', 'two')
    expect(readFileSync(written, 'utf8')).toBe('two')
    expect(statSync(written).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder)).toEqual(['ca.pem'])
  })

  test('is removed only if its content matches', () => {
    const written = writePrivate(folder, 'ca.pem', 'one')
    removePrivate(written, 'two')
    expect(existsSync(written)).toBe(true)
    removePrivate(written, 'one')
    expect(existsSync(written)).toBe(false)
    expect(() => removePrivate(written, 'one')).not.toThrow()
  })

  test('left by a killed run is swept, and other files stay', () => {
    const old = ['ca-1.pem', 'ca-22.pem']
    const kept = [
      'ca-3.pem',
      'ca-.pem',
      'ca-x.pem',
      'ca-1.pem.old',
      'ca.pem',
      'other-1.pem',
      'credentials.json',
    ]
    for (const name of [...old, ...kept]) writePrivate(folder, name, name)
    for (const name of [...old, ...kept.slice(1)]) utimesSync(join(folder, name), 1000, 1000)
    removeOldPrivate(folder, 'ca-3.pem', 2_000_000)
    expect(readdirSync(folder).sort()).toEqual([...kept].sort())
    removeOldPrivate(folder, 'ca.pem', Date.now() + 1000)
    expect(readdirSync(folder)).toHaveLength(kept.length)
  })

  test('cannot be a symbolic link or lie outside the folder', () => {
    mkdirSync(folder, { mode: 0o700 })
    symlinkSync(join(root, 'elsewhere'), join(folder, 'ca.pem'))
    expect(() => writePrivate(folder, 'ca.pem', 'x')).toThrow(/symbolic link/)
    expect(existsSync(join(root, 'elsewhere'))).toBe(false)
    expect(() => writePrivate(folder, '../ca.pem', 'x')).toThrow(/not a file name/)
  })
})
