/** A list that nobody asked for in full is read after a question, or not at all. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'

const pageOf = ({ url }: HttpRequest) => Number(new URL(url).searchParams.get('page') ?? 1)

/** A service with this many loans, twenty on a page. Every hundredth loan is of Kenya. */
const service =
  (total: number): Send =>
  async (request) => {
    const page = pageOf(request)
    const pages = Math.ceil(total / 20)
    const ids = Array.from(
      { length: Math.min(20, total - 20 * (page - 1)) },
      (_, at) => 20 * (page - 1) + at + 1,
    )
    const loans = ids.map((id) => ({
      id,
      name: `Loan ${id}`,
      loan_amount: id,
      location: { country_code: id % 100 === 0 ? 'KE' : 'PE', country: id % 100 === 0 ? 'Kenya' : 'Peru' },
    }))
    return jsonReply({ paging: { page, total, page_size: 20, pages }, loans })
  }

const ask = (line: string, total: number, options: RunOptions = {}) =>
  run(line.split(' '), { send: service(total), ...options })

const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error
const pagesOf = (requests: readonly HttpRequest[]) =>
  requests.map(pageOf).toSorted((one, other) => one - other)

const reading = [
  '--filter country:kenya',
  '--where .id==5',
  '--changes',
  '--order loan_amount --limit 3',
  '--at-most 1:sector',
  '--new --filter country:kenya',
  '--by sector',
  '--by sector --count',
  '--sum loan_amount -o ndjson',
]

describe('a list that must be read to its end', () => {
  test.each(reading)(
    'of 101 pages is refused after the first, and nothing is printed: %s',
    async (options) => {
      const { code, stdout, stderr, requests } = await ask(`loans search ${options}`, 2001)
      expect([code, stdout, pagesOf(requests)]).toEqual([2, '', [1]])
      expect(errorOf(stderr)).toMatchObject({
        message: 'this reads 2,001 loans: 100 more requests, about 2min at 60 requests per minute',
        hint: 'Add --all to read them, --requests N to stop after N, or narrow the list, as in --status fundraising.',
      })
    },
  )

  test.each(reading)('of 100 pages is read: %s', async (options) => {
    const { code, requests } = await ask(`loans search ${options}`, 2000)
    expect([code, requests.length]).toEqual([0, 100])
  })

  test.each([
    '--all --filter country:kenya',
    '--all --changes',
    '--all --by sector',
    '--all',
    '--limit 2500',
  ])('and was asked for is read: %s', async (options) => {
    const { code, requests } = await ask(`loans search ${options}`, 3000)
    expect([code, requests.length]).toEqual([0, options === '--limit 2500' ? 125 : 150])
  })

  test('--count needs the first page alone', async () => {
    const { code, stdout, requests } = await ask('loans search --count', 90_000)
    expect([code, stdout, requests.length]).toEqual([0, '90000\n', 1])
  })

  test.each([
    ['y\n', 0, 150],
    ['yes\n', 0, 150],
    ['n\n', 2, 1],
    ['\n', 2, 1],
    // Ctrl-D.
    ['', 2, 1],
  ])('is asked for on a terminal: %j', async (stdin, code, requests) => {
    const ran = await ask('loans search --filter country:kenya -o ids', 3000, { terminal: 80, stdin })
    expect([ran.code, ran.requests.length]).toEqual([code, requests])
    expect(ran.stderr).toContain('Read 149 more pages, about 3min at 60 requests per minute? [y/N] ')
    if (code === 2) {
      const [question = '', ...error] = ran.stderr.split(/^(?=error: )/m)
      // A terminal shows the line end of an answer itself.
      expect([question.endsWith('[y/N] \n'), error.length]).toEqual([stdin === '', stdin === '' ? 1 : 0])
      expect(ran.stderr).toContain('error: this reads 3,000 loans: ')
    }
    expect(ran.stdout.split('\n').filter(Boolean)).toHaveLength(code === 0 ? 30 : 0)
  })

  test('with the noun of its records', async () => {
    const send: Send = async (request) =>
      jsonReply({
        paging: { page: pageOf(request), total: 90_000, page_size: 50, pages: 1800 },
        lenders: [{ lender_id: 'a' }],
      })
    const { code, stderr } = await run(['lenders', 'search', '--filter', 'x'], { send })
    expect([code, errorOf(stderr)]).toEqual([
      2,
      expect.objectContaining({
        message: 'this reads 90,000 lenders: 1,799 more requests, about 30min at 60 requests per minute',
        hint: 'Add --all to read them, --requests N to stop after N, or narrow the list.',
      }),
    ])
  })
})

