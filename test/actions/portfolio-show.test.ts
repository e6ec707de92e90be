/** `kiva portfolio show`: what it reads, prints and refuses. */
import { describe, expect, test } from 'vitest'
import type { HttpReply, Send } from '../../src/core/http.ts'
import { virtualClock } from '../harness/clock.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'
import { loan, manyLoans, pathOf, serviceOf } from './portfolio-service.ts'

const show = (words: readonly string[] = [], options: RunOptions = {}) =>
  run(['portfolio', 'show', 'robin', ...words], { send: serviceOf(manyLoans(5)), ...options })

/** Replaces the replies to requests that match. */
const replacing =
  (inner: Send, path: RegExp, reply: () => HttpReply): Send =>
  async (request, signal) =>
    path.test(pathOf(request)) ? reply() : inner(request, signal)

describe('requests', () => {
  test.each([
    [0, 2],
    [1, 4],
    [20, 4],
    [21, 5],
    [50, 6],
    [51, 7],
    [214, 18],
    [1200, 86],
  ])('%i loans: %i', async (count, requests) => {
    const ran = await show([], { send: serviceOf(manyLoans(count)) })
    expect([ran.code, ran.requests.length]).toEqual([0, requests])
    const cost =
      count > 20 ? new RegExp(`^Reading ${count.toLocaleString('en')} loans: ${requests} requests`) : /^$/
    expect(ran.stderr).toMatch(cost)
  })

  test('in order, each page once', async () => {
    const { requests } = await show([], { send: serviceOf(manyLoans(45)) })
    expect(requests.map(pathOf)).toEqual([
      '/lenders/robin',
      '/lenders/robin/loans',
      '/partners',
      '/lenders/robin/loans?2',
      '/lenders/robin/loans?3',
      `/loans/${manyLoans(45)
        .map(({ id }) => id)
        .join(',')}`,
    ])
  })

  test('rows need details for gender only', async () => {
    const send = serviceOf(manyLoans(45))
    expect((await show(['-o', 'csv'], { send })).requests).toHaveLength(5)
    expect((await show(['-o', 'csv', '--by', 'gender'], { send })).requests).toHaveLength(6)
  })

  test('the time is printed where the rate limit slows them down', async () => {
    const send = serviceOf(manyLoans(5000))
    expect((await show([], { send })).stderr).toBe(
      'Reading 5,000 loans: 352 requests, about 6min at 60 requests per minute.\n',
    )
    const registered = await show(['--app-id', 'org.example.app'], { send })
    expect(registered.stderr).toBe('Reading 5,000 loans: 352 requests.\n')
    expect((await show(['-q'], { send })).stderr).toBe('')
  })

  test('the progress counts them', async () => {
    const { stderr } = await show(['--progress', 'json'], { send: serviceOf(manyLoans(45)) })
    const last = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')
    expect(last.progress).toMatchObject({ records: 45, pages: 6, pages_total: 6, seconds_left: 0 })
  })
})

describe('JSON', () => {
  const keys = (value: object) => Object.keys(value)

  test.each([0, 1, 45])('has the same keys with %i loans', async (count) => {
    const { stdout } = await show([], { send: serviceOf(manyLoans(count)) })
    const record = JSON.parse(stdout)
    expect(keys(record)).toEqual([
      'lender',
      'as_of',
      'loans',
      'apart',
      'by',
      'even',
      'over',
      'gaps',
      'repayment',
    ])
    expect(record.as_of).toBe('2026-10-04T12:00:00.000Z')
    expect(keys(record.lender)).toEqual(['lender_id', 'name', 'member_since', 'loan_count'])
    expect(keys(record.by)).toEqual(['sector', 'country', 'partner', 'year'])
    expect(keys(record.even)).toEqual(keys(record.by))
    expect(keys(record.gaps)).toEqual(['country', 'sector'])
    expect(keys(record.repayment)).toEqual([
      'assumes',
      'repaid_percent',
      'repaid_of',
      'late',
      'behind',
      'lost',
      'lost_of',
      'lost_percent',
      'unknown',
    ])
  })

  test('counts, with the time of the response', async () => {
    const record = JSON.parse((await show(['--share', '50', '--over', '60'])).stdout)
    expect(record).toMatchObject({
      lender: { lender_id: 'robin', name: 'Robin', loan_count: 5 },
      as_of: '2026-10-04T12:00:00.000Z',
      loans: 5,
      apart: { expired: 0, refunded: 0 },
      over: [
        { by: 'sector', key: 'Agriculture', loans: 4, percent: 80 },
        { by: 'partner', key: '1', name: 'Partner 1', loans: 5, percent: 100 },
      ],
      even: { sector: 1.4706, country: 1.9231, partner: 1, year: 1 },
      repayment: { assumes: { dollars_per_loan: 50 }, repaid_percent: 25, repaid_of: 5, behind: 0 },
    })
    expect(record.gaps.country).toEqual([{ key: 'JO', name: 'Jordan' }])
    expect(record.by.country).toEqual([
      { key: 'PE', name: 'Peru', loans: 3, percent: 60 },
      { key: 'KE', name: 'Kenya', loans: 2, percent: 40 },
    ])
  })

  test('gender comes from the details, each kind once', async () => {
    const { stdout } = await show(['--by', 'gender,gender', '--by', 'status'])
    expect(JSON.parse(stdout).by).toEqual({
      gender: [{ key: 'female', name: 'female', loans: 5, percent: 100 }],
      status: [{ key: 'in_repayment', name: 'in repayment', loans: 5, percent: 100 }],
    })
  })
})

