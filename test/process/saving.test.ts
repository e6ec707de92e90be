/** Output files and checkpoints of the built tool, on a real disk. Needs `npm run build`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { drivesExecutable, kiva, shell, start, tool } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'
import { until } from '../support/until.ts'

/** The number of pages of the list. */
const pages = 40
const folder = folderForEach()
let base: string
/** While set, this page gets no reply. */
let held: number | undefined

beforeEach(async () => {
  held = undefined
  base = await serveHttp(({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
    if (page === held) return
    const paging = { page, total: 20 * pages, page_size: 20, pages }
    const loans = Array.from({ length: 20 }, (_, at) => ({
      id: 20 * page + at,
      name: `Đặng ${at}`,
      use: 'to buy maize & beans '.repeat(10),
    }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ paging, loans }))
  })
})
afterEach(closeServers)

const file = (name: string) => join(folder, name)
const text = (name: string) => readFileSync(file(name), 'utf8')
const list = (...words: readonly string[]) => ['loans', 'newest', '--all', ...words, '--base-url', base]

/** Starts a run that stops at a page, and waits until its checkpoint has the page before. */
async function startUntil(page: number, words: readonly string[]) {
  held = page
  const started = start(words)
  const noted = `"next":${page},`
  await until(`page ${page - 1} is noted`, () => existsSync(file('c')) && text('c').includes(noted))
  return started
}

/** The output of an uninterrupted run, by format. */
const printed = new Map<string, string>()
async function undisturbed(format: string): Promise<string> {
  held = undefined
  const text = printed.get(format) ?? (await kiva(list('-o', format))).stdout
  printed.set(format, text)
  return text
}

describe.each(['json', 'ndjson', 'xml', 'csv', 'tsv', 'yaml', 'geojson'])('-o %s', (format) => {
  test.each([
    [2, '1'],
    [17, '1'],
    [pages, '4'],
  ])('a run killed at page %i with --concurrency %s resumes to the same bytes', async (page, concurrency) => {
    const words = list('--out', file(`a.${format}`), '--concurrency', concurrency)
    const { child, ended } = await startUntil(page, [...words, '--checkpoint', file('c')])
    child.kill('SIGKILL')
    expect((await ended).code).toBe(137)
    expect(
      readdirSync(folder)
        .filter((name) => !/^c\.[0-9a-f]{8}\.tmp$/.test(name))
        .sort(),
    ).toEqual([`a.${format}.part`, `a.${format}.part.lock`, 'c'])
    // As if the run had written more than its checkpoint says.
    writeFileSync(file(`a.${format}.part`), 'cut', { flag: 'a' })
    held = undefined
    const { code } = await kiva([...words, '--resume', file('c')])
    expect([code, readdirSync(folder).sort()]).toEqual([0, [`a.${format}`, 'c']])
    expect(text(`a.${format}`)).toBe(await undisturbed(format))
  })
})

test.each([
  ['SIGINT', 130, 'interrupted'],
  ['SIGTERM', 143, 'terminated'],
] as const)('%s: the command in the hint resumes the run, in a POSIX shell', async (signal, code, kind) => {
  const words = list('--out', file("it's a.ndjson"), '--checkpoint', file('c'))
  const { child, ended } = await startUntil(9, words)
  child.kill(signal)
  const { stderr, ...rest } = await ended
  expect(rest).toEqual({ code, stdout: '' })
  const { error } = JSON.parse(stderr)
  expect(error).toMatchObject({ kind, exit_code: code })
  held = undefined
  const line = error.hint.replace(/^To resume: kiva /, '$KIVA ')
  expect(line).toMatch(/^\$KIVA loans newest .*--resume/)
  expect(await shell(line)).toMatchObject({ code: 0, stdout: '' })
  expect(text("it's a.ndjson")).toBe(await undisturbed('ndjson'))
})

test('SIGINT twice ends the run, and its checkpoint can be resumed', async () => {
  const words = list('--out', file('a.json'), '--checkpoint', file('c'))
  const { child, ended } = await startUntil(5, words)
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect((await ended).code).toBe(130)
  held = undefined
  expect((await kiva(list('--out', file('a.json'), '--resume', file('c')))).code).toBe(0)
  expect(text('a.json')).toBe(await undisturbed('json'))
})

test('without a checkpoint an interrupted or killed run keeps the older file', async () => {
  writeFileSync(file('a.json'), 'old')
  held = 30
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGKILL', 137],
  ] as const) {
    const { child, ended } = start(list('--out', file('a.json'), '--overwrite'))
    await until('it writes', () => readdirSync(folder).length === 2)
    child.kill(signal)
    expect((await ended).code).toBe(code)
    expect(text('a.json')).toBe('old')
  }
  // A process cannot clean up after SIGKILL.
  expect(readdirSync(folder)).toEqual(['a.json', expect.stringMatching(/^a\.json\.\w+\.tmp$/)])
})

