/** Shortlists and saved commands of the built tool, on a real disk. Needs `npm run build`. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'
import { kiva, preload, shell } from '../support/process.ts'

const root = folderForEach()
const folder = join(root, 'kiva')
const lists = join(folder, 'shortlists')
const env = { KIVA_STATE_DIR: folder, KIVA_SANDBOX: '1', LANG: 'C.UTF-8' }

const run = (line: string, more: Record<string, string> = {}, input = '') =>
  kivaHere(line.split(' '), { ...env, ...more }, input)
/** Runs a command that is killed before it renames its file. */
const dying = (line: string) => kiva(line.split(' '), { ...env, ...preload('die-at-rename.cjs') })
const textOf = (name: string) => readFileSync(join(lists, `${name}.txt`), 'utf8')
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const many = Array.from({ length: 10_000 }, (_, at) => String(2_100_001 + at))

test('a list is a private text file that a person can edit', async () => {
  const note = ['--note', 'ends soon 🌾 – für Ana']
  const { code } = await kivaHere(['shortlist', 'add', 'spring', '2100001', ...note], env)
  expect([code, textOf('spring')]).toEqual([0, '2100001  # ends soon 🌾 – für Ana\n'])
  expect([folder, lists, join(lists, 'spring.txt')].map(modeOf)).toEqual(['700', '700', '600'])
  writeFileSync(join(lists, 'spring.txt'), '# mine\r\n2100080, 2100001 # 🌱\r\n')
  const { stdout } = await run('loans show @spring --fields id -o ndjson')
  expect(stdout).toBe('{"id":2100080}\n{"id":2100001}\n')
  await run('shortlist remove spring 2100080')
  expect(textOf('spring')).toBe('# mine\r\n2100001  # 🌱\n')
})

test('ids that processes add at the same time are all kept', async () => {
  const start = (part: number, line: string) => (part % 2 ? run(line) : kiva(line.split(' '), env))
  const adders = [1, 2, 3, 4].map((part) => start(part, `shortlist add all ${part}1 ${part}2 ${part}3`))
  const savers = [1, 2, 3, 4].map((part) => start(part, `saved add c${part} -- loans newest --limit ${part}`))
  for (const { code, stderr } of await Promise.all([...adders, ...savers]))
    expect([code, stderr]).toEqual([0, ''])
  const ids = [1, 2, 3, 4].flatMap((part) => [`${part}1`, `${part}2`, `${part}3`])
  expect(textOf('all').trimEnd().split('\n').sort()).toEqual(ids)
  expect(JSON.parse((await run('saved list')).stdout)).toHaveLength(4)
  expect([readdirSync(folder), readdirSync(lists)]).toEqual([
    ['saved-lines.txt', 'saved-names.txt', 'saved.json', 'shortlists'],
    ['all.txt'],
  ])
})

test('a run that is killed before the new file gets its name changes nothing', async () => {
  await run('shortlist add spring 1 2')
  const killed = await dying('shortlist add spring 3')
  expect([killed.code, textOf('spring')]).toEqual([137, '1\n2\n'])
  expect(readdirSync(lists).length).toBeGreaterThan(1)
  const { code } = await run('shortlist add spring 4')
  expect([code, textOf('spring'), readdirSync(lists)]).toEqual([0, '1\n2\n4\n', ['spring.txt']])
})

test('a list may have 10,000 ids, and its reader may leave early', async () => {
  expect((await run('shortlist add big -', {}, many.join('\n'))).code).toBe(0)
  expect(textOf('big')).toBe(`${many.join('\n')}\n`)
  const line = '$KIVA shortlist list big -o ndjson | head -1; $KIVA loans show @big -o ndjson | head -1'
  const { stdout, stderr } = await shell(line, [], env)
  const [first = '', second = ''] = stdout.split('\n')
  expect(stderr).toBe('')
  expect([JSON.parse(first), JSON.parse(second).id]).toEqual([{ id: many[0], note: '' }, 2_100_001])
})

describe('a saved command', () => {
  test('has the streams and exit code of the command', async () => {
    await run('saved add food -- loans search --sector Food --limit 3 -o csv --fields id,name')
    expect(await run('saved run food')).toEqual(
      await run('loans search --sector Food --limit 3 -o csv --fields id,name'),
    )
    expect((await run('saved run food --limit 1 -o ndjson')).stdout).toMatch(/^\{"id":\d+,"name":".*"\}\n$/)
    await run('saved add gone -- loans show 1 -o json')
    const typed = await run('loans show 1 -o json')
    expect([typed.code, await run('saved run gone')]).toEqual([5, typed])
    expect(modeOf(join(folder, 'saved.json'))).toBe('600')
  })

  test('is never read by a shell', async () => {
    const words = ['loans', 'search', '--q', '$(touch owned) `touch owned`; touch owned', '--limit', '1']
    await kivaHere(['saved', 'add', 'odd', '--', ...words], env)
    const { code } = await shell(`cd '${root}' && $KIVA saved run odd`, [], env)
    expect([code, existsSync(join(root, 'owned'))]).toEqual([0, false])
    const { stdout } = await run('saved list')
    const printed = JSON.parse(stdout)[0].command.replace(/^kiva /, '')
    await shell(`cd '${root}' && $KIVA ${printed}`, [], env)
    expect(existsSync(join(root, 'owned'))).toBe(false)
  })

  test('ends quietly if its reader leaves', async () => {
    await run('saved add all -- loans search --all -o ndjson')
    const { stdout, stderr } = await shell('$KIVA saved run all | head -1', [], env)
    expect([stdout.split('\n').length, stderr]).toEqual([2, ''])
  })
})

