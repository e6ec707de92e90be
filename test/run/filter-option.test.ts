/** `--filter`: the language of the explorer's `/`, on the command line. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { filterOf, rowsOf, selected } from '../explore/helpers.ts'
import { jsonReply, noon, run, textReply } from '../harness.ts'
import { everyPage, openSandbox } from '../sandbox/open.ts'

const every = await everyPage(
  openSandbox({ now: () => noon }),
  '/v1/loans/search.json?status=fundraising,funded,in_repayment,paid,ended_with_loss&per_page=100',
  'loans',
)
/** Every third one, as the command line runs hundreds of times. */
const loans = every.filter((_, at) => at % 3 === 0)
const idsOf = (records: readonly JsonObject[]) => records.map((record) => Number(record['id']))

/** A service with these records, on pages of 100. */
const service =
  (records: readonly Json[], key = 'loans'): Send =>
  async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    const paging = { page, total: records.length, page_size: 100, pages: Math.ceil(records.length / 100) }
    return jsonReply({ paging, [key]: records.slice((page - 1) * 100, page * 100) })
  }

const search = (...line: readonly string[]) =>
  run(['loans', 'search', ...line], { send: service(loans), now: () => noon })
const found = async (...line: readonly string[]) => {
  const { code, stdout, stderr } = await search(...line, '-o', 'json')
  expect([code, stderr.includes('error')]).toEqual([0, false])
  return idsOf(JSON.parse(stdout))
}
const rows = rowsOf(loans, noon)
const inExplore = (text: string): readonly number[] =>
  selected(rows, { filter: filterOf(text) }).map((index) => Number(rows.key(index)))

/** One of each kind of value and name. `test/equal` compares many filters more. */
const filters = [
  ...['asked:500', 'to-go:=500', 'REPAID:<500', 'loan_amount:<=$500', 'asked:>1,500', 'to-go:>=1500'],
  ...['asked:100..300', 'to-go:..400', 'loan_amount:1000..', 'funded:50%', 'asked:100..300,500'],
  ...['asked:$1,000..$2,000', '"to go":<=500', 'togo<=500', 'TO-GO=0', 'amount:<300'],
  ...['funded>=50 funded<80%', 'id>2100100 id<2100150'],
  ...['ends:<3d', 'ends:<=48h', 'posted:>1w', 'posted:>=10d', 'ends:3d', 'ends:1d..2w', 'ends:..4320min'],
  ...['planned_expiration_date:2026', 'posted:2026-02..', 'posted:>2026-01-15', 'posted=2026-03-01'],
  ...['location.country:kenya', 'use:a', 'sector:food,retail', 'use:"a s"', 'use:of the', 'Name:á'],
  ...[
    'status:in_repayment',
    "status:='paid'",
    'so_far:=""',
    'ends=""',
    "country='burkina faso'",
    'country:burkina_faso',
  ],
  ...['maize seed', '"maize seed"', '-"group" -maria', "-'a b'", 'mañana', 'KENYA  FOOD'],
  ...['$1,500', '100%', '-100%', '2101'],
]

test.each(filters)('%s finds the same loans as the filter of explore', async (text) => {
  const ids = inExplore(text)
  expect(filterOf(text).problems).toEqual([])
  expect(await found('--filter', text)).toEqual(ids)
})

const amount = (loan: JsonObject) => Number(loan['loan_amount'])
const left = (loan: JsonObject) =>
  loan['status'] === 'fundraising' ? Date.parse(String(loan['planned_expiration_date'])) - noon : Number.NaN
const day = 86_400_000

test.each<readonly [string, (loan: JsonObject) => boolean]>([
  ['asked<300', (loan) => amount(loan) < 300],
  ['asked:300..500', (loan) => amount(loan) >= 300 && amount(loan) <= 500],
  ['-asked:300..500', (loan) => amount(loan) < 300 || amount(loan) > 500],
  ['asked:300,$1,500', (loan) => amount(loan) === 300 || amount(loan) === 1500],
  ['ends<=3d', (loan) => left(loan) <= 3 * day],
  ['posted<=10w', (loan) => noon - Date.parse(String(loan['posted_date'])) <= 70 * day],
  ['ends<=4320min', (loan) => left(loan) <= 3 * day],
  ["status='in repayment'", (loan) => loan['status'] === 'in_repayment'],
  ['ends:9d', (loan) => left(loan) >= 9 * day && left(loan) < 10 * day],
  ['posted>=2026-10', (loan) => String(loan['posted_date']) >= '2026-10'],
  ['posted>2026-10', (loan) => String(loan['posted_date']) >= '2026-11'],
  ['status=in_repayment,late', (loan) => loan['status'] === 'in_repayment'],
  [
    '-status:funded,paid sector=food',
    (loan) => !/^(funded|paid)$/.test(String(loan['status'])) && loan['sector'] === 'Food',
  ],
])('%s compares what the table shows', async (text, isWanted) => {
  const ids = idsOf(loans.filter(isWanted))
  expect(ids.length).toBeGreaterThan(0)
  expect(await found('--filter', text)).toEqual(ids)
})