test('a changed .part file is refused and left unchanged', async () => {
  const words = list('--out', file('a.json'))
  const { child, ended } = await startUntil(9, [...words, '--checkpoint', file('c')])
  child.kill('SIGKILL')
  await ended
  const tampered = text('a.json.part').replace('Đặng 7', 'Đặng 8')
  writeFileSync(file('a.json.part'), tampered)
  held = undefined
  const { code, stderr } = await kiva([...words, '--resume', file('c')])
  expect([code, JSON.parse(stderr).error.message]).toEqual([
    3,
    `${file('a.json.part')} was changed by another program`,
  ])
  expect(text('a.json.part')).toBe(tampered)
})

describe('a second run with the same file', () => {
  const words = () => list('--out', file('a.ndjson'), '--checkpoint', file('c'), '--concurrency', '1')

  test.each([['--overwrite'], ['--resume']])(
    'is refused with %s, and the first run can be resumed',
    async (again) => {
      const { child, ended } = await startUntil(9, words())
      const part = text('a.ndjson.part')
      const other =
        again === '--resume' ? ['--resume', file('c')] : ['--checkpoint', file('c'), '--overwrite']
      const { code, stderr } = await kiva(list('--out', file('a.ndjson'), ...other))
      expect([code, JSON.parse(stderr).error.message]).toEqual([
        3,
        `another kiva (process ${child.pid}) is writing ${file('a.ndjson.part')}`,
      ])
      expect(text('a.ndjson.part')).toBe(part)
      child.kill('SIGINT')
      expect((await ended).code).toBe(130)
      held = undefined
      expect((await kiva(list('--out', file('a.ndjson'), '--resume', file('c')))).code).toBe(0)
      expect([text('a.ndjson'), readdirSync(folder)]).toEqual([
        await undisturbed('ndjson'),
        ['a.ndjson', 'c'],
      ])
    },
  )

  test('is refused if it names the --missing file of the first run', async () => {
    held = 1
    const ids = ['loans', 'show', '20', '--base-url', base, '--missing', file('gone')]
    await closeServers()
    const silent = await serveHttp(() => {})
    const { child, ended } = start([...ids, '--base-url', silent])
    await until('the list is made', () => existsSync(file('gone')))
    const { code, stderr } = await kiva([...ids, '--overwrite', '--base-url', silent])
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      3,
      `another kiva (process ${child.pid}) is writing ${file('gone')}`,
    ])
    child.kill('SIGTERM')
    expect((await ended).code).toBe(143)
    expect(readdirSync(folder)).toEqual([])
  })
})

