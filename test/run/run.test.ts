import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Json } from '../../src/core/json.ts'
import { jsonReply, run, textReply } from '../harness.ts'

const loans = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Loan ${id}` }))
const page = (records: Json, total: number, number = 1): Send => {
  const paging = { page: number, total, page_size: 20, pages: Math.ceil(total / 20) }
  return async () => jsonReply({ paging, loans: records })
}
const idsOf = (request: HttpRequest) =>
  (request.url.match(/loans\/([\d,]+)\.json/)?.[1] ?? '').split(',').map(Number)

describe('the footer on stderr', () => {
  test('states the total and the options for more', async () => {
    const { stderr, code } = await run(['loans', 'newest'], { send: page(loans(1, 2, 3), 5312) })
    expect([code, stderr]).toEqual([0, '3 of 5,312 loans · next: --limit 50 or --all\n'])
  })

  test('suggests a higher --limit if the limit cuts the page', async () => {
    const { stdout, stderr } = await run(['loans', 'newest', '--limit', '2'], {
      send: page(loans(1, 2, 3), 312),
    })
    expect(JSON.parse(stdout)).toEqual(loans(1, 2))
    expect(stderr).toBe('2 of 312 loans · next: --limit 50 or --all\n')
  })

  test('states the page number on the last page', async () => {
    const { stderr } = await run(['loans', 'newest', '--page', '3'], { send: page(loans(1), 41, 3) })
    expect(stderr).toBe('1 of 41 loans, page 3 of 3\n')
  })

  test('states the page number and the next page on a later page', async () => {
    const { stderr } = await run(['loans', 'newest', '--page', '2'], { send: page(loans(1), 41, 2) })
    expect(stderr).toBe('1 of 41 loans, page 2 of 3 · next: --page 3 or --all\n')
  })

  const onTerminal = async (words: string, records: Json, total: number) =>
    (await run(words.split(' '), { send: page(records, total), terminal: 80, env: { NO_COLOR: '1' } })).stderr

  test('shows the command for the first record after a whole list or with --limit', async () => {
    expect(await onTerminal('loans newest', loans(1, 2), 2)).toBe('\n2 loans · next: kiva loans show 1\n')
    expect(await onTerminal('loans newest --limit 2', loans(1, 2, 3), 312)).toBe(
      '\n2 of 312 loans · next: kiva loans show 1\n',
    )
    expect(await onTerminal('loans newest', loans(1, 2, 3), 312)).toBe(
      '\n3 of 312 loans · next: --limit 50 or --all\n',
    )
  })

  test('shows no command below a chart, JSON or pages, nor for records that no command shows', async () => {
    expect(await onTerminal('loans newest -o chart', loans(1), 1)).toBe('')
    expect(await onTerminal('loans newest -o json', loans(1), 1)).toBe('')
    expect(await onTerminal('loans show 1', loans(1), 1)).toBe('')
    expect(await onTerminal('loans newest', [{ id: '$(x)', name: 'A' }], 1)).toBe('')
  })

  test.each<[string, string, Json, string | undefined]>([
    [
      'lenders newest',
      'lenders',
      [{ name: 'Anonymous' }, { lender_id: 'ana', name: 'A' }],
      'lenders show ana',
    ],
    ['partners list', 'partners', [{ id: 7 }], 'partners show 7'],
    ['teams search', 'teams', [{ id: 7, shortname: 'x' }], 'teams using-shortname x'],
    [
      'journal-entries search',
      'journal_entries',
      [
        { id: 7, comment_count: 0 },
        { id: 8, comment_count: 1 },
      ],
      'journal-entries comments 8',
    ],
    ['lending-actions recent', 'lending_actions', [{ id: 7, loan: { id: 84 } }], 'loans show 84'],
    ['methods list', 'methods', [{ id: 'GET*|x' }], undefined],
  ])('after %s', async (line, key, records, command) => {
    const { stderr } = await run(line.split(' '), {
      send: async () => jsonReply({ [key]: records }),
      terminal: 80,
      env: { NO_COLOR: '1' },
    })
    expect(stderr).toMatch(command === undefined ? /^$/ : new RegExp(` · next: kiva ${command}\\n$`))
  })

  test('says that no loans were found, with exit code 0', async () => {
    const { code, stdout, stderr } = await run(['loans', 'search', '--q', 'zzz'], { send: page([], 0) })
    expect([code, stdout.trim(), stderr]).toEqual([0, '[]', 'No loans found.\n'])
  })

  test.each([
    [
      '--sector',
      'Agricultur,Food',
      '"Agricultur" is not a known sector. Did you mean --sector "Agriculture"?',
    ],
    ['--sector', 'Farming', '"Farming" is not a known sector. Did you mean --sector "Agriculture"?'],
    ['--sector', 'Space', '"Space" is not a known sector. kiva help sectors lists them.'],
    ['--gender', 'other', '"other" is not a known gender. Known: female, male.'],
  ])('says that a value is not known, which is sent: %s %s', async (option, value, line) => {
    const search = ['loans', 'search', option, value]
    const { code, stderr, requests } = await run(search, { send: page([], 0) })
    expect([code, stderr]).toEqual([0, `No loans found.\n${line}\n`])
    expect(new URL(requests[0]?.url ?? '').searchParams.get(option.slice(2))).toBe(value)
    expect((await run(search, { send: page(loans(1), 1) })).stderr).toBe(`${line}\n`)
  })

  test('states the number of pages for a page past the end', async () => {
    const { code, stderr } = await run(['loans', 'newest', '--page', '9'], { send: page([], 41, 9) })
    expect([code, stderr]).toEqual([0, 'No loans on page 9: 41 on 3 pages.\n'])
  })

  test('is empty if all records are printed', async () => {
    expect((await run(['loans', 'newest'], { send: page(loans(1, 2), 2) })).stderr).toBe('')
  })

  test('is empty with -q', async () => {
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

  test('longer than the service allows are requested in chunks and printed as one list', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => index + 1)
    const { code, stdout, requests } = await run(['loans', 'show', '-'], {
      stdin: ids.join('\n'),
      send: known,
    })
    expect(code).toBe(0)
    expect(requests.map((request) => idsOf(request).length)).toEqual([50, 50, 20])
    expect(JSON.parse(stdout)).toEqual(loans(...ids))
  })

  test('with unknown ids print the other records, name the unknown ids and exit with 9', async () => {
    const { code, stdout, stderr } = await run(['loans', 'show', '1,1000,2'], { send: known })
    expect([code, JSON.parse(stdout)]).toEqual([9, loans(1, 2)])
    expect(stderr).toContain('not found: 1000')
  })

  test('with many unknown ids name ten and count the others', async () => {
    const ids = Array.from({ length: 13 }, (_, index) => (index + 1) * 1000)
    const { stderr } = await run(['loans', 'show', '1', ids.join(',')], { send: known })
    expect(JSON.parse(stderr).error.message).toBe(`not found: ${ids.slice(0, 10).join(', ')} and 3 more`)
  })

  test('with a chunk of only unknown ids print the other chunks', async () => {
    const ids = [...Array.from({ length: 50 }, (_, index) => (index + 1) * 1000), 7]
    const { code, stdout } = await run(['loans', 'show', ids.join(',')], { send: known })
    expect([code, JSON.parse(stdout)]).toEqual([9, loans(7)])
  })

  test('with only unknown ids print nothing on stdout and exit with 5', async () => {
    const { code, stdout, stderr } = await run(['loans', 'show', '1000,2000'], { send: known })
    expect([code, stdout]).toEqual([5, ''])
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'refused',
      status: 404,
      code: 'org.kiva.InvalidIdentifier',
    })
  })

  test('that fail after the first chunk print that chunk and exit with 9', async () => {
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

  test('that fail after the first chunk print a table of that chunk', async () => {
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
    expect(stderr).toContain('stopped after 20 records')
  })

  test('match lender ids in another case', async () => {
    const send: Send = async () => jsonReply({ lenders: [{ lender_id: 'shen', name: 'S' }] })
    expect((await run(['lenders', 'show', 'Shen'], { send })).code).toBe(0)
  })

  test('exit with 5 if the reply has none of them', async () => {
    const { code, stderr } = await run(['loans', 'show', '7'], { send: async () => jsonReply({ loans: [] }) })
    expect([code, JSON.parse(stderr).error.message]).toEqual([5, 'no loans found'])
  })

  test('too long for one request are a usage error with --wire', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1).join(',')
    const { code, requests } = await run(['loans', 'show', ids, '--wire', 'xml'], { send: known })
    expect([code, requests]).toEqual([2, []])
  })

  test('from an empty standard input are a usage error', async () => {
    const { code, requests } = await run(['loans', 'show', '-'], { stdin: '\n' })
    expect([code, requests]).toEqual([2, []])
  })
})

describe('errors by kind', () => {
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

  test('a rate limit error has retry_after', async () => {
    const send = answers(429, '', { 'retry-after': '17' })
    expect(JSON.parse((await run(['loans', 'newest'], { send })).stderr).error.retry_after).toBe(17)
  })

  test('an error on a terminal is text without a stack', async () => {
    const { stderr } = await run(['loans', 'newest'], {
      terminal: 80,
      send: answers(502, '<h1>Bad Gateway</h1>'),
    })
    expect(stderr).toMatch(/error: .*Bad Gateway/)
    expect(stderr).toMatch(/^hint: ./m)
    expect(stderr).not.toContain('    at ')
  })

  test('--debug prints the stack', async () => {
    expect(
      (await run(['loans', 'newest', '-o', 'table', '--debug'], { send: answers(502, '') })).stderr,
    ).toContain('    at ')
  })
})

test('--wire prints the body unchanged, and nothing for an error reply', async () => {
  const body = '{"loans":[ ],\u0085"x":"\u001b[31m"}\r\n'
  expect(
    (await run(['loans', 'newest', '--wire', 'json'], { send: async () => textReply(body) })).stdout,
  ).toBe(body)
  const refused = await run(['loans', 'newest', '--wire', 'html'], {
    send: async () => textReply('<p>no</p>', 404),
  })
  expect([refused.code, refused.stdout]).toEqual([5, ''])
})

test('--wire cannot be used with --limit', async () => {
  const { code, stderr, requests } = await run(['loans', 'newest', '--wire', 'xml', '--limit', '3'])
  expect([code, requests]).toEqual([2, []])
  expect(stderr).toContain('--limit cannot be used with --wire')
})

test('--wire sanitizes the body on a terminal, unless --force is given', async () => {
  const options = { terminal: 80, send: async () => textReply('a\u001b[31mb\n') }
  expect((await run(['loans', 'newest', '--wire', 'html'], options)).stdout).not.toContain('\u001b[31m')
  expect((await run(['loans', 'newest', '--wire', 'html', '--force'], options)).stdout).toContain(
    '\u001b[31m',
  )
})

test('-v prints request, status and time; --debug prints the headers', async () => {
  const { stderr } = await run(['-v', 'loans', 'newest', '-o', 'json'], { send: page([], 0) })
  expect(stderr).toContain('> GET https://api.kivaws.org/v1/loans/newest.json')
  expect(stderr).toMatch(/< 200, \d+ bytes, \d+ms/)
  expect(stderr).not.toContain('user-agent')
  expect((await run(['--debug', 'loans', 'newest'], { send: page([], 0) })).stderr).toContain(
    'user-agent: kiva-cli/',
  )
})

test('a closed stdout ends the run successfully without a message', async () => {
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
] as const)('a run that is %s exits with %i', async (kind, code) => {
  const stop = new AbortController()
  const send: Send = async () => {
    stop.abort(new KivaError(kind, 'stopped'))
    throw new Error('torn down')
  }
  expect((await run(['loans', 'newest'], { send, signal: stop.signal })).code).toBe(code)
})

test('bare ids (ids_only) are printed unchanged', async () => {
  const send = page([1, 2, 3], 3)
  const { code, stdout } = await run(['loans', 'search', '--param', 'ids_only=true', '-o', 'ndjson'], {
    send,
  })
  expect([code, stdout]).toEqual([0, '1\n2\n3\n'])
})
