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
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'rolldown'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkFile } from '../../../src/node/files/file-permissions.ts'
import { removePrivate, sweepPrivate, writePrivate } from '../../../src/node/files/private-file.ts'
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

/** Neither reading nor updating works, both say why, and the file stays as it was. */
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

describe('a file of ours', () => {
  test('is written for its owner alone, in a folder for its owner alone, with its version', async () => {
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

  test('is replaced whatever stands there', async () => {
    const store = await open()
    await store.replace({ counts: { a: 1 } })
    put('{ no JSON', 0o644)
    await store.replace({ counts: { a: 2 } })
    expect(await store.read()).toEqual({ v: 1, counts: { a: 2 } })
    expect([readdirSync(folder), await store.mode()]).toEqual([['counts.json'], 0o600])
  })

  test('keeps any JSON as it was', async () => {
    const store = await openStore<Record<string, unknown>>(folder, 'any')
    const content = JSON.parse(
      '{"a.b":{"":[null,1.5,"\\u0000\\ud83d\\ude00"]},"__proto__":{"x":1},"constructor":"c"}',
    )
    await store.update(() => content)
    expect(JSON.stringify(await store.read())).toBe(JSON.stringify(content).replace('{', '{"v":1,'))
  })

  test('stays as it was when the change itself fails', async () => {
    const store = await open()
    await store.update(() => ({ counts: { a: 1 } }))
    const failing = store.update(() => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.read()).toMatchObject({ counts: { a: 1 } })
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })

  test('is written though an earlier run was killed in the middle, and what that left is removed', async () => {
    mkdirSync(folder, { mode: 0o700 })
    symlinkSync(join(root, 'elsewhere'), join(folder, 'counts.new.json.tmp-1234567890abcdef'))
    writeFileSync(join(folder, 'counts.new.json'), '{"v":1,"oauth_token_sec', { mode: 0o600 })
    await (await open()).update(() => ({ counts: { a: 1 } }))
    expect(readdirSync(folder)).toEqual(['counts.json'])
    expect(existsSync(join(root, 'elsewhere'))).toBe(false)
  })

  test.runIf(existsSync('/usr/bin/prlimit'))(
    'stays as it was where the new one is written in part',
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
      expect(error.message).toBe(`${path} could not be written: the disk is full`)
      expect(error.cause).toMatchObject({ message: 'the file was not written whole' })
      expect(await store.read()).toEqual({ v: 1, counts: { kept: 1 } })
      expect(readdirSync(folder)).toEqual(['counts.json'])
    },
  )

  test('is written aside first even within a snap package, where conf would write in place', async () => {
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

describe('removing', () => {
  test('tells whether there was a file', async () => {
    const store = await open()
    expect(await store.remove()).toBe(false)
    expect(existsSync(folder)).toBe(false)
    put('{"counts":{}}')
    expect(await store.remove()).toBe(true)
    expect(await store.remove()).toBe(false)
    await store.update(() => undefined)
    expect(readdirSync(folder)).toEqual([])
  })

  test('a file that others may read, or in a folder that they may change, is refused', async () => {
    put('{"counts":{}}', 0o644)
    const store = await open()
    expect((await problem(store.remove())).message).toContain('is open to others')
    chmodSync(path, 0o600)
    chmodSync(folder, 0o777)
    expect((await problem(store.remove())).message).toContain('may be changed by others')
    expect(existsSync(path)).toBe(true)
  })

  /** Begins to remove the file while another process holds the lock, which it ends with `change`. */
  async function removeAfter(change: () => void): Promise<boolean> {
    put('{"counts":{}}')
    writeFileSync(`${path}.lock`, `${process.pid} ${hostname()}\n`)
    const removing = (await open()).remove()
    change()
    rmSync(`${path}.lock`)
    return removing
  }

  test('a file that another process removes meanwhile is no failure', async () => {
    expect(await removeAfter(() => rmSync(path))).toBe(true)
  })

  test('what cannot be removed is told, with the reason', async () => {
    const failing = removeAfter(() => {
      rmSync(path)
      mkdirSync(path)
    })
    expect((await problem(failing)).message).toBe(`${path} could not be removed: ERR_FS_EISDIR`)
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })
})

describe('refused, said clearly, and left alone:', () => {
  test.each([0o644, 0o640, 0o604, 0o620])('mode %o', async (mode) => {
    put('{"v":1,"counts":{}}', mode)
    await isRefused(/open to others \(mode 06/, new RegExp(`^Run: chmod 600 ${path}$`))
  })

  test('a symbolic link, whatever it points to', async () => {
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

  test('a config folder that others may change', async () => {
    put('{"v":1,"counts":{}}')
    chmodSync(folder, 0o777)
    await isRefused(/may be changed by others/, /chmod 700/)
  })

  test.runIf(existsSync('/proc/self'))('a place that holds no folders, without trying for ever', async () => {
    await expect((await openStore('/proc/none/kiva', 'x')).update(() => ({}))).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining('there can be no folder there'),
    })
  })

  test('a file in place of the config folder', async () => {
    writeFileSync(folder, '')
    await isRefused(/not a folder|could not be made/, /./)
  })

  test('a file or a folder of another user', async () => {
    if (process.getuid?.() !== 0) {
      // Only root can give a file away; for anybody else there is a file of root's on every system.
      return expect(() => checkFile('/etc/passwd')).toThrow(/belongs to another user \(0\)/)
    }
    put('{"v":1,"counts":{}}')
    chownSync(path, 65534, 65534)
    await isRefused(/belongs to another user \(65534\)/, /chown/)
    chownSync(path, 0, 0)
    chownSync(folder, 65534, 65534)
    await isRefused(/belongs to another user/, /chown/)
  })

  test('what the system does not let us read', async () => {
    put('{"v":1,"counts":{}}')
    const store = await open()
    // Root reads whatever has which mode, unless it acts as another user.
    const isRoot = process.getuid?.() === 0
    if (isRoot) chmodSync(folder, 0o755)
    else chmodSync(path, 0)
    if (isRoot) process.seteuid?.(65534)
    const reading = store.read()
    if (isRoot) process.seteuid?.(0)
    expect((await problem(reading)).message).toBe(`${path} could not be read: permission denied`)
  })

  test.each(['', '{"v":1,"oauth_token_secret":"hush', '[]', 'null', '"hush"', '\u0000\u0000'])(
    'corrupt content %j, which is not quoted',
    async (content) => {
      put(content)
      await isRefused(/is corrupt/, /left as it is/)
      const error = await problem((await open()).read())
      expect(`${error.message} ${error.hint} ${String(error.cause)} ${error.stack}`).not.toContain('hush')
    },
  )

  test.each(['2', '"1"', 'null', '0'])('version %s', async (version) => {
    put(`{"v":${version},"counts":{}}`)
    if (version === 'null') return expect(await (await open()).read()).toMatchObject({ counts: {} })
    await isRefused(/has a version/, /newer kiva/)
  })
})

function child(task: string, ...rest: string[]): ChildProcess {
  // Node 22 warns where both are set, if only to nothing, as the test runner's environment has them.
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

describe('processes of their own', () => {
  test('that write at once lose nothing', async () => {
    const results = await Promise.all(['a', 'b', 'c'].map((name) => finished(child('count', name, '15'))))
    expect(results.map(({ code, err }) => `${code} ${err}`)).toEqual(['0 ', '0 ', '0 '])
    expect(await (await open()).read()).toMatchObject({ counts: { a: 15, b: 15, c: 15 } })
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })

  test('killed while they write leave the old file or the new one, and the next one goes on', async () => {
    for (let round = 0; round < 6; round++) {
      const flooding = child('flood')
      await once(flooding.stdout as NonNullable<typeof flooding.stdout>, 'data')
      // Not a wait for something: the moment, which must not be one that anything in it chose, is what is tried.
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

  test('that can not write all of it change nothing', async () => {
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
    expect(err).toMatch(
      /^KivaError: .*counts\.json could not be written: (a file may not be that large|the disk is full)/,
    )
    expect(await (await open()).read()).toEqual({ v: 1, counts: { kept: 1 } })
    expect(readdirSync(folder)).toEqual(['counts.json'])
  })

  test('say that a folder is read-only', async () => {
    mkdirSync(folder, { mode: 0o555 })
    chmodSync(folder, 0o555)
    if (process.getuid?.() === 0) chownSync(folder, 65534, 65534)
    const { code, err } = await finished(child('unprivileged'))
    chmodSync(folder, 0o700)
    expect(code).toBe(3)
    expect(err).toMatch(/could not be written: permission denied/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('without a home folder need none, and add no signal but the one for a write that is too large', async () => {
    const { code, out, err } = await finished(child('homeless'))
    expect([code, out, err]).toEqual([0, 'undefined SIGXFSZ', ''])
  })
})

describe('a lock', () => {
  const lock = () => `${path}.lock`

  test('of a process that is gone is broken', async () => {
    const gone = spawn(process.execPath, ['-e', ''])
    await once(gone, 'close')
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(lock(), `${gone.pid} ${hostname()}\n`)
    await (await open()).update(() => ({ counts: {} }))
    expect(existsSync(lock())).toBe(false)
  })

  test('of another machine is broken when it is old', async () => {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(lock(), '1 elsewhere.example\n')
    utimesSync(lock(), 1, 1)
    await (await open()).update(() => ({ counts: {} }))
    expect(existsSync(lock())).toBe(false)
  })

  test('without a whole mark is broken after a moment: its run was killed while it took it', async () => {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(lock(), '')
    utimesSync(lock(), new Date(), new Date(Date.now() - 2500))
    await (await open()).update(() => ({ counts: {} }))
    expect(existsSync(lock())).toBe(false)
  })

  test('is broken too where the run that was breaking it was killed', async () => {
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
    // That nothing happens cannot be observed, only given the time in which it would have.
    await wait(80)
    expect(done).toBe(false)
    rmSync(lock())
    await updating
    expect(done).toBe(true)
  })
})

describe('a private file', () => {
  test('is for its owner alone, replaced as a whole', () => {
    const written = writePrivate(folder, 'ca.pem', 'one')
    expect(written).toBe(join(folder, 'ca.pem'))
    writePrivate(folder, 'ca.pem', 'two')
    expect(readFileSync(written, 'utf8')).toBe('two')
    expect(statSync(written).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder)).toEqual(['ca.pem'])
  })

  test('is removed while it is ours', () => {
    const written = writePrivate(folder, 'ca.pem', 'one')
    removePrivate(written, 'two')
    expect(existsSync(written)).toBe(true)
    removePrivate(written, 'one')
    expect(existsSync(written)).toBe(false)
    expect(() => removePrivate(written, 'one')).not.toThrow()
  })

  test('that a killed run left behind is swept, and no other', () => {
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
    sweepPrivate(folder, 'ca-3.pem', 2_000_000)
    expect(readdirSync(folder).sort()).toEqual([...kept].sort())
    sweepPrivate(folder, 'ca.pem', Date.now() + 1000)
    expect(readdirSync(folder)).toHaveLength(kept.length)
  })

  test('does not follow a link, and stays in the folder', () => {
    mkdirSync(folder, { mode: 0o700 })
    symlinkSync(join(root, 'elsewhere'), join(folder, 'ca.pem'))
    expect(() => writePrivate(folder, 'ca.pem', 'x')).toThrow(/symbolic link/)
    expect(existsSync(join(root, 'elsewhere'))).toBe(false)
    expect(() => writePrivate(folder, '../ca.pem', 'x')).toThrow(/not a file name/)
  })
})