test.each([
  ['removed', (path: string) => rmSync(path)],
  [
    'replaced by a link',
    (path: string) => {
      writeFileSync(file('other'), 'other')
      rmSync(path)
      symlinkSync(file('other'), path)
    },
  ],
])('a .part file that was %s during the run ends it with exit code 9', async (_, change) => {
  const slow = await serveHttp(({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
    if (page === 3) change(file('a.ndjson.part'))
    response.setHeader('content-type', 'application/json')
    const loans = [{ id: page, name: 'x' }]
    response.end(JSON.stringify({ paging: { page, total: 5, page_size: 1, pages: 5 }, loans }))
  })
  const words = ['loans', 'newest', '--all', '--concurrency', '1', '--base-url', slow]
  const { code, stderr } = await kiva([...words, '--out', file('a.ndjson'), '--checkpoint', file('c')])
  const { message, hint } = JSON.parse(stderr).error
  expect([code, message]).toEqual([
    9,
    `stopped after 3 records: ${file('a.ndjson.part')} was removed or replaced while it was written`,
  ])
  expect(hint).toBe('Another program changed it: run the command again.')
  expect(existsSync(file('a.ndjson'))).toBe(false)
})

// Bun does not start in a deleted folder, before any code of kiva runs (docs/packaging.md).
test.runIf(!drivesExecutable).each([
  ['loans show 1 --out x', 3],
  ['loans show 1 --missing ./x', 3],
  ['loans show 1 --out "$1/a" --checkpoint x', 3],
  ['loans show 1 --trace ../x', 3],
  ['config set ca-file x', 3],
  ['loans show 1 --out "$1/a"', 0],
])('%s, in a deleted working folder', async (words, expected) => {
  const service = await serveHttp((_, response) => response.end('{"loans":[{"id":1}]}'))
  const line = `mkdir "$1/w" && cd "$1/w" && rmdir "$1/w" && $KIVA --base-url ${service} ${words}`
  const { code, stderr } = await shell(line, [folder])
  expect(code).toBe(expected)
  if (code === 0) return
  expect(JSON.parse(stderr).error).toMatchObject({
    message: expect.stringMatching(/^cannot find [./]*x: the current folder no longer exists$/),
    hint: 'Change to another folder with cd, or give the whole path.',
  })
})

describe('two options that name the same file are refused, and no request is sent', () => {
  test.each<[string, string, string]>([
    ['--out o --checkpoint o.part', '--out and --checkpoint', 'o.part'],
    ['--out o --checkpoint ./o.part.lock', '--out and --checkpoint', 'o.part.lock'],
    ['--out a --missing ./a --overwrite', '--out and --missing', 'a'],
    ['--out a --missing "$PWD/a" --overwrite', '--out and --missing', 'a'],
    ['--out a --missing link --overwrite', '--out and --missing', 'a'],
    ['--out new --missing far/new', '--out and --missing', 'new'],
    ['--out a --missing a.part --checkpoint c --overwrite', '--out and --missing', 'a.part'],
    ['--out o --missing a --checkpoint ./a --overwrite', '--missing and --checkpoint', 'a'],
    ['--out o --missing m --checkpoint m.lock', '--missing and --checkpoint', 'm.lock'],
    ['--out o --trace o', '--out and --trace', 'o'],
    ['--out o --checkpoint c --trace ./c', '--checkpoint and --trace', 'c'],
    ['--out a --ca-file ./a --overwrite', '--out and --ca-file', 'a'],
    ['--missing ids --overwrite - < ids', '--missing and standard input', 'ids'],
    ['--missing empty --overwrite > empty', '--missing and standard output', 'empty'],
    ['--trace empty >> empty', '--trace and standard output', 'empty'],
  ])('%s', async (words, options, path) => {
    let asked = 0
    const counting = await serveHttp((_, response) => {
      asked += 1
      response.end('{"loans":[{"id":1}]}')
    })
    writeFileSync(file('a'), 'mine')
    writeFileSync(file('ids'), '1\n2\n')
    writeFileSync(file('empty'), '')
    symlinkSync(file('a'), file('link'))
    symlinkSync(folder, file('far'))
    const before = readdirSync(folder)
    const line = `cd "$1" && $KIVA loans show 1 --base-url ${counting} ${words}`
    const { code, stderr } = await shell(line, [folder])
    expect(code).toBe(2)
    const { message, hint } = JSON.parse(stderr).error
    expect(message).toBe(`${options} name the same file: ${path}`)
    expect(hint).toMatch(/Use another name for --[a-z-]+\.$/)
    expect([asked, readdirSync(folder), text('a'), text('ids'), text('empty')]).toEqual([
      0,
      before,
      'mine',
      '1\n2\n',
      '',
    ])
  })

  test('but stdout and stderr may go to the same file', async () => {
    const line = 'cd "$1" && $KIVA loans show 1 2 --base-url "$2" --out /dev/stdout -o ndjson >> log 2>&1'
    const service = await serveHttp((_, response) => response.end('{"loans":[{"id":1},{"id":2}]}'))
    expect((await shell(line, [folder, service])).code).toBe(0)
    expect(text('log')).toContain('{"id":2}\n')
  })
})

test('other files beside the checkpoint stay unchanged', async () => {
  for (const name of ['c.new', 'c.tmp', 'a.ndjson.tmp']) writeFileSync(file(name), 'mine')
  const { code } = await kiva(list('--out', file('a.ndjson'), '--checkpoint', file('c')))
  expect(code).toBe(0)
  expect(readdirSync(folder)).toEqual(['a.ndjson', 'a.ndjson.tmp', 'c', 'c.new', 'c.tmp'])
  for (const name of ['c.new', 'c.tmp', 'a.ndjson.tmp']) expect(text(name)).toBe('mine')
})

test('on a full disk no file is left, except for a run that a checkpoint can resume', async () => {
  const words = list('--out', file('a.ndjson'), '-o', 'ndjson')
  const line = `ulimit -f 64; $KIVA "$@"`
  const alone = await shell(line, words)
  expect([alone.code, alone.stdout, readdirSync(folder)]).toEqual([3, '', []])
  expect(JSON.parse(alone.stderr).error.message).toMatch(/cannot write .*a\.ndjson: file too large$/)

  const noted = await shell(line, [...words, '--checkpoint', file('c')])
  expect(noted.code).toBe(9)
  expect(JSON.parse(noted.stderr).error).toMatchObject({
    kind: 'partial',
    message: expect.stringMatching(/^stopped after \d+ records: .*: file too large$/),
    hint: expect.stringContaining('To resume: kiva'),
  })
  expect((await kiva([...words, '--resume', file('c')])).code).toBe(0)
  expect(text('a.ndjson')).toBe(await undisturbed('ndjson'))
})

test.each([
  ['whole lines', 4, ['gone']],
  ['nothing', 0, []],
])('a full disk leaves %s of the --missing file', async (_, blocks, names) => {
  const ids = Array.from({ length: 600 }, (_, at) => at + 100_000)
  const words = ['loans', 'show', '20', ...ids.map(String), '--missing', file('gone'), '--concurrency', '1']
  const line = `ulimit -f ${blocks}; $KIVA "$@"`
  const { code, stderr } = await shell(line, [...words, '--base-url', base, '-o', 'ndjson'])
  expect(code).toBe(9)
  expect(JSON.parse(stderr).error.message).toMatch(/cannot write .*gone: file too large$/)
  expect(readdirSync(folder)).toEqual(names)
  for (const name of names) expect(text(name)).toMatch(/^(?:\d{6}\n)+$/)
})

test.runIf(existsSync('/dev/full'))('--out to a full device ends in exit code 3', async () => {
  const { code, stdout, stderr } = await kiva(list('--out', '/dev/full'))
  expect([code, stdout]).toEqual([3, ''])
  expect(JSON.parse(stderr).error.message).toBe('cannot write /dev/full: disk full')
})

test.runIf(process.getuid?.() === 0)(
  '--out in a folder without write permission ends in exit code 3',
  async () => {
    chmodSync(folder, 0o755)
    const env = { KIVA_CONFIG_DIR: '/nowhere' }
    const [command, ...first] = tool
    const child = spawn(command, [...first, ...list('--out', file('a.json'))], { env, uid: 65534 })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      3,
      `cannot create ${file('a.json')}: permission denied`,
    ])
  },
)

