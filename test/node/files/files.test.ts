/** Files that a person names, on a real disk. */
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
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ReaderGone } from '../../../src/errors.ts'
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
import type { FileName, FileOptions } from '../../../src/ports/files.ts'
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
  test('stands under its name when it is whole, and nothing beside it', async () => {
    const file = await create(name, temporary)
    await file.write('{"name":"Đặng"}')
    await file.write(new Uint8Array([10]))
    expect(there()).toEqual([expect.stringMatching(/^loans\.json\.[0-9a-f]{8}\.tmp$/)])
    expect(await file.complete()).toBe(19)
    expect(there()).toEqual(['loans.json'])
    expect(text()).toBe('{"name":"Đặng"}\n')
    expect([file.path, file.isStream, file.isTerminal]).toEqual([name, false, false])
  })

  test('that is large is handed on as it grows', async () => {
    const file = await create(name, temporary)
    for (let at = 0; at < 100; at++) await file.write('x'.repeat(1000))
    const [work = ''] = there()
    expect(statSync(join(folder, work)).size).toBeGreaterThanOrEqual(65_536)
    expect(await file.complete()).toBe(100_000)
    expect(text()).toBe('x'.repeat(100_000))
  })

  test('leaves an older one as it is until then, and all of it where it is given up', async () => {
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

  test('has the mode that the mask gives, or none looser than the one it replaces', async () => {
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

  test('is put where a link leads, and the link stays', async () => {
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

  test('replaces none that somebody made meanwhile, and stays whole beside it', async () => {
    const file = await create(name, temporary)
    await file.write('ours')
    writeFileSync(name, 'theirs')
    const { message, hint } = await refusal(file.complete())
    await file.discard()
    expect([message, text()]).toEqual([`${name} was made by somebody else meanwhile`, 'theirs'])
    const whole = hint?.match(/in (.*)\.$/)?.[1] ?? ''
    expect(text(whole)).toBe('ours')
  })

  test('that cannot be put in its place stays whole beside it', async () => {
    const file = await create(name, { ...temporary, overwrite: true })
    await file.write('ours')
    mkdirSync(name)
    const { message, hint } = await refusal(file.complete())
    expect(message).toBe(`${name} cannot be put in its place: EISDIR`)
    expect(text(hint?.match(/in (.*)\.$/)?.[1] ?? '')).toBe('ours')
  })

  test('under its own name can be read as it goes', async () => {
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

describe('what stands in the way is told before anything is written', () => {
  test.each([temporary, part, own])('an older file: %j', async (options) => {
    writeFileSync(name, 'old')
    const { message, hint } = await refusal(create(name, options))
    expect([message, there(), text()]).toEqual([`${name} is there already`, ['loans.json'], 'old'])
    expect(hint).toContain('--overwrite')
  })

  test('what another run has begun', async () => {
    await (await create(name, part)).leave()
    expect((await refusal(create(name, part))).message).toBe(`${name}.part is there already`)
    const file = await create(name, { ...part, overwrite: true })
    await file.complete()
    expect(there()).toEqual(['loans.json'])
  })

  test('a folder where a part would be written', async () => {
    mkdirSync(`${name}.part`)
    expect((await refusal(create(name, { ...part, overwrite: true }))).message).toContain('cannot be made')
    const mark = { bytes: 0, sha256: digest('') }
    expect((await refusal(reopen(name, mark, part))).message).toContain('cannot be opened')
  })

  test('a folder, and what can only be one', async () => {
    expect((await refusal(create(folder, temporary))).message).toBe(`${folder} is a folder`)
    expect((await refusal(create(`${name}/`, temporary))).message).toBe(`${name}/ is a folder`)
  })

  test('no folder', async () => {
    const deep = join(folder, "none's", 'loans.json')
    const { message, hint } = await refusal(create(deep, temporary))
    expect(message).toBe(`${deep} cannot be made: there is no folder ${join(folder, "none's")}`)
    execFileSync('/bin/sh', ['-c', hint?.replace('Run: ', '') ?? ''])
    await (await create(deep, temporary)).complete()
    expect(existsSync(deep)).toBe(true)
  })

  test('a file in place of a folder', async () => {
    writeFileSync(name, '')
    const { message } = await refusal(create(join(name, 'x.json'), temporary))
    expect(message).toContain('a part of its path is not a folder')
  })

  test('a link to nothing', async () => {
    symlinkSync(join(folder, 'nothing'), name)
    expect((await refusal(create(name, temporary))).message).toContain(
      'is a link to a file that is not there',
    )
  })

  test('a folder that may not be written', async () => {
    chmodSync(folder, 0o555)
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.(65534)
    try {
      const { message } = await refusal(create(name, temporary))
      expect(message).toBe(`${name} cannot be made: permission denied`)
    } finally {
      if (isRoot) process.seteuid?.(0)
      chmodSync(folder, 0o755)
    }
  })

  test('a name that is too long', async () => {
    const { message } = await refusal(create(join(folder, 'x'.repeat(255)), temporary))
    expect(message).toMatch(/cannot be made: its name is too long$/)
  })
})

describe('going on with a part', () => {
  async function left(written: string) {
    const file = await create(name, part)
    await file.write(written)
    const mark = await file.mark()
    await file.leave()
    return mark
  }

  test('from where it was marked, whatever came after', async () => {
    const file = await create(name, part)
    await file.write('one\n')
    const mark = await file.mark()
    await file.write('two, cut i')
    // What was taken is handed on, as it may be at any time.
    await file.mark()
    await file.leave()
    expect([there(), text(`${name}.part`)]).toEqual([['loans.json.part'], 'one\ntwo, cut i'])

    const next = await reopen(name, mark, part)
    await next?.write('two\n')
    expect(await next?.mark()).toEqual({ bytes: 8, sha256: digest('one\ntwo\n') })
    expect(await next?.complete()).toBe(8)
    expect([there(), text()]).toEqual([['loans.json'], 'one\ntwo\n'])
  })

  test('from nothing', async () => {
    const next = await reopen(name, await left(''), part)
    await next?.write('all')
    await next?.complete()
    expect(text()).toBe('all')
  })

  test('of which nothing is there is for the caller to tell', async () => {
    expect(await reopen(name, { bytes: 0, sha256: digest('') }, part)).toBeUndefined()
  })

  test.each([
    ['is shorter', (path: string) => writeFileSync(path, 'on'), 'is shorter than it was: 2 bytes of 4'],
    ['was changed', (path: string) => writeFileSync(path, 'eno\n'), 'has been changed since'],
    ['was changed and grew', (path: string) => writeFileSync(path, 'eno\n\n'), 'has been changed since'],
  ])('that %s is refused, and left as it is', async (_, change, told) => {
    const mark = await left('one\n')
    change(`${name}.part`)
    const before = text(`${name}.part`)
    const { message, hint } = await refusal(reopen(name, mark, part))
    expect(message).toBe(`${name}.part ${told}`)
    expect(hint).toContain('--overwrite')
    expect(text(`${name}.part`)).toBe(before)
  })

  test('does not replace a file that is there', async () => {
    const mark = await left('one\n')
    writeFileSync(name, 'theirs')
    expect((await refusal(reopen(name, mark, part))).message).toBe(`${name} is there already`)
    const next = await reopen(name, mark, { ...part, overwrite: true })
    await next?.complete()
    expect(text()).toBe('one\n')
  })

  test.each([part, own])('that another run writes is refused, by its process: %j', async (options) => {
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
  ] as const)('that was %s meanwhile is never the answer', async (_, change, told, isThere) => {
    for (const options of [part, own]) {
      const path = options === part ? `${name}.part` : name
      const file = await create(name, options)
      await file.write('one\n')
      await file.mark()
      change(path)
      for (const end of [() => file.mark(), () => file.complete()]) {
        const { message, hint } = await refusal(end())
        expect(message).toBe(`${path} ${told} while it was written`)
        expect(hint).not.toContain('whole')
      }
      const before = there().filter((one) => !one.endsWith('.lock'))
      expect(await file.leave()).toBe(isThere)
      expect(there()).toEqual(before)
      for (const one of before) rmSync(join(folder, one))
    }
  })

  test('that somebody replaced is not removed with ours', async () => {
    const file = await create(name, part)
    rmSync(`${name}.part`)
    writeFileSync(`${name}.part`, 'theirs')
    await file.discard()
    expect([there(), text(`${name}.part`)]).toEqual([['loans.json.part'], 'theirs'])
  })

  test('of a list under its own name', async () => {
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

describe('what is no regular file', () => {
  test('is written through, whatever stands there', async () => {
    const file = await create('/dev/null', temporary)
    await file.write('x')
    expect([file.isStream, file.isTerminal, await file.complete()]).toEqual([true, false, 1])
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    const other = await create('/dev/null', temporary)
    await other.discard()
    expect(existsSync('/dev/null')).toBe(true)
  })

  test('gets each record at once', async () => {
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

  test('is gone on with where it is a list, and not where it is the answer', async () => {
    const list = await reopen('/dev/null', { bytes: 7, sha256: digest('1234567') }, own)
    expect(await list?.complete()).toBe(0)
    expect((await refusal(create('/dev/null', part))).hint).toContain('--checkpoint')
  })

  test.runIf(existsSync('/dev/full'))('is told when it is full', async () => {
    const file = await create('/dev/full', temporary)
    expect((await refusal(file.write('x'))).message).toBe('/dev/full cannot be written: the disk is full')
    await file.discard()
  })
})

describe('small files', () => {
  test('are replaced as a whole, for their owner alone', async () => {
    await replace(name, 'one')
    await replace(name, 'two')
    expect([there(), text(), statSync(name).mode & 0o777]).toEqual([['loans.json'], 'two', 0o600])
    expect(await read(name)).toBe('two')
    // Files of the person, whatever they are called.
    writeFileSync(`${name}.new`, 'mine')
    await replace(name, 'three')
    expect([there(), await read(name)]).toEqual([['loans.json', 'loans.json.new'], 'three'])
    expect(text(`${name}.new`)).toBe('mine')
    rmSync(`${name}.new`)
    await remove(name)
    await remove(name)
    expect([there(), await read(name), await isThere(name)]).toEqual([[], undefined, false])
  })

  test('are refused where they are none', async () => {
    expect((await refusal(read('/dev/null'))).message).toBe('/dev/null is not a regular file')
    expect((await refusal(replace('/dev/null', 'x'))).message).toBe('/dev/null is not a regular file')
    expect((await refusal(read(folder))).message).toBe(`${folder} is a folder`)
    writeFileSync(name, Buffer.alloc(4 * 1024 * 1024 + 1))
    expect((await refusal(read(name))).message).toContain('is too large')
  })

  test('that cannot be written leave nothing behind', async () => {
    const long = join(folder, 'x'.repeat(255))
    expect((await refusal(replace(long, 'x'))).message).toContain(`${long} cannot be written`)
    expect(there()).toEqual([])
  })
})

describe('names of one file', () => {
  const one = { option: '--out', named: name }
  const same = async (named: string, suffix?: string, first: FileName = one) =>
    (await findSame([first, { option: '--other', named, ...(suffix && { suffix }) }])) !== undefined
  const at = (path: string) => join(folder, path)

  test.each([
    ['not there', () => {}],
    ['there', () => writeFileSync(name, '')],
  ])('that is %s', async (_, make) => {
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

  test('by a link to it, or a second name', async () => {
    writeFileSync(name, '')
    symlinkSync(name, at('link'))
    linkSync(name, at('second'))
    writeFileSync(at('third'), '')
    expect(await same(at('link'))).toBe(true)
    expect(await same(at('second'))).toBe(true)
    expect(await same(at('third'))).toBe(false)
    // What is made beside a file is made beside the one that the link leads to.
    mkdirSync(at('far'))
    writeFileSync(at('far/real'), '')
    symlinkSync(at('far/real'), at('near'))
    const part = { option: '--out', named: at('near'), suffix: '.part' }
    expect(await same(at('far/real.part'), undefined, part)).toBe(true)
    expect(await same(at('near.part'), undefined, part)).toBe(false)
  })

  test('of which the letters differ: as the disk takes them', async () => {
    const probe = at('probe')
    writeFileSync(probe, '')
    const ignoresCase = existsSync(at('PROBE'))
    expect(await same(at('LOANS.json'))).toBe(ignoresCase)
    rmSync(probe)
    expect(await same(at('LOANS.json'))).toBe(ignoresCase)
  })

  test('of a stream are the same only as they are written', async () => {
    const stream = (named: string) => ({ option: '--out', named })
    expect(await same('/dev/null', undefined, stream('/dev/null'))).toBe(true)
    expect(await same('/dev/stderr', undefined, stream('/dev/stdout'))).toBe(false)
    expect(await same(name, undefined, stream('/dev/null'))).toBe(false)
  })
})

test('a path is told whole, with its links followed', async () => {
  expect(await absolute('loans.json')).toBe(join(process.cwd(), 'loans.json'))
  writeFileSync(name, '')
  symlinkSync(name, join(folder, 'link'))
  expect(await absolute(join(folder, 'link'))).toBe(name)
  expect(await isThere(join(folder, 'link'))).toBe(true)
})

test('makes the folders of a file, and says where a file stands in the way', async () => {
  await makeFolderOf(join(folder, 'a/b/c.txt'))
  expect(statSync(join(folder, 'a/b')).isDirectory()).toBe(true)
  writeFileSync(name, '')
  await expect(makeFolderOf(join(name, 'c.txt'))).rejects.toThrow(`${name} cannot be made`)
})
