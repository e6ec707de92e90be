import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/errors.ts'
import type { HttpRequest, Send } from '../../src/ports/http.ts'
import type { Json } from '../../src/ports/json.ts'
import { jsonReply, run, textReply } from '../harness.ts'

const loans = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Loan ${id}` }))
const page = (records: Json, total: number, number = 1): Send => {
  const paging = { page: number, total, page_size: 20, pages: Math.ceil(total / 20) }
  return async () => jsonReply({ paging, loans: records })
}
const idsOf = (request: HttpRequest) =>
  (request.url.match(/loans\/([\d,]+)\.json/)?.[1] ?? '').split(',').map(Number)

describe('what is left out is told on stderr', () => {
  test('more pages', async () => {
    const { stderr, code } = await run(['loans', 'newest'], { send: page(loans(1, 2, 3), 5312) })
    expect([code, stderr]).toEqual([0, '3 of 5,312 loans. More: --page 2, or --all.\n'])
  })

  test('a limit within the page', async () => {
    const { stdout, stderr } = await run(['loans', 'newest', '--limit', '2'], {
      send: page(loans(1, 2, 3), 312),
    })
    expect(JSON.parse(stdout)).toEqual(loans(1, 2))
    expect(stderr).toBe('2 of 312 loans. More: a higher --limit, or --all.\n')
  })

  test('the last page', async () => {
    const { stderr } = await run(['loans', 'newest', '--page', '3'], { send: page(loans(1), 41, 3) })
    expect(stderr).toBe('1 of 41 loans (page 3 of 3).\n')
  })

  test('nothing at all is a success', async () => {
    const { code, stdout, stderr } = await run(['loans', 'search', '--q', 'zzz'], { send: page([], 0) })
    expect([code, stdout.trim(), stderr]).toEqual([0, '[]', 'No loans found.\n'])
  })

  test('nothing for a value near a known one: perhaps a slip', async () => {
    const { code, stderr } = await run(['loans', 'search', '--sector', 'Agricultur,Food'], {
      send: page([], 0),
    })
    expect([code, stderr]).toEqual([0, 'No loans found. Did you mean --sector "Agriculture"?\n'])
  })

  test('a page past the end', async () => {
    const { code, stderr } = await run(['loans', 'newest', '--page', '9'], { send: page([], 41, 9) })
    expect([code, stderr]).toEqual([0, 'No loans on page 9: 41 on 3 pages.\n'])
  })

  test('everything was shown: nothing is said', async () => {
    expect((await run(['loans', 'newest'], { send: page(loans(1, 2), 2) })).stderr).toBe('')
  })

  test('quiet says nothing', async () => {
    expect((await run(['-q', 'loans', 'newest'], { send: page(loans(1), 50) })).stderr).toBe('')
  })
})

describe('lists of ids', () => {
  const known: Send = async (request) => {
    const found = idsOf(request).filter((id) => id % 1000 !== 0)
    const unknown = { code: 'org.kiva.InvalidIdentifier', message: 'no such loan' }
    return found.length > 0 ? jsonReply({ loans: loans(...found) }) : jsonReply(unknown, 404)
  }

  test('come from arguments, commas and standard input', async () => {
    const { requests } = await run(['loans', 'show', '1,2', '3', '-'], { stdin: '4\n5 6,7\n', send: known })
    expect(requests.map(idsOf)).toEqual([[1, 2, 3, 4, 5, 6, 7]])
  })

  test('longer than the service takes are sent in chunks, and come back as one list', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => index + 1)
    const { code, stdout, requests } = await run(['loans', 'show', '-'], {
      stdin: ids.join('\n'),
      send: known,
    })
    expect(code).toBe(0)
    expect(requests.map((request) => idsOf(request).length)).toEqual([50, 50, 20])
    expect(JSON.parse(stdout)).toEqual(loans(...ids))
  })

  test('with unknown ids: the others are printed, the unknown named, exit 9', async () => {
    const { code, stdout, stderr } = await run(['loans', 'show', '1,1000,2'], { send: known })
    expect([code, JSON.parse(stdout)]).toEqual([9, loans(1, 2)])
    expect(stderr).toContain('Not found: 1000')
  })

  test('with many unknown ids: ten are named, the others counted', async () => {
    const ids = Array.from({ length: 13 }, (_, index) => (index + 1) * 1000)
    const { stderr } = await run(['loans', 'show', '1', ids.join(',')], { send: known })
    expect(JSON.parse(stderr).error.message).toBe(`Not found: ${ids.slice(0, 10).join(', ')} and 3 more`)
  })

  test('with a whole chunk of unknown ids: the other chunks are printed', async () => {
    const ids = [...Array.from({ length: 50 }, (_, index) => (index + 1) * 1000), 7]
    const { code, stdout } = await run(['loans', 'show', ids.join(',')], { send: known })
    expect([code, JSON.parse(stdout)]).toEqual([9, loans(7)])
  })

  test('all unknown: nothing on stdout, exit 5', async () => {
    const { code, stdout, stderr } = await run(['loans', 'show', '1000,2000'], { send: known })
    expect([code, stdout]).toEqual([5, ''])
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'refused',
      status: 404,
      code: 'org.kiva.InvalidIdentifier',
    })
  })

  test('a failure after the first chunk: what came before is delivered, exit 9', async () => {
    let calls = 0
    const send: Send = async (request, signal) =>
      ++calls > 1 ? textReply('<h1>Bad Gateway</h1>', 502) : known(request, signal)
    const ids = Array.from({ length: 60 }, (_, index) => index + 1)
    const { code, stdout, stderr } = await run(['loans', 'show', '-', '-o', 'ndjson'], {
      stdin: ids.join(' '),
      send,
    })
    expect([code, stdout.trim().split('\n').length]).toEqual([9, 50])
    expect(JSON.parse(stderr).error).toMatchObject({ kind: 'partial', status: 502 })
  })

  test('a failure after the first chunk leaves a table with what came before, however little', async () => {
    let calls = 0
    const team = (id: number) => ({ id, shortname: `team_${id}`, name: `Team ${id}` })
    const send: Send = async (request) =>
      ++calls > 1
        ? textReply('', 502)
        : jsonReply({
            teams: (request.url.match(/teams\/([\d,]+)/)?.[1] ?? '').split(',').map(Number).map(team),
          })
    const ids = Array.from({ length: 25 }, (_, index) => index + 1)
    const { code, stdout, stderr } = await run(['teams', 'show', '-', '-o', 'table'], {
      stdin: ids.join(' '),
      send,
    })
    expect([code, stdout.trim().split('\n').length]).toEqual([9, 21])
    expect(stderr).toContain('Stopped after 20 records')
  })

  test('a lender id in another case is found all the same', async () => {
    const send: Send = async () => jsonReply({ lenders: [{ lender_id: 'shen', name: 'S' }] })
    expect((await run(['lenders', 'show', 'Shen'], { send })).code).toBe(0)
  })

  test('an answer without any of them is a refusal too', async () => {
    const { code, stderr } = await run(['loans', 'show', '7'], { send: async () => jsonReply({ loans: [] }) })
    expect([code, JSON.parse(stderr).error.message]).toEqual([5, 'No loans found'])
  })

  test('too many for one document are refused with --wire', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1).join(',')
    const { code, requests } = await run(['loans', 'show', ids, '--wire', 'xml'], { send: known })
    expect([code, requests]).toEqual([2, []])
  })

  test('from an empty standard input are a usage error', async () => {
    const { code, requests } = await run(['loans', 'show', '-'], { stdin: '\n' })
    expect([code, requests]).toEqual([2, []])
  })
})

describe('failures by kind', () => {
  const answers =
    (status: number, body: string, headers = {}): Send =>
    async () =>
      textReply(body, status, headers)
  test.each([
    [4, 'auth', answers(401, '{"code":"org.kiva.InvalidCredentials","message":"no"}')],
    [4, 'auth', answers(403, '<html><title>Forbidden</title></html>')],
    [5, 'refused', answers(400, '{"code":"x","message":"bad status"}')],
    [6, 'service', answers(502, '')],
    [6, 'service', answers(200, '{"code":"org.kiva.ServerMaintenance","message":"back soon"}')],
    [7, 'network', answers(302, '', { location: 'https://elsewhere.example/' })],
    [8, 'rate-limited', answers(403, '{"code":"org.kiva.RateLimitExceeded","message":"slow down"}')],
    [1, 'bug', answers(200, '{"loans":[{"id":1')],
    [1, 'bug', answers(200, '')],
    [1, 'bug', answers(200, '[]')],
  ])('exit %i, %s', async (code, kind, send) => {
    const ran = await run(['loans', 'newest', '-o', 'json'], { send })
    expect([ran.code, ran.stdout]).toEqual([code, ''])
    expect(ran.stderr.endsWith('\n')).toBe(true)
    expect(JSON.parse(ran.stderr).error).toMatchObject({ kind, exit_code: code, message: expect.any(String) })
  })

  test('a rate limit tells when to come back', async () => {
    const send = answers(429, '', { 'retry-after': '17' })
    expect(JSON.parse((await run(['loans', 'newest'], { send })).stderr).error.retry_after).toBe(17)
  })

  test('to a person it is words, with a next step', async () => {
    const { stderr } = await run(['loans', 'newest'], {
      terminal: 80,
      send: answers(502, '<h1>Bad Gateway</h1>'),
    })
    expect(stderr).toMatch(/error: .*Bad Gateway/)
    expect(stderr.split('\n').length).toBeGreaterThan(1)
    expect(stderr).not.toContain('    at ')
  })

  test('with --debug the stack is there', async () => {
    expect(
      (await run(['loans', 'newest', '-o', 'table', '--debug'], { send: answers(502, '') })).stderr,
    ).toContain('    at ')
  })
})

test('--wire writes the bytes as sent, and nothing when the service refuses', async () => {
  const body = '{"loans":[ ],\u0085"x":"\u001b[31m"}\r\n'
  expect(
    (await run(['loans', 'newest', '--wire', 'json'], { send: async () => textReply(body) })).stdout,
  ).toBe(body)
  const refused = await run(['loans', 'newest', '--wire', 'html'], {
    send: async () => textReply('<p>no</p>', 404),
  })
  expect([refused.code, refused.stdout]).toEqual([5, ''])
})

test('--wire prints a document whole: a limit is refused', async () => {
  const { code, stderr, requests } = await run(['loans', 'newest', '--wire', 'xml', '--limit', '3'])
  expect([code, requests]).toEqual([2, []])
  expect(stderr).toContain('--limit cannot be used with --wire')
})

test('--wire to a terminal is made safe, unless forced', async () => {
  const options = { terminal: 80, send: async () => textReply('a\u001b[31mb\n') }
  expect((await run(['loans', 'newest', '--wire', 'html'], options)).stdout).not.toContain('\u001b[31m')
  expect((await run(['loans', 'newest', '--wire', 'html', '--force'], options)).stdout).toContain(
    '\u001b[31m',
  )
})

test('-v tells request, status and time; --debug the headers', async () => {
  const { stderr } = await run(['-v', 'loans', 'newest', '-o', 'json'], { send: page([], 0) })
  expect(stderr).toContain('> GET https://api.kivaws.org/v1/loans/newest.json')
  expect(stderr).toMatch(/< 200, \d+ bytes, \d+ ms/)
  expect(stderr).not.toContain('user-agent')
  expect((await run(['--debug', 'loans', 'newest'], { send: page([], 0) })).stderr).toContain(
    'user-agent: kiva-cli/',
  )
})

test('a reader that leaves ends the run quietly', async () => {
  const options = {
    send: page(loans(...Array.from({ length: 20 }, (_, index) => index)), 20),
    readerLeavesAfter: 1,
  }
  const { code, stderr } = await run(['loans', 'newest', '-o', 'ndjson'], options)
  expect([code, stderr]).toEqual([0, ''])
})

test.each([
  ['interrupted', 130],
  ['terminated', 143],
] as const)('%s ends with %i', async (kind, code) => {
  const stop = new AbortController()
  const send: Send = async () => {
    stop.abort(new KivaError(kind, 'stopped'))
    throw new Error('torn down')
  }
  expect((await run(['loans', 'newest'], { send, signal: stop.signal })).code).toBe(code)
})

test('bare ids, as the service sends them with ids_only, pass through', async () => {
  const send = page([1, 2, 3], 3)
  const { code, stdout } = await run(['loans', 'search', '--param', 'ids_only=true', '-o', 'ndjson'], {
    send,
  })
  expect([code, stdout]).toEqual([0, '1\n2\n3\n'])
})