describe('--filter', () => {
  test('keeps whole records, reads all pages and says how many match', async () => {
    const wanted = loans.filter((loan) => amount(loan) < 300)
    const { stdout, stderr, requests } = await search('--filter', 'asked:<300', '-o', 'json')
    expect(JSON.parse(stdout)).toEqual(wanted)
    expect(stderr).toBe(`${wanted.length} of ${loans.length} loans match\n`)
    expect(requests).toHaveLength(Math.ceil(loans.length / 100))
  })

  test('repeats, and goes with --where, --limit and --order', async () => {
    const both = loans.filter((loan) => amount(loan) < 500 && loan['sector'] === 'Food')
    expect(await found('--filter', 'asked:<500', '--filter', 'sector:food')).toEqual(idsOf(both))
    expect(await found('--filter', 'asked<500', '--where', '.sector == "Food"')).toEqual(idsOf(both))
    expect(await found('--filter', 'asked<500 sector:food', '--order', 'id', '--limit', '2')).toEqual(
      idsOf(both).sort().slice(0, 2),
    )
  })

  test.each([['json'], ['ndjson'], ['csv'], ['table'], ['yaml']])(
    'finds the same records with -o %s and in a narrow terminal',
    async (format) => {
      const text = 'sector:food,retail asked:..500 posted:2026'
      const ids = await found('--filter', text)
      const { stdout } = await run(
        ['loans', 'search', '--filter', text, '-o', format, '--fields', 'id', '--color', 'never'],
        {
          send: service(loans),
          terminal: 40,
        },
      )
      const printed = [...stdout.matchAll(/\b21\d{5}\b/g)].map(([id]) => Number(id))
      expect(printed).toEqual(ids)
    },
  )

  test('reads derived fields, by heading or path', async () => {
    const short = await found('--with', 'funding', '--filter', 'short:>0')
    expect(short.length).toBeGreaterThan(0)
    expect(await found('--with', 'funding', '--where', '.derived.funding.short > 0.5')).toEqual(short)
    expect(await found('--filter', 'derived.funding.short:>0', '--fields', 'id')).toEqual(short)
  })

  test('drops records before it reads their details', async () => {
    const { requests, code } = await run([
      '--sandbox',
      'loans',
      'search',
      '--all',
      '--with',
      'repayment',
      '--filter',
      'country:kenya -halfdue:<1d',
      '-v',
    ])
    expect(code).toBe(0)
    expect(requests.filter(({ url }) => /\/loans\/2\d+/.test(url)).length).toBeLessThan(2)
  })
})

describe('headings of tables', () => {
  test('are names for --fields; the output keeps those of the API', async () => {
    const line = ['--fields', 'ID,Asked,ends,COUNTRY,loan_amount', '--limit', '1', '-o']
    const { stdout } = await search(...line, 'json')
    const [{ id, loan_amount, planned_expiration_date, location }] = loans as [JsonObject]
    expect(JSON.parse(stdout)).toEqual([
      {
        id,
        loan_amount,
        planned_expiration_date,
        location: { country: (location as JsonObject)['country'] },
      },
    ])
    const csv = await search(...line, 'csv')
    expect(csv.stdout.split(/\r?\n/)[0]).toBe('id,loan_amount,planned_expiration_date,location.country')
  })

  test('sort and group', async () => {
    const byEnd = await found('--order', 'ends', '--limit', '30')
    expect(await found('--order', 'planned_expiration_date', '--limit', '30')).toEqual(byEnd)
    expect(await found('--order', 'ASKED:desc', '--limit', '30')).toEqual(
      await found('--order', 'loan_amount:desc', '--limit', '30'),
    )
    expect(await found('--at-most', '1:Country')).toEqual(await found('--at-most', '1:location.country'))
  })

  test('of computed columns sort by what they show', async () => {
    const toGo = (id: number) => {
      const loan = loans.find((one) => one['id'] === id) ?? {}
      return loan['status'] === 'fundraising' ? amount(loan) - Number(loan['funded_amount']) : 0
    }
    const ids = await found('--filter', 'status:fundraising', '--order', 'to-go:desc')
    expect(ids.map(toGo)).toEqual(ids.map(toGo).sort((one, other) => other - one))
    expect(new Set(ids.map(toGo)).size).toBeGreaterThan(10)
  })

  test('that do not exist are errors', async () => {
    const { code, stderr } = await search('--order', 'assked', '-o', 'table')
    expect([code, stderr]).toEqual([
      2,
      'error: unknown field "assked" for --order\nhint: List all fields with --fields alone.\n',
    ])
  })
})

