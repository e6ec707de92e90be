/** The first two lines of the screen: the main lists, and the query in words. */
import { describe, expect, test } from 'vitest'
import { drawOverlay } from '../../src/explore/view/overlays.ts'
import { View } from '../../src/explore/view/view.ts'
import { noon } from '../harness.ts'
import { type StateOptions, stateOf } from './states.ts'

async function head(options: StateOptions, columns = 80): Promise<readonly string[]> {
  const state = await stateOf({ size: { columns, rows: 24 }, ...options })
  const { lines } = new View(false, () => drawOverlay).draw(state)
  return lines.slice(0, 2).map((line) => line.trimEnd())
}

const words = (line: string) => line.trim().split(/\s/)

test.each([
  [
    'loans search --status fundraising --sector Agriculture --country-code KE --sort-by expiration',
    'fundraising · Agriculture · Kenya · 3 loans · soonest to end first',
  ],
  ['loans search', '3 loans · newest first'],
  ['loans newest', 'newest · 3 loans'],
  [
    'loans search --status funded,in_repayment --region af --gender female --q seed',
    'funded, in repayment · female · Africa · "seed" · 3 loans · newest first',
  ],
  [
    'loans search --country-code KE,UG,TZ,RW --partner 107',
    'Kenya, Uganda and 2 more · partner 107 · 3 loans · newest first',
  ],
  ['loans search --with funding --at-most 1:sector', 'with funding · 1 per sector · 3 loans · newest first'],
  ['loans search --param per_page=5', 'param per_page=5 · 3 loans · newest first'],
  ['loans show 2100001 2100002', 'loans 2100001, 2100002 · 3 loans'],
  ['loans lenders 2100001', 'loan 2100001 · 3 lenders'],
  ['lenders loans robin1001', 'lender robin1001 · 3 loans · newest first'],
  ['lenders search --occupation nurse', 'nurse · 3 lenders · newest first'],
  [
    'teams search --category Clubs --membership-type open',
    'open membership · Clubs · 3 teams · newest first',
  ],
  ['loans search --order asked:desc,to-go', '3 loans · by asked descending, to go'],
  [
    'loans search --with mine --lender ana --order derived.mine.in_country,name',
    '3 loans · by loans of ana in country, name',
  ],
  [
    'loans search --with mine,funding --lender ana --at-most 1:location.country_code --at-most 2:partner_id',
    'with loans of ana, funding · 1 per country, 2 per partner · 3 loans · newest first',
  ],
  ['loans search --with mine,people', 'with your loans, people · 3 loans · newest first'],
  [
    'loans search --not-lent-by @me --with mine --order name,derived.mine.in_country:desc',
    'not lent by you · 3 loans · by name, your loans in country descending',
  ],
  ['loans search --limit 3', 'first 3 loans · newest first'],
  ['loans search --limit 5', '3 loans · newest first'],
  ['partners list', '3 partners'],
  ['partners show 107', 'partner 107 · 3 partners'],
  ['journal-entries search --media video', 'video media · 3 journal entries · newest first'],
  ['journal-entries comments 500001', 'journal entry 500001 · 3 comments'],
  ['my account', 'user account'],
])('%s is headed by its words', async (line, heading) => {
  const records = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const state = await head({ argv: words(line), records, tab: { total: 3, progress: 'complete' } }, 120)
  expect(state[1]?.replace(/ +all 3 loaded$/, '')).toBe(` ${heading}`)
})

