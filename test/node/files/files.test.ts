/** Files named by the user, on a real disk. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ReaderGone } from '../../../src/core/errors.ts'
import type { FileName, FileOptions } from '../../../src/core/files.ts'
import {
  absolute,
  create,
  digest,
  findSame,
  isThere,
  makeFolderOf,
  read,
  remove,
  reopen,
  replace,
} from '../../../src/node/files/files.ts'
import { folderForEach } from '../../support/folder.ts'
import { kivaErrorOf } from '../../support/kiva-error.ts'

const folder = folderForEach()
const name = join(folder, 'loans.json')

const temporary: FileOptions = { overwrite: false, until: 'temporary' }
const part: FileOptions = { overwrite: false, until: 'part' }
const own: FileOptions = { overwrite: false, until: 'own' }
const there = () => readdirSync(folder).sort()
const text = (path = name) => readFileSync(path, 'utf8')

const refusal = (run: Promise<unknown>) => kivaErrorOf(run, 'config')

describe('a file that is being written', () => {
  test('gets its name when it is complete, and leaves no temporary file', async () => {
    const file = await create(name, temporary)
    await file.write('{"name":"Đặng"}')
    await file.write(new Uint8Array([10]))
    expect(there()).toEqual([expect.stringMatching(/^loans\.json\.[0-9a-f]{8}\.tmp$/)])
    expect(await file.complete()).toBe(19)
    expect(there()).toEqual(['loans.json'])
    expect(text()).toBe('{"name":"Đặng"}\n')
    expect([file.path, file.isStream, file.isTerminal]).toEqual([name, false, false])
  })

  test('is flushed to disk as it grows', async () => {
    const file = await create(name, temporary)
    for (let at = 0; at < 100; at++) await file.write('x'.repeat(1000))
    const [work = ''] = there()
    expect(statSync(join(folder, work)).size).toBeGreaterThanOrEqual(65_536)
    expect(await file.complete()).toBe(100_000)
    expect(text()).toBe('x'.repeat(100_000))
  })

  test('keeps the older file until it is complete, or if it is discarded', async () => {
    writeFileSync(name, 'old')
    const file = await create(name, { ...temporary, overwrite: true })
    await file.write('new')
    expect(text()).toBe('old')
    await file.discard()
    await file.discard()
    expect([there(), text()]).toEqual([['loans.json'], 'old'])
    const next = await create(name, { ...temporary, overwrite: true })
    await next.write('new')
    await next.complete()
    await next.discard()
    expect([there(), text()]).toEqual([['loans.json'], 'new'])
  })

  test('has the mode of the umask, or the mode of the file it replaces', async () => {
    const before = process.umask(0o027)
    try {
      await (await create(name, temporary)).complete()
      expect(statSync(name).mode & 0o777).toBe(0o640)
      chmodSync(name, 0o600)
      await (await create(name, { ...temporary, overwrite: true })).complete()
      expect(statSync(name).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(before)
    }
  })

  test('replaces the target of a symbolic link and keeps the link', async () => {
    mkdirSync(join(folder, 'far'))
    const far = join(folder, 'far', 'real.json')
    writeFileSync(far, 'old')
    symlinkSync(far, name)
    const file = await create(name, { ...temporary, overwrite: true })
    await file.write('new')
    expect(readdirSync(join(folder, 'far'))).toHaveLength(2)
    await file.complete()
    expect([there(), readdirSync(join(folder, 'far')), text(far), file.path]).toEqual([
      ['far', 'loans.json'],
      ['real.json'],
      'new',
      far,
    ])
  })

  test('does not replace a file created meanwhile, and keeps its content next to it', async () => {
    const file = await create(name, temporary)
    await file.write('ours')
    writeFileSync(name, 'theirs')
    const { message, hint } = await refusal(file.complete())
    await file.discard()
    expect([message, text()]).toEqual([`${name} was created by another program meanwhile`, 'theirs'])
    const whole = hint?.match(/in (.*)\.$/)?.[1] ?? ''
    expect(text(whole)).toBe('ours')
  })

  test('that cannot be renamed keeps its content next to the target', async () => {
    const file = await create(name, { ...temporary, overwrite: true })
    await file.write('ours')
    mkdirSync(name)
    const { message, hint } = await refusal(file.complete())
    expect(message).toBe(`cannot replace ${name}: EISDIR`)
    expect(text(hint?.match(/in (.*)\.$/)?.[1] ?? '')).toBe('ours')
  })

  test('under its final name can be read while it is written', async () => {
    const file = await create(name, own)
    await file.write('1\n')
    expect([there(), text()]).toEqual([['loans.json', 'loans.json.lock'], '1\n'])
    expect(await file.mark()).toEqual({ bytes: 2, sha256: digest('1\n') })
    await file.write('2\n')
    expect(await file.complete()).toBe(4)
    const next = await create(name, { ...own, overwrite: true })
    expect(text()).toBe('')
    await next.discard()
    expect(there()).toEqual([])
  })
})

describe('an error before anything is written:', () => {
  test.each([temporary, part, own])('the file already exists, with %j', async (options) => {
    writeFileSync(name, 'old')
    const { message, hint } = await refusal(create(name, options))
    expect([message, there(), text()]).toEqual([`file already exists: ${name}`, ['loans.json'], 'old'])
    expect(hint).toContain('--overwrite')
  })

  test('the .part file of another run exists', async () => {
    await (await create(name, part)).leave()
    expect((await refusal(create(name, part))).message).toBe(`file already exists: ${name}.part`)
    const file = await create(name, { ...part, overwrite: true })
    await file.complete()
    expect(there()).toEqual(['loans.json'])
  })

  test('the .part file is a folder', async () => {
    mkdirSync(`${name}.part`)
    expect((await refusal(create(name, { ...part, overwrite: true }))).message).toContain('cannot create')
    const mark = { bytes: 0, sha256: digest('') }
    expect((await refusal(reopen(name, mark, part))).message).toContain('cannot open')
  })

  test('the path is a folder or ends with a slash', async () => {
    expect((await refusal(create(folder, temporary))).message).toBe(`${folder} is a folder`)
    expect((await refusal(create(`${name}/`, temporary))).message).toBe(`${name}/ is a folder`)
  })

  test('the folder is missing, and the hint has the command that creates it', async () => {
    const deep = join(folder, "none's", 'loans.json')
    const { message, hint } = await refusal(create(deep, temporary))
    expect(message).toBe(`${deep} cannot be created: no folder ${join(folder, "none's")}`)
    execFileSync('/bin/sh', ['-c', hint?.replace('Run: ', '') ?? ''])
    await (await create(deep, temporary)).complete()
    expect(existsSync(deep)).toBe(true)
  })

  test('a part of the path is a file', async () => {
    writeFileSync(name, '')
    const { message } = await refusal(create(join(name, 'x.json'), temporary))
    expect(message).toContain('part of the path is not a folder')
  })

  test('the path is a dangling symbolic link', async () => {
    symlinkSync(join(folder, 'nothing'), name)
    expect((await refusal(create(name, temporary))).message).toContain('is a broken symbolic link')
  })

  test('the folder is not writable', async () => {
    chmodSync(folder, 0o555)
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.(65534)
    try {
      const { message } = await refusal(create(name, temporary))
      expect(message).toBe(`cannot create ${name}: permission denied`)
    } finally {
      if (isRoot) process.seteuid?.(0)
      chmodSync(folder, 0o755)
    }
  })

  test('the name is too long', async () => {
    const { message } = await refusal(create(join(folder, 'x'.repeat(255)), temporary))
    expect(message).toMatch(/^cannot create .*: file name too long$/)
  })
})

describe('a resumed file', () => {
  async function left(written: string) {
    const file = await create(name, part)
    await file.write(written)
    const mark = await file.mark()
    await file.leave()
    return mark
  }

  test('continues at its mark and drops the bytes after it', async () => {
    const file = await create(name, part)
    await file.write('one\n')
    const mark = await file.mark()
    await file.write('two, cut i')
    // Flushes the buffer, as can happen at any time.
    await file.mark()
    await file.leave()
    expect([there(), text(`${name}.part`)]).toEqual([['loans.json.part'], 'one\ntwo, cut i'])

    const next = await reopen(name, mark, part)
    await next?.write('two\n')
    expect(await next?.mark()).toEqual({ bytes: 8, sha256: digest('one\ntwo\n') })
    expect(await next?.complete()).toBe(8)
    expect([there(), text()]).toEqual([['loans.json'], 'one\ntwo\n'])
  })

  test('continues from an empty file', async () => {
    const next = await reopen(name, await left(''), part)
    await next?.write('all')
    await next?.complete()
    expect(text()).toBe('all')
  })

  test('that is missing gives undefined', async () => {
    expect(await reopen(name, { bytes: 0, sha256: digest('') }, part)).toBeUndefined()
  })

  /** What was written stands at the start of another file. */
  const plant = (make: (target: string, path: string) => void) => (path: string) => {
    writeFileSync(join(folder, 'theirs'), 'one\nmine\n')
    rmSync(path)
    make(join(folder, 'theirs'), path)
  }

  test.each([
    ['is a planted link', plant(symlinkSync), 'is a link, or has several names'],
    ['is a planted hard link', plant(linkSync), 'is a link, or has several names'],
    ['is shorter', (path: string) => writeFileSync(path, 'on'), 'is shorter than before: 2 bytes of 4'],
    ['was changed', (path: string) => writeFileSync(path, 'eno\n'), 'was changed by another program'],
    [
      'was changed and grew',
      (path: string) => writeFileSync(path, 'eno\n\n'),
      'was changed by another program',
    ],
  ])('that %s is an error and stays unchanged', async (_, change, told) => {
    const mark = await left('one\n')
    change(`${name}.part`)
    const before = text(`${name}.part`)
    const { message, hint } = await refusal(reopen(name, mark, part))
    expect(message).toBe(`${name}.part ${told}`)
    expect(hint).toContain('--overwrite')
    expect(text(`${name}.part`)).toBe(before)
  })

  test('replaces an existing file only with overwrite', async () => {
    const mark = await left('one\n')
    writeFileSync(name, 'theirs')
    expect((await refusal(reopen(name, mark, part))).message).toBe(`file already exists: ${name}`)
    const next = await reopen(name, mark, { ...part, overwrite: true })
    await next?.complete()
    expect(text()).toBe('one\n')
  })

  test.each([part, own])('locked by another process is an error with its pid: %j', async (options) => {
    const first = await create(name, options)
    const mark = await first.mark()
    const path = options === part ? `${name}.part` : name
    const message = `another kiva (process ${process.pid}) is writing ${path}`
    const seconds = [
      () => create(name, { ...options, overwrite: true }),
      () => reopen(name, mark, { ...options, overwrite: true }),
    ]
    for (const second of seconds) expect((await refusal(second())).message).toBe(message)
    await first.write('all')
    await first.complete()
    expect([there(), text()]).toEqual([['loans.json'], 'all'])
    await (await create(name, { ...options, overwrite: true })).discard()
    expect(there().filter((one) => one.endsWith('.lock'))).toEqual([])
  })

  const shorten = (path: string) => writeFileSync(path, '')
  const lengthen = (path: string) => writeFileSync(path, 'three\n', { flag: 'a' })
  const exchange = (path: string) => {
    writeFileSync(`${path}.other`, 'one\n')
    renameSync(`${path}.other`, path)
  }
  const link = (path: string) => {
    renameSync(path, `${path}.moved`)
    symlinkSync(`${path}.moved`, path)
  }
  test.each([
    ['shortened', shorten, 'was changed', true],
    ['lengthened', lengthen, 'was changed', true],
    ['removed', rmSync, 'was removed or replaced', false],
    ['replaced by another file', exchange, 'was removed or replaced', false],
    ['replaced by a link to it', link, 'was removed or replaced', false],
  ] as const)('that was %s while it was written is an error', async (_, change, told, isThere) => {
    for (const options of [part, own]) {
      const path = options === part ? `${name}.part` : name
      const file = await create(name, options)
      await file.write('one\n')
      await file.mark()
      change(path)
      for (const end of [() => file.mark(), () => file.complete()]) {
        const { message, hint } = await refusal(end())
        expect(message).toBe(`${path} ${told} while it was written`)
        expect(hint).not.toContain('complete')
      }
      const before = there().filter((one) => !one.endsWith('.lock'))
      expect(await file.leave()).toBe(isThere)
      expect(there()).toEqual(before)
      for (const one of before) rmSync(join(folder, one))
    }
  })

  test('replaced by another program is not removed on discard', async () => {
    const file = await create(name, part)
    rmSync(`${name}.part`)
    writeFileSync(`${name}.part`, 'theirs')
    await file.discard()
    expect([there(), text(`${name}.part`)]).toEqual([['loans.json.part'], 'theirs'])
  })

  test('under its final name continues at its mark', async () => {
    const file = await create(name, own)
    await file.write('1\n')
    const mark = await file.mark()
    await file.write('2\n')
    await file.leave()
    const next = await reopen(name, mark, own)
    await next?.write('3\n')
    await next?.complete()
    expect(text()).toBe('1\n3\n')
  })
})