describe('an invalid filter', () => {
  const error = async (text: string, ...line: readonly string[]) => {
    const { code, stdout, stderr, requests } = await search('--filter', text, ...line)
    expect([code, stdout, requests]).toEqual([2, '', []])
    return stderr
  }
  const columns =
    'Text: name, country, sector, use, so-far, status, region, country-code, bonus-credit-eligibility, delinquent. Numbers: id, asked, to-go, funded, repaid, partner. Times: ends, posted. '

  test.each([
    ['countr:kenya', `error: unknown column "countr" in --filter\nhint: Did you mean country? ${columns}`],
    ['-x<3', `error: unknown column "x" in --filter\nhint: ${columns}`],
    ['<300', `error: unknown column "" in --filter\nhint: ${columns}`],
    [
      'short:>0',
      `error: unknown column "short" in --filter\nhint: It is a column of --with funding. ${columns}`,
    ],
    [
      'asked:<many',
      `error: invalid value "<many" for asked in --filter: expected a number such as 500, <500 or 100..300, or text in quotes\nhint: ${columns}`,
    ],
    [
      'asked:3d',
      `error: invalid value "3d" for asked in --filter: expected a number such as 500, <500 or 100..300, or text in quotes\nhint: ${columns}`,
    ],
    [
      'asked:200..100',
      `error: invalid value "200..100" for asked in --filter: expected a number such as 500, <500 or 100..300, or text in quotes\nhint: ${columns}`,
    ],
    [
      'ends:soon',
      `error: invalid value "soon" for ends in --filter: expected a date or a span of time such as 2026-03-31, <3d or 1w..2w, or text in quotes\nhint: ${columns}`,
    ],
    [
      'posted:2026-02-30',
      `error: invalid value "2026-02-30" for posted in --filter: expected a date or a span of time such as 2026-03-31, <3d or 1w..2w, or text in quotes\nhint: ${columns}`,
    ],
    [
      'name:<b',
      `error: invalid value "<b" for name in --filter: expected text, without < or >\nhint: ${columns}`,
    ],
    ['country:', 'error: incomplete condition "country:" in --filter: missing a value\nhint: '],
    ['kenya -', 'error: incomplete condition "-" in --filter: missing a word\nhint: '],
    ['country:kenya,', 'error: incomplete condition "country:kenya," in --filter: missing a value\nhint: '],
    [
      'country:"burkina',
      `error: incomplete condition "country:"burkina" in --filter: missing the closing "\nhint: `,
    ],
    ['', 'error: invalid value "" for --filter\nhint: '],
  ])('%j is refused before any request', async (text, start) => {
    expect((await error(text, '-o', 'table')).startsWith(start)).toBe(true)
  })

  test('of a path with unknown records says what works', async () => {
    const { code, stderr } = await run(['api', '/things', '--filter', 'a', '-o', 'table'])
    expect([code, stderr]).toEqual([
      2,
      `error: --filter cannot be used with this path\nhint: Its records have no known columns. Use --where, such as --where '.id == 5'.\n`,
    ])
  })
})

describe('ids that a JavaScript number cannot represent', () => {
  const ids = ['9007199254740992', '9007199254740993', '9007199254740995']
  const send: Send = async () =>
    textReply(
      `{"paging":{"page":1,"total":3,"page_size":20,"pages":1},"loans":[${ids.map((id) => `{"id":${id}}`)}]}`,
    )
  const found = async (...line: readonly string[]) => {
    const { code, stdout } = await run(['loans', 'newest', ...line, '--fields', 'id', '-o', 'tsv'], { send })
    expect(code).toBe(0)
    return stdout.split('\n').slice(1, -1)
  }

  test.each([
    ['id>9007199254740992', [1, 2]],
    ['id>=9007199254740993', [1, 2]],
    ['id<9007199254740993', [0]],
    ['id:9007199254740993', [1]],
    ['id:9007199254740993..9007199254740994', [1]],
    ['id:..9007199254740993', [0, 1]],
    ['id>1', [0, 1, 2]],
    ['-id:9007199254740992', [1, 2]],
  ])('%s', async (filter, expected) => {
    expect(await found('--filter', filter)).toEqual(expected.map((at) => ids[at]))
  })
})
