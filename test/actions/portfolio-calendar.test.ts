/** `kiva portfolio calendar`: what is due by month, and the sum of all parts. */
import { describe, expect, test } from 'vitest'
import { type RunOptions, run } from '../harness.ts'
import { loan, manyLoans, pathOf, serviceOf } from './portfolio-service.ts'

const calendar = (words: readonly string[] = [], options: RunOptions = {}) =>
  run(['portfolio', 'calendar', 'robin', ...words], { send: serviceOf(manyLoans(5)), ...options })

const record = async (words: readonly string[] = [], options: RunOptions = {}) =>
  JSON.parse((await calendar(words, options)).stdout)

test.each([
  [0, 2],
  [1, 3],
  [214, 17],
])('%i loans: %i requests, none for partners', async (count, requests) => {
  const ran = await calendar([], { send: serviceOf(manyLoans(count)) })
  expect([ran.code, ran.requests.length]).toEqual([0, requests])
  expect(ran.requests.map(pathOf)).not.toContain('/partners')
})

test('JSON has the months, and sums that add up', async () => {
  const found = await record()
  expect(Object.keys(found)).toEqual([
    'lender',
    'as_of',
    'assumes',
    'loans',
    'repaid',
    'lost',
    'overdue',
    'overdue_loans',
    'to_come',
    'raising',
    'loans_out',
    'months',
    'unscheduled',
    'due_dates_only',
    'unknown',
    'later',
  ])
  expect(found).toMatchObject({ loans: 5, repaid: 31.25, to_come: 93.75, later: { dollars: 0, months: 0 } })
  expect(found.months).toEqual([
    { month: '2026-11', dollars: 31.25, loans: 5 },
    { month: '2026-12', dollars: 31.25, loans: 5 },
    { month: '2027-01', dollars: 31.25, loans: 5 },
  ])
  expect(Object.keys(await record([], { send: serviceOf([]) }))).toEqual(Object.keys(found))
})

test.each([
  ['1', [], { dollars: 93.75, months: 3 }],
  ['2', ['2026-11'], { dollars: 62.5, months: 2 }],
  ['3', ['2026-11', '2026-12'], { dollars: 31.25, months: 1 }],
  ['4', ['2026-11', '2026-12', '2027-01'], { dollars: 0, months: 0 }],
  ['9007199254740991', ['2026-11', '2026-12', '2027-01'], { dollars: 0, months: 0 }],
])('--months %s counts from the month of the response', async (count, months, later) => {
  const found = await record(['--months', count])
  expect(found.months.map(({ month }: { month: string }) => month)).toEqual(months)
  expect([found.later, found.to_come]).toEqual([later, 93.75])
})

describe('with overdue loans, and loans without a schedule', () => {
  const overdue = manyLoans(3).map((one) => ({ ...one, paid_amount: 0 }))
  const options = { send: serviceOf(overdue) }

  test('overdue is the first row', async () => {
    expect((await calendar(['-o', 'csv', '--months', '2'], options)).stdout).toBe(
      'month,dollars,loans\r\noverdue,18.75,3\r\n2026-11,18.75,3\r\nlater,37.5,\r\n',
    )
  })

  test('csv without loans has its header', async () => {
    const send = serviceOf([])
    expect((await calendar(['-o', 'csv'], { send })).stdout).toBe('month,dollars,loans\r\n')
  })

  test('the page', async () => {
    const { stdout } = await calendar(['-q', '--months', '2'], {
      ...options,
      terminal: 80,
      env: { NO_COLOR: '1', TERM: 'xterm' },
    })
    expect(stdout.split('\n').slice(1)).toEqual([
      '',
      'MONTH           TO COME  LOANS',
      'Overdue          $18.75      3',
      'Nov 2026         $18.75      3  ██████████████████████████████',
      '2 later months   $37.50',
      'months in which payments reach lenders; of 3 loans the months of the due dates',
      '',
      '$0.00 repaid + $0.00 lost + $18.75 overdue + $56.25 to come + $0.00 fundraising',
      '= $75.00 (3 loans × $25.00)',
      '',
    ])
  })

  test('the page names loans without a schedule or amounts', async () => {
    const send = serviceOf([...manyLoans(12), loan(13, { funded_amount: null })], { more: {} })
    const { stdout } = await calendar(['-q', '-o', 'table'], { send })
    expect(stdout).toMatch(/^No date +\$225\.00 +12$/m)
    expect(stdout).toContain(
      'No repayment schedule: 12 11 10 9 8 7 6 5 4 3 and 2 others (-o json lists them)\nLeft out, without amounts: 13\n',
    )
  })

  test.each([20, 23, 24, 30, 80, 200])('the page fits into %i columns', async (terminal) => {
    const { stdout } = await calendar(['-q', '--months', '2'], {
      ...options,
      terminal,
      env: { NO_COLOR: '1', TERM: 'xterm' },
    })
    expect(stdout).toMatch(/^Nov 2026 +\$18\.75/m)
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(terminal)
  })
})

test('a lender without loans', async () => {
  const { stdout } = await calendar(['-o', 'table'], { send: serviceOf([]) })
  expect(stdout).toContain('No loans yet.\n')
})

test('a format for maps is refused', async () => {
  const { code, stderr, requests } = await calendar(['-o', 'map'])
  expect([code, requests]).toEqual([2, []])
  expect(stderr).toContain('-o map cannot be used with portfolio calendar')
})