describe('a device or pipe', () => {
  test('is written directly, and never replaced or removed', async () => {
    const file = await create('/dev/null', temporary)
    await file.write('x')
    expect([file.isStream, file.isTerminal, await file.complete()]).toEqual([true, false, 1])
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    const other = await create('/dev/null', temporary)
    await other.discard()
    expect(existsSync('/dev/null')).toBe(true)
  })

  test('gets each write immediately, and throws ReaderGone without a reader', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const [file, reader] = await Promise.all([create(pipe, temporary), open(pipe, 'r')])
    await file.write('one')
    expect(String((await reader.read({ buffer: Buffer.alloc(3) })).buffer)).toBe('one')
    await reader.close()
    await expect(file.write('two')).rejects.toBeInstanceOf(ReaderGone)
    await file.discard()
    expect(there()).toEqual(['pipe'])
  })

  test('can be resumed under its own name, but cannot have a .part file', async () => {
    const list = await reopen('/dev/null', { bytes: 7, sha256: digest('1234567') }, own)
    expect(await list?.complete()).toBe(0)
    expect((await refusal(create('/dev/null', part))).hint).toContain('--checkpoint')
  })

  test.runIf(existsSync('/dev/full'))('that is full is an error', async () => {
    const file = await create('/dev/full', temporary)
    expect((await refusal(file.write('x'))).message).toBe('cannot write /dev/full: disk full')
    await file.discard()
  })
})