describe('rows', () => {
  test('csv and tsv have the same header with and without loans', async () => {
    const rows = async (format: string, count: number) =>
      (await show(['-o', format, '--by', 'country'], { send: serviceOf(manyLoans(count)) })).stdout
    expect(await rows('csv', 5)).toBe(
      'by,key,name,loans,percent\r\ncountry,PE,Peru,3,60\r\ncountry,KE,Kenya,2,40\r\n',
    )
    expect(await rows('csv', 0)).toBe('by,key,name,loans,percent\r\n')
    expect(await rows('tsv', 0)).toBe('by\tkey\tname\tloans\tpercent\n')
    expect(await rows('ndjson', 0)).toBe('')
    expect(await rows('ndjson', 1)).toBe(
      '{"by":"country","key":"PE","name":"Peru","loans":1,"percent":100}\n',
    )
  })

  test.each(['chart', 'map', 'geojson', 'parquet'])('-o %s is refused before any request', async (format) => {
    const { code, stdout, stderr, requests } = await show(['-o', format])
    expect([code, stdout, requests]).toEqual([2, '', []])
    expect(stderr).toContain(`error: -o ${format} `)
  })

  test.each(['xml', 'yaml'])('-o %s prints the record', async (format) => {
    const { code, stdout } = await show(['-o', format])
    expect(code).toBe(0)
    expect(stdout).toContain('Agriculture')
  })
})

describe('a failure leaves stdout empty', () => {
  const inner = serviceOf(manyLoans(120))
  const broken = () => jsonReply({}, 500)
  const formats = ['json', 'csv', 'table']

  test.each([
    ['the lender', /^\/lenders\/robin$/, formats],
    ['the first page', /^\/lenders\/robin\/loans$/, formats],
    ['the last page', /^\/lenders\/robin\/loans\?6$/, formats],
    ['partners', /^\/partners/, formats],
    ['details', /^\/loans\/20,/, ['json', 'table']],
  ])('of %s', async (_, path, printed) => {
    for (const format of printed) {
      const { code, stdout } = await show(['-o', format], { send: replacing(inner, path, broken) })
      expect([code, stdout]).toEqual([6, ''])
    }
  })

  test('an unknown lender: exit code 5', async () => {
    const { code, stdout, requests } = await run(['portfolio', 'show', 'nobody'], { send: inner })
    expect([code, stdout, requests.length]).toEqual([5, '', 1])
  })

  test('a lender that is not in the response: exit code 5', async () => {
    const send = replacing(inner, /^\/lenders\/robin$/, () => jsonReply({ lenders: [] }))
    const { code, stdout, stderr } = await show([], { send })
    expect([code, stdout]).toEqual([5, ''])
    expect(stderr).toContain('lender robin not found')
  })

  test('a limit ends the run, and --wait-on-limit waits for it', async () => {
    const limit = () => jsonReply({ code: 'org.kiva.RateLimitExceeded', message: 'Slow down' }, 403)
    expect(await show([], { send: replacing(inner, /^\/loans\/20,/, limit) })).toMatchObject({
      code: 8,
      stdout: '',
    })
    const { now, sleep, passed } = virtualClock()
    let limits = 0
    const send: Send = async (request, signal) =>
      /^\/loans\/20,/.test(pathOf(request)) && limits++ === 0 ? limit() : inner(request, signal)
    const { code, stdout, requests } = await show(['--wait-on-limit'], { send, now, world: { sleep } })
    expect([code, JSON.parse(stdout).loans, requests.length]).toEqual([0, 120, 12])
    expect(passed()).toBeGreaterThanOrEqual(59_000)
  })
})