describe('without a usable state folder', () => {
  const uses = [
    'shortlist add spring 1',
    'shortlist list',
    'loans show @spring',
    'saved list',
    'saved run food',
  ]
  const changes = ['shortlist add spring 1', 'saved add food -- loans newest']

  /** Expects each line to fail with exit code 3 and these words, and an ordinary command to work. */
  async function expectRefused(lines: readonly string[], says: string, more: Record<string, string> = {}) {
    for (const line of lines) {
      const { code, stdout, stderr } = await run(line, more)
      const { message, hint } = JSON.parse(stderr).error
      expect([line, code, stdout, message]).toEqual([line, 3, '', expect.stringContaining(says)])
      expect(hint).toBeTruthy()
    }
    expect((await run('loans newest --limit 1', more)).code).toBe(0)
  }

  test('because HOME is not set', async () => {
    await expectRefused([...uses, ...changes], 'HOME is not set', { KIVA_STATE_DIR: '', HOME: '' })
  })

  test('because the path is relative', async () => {
    await expectRefused(uses.slice(0, 2), 'invalid value "here" for KIVA_STATE_DIR', {
      KIVA_STATE_DIR: 'here',
    })
  })

  test('because others can change it', async () => {
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    await expectRefused(uses, 'can be changed by other users')
    expect(readdirSync(folder)).toEqual([])
  })

  test('because others can read a file, or it is a link', async () => {
    mkdirSync(lists, { recursive: true, mode: 0o700 })
    writeFileSync(join(lists, 'spring.txt'), '1\n')
    chmodSync(join(lists, 'spring.txt'), 0o644)
    await expectRefused(uses.slice(0, 3), 'is accessible to other users (mode 0644)')
    writeFileSync(join(root, 'elsewhere'), '{}', { mode: 0o600 })
    symlinkSync(join(root, 'elsewhere'), join(folder, 'saved.json'))
    await expectRefused(['saved list', 'saved add food -- loans newest'], 'is a symbolic link')
    expect(readFileSync(join(root, 'elsewhere'), 'utf8')).toBe('{}')
  })

  test.each([
    ['a named pipe', (path: string) => spawnSync('mkfifo', ['-m', '600', path]), 'is not a regular file'],
    [
      'too large',
      (path: string) => {
        writeFileSync(path, '', { mode: 0o600 })
        truncateSync(path, 700e9)
      },
      'is too large: 700,000,000,000 bytes, and the limit is',
    ],
  ])('because a file is %s', async (_, make, says) => {
    for (const path of [lists, join(folder, 'marks')]) mkdirSync(path, { recursive: true, mode: 0o700 })
    for (const path of ['shortlists/spring.txt', 'saved.json', 'marks/mine.json']) make(join(folder, path))
    const others = [
      'shortlist list',
      'saved add food -- loans newest',
      'loans newest --new --mark mine',
      'today',
    ]
    await expectRefused([...uses, ...others], says)
  })

  test('because it cannot be created', async () => {
    await expectRefused(changes, 'cannot create', { KIVA_STATE_DIR: '/proc/none/kiva' })
  })

  test('because it is read-only', async () => {
    mkdirSync(folder, { mode: 0o700 })
    const mount = ['-t', 'tmpfs', '-o', 'ro,mode=700', 'tmpfs', folder]
    const isMounted = process.getuid?.() === 0 && spawnSync('mount', mount).status === 0
    if (!isMounted) chmodSync(folder, 0o500)
    try {
      await expectRefused(changes, isMounted ? 'read-only file system' : 'permission denied')
      expect((await run('shortlist list')).code).toBe(0)
    } finally {
      if (isMounted) spawnSync('umount', ['-l', folder])
      chmodSync(folder, 0o700)
    }
  })

  test('because the disk is full: nothing changes, and no lock stays', async () => {
    await run('shortlist add spring 1')
    const { code, stderr } = await shell('ulimit -f 0; $KIVA shortlist add spring 2', [], env)
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      3,
      expect.stringMatching(/^cannot write .*: file too large$/),
    ])
    expect([textOf('spring'), readdirSync(lists)]).toEqual(['1\n', ['spring.txt']])
  })
})

test('doctor checks the state folder, and other commands do not touch it', async () => {
  for (const line of ['loans newest --limit 1', 'shortlist list', 'saved list', 'shortlist --help'])
    expect([line, (await run(line)).code]).toEqual([line, 0])
  expect(existsSync(folder)).toBe(false)
  const { stdout } = await run('doctor --offline', { KIVA_CACHE_DIR: join(root, 'cache') })
  const found = JSON.parse(stdout).find(({ check }: { check: string }) => check === 'state folder')
  expect(found).toMatchObject({ state: 'ok', found: `${folder} (does not exist yet)` })
})

test('a run that is killed before its mark is saved prints the records again', async () => {
  const line = 'loans newest --limit 3 --new -o ndjson --fields id'
  const killed = await dying(line)
  expect([killed.code, killed.stdout.trim().split('\n').length]).toEqual([137, 3])
  const again = await run(line)
  expect([again.code, again.stdout]).toEqual([0, killed.stdout])
  const other = await run(line)
  expect(other.stdout.split('\n').filter((id) => id !== '' && killed.stdout.includes(id))).toEqual([])
})