describe('a list that a limit may end', () => {
  test('is read for 100 requests, and what was found is printed', async () => {
    const { code, stdout, stderr, requests } = await ask(
      'loans search --filter country:kenya --limit 25 -o ids',
      3000,
    )
    expect([code, requests.length, stdout.split('\n').filter(Boolean)]).toEqual([
      9,
      100,
      Array.from({ length: 20 }, (_, at) => String(100 * (at + 1))),
    ])
    expect(stderr).toContain('stopped after 2,000 records: the rest of the list takes 50 more requests')
  })

  test('is read without a question if the limit is reached before', async () => {
    const { code, requests } = await ask('loans search --filter country:kenya --limit 5', 90_000)
    expect([code, requests.length]).toEqual([0, 25])
  })

  test('goes on after a yes, with each record once', async () => {
    const ran = await ask('loans search --filter country:kenya --limit 25 -o ids', 3000, {
      terminal: 80,
      stdin: 'y\n',
    })
    expect([ran.code, ran.requests.length]).toEqual([0, 125])
    expect(ran.stdout.split('\n').filter(Boolean)).toEqual(
      Array.from({ length: 25 }, (_, at) => String(100 * (at + 1))),
    )
    expect(ran.stderr).toContain('Read 50 more pages? [y/N] ')
  })

  test('ends with code 9 after a no, and keeps what was found', async () => {
    const ran = await ask('loans search --filter country:kenya --limit 25 -o ids', 3000, {
      terminal: 80,
      stdin: 'n\n',
    })
    expect([ran.code, ran.requests.length, ran.stdout.split('\n').filter(Boolean).length]).toEqual([
      9, 100, 20,
    ])
  })
})

test('a yes stands as --all in the line that resumes', async () => {
  const send: Send = (request, signal) =>
    pageOf(request) === 120 ? Promise.resolve(jsonReply({}, 400)) : service(3000)(request, signal)
  const folder = new Map<string, string>()
  const words = 'loans search --filter asked:<5000 --out a.ndjson --checkpoint c'.split(' ')
  const { code, stderr } = await run(words, { send, folder, terminal: 200, stdin: 'y\n' })
  expect([code, stderr]).toEqual([9, expect.stringContaining('--resume c --all')])
  const line = /kiva (loans search .*--all)/.exec(stderr)?.[1]?.replaceAll("'", '').split(' ') ?? []
  const again = await run(line, { send: service(3000), folder })
  expect([again.code, folder.get('a.ndjson')?.trim().split('\n').length]).toEqual([0, 3000])
})

describe('without requests to the service nobody is asked', () => {
  test('in the sandbox in this process', async () => {
    const { code, stdout } = await run(['--sandbox', 'lenders', 'search', '--filter', 'zzzz', '--count'])
    expect([code, stdout]).toEqual([0, '0\n'])
  })

  test('for pages of the cache', async () => {
    const options = { send: service(3000), cached: new Map() }
    expect((await run(['loans', 'search', '--all', '--cache', '1h'], options)).code).toBe(0)
    const filter = ['--where', '.id % 100 == 0', '--cache', '1h', '-o', 'ids']
    const again = await run(['loans', 'search', ...filter], options)
    expect([again.code, again.requests.length, again.stdout.split('\n').length]).toEqual([0, 0, 31])
  })
})