test('the umask sets the mode of --out, and a checkpoint has mode 600', async () => {
  await shell('umask 027; $KIVA "$@"', list('--out', file('a.json'), '--checkpoint', file('c')))
  expect(statSync(file('a.json')).mode & 0o777).toBe(0o640)
  expect(statSync(file('c')).mode & 0o777).toBe(0o600)
})

describe('--out /dev/stdout', () => {
  test.each([
    ['a pipe', '| cat', (ended: string) => ended],
    ['a file', '> "$F"; cat "$F"', (ended: string) => ended],
    ['the end of a file', '>> "$F"; cat "$F"', (ended: string) => ended.replace('before\n', '')],
  ])('goes to %s', async (_, rest, answer) => {
    if (rest.startsWith('>>')) writeFileSync(file('f'), 'before\n')
    const line = `$KIVA "$@" ${rest}`
    const { stdout, stderr } = await shell(line, list('--out', '/dev/stdout', '-o', 'ndjson'), {
      F: file('f'),
    })
    expect(answer(stdout)).toBe(await undisturbed('ndjson'))
    expect(stderr).toContain(`Wrote ${20 * pages} loans to /dev/stdout`)
  })

  test('ends with exit code 0 when its reader closes', async () => {
    const line = '($KIVA "$@"; echo "code $?" >&2) | head -1'
    const { stderr } = await shell(line, list('--out', '/dev/stdout', '-o', 'ndjson', '--concurrency', '1'))
    expect(stderr).toBe('code 0\n')
  })
})

test('500 ids from a pipe, killed and resumed: each record and missing id is written once', async () => {
  const ids = Array.from({ length: 500 }, (_, at) => at + 1).join('\n')
  await closeServers()
  let hold = '/loans/201,'
  base = await serveHttp(({ url = '' }, response) => {
    if (hold !== '' && decodeURIComponent(url).includes(hold)) return
    const asked = (/\/loans\/([\d,]+)/.exec(decodeURIComponent(url))?.[1] ?? '').split(',').map(Number)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ loans: asked.filter((id) => id % 7 > 0).map((id) => ({ id })) }))
  })
  const words = [
    'loans',
    'show',
    '-',
    '--out',
    file('a.ndjson'),
    '--missing',
    file('gone'),
    '--base-url',
    base,
  ]
  const { child, ended } = start([...words, '--checkpoint', file('c')], {}, ids)
  await until('four parts are noted', () => existsSync(file('c')) && text('c').includes('"next":4,'))
  child.kill('SIGKILL')
  await ended
  hold = ''
  expect((await kiva([...words, '--resume', file('c')], {}, ids)).code).toBe(9)
  const numbers = Array.from({ length: 500 }, (_, at) => at + 1)
  expect(text('gone')).toBe(
    numbers
      .filter((id) => id % 7 === 0)
      .map((id) => `${id}\n`)
      .join(''),
  )
  expect(text('a.ndjson')).toBe(
    numbers
      .filter((id) => id % 7 > 0)
      .map((id) => `{"id":${id}}\n`)
      .join(''),
  )
})