describe('small files', () => {
  test('are replaced atomically with mode 0600, read and removed', async () => {
    await replace(name, 'one')
    await replace(name, 'two')
    expect([there(), text(), statSync(name).mode & 0o777]).toEqual([['loans.json'], 'two', 0o600])
    expect(await read(name)).toBe('two')
    // Other files of the user stay, whatever their names.
    writeFileSync(`${name}.new`, 'mine')
    await replace(name, 'three')
    expect([there(), await read(name)]).toEqual([['loans.json', 'loans.json.new'], 'three'])
    expect(text(`${name}.new`)).toBe('mine')
    rmSync(`${name}.new`)
    await remove(name)
    await remove(name)
    expect([there(), await read(name), await isThere(name)]).toEqual([[], undefined, false])
  })

  test('that are devices, folders or larger than 4 MiB are an error', async () => {
    expect((await refusal(read('/dev/null'))).message).toBe('/dev/null is not a regular file')
    expect((await refusal(replace('/dev/null', 'x'))).message).toBe('/dev/null is not a regular file')
    expect((await refusal(read(folder))).message).toBe(`${folder} is a folder`)
    writeFileSync(name, Buffer.alloc(4 * 1024 * 1024 + 1))
    expect((await refusal(read(name))).message).toBe(
      `${name} is too large: 4,194,305 bytes, and the limit is 4,194,304`,
    )
    truncateSync(name, 4 * 1024 * 1024)
    expect(await read(name)).toHaveLength(4 * 1024 * 1024)
  })

  test('that cannot be written leave no file behind', async () => {
    const long = join(folder, 'x'.repeat(255))
    expect((await refusal(replace(long, 'x'))).message).toContain(`cannot write ${long}`)
    expect(there()).toEqual([])
  })
})