test('today reads five pages of a saved command that reads much, and says so', async () => {
  const state = new Map<string, string>()
  expect(
    (await run(['saved', 'add', 'kenya', 'loans', 'search', '--filter', 'country:kenya'], { state })).code,
  ).toBe(0)
  const { stdout, requests, stderr } = await run(['today', '-o', 'json'], { state, send: service(90_000) })
  expect(stderr).toBe('')
  expect(requests.length).toBe(5)
  expect(JSON.parse(stdout)).toMatchObject({
    saved: [{ name: 'kenya', looked: 100, total: 90_000, ended: 'pages' }],
    skipped: [],
  })
})

describe('--requests', () => {
  const words = (read: number, total = 3000) => ({
    message: `read the first ${read.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} loans`,
    hint: 'Use a higher --requests, or --all.',
  })

  test.each([
    ['', 5, 100],
    ['--filter country:kenya', 5, 1],
    ['--concurrency 4', 7, 140],
    ['--concurrency 16', 3, 60],
    ['--limit 2000', 5, 100],
    ['--order loan_amount:desc', 5, 100],
  ])('stops there, with what was found: %s', async (options, most, found) => {
    const { code, stdout, stderr, requests } = await ask(
      `loans search --requests ${most} ${options}`.trim(),
      3000,
    )
    expect([code, requests.length, JSON.parse(stdout).length]).toEqual([9, most, found])
    expect(errorOf(stderr)).toMatchObject(words(20 * most))
  })

  test.each([
    [
      '--by location.country_code -o ndjson',
      '{"location.country_code":"PE","count":99}\n{"location.country_code":"KE","count":1}\n',
    ],
    ['--filter country:kenya --count', '1\n'],
  ])('prints groups and counts of what was read: %s', async (options, printed) => {
    const { code, stdout } = await ask(`loans search --requests 5 ${options}`, 3000)
    expect([code, stdout]).toEqual([9, printed])
  })

  test.each([
    ['of a shorter list', '--requests 200', 3000, 150],
    ['that are not needed for the limit', '--requests 200 --limit 30', 3000, 2],
    ['that are just enough', '--requests 150', 3000, 150],
  ])('%s changes nothing', async (_, options, total, sent) => {
    const { code, requests, stderr } = await ask(`loans search ${options}`, total)
    expect([code, requests.length, errorsIn(stderr)]).toEqual([0, sent, []])
  })

  const errorsIn = (stderr: string) => stderr.split('\n').filter((line) => line.includes('"error"'))

  test('counts retries, and sends none too many', async () => {
    let calls = 0
    const send: Send = async (request, signal) => {
      calls += 1
      return calls === 3 ? jsonReply({}, 503) : service(3000)(request, signal)
    }
    const more = { env: { KIVA_RETRIES: '3' } }
    const ran = await run(['loans', 'search', '--requests', '3', '-o', 'ids'], { send, ...more })
    expect([ran.code, calls, ran.stdout.trim().split('\n').length]).toEqual([9, 3, 40])
    expect(ran.stderr).toMatch(/stopped after 40 records: .*503/)
  })

  test('keeps a file, and with a checkpoint goes on in it', async () => {
    const folder = new Map<string, string>()
    const options = { send: service(200), folder }
    const one = await run('loans search --requests 3 --out a.json'.split(' '), options)
    expect([one.code, JSON.parse(folder.get('a.json') ?? '').length]).toEqual([9, 60])
    const two = await run('loans search --requests 4 --out b.json --checkpoint c'.split(' '), options)
    expect([two.code, errorOf(two.stderr).message]).toEqual([9, 'read the first 80 of 200 loans'])
    const three = await run(
      'loans search --requests 40 --out b.json --checkpoint c --resume c'.split(' '),
      options,
    )
    expect([three.code, three.requests.length]).toEqual([0, 6])
    expect(JSON.parse(folder.get('b.json') ?? '').length).toBe(200)
  })

  test.each(['--changes', '--watch 1m', '--wire json'])('cannot be used with %s', async (other) => {
    const { code, stderr } = await ask(`loans search --requests 5 ${other}`, 3000)
    expect([code, errorOf(stderr).message]).toEqual([
      2,
      expect.stringContaining('cannot be used with --requests'),
    ])
  })
})