describe('the line of what is shown', () => {
  const argv = ['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration']

  test.each<[string, StateOptions, string]>([
    ['what is loaded', {}, ' fundraising · 71 loans · soonest to end first                        60 loaded'],
    [
      'a filter',
      { tab: { filter: 'maize' } },
      ' fundraising · filter maize · 3 of 60 loaded · soonest to end first',
    ],
    [
      'facets of loaded rows and marks',
      {
        tab: { facets: new Map([['ACTIVITY', new Set(['Farming'])]]), isMarkedOnly: true },
      },
      ' fundraising · Farming · marked · 0 of 60 loaded · soonest to end first',
    ],
    [
      'a sort by an amount',
      { tab: { sort: { column: 5, isDescending: true } } },
      ' fundraising · 71 loans · highest ASKED first of 60 loaded',
    ],
    [
      'a sort by a text',
      { tab: { sort: { column: 1, isDescending: false } } },
      ' fundraising · 71 loans · NAME from A to Z of 60 loaded',
    ],
    [
      'a sort by a time',
      { tab: { sort: { column: 10, isDescending: false } } },
      ' fundraising · 71 loans · earliest ENDS first of 60 loaded',
    ],
    ['no count before the first page', { records: [] }, ' fundraising'],
    ['no loan found', { records: [], tab: { progress: 'complete' } }, ' fundraising · 0 loans'],
  ])('says %s', async (_, options, line) => {
    expect((await head({ argv, ...options }))[1]).toBe(line)
  })

  test('cuts a long query before the number, and drops the order first', async () => {
    const long = [...argv, '--sector', 'Agriculture,Food,Retail', '--q', 'a very long text to search for']
    expect((await head({ argv: long, records: [{ id: 1 }] }, 60))[1]).toBe(
      ' fundraising · Agriculture, Food, Retail · "a ve… · 12 loans',
    )
    expect((await head({ argv }, 40))[1]).toBe(' fundraising · 71 loans       60 loaded')
  })
})

describe('the main lists', () => {
  const budget = { remaining: 52, limit: 60, until: noon + 60_000 }

  test.each([
    [
      160,
      ' kiva  [1 Loans] 2 Lenders  3 Teams  4 Partners  5 Journal  6 Lending actions  7 Today  8 Portfolio',
    ],
    [116, ' kiva  [1 Loans] 2 Lenders 3 Teams 4 Partners 5 Journal 6 Lending actions 7 Today 8 Portfolio'],
    [80, ' [1 Loans] 2 Lenders 3 Teams 4 Partners 5 6 7 Today 8 Portfolio'],
    [72, ' [1 Loans] 2 Lenders 3 Teams 4 5 6 7 Today 8 Portfolio'],
    [60, ' [1 Loans] 2 3 4 5 6 7 Today 8 Portfolio'],
  ])('fit %s columns beside the account and the rate limit', async (columns, lists) => {
    const [line = ''] = await head({ budget }, columns)
    expect(line).toBe(`${lists.padEnd(columns - 13)}sandbox 52/60`)
  })

  test.each([
    [80, ' [1 Loans] 2 Lenders 3 4 5 6 7 Today 8 Portfolio       sandbox · robin1001 52/60'],
    [72, ' [1 Loans] 2 3 4 5 6 7 Today 8 Portfolio       sandbox · robin1001 52/60'],
    [60, ' [1 Loans] 2 3 4 5 6 7 Today 8 Portfolio    sandbox ·… 52/60'],
    [30, ' [1 Loans] 2 3 4 5 6 7…  52/60'],
  ])('give way to the account on %s columns, up to the most used', async (columns, line) => {
    expect((await head({ budget, account: 'sandbox · robin1001' }, columns))[0]).toBe(line)
  })

  test.each([
    ['a name as long as an address', { account: 'a.very.long.name.of.a.lender@example.org' }],
    ['a mirror of made-up data', { account: 'mirror, made up · robin1001' }],
    ['an hourly rate limit', { account: 'robin1001', budget: { ...budget, remaining: 4_999, limit: 5_000 } }],
  ])('keep their names at 80 columns beside %s', async (_, options) => {
    const [line = ''] = await head({ budget, ...options })
    expect(line).toMatch(/^ \[1 Loans\] 2 .*7 Today 8 Portfolio {2,}.*\/\d/)
    expect(line).toHaveLength(80)
  })
})