describe('two paths of the same file', () => {
  const one = { option: '--out', named: name }
  const same = async (named: string, suffix?: string, first: FileName = one) =>
    (await findSame([first, { option: '--other', named, ...(suffix && { suffix }) }])) !== undefined
  const at = (path: string) => join(folder, path)

  test.each([
    ['not there', () => {}],
    ['there', () => writeFileSync(name, '')],
  ])('are found if the file is %s', async (_, make) => {
    make()
    mkdirSync(at('far'))
    symlinkSync(folder, at('far/back'))
    expect(await same(name)).toBe(true)
    expect(await same(`${folder}/./loans.json`)).toBe(true)
    expect(await same(`${folder}/far/../loans.json`)).toBe(true)
    expect(await same(at('far/back/loans.json'))).toBe(true)
    expect(await same(relative(process.cwd(), name))).toBe(true)
    expect(await same(at('far/loans.json'))).toBe(false)
    expect(await same(at('loans.js'))).toBe(false)
    expect(await same(at('loans.js'), 'on')).toBe(true)
    expect(await same(at('none/loans.json'))).toBe(false)
    expect(await findSame([one, one])).toBeUndefined()
  })

  test('are found through symbolic and hard links', async () => {
    writeFileSync(name, '')
    symlinkSync(name, at('link'))
    linkSync(name, at('second'))
    writeFileSync(at('third'), '')
    expect(await same(at('link'))).toBe(true)
    expect(await same(at('second'))).toBe(true)
    expect(await same(at('third'))).toBe(false)
    // A file with a suffix is created next to the target of the link.
    mkdirSync(at('far'))
    writeFileSync(at('far/real'), '')
    symlinkSync(at('far/real'), at('near'))
    const part = { option: '--out', named: at('near'), suffix: '.part' }
    expect(await same(at('far/real.part'), undefined, part)).toBe(true)
    expect(await same(at('near.part'), undefined, part)).toBe(false)
  })

  test('that differ in case are the same if the file system ignores case', async () => {
    const probe = at('probe')
    writeFileSync(probe, '')
    const ignoresCase = existsSync(at('PROBE'))
    expect(await same(at('LOANS.json'))).toBe(ignoresCase)
    rmSync(probe)
    expect(await same(at('LOANS.json'))).toBe(ignoresCase)
  })

  test('of a device are the same only if the paths are equal', async () => {
    const stream = (named: string) => ({ option: '--out', named })
    expect(await same('/dev/null', undefined, stream('/dev/null'))).toBe(true)
    expect(await same('/dev/stderr', undefined, stream('/dev/stdout'))).toBe(false)
    expect(await same(name, undefined, stream('/dev/null'))).toBe(false)
  })
})

test('absolute returns the absolute path with symbolic links resolved', async () => {
  expect(await absolute('loans.json')).toBe(join(process.cwd(), 'loans.json'))
  writeFileSync(name, '')
  symlinkSync(name, join(folder, 'link'))
  expect(await absolute(join(folder, 'link'))).toBe(name)
  expect(await isThere(join(folder, 'link'))).toBe(true)
})

test('makeFolderOf creates the folders of a file, and fails if a part of the path is a file', async () => {
  await makeFolderOf(join(folder, 'a/b/c.txt'))
  expect(statSync(join(folder, 'a/b')).isDirectory()).toBe(true)
  writeFileSync(name, '')
  await expect(makeFolderOf(join(name, 'c.txt'))).rejects.toThrow(`cannot create ${name}`)
})
