/** Runs that a signal or another program disturbs, with and without a checkpoint. Needs `npm run build`. */
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { kivaHere as kiva } from '../../support/here.ts'
import { shell, start, startShell } from '../../support/process.ts'
import { closeServers, serveHttp } from '../../support/servers.ts'
import { until } from '../../support/until.ts'
import { listForEach } from './list.ts'

const { file, folder, list, service, startUntil, text, undisturbed } = listForEach()

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
  service.held = undefined
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
  service.held = undefined
  expect((await kiva(list('--out', file('a.json'), '--resume', file('c')))).code).toBe(0)
  expect(text('a.json')).toBe(await undisturbed('json'))
})

test('without a checkpoint an interrupted or killed run keeps the older file', async () => {
  writeFileSync(file('a.json'), 'old')
  service.held = 30
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

test.runIf(process.platform === 'linux')('a killed run can be resumed while it is a zombie', async () => {
  service.held = 9
  const words = list('--out', file('a.json'))
  const { child, ended } = startShell('$KIVA "$@" & exec sleep 100', [...words, '--checkpoint', file('c')])
  await until('page 8 is noted', () => existsSync(file('c')) && text('c').includes('"next":9,'))
  const [pid = ''] = text('a.json.part.lock').split(' ')
  process.kill(Number(pid), 'SIGKILL')
  service.held = undefined
  const { code, stderr } = await kiva([...words, '--resume', file('c')])
  child.kill()
  await ended
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(text('a.json')).toBe(await undisturbed('json'))
})

test('a changed .part file is refused and left unchanged', async () => {
  const words = list('--out', file('a.json'))
  const { child, ended } = await startUntil(9, [...words, '--checkpoint', file('c')])
  child.kill('SIGKILL')
  await ended
  const tampered = text('a.json.part').replace('Đặng 7', 'Đặng 8')
  writeFileSync(file('a.json.part'), tampered)
  service.held = undefined
  const { code, stderr } = await kiva([...words, '--resume', file('c')])
  expect([code, JSON.parse(stderr).error.message]).toEqual([
    3,
    `${file('a.json.part')} was changed by another program`,
  ])
  expect(text('a.json.part')).toBe(tampered)
})

test('without its --missing file a run cannot resume, and its .part file stays, unlocked', async () => {
  const ids = Array.from({ length: 100 }, (_, at) => String(at + 1))
  let isHeld = true
  const base = await serveHttp(({ url = '' }, response) => {
    if (isHeld && !url.includes('/loans/1,')) return
    response.end('{"loans":[{"id":1}]}')
  })
  const words = ['loans', 'show', ...ids, '--base-url', base, '--concurrency', '1']
  const files = ['--out', file('a.json'), '--missing', file('gone')]
  const { child, ended } = start([...words, ...files, '--checkpoint', file('c')])
  await until('a chunk is noted', () => existsSync(file('c')) && text('c').includes('"next":1,'))
  child.kill('SIGTERM')
  await ended
  isHeld = false
  rmSync(file('gone'))
  const { code, stderr } = await kiva([...words, ...files, '--resume', file('c')])
  expect([code, JSON.parse(stderr).error.message]).toEqual([
    3,
    `the unfinished output of ${file('gone')} no longer exists`,
  ])
  expect(readdirSync(folder)).toEqual(['a.json.part', 'c'])
})

test('a link that was planted as a .part file is refused, and its target left unchanged', async () => {
  const words = list('--out', file('a.json'))
  const { child, ended } = await startUntil(9, [...words, '--checkpoint', file('c')])
  child.kill('SIGKILL')
  await ended
  const target = `${text('a.json.part')}theirs`
  writeFileSync(file('target'), target)
  rmSync(file('a.json.part'))
  symlinkSync(file('target'), file('a.json.part'))
  service.held = undefined
  const { code, stderr } = await kiva([...words, '--resume', file('c')])
  expect([code, JSON.parse(stderr).error.message]).toEqual([
    3,
    `${file('a.json.part')} is a link, or has several names`,
  ])
  expect(text('target')).toBe(target)
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
      service.held = undefined
      expect((await kiva(list('--out', file('a.ndjson'), '--resume', file('c')))).code).toBe(0)
      expect([text('a.ndjson'), readdirSync(folder)]).toEqual([
        await undisturbed('ndjson'),
        ['a.ndjson', 'c'],
      ])
    },
  )

  test('is refused if it names the --missing file of the first run', async () => {
    service.held = 1
    const ids = ['loans', 'show', '20', '--base-url', service.base, '--missing', file('gone')]
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