describe('differences are reported on stderr', () => {
  test('loan_count and the list', async () => {
    const { code, stderr, stdout } = await show([], {
      send: serviceOf(manyLoans(5), { lender: { loan_count: 9 } }),
    })
    expect([code, stderr]).toEqual([0, 'loan_count of the lender is 9, but the list has 5 loans.\n'])
    expect(JSON.parse(stdout).lender.loan_count).toBe(9)
  })

  test('loans without details', async () => {
    const inner = serviceOf(manyLoans(5))
    const some = () => jsonReply({ loans: [loan(2, { borrowers: [] })] })
    const { code, stderr } = await show([], { send: replacing(inner, /^\/loans\//, some) })
    expect([code, stderr]).toEqual([0, 'The API has no details of 4 loans.\n'])
    const none = () => jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'no' }, 404)
    const without = await show([], { send: replacing(inner, /^\/loans\//, none) })
    expect(without.stderr).toBe('The API has no details of 5 loans.\n')
    expect(JSON.parse(without.stdout).repayment).toMatchObject({ behind: null, repaid_percent: 25 })
  })

  test('a list that changes', async () => {
    const inner = serviceOf(manyLoans(45))
    const changed = () =>
      jsonReply({
        paging: { page: 3, total: 46, page_size: 20, pages: 3 },
        loans: [loan(5), loan(6), loan(7)],
      })
    const { stderr } = await show([], { send: replacing(inner, /loans\?3$/, changed) })
    expect(stderr).toContain('The list of loans changed while kiva read it')
  })
})

describe('the page', () => {
  const page = async (columns: number, words: readonly string[] = [], options: RunOptions = {}) =>
    (await show(['-q', ...words], { terminal: columns, env: { NO_COLOR: '1', TERM: 'xterm' }, ...options }))
      .stdout
  const linesOf = (text: string) => text.trimEnd().split('\n')

  test('one block below the other at 80 columns, four side by side at 160', async () => {
    const headings = ['Sectors: 2', 'Countries: 2', 'Partners: 1', 'Years: 1']
    const withHeading = (text: string) =>
      linesOf(text).filter((line) => /^(Sectors|Countries|Partners|Years):/.test(line))
    expect(withHeading(await page(80))).toEqual(headings.map((start) => expect.stringContaining(start)))
    const [only, ...rest] = withHeading(await page(160))
    expect(rest).toEqual([])
    for (const heading of headings) expect(only).toContain(heading)
    expect(withHeading(await page(120))).toHaveLength(2)
  })

  const statuses = ['expired', 'refunded', 'under_review', 'not_yet_decided']
  const apart = statuses.map((status, at) => loan(900 + at, { status }))

  test.each([20, 33, 34, 40, 80, 103, 104, 155, 156, 160, 250])('fits into %i columns', async (columns) => {
    const lender = { lender_id: 'robin_of_the_very_long_wood' }
    const text = await page(columns, [], { send: serviceOf([...apart, ...manyLoans(60)], { lender }) })
    for (const line of linesOf(text)) expect(line.length, line).toBeLessThanOrEqual(columns)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('1 expired, 1 refunded, 1 under review, 1 not yet decided')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('$25 in each loan: the API does not publish amounts')
  })

  test.each([40, 80, 120, 160])(
    'at %i columns, the counts of all blocks end in the same columns',
    async (columns) => {
      const loans = manyLoans(1200).map((one, at) => ({ ...one, sector: `${'Long '.repeat(at % 9)}sector` }))
      const text = await page(columns, [], { send: serviceOf(loans) })
      const perRow = columns < 104 ? 1 : columns < 156 ? 2 : 4
      const [blocks = ''] = text.split('\nEffective ')
      const ends = linesOf(blocks).flatMap((line) =>
        [...line.matchAll(/\d+\.\d%(?= {4}|$)/g)].map((match) => match.index + match[0].length),
      )
      expect(new Set(ends).size).toBe(perRow)
      const [first = 0, second = first] = [...new Set(ends)].sort((a, b) => a - b)
      if (perRow > 1)
        expect(new Set(ends.map((end) => (end - first) % (second - first)))).toEqual(new Set([0]))
    },
  )

  test('says what is overdue where nothing else is to come', async () => {
    const terms = { scheduled_payments: [{ due_date: '2026-01-01T07:00:00Z', amount: 100 }] }
    const send = serviceOf(manyLoans(5), { more: { terms } })
    const { stdout } = await show([], { send, terminal: 100, env: { NO_COLOR: '1' } })
    expect(stdout).toMatch(/^To come +\$0 · \$93\.75 overdue$/m)
  })

  test('says what is repaid, behind and to come', async () => {
    const text = await page(100, ['--over', '90'])
    expect(text).toMatch(/^Agriculture █{24} {7}4 {2}80\.0%$/m)
    expect(text).toMatch(/^Peru +█{18} +3 {2}60\.0%$/m)
    expect(text).toMatch(/^Over 90% +Partner 1 100\.0%$/m)
    expect(text).toMatch(/^No loan in +Jordan$/m)
    expect(text).toMatch(/^Repaid +█+░+ 25\.0% of 5 loans$/m)
    expect(text).toMatch(/^Behind +0 late, as reported by the API · 0 behind their schedule$/m)
    expect(text).toMatch(
      /^To come +Nov 2026 \$31\.25 · Dec 2026 \$31\.25 · Jan 2027 \$31\.25 · \$93\.75 until Jan 2027$/m,
    )
    expect(text).toContain('kiva portfolio calendar robin')
  })

  test('--top limits the groups, and the last row counts the others', async () => {
    const text = await page(80, ['--top', '1', '--by', 'country'])
    expect(text).toMatch(/^Peru +█{30} +3 60\.0%\n1 more +█{20} +2 40\.0%\n\n/m)
  })

  test('a lender without loans', async () => {
    expect(await page(80, [], { send: serviceOf([]) })).toMatch(
      /^Robin +robin · member since Apr 2020\nNo loans yet\.\n$/,
    )
  })

  test('loans that are not counted', async () => {
    const loans = [loan(2), loan(1, { status: 'expired' })]
    expect(linesOf(await page(80, [], { send: serviceOf(loans) }))[1]).toBe('1 loan · not counted: 1 expired')
    const expired = await page(80, [], { send: serviceOf([loan(1, { status: 'expired' })]) })
    expect(linesOf(expired)).toEqual([expect.stringMatching(/^Robin/), '0 loans · not counted: 1 expired'])
  })

  test('the effective number is explained', async () => {
    const text = await page(80)
    expect(text).toMatch(/^Sectors: 2 \(effective 1\.5\)$/m)
    expect(text).toMatch(/^Effective +this many groups of equal size would be spread as evenly$/m)
  })

  test('all bars have one color, and that of the other groups is dim', async () => {
    const { stdout } = await show(['-q', '--top', '1', '--by', 'sector'], {
      terminal: 80,
      env: { TERM: 'xterm' },
    })
    const colored = linesOf(stdout).filter((line) => line.includes('█'))
    expect(colored.map((line) => /(\x1b\[\d+m)[^\x1b]*█/.exec(line)?.[1])).toEqual([
      '\x1b[36m',
      '\x1b[2m',
      '\x1b[36m',
    ])
  })

  test('for a screen reader: no bars, nothing side by side', async () => {
    const text = await page(160, ['--plain'])
    expect(text).not.toMatch(/[█░]| {2}/)
    expect(text).toContain('Agriculture: 4, 80.0%\n')
  })

  test('in a file: no limit, ASCII bars', async () => {
    const { stdout } = await show(['-o', 'table'])
    expect(stdout).toMatch(/^Agriculture #{24} {7}4 {2}80\.0%$/m)
  })
})

describe('arguments', () => {
  test("the address of the lender's page", async () => {
    const { code, requests } = await run(['portfolio', 'show', 'https://www.kiva.org/lender/robin'], {
      send: serviceOf(manyLoans(1)),
    })
    expect([code, requests.map(pathOf)[0]]).toEqual([0, '/lenders/robin'])
  })

  test.each([
    [['--by', 'sektor'], 'invalid value \\"sektor\\" for --by'],
    [['--over', '101'], 'for --over: expected a whole number from 0 to 100'],
    [['--top', '0'], 'for --top'],
    [['--share', '12.5'], 'for --share'],
    [['--share', '1000001'], 'expected a whole number from 1 to 1000000'],
    [['more'], 'unexpected argument \\"more\\"'],
  ])('%j is refused before any request', async (words, message) => {
    const { code, stderr, requests } = await show(words)
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain(message)
  })
})
