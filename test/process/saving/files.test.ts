/** Which files `--out`, `--missing` and `--checkpoint` write, on a real disk. Needs `npm run build`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { kivaHere as kiva } from '../../support/here.ts'
import { drivesExecutable, shell, tool } from '../../support/process.ts'
import { serveHttp } from '../../support/servers.ts'
import { listForEach, pages } from './list.ts'

const { file, folder, list, service, text, undisturbed } = listForEach()

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
  const { code, stderr } = await shell(line, [...words, '--base-url', service.base, '-o', 'ndjson'])
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
