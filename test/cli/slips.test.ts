/** Natural words that are no commands or options: the error has the whole command line that was meant. */
import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'

/** Errors in a pipe are JSON. */
const hintOf = (stderr: string): string => JSON.parse(stderr).error.hint

test.each([
  ['loans --country Kenya', 'loans search --country-code Kenya'],
  ['loans newest --country Kenya --limit 5', 'loans search --country-code Kenya --limit 5'],
  ['loans newest --country=Kenya', 'loans search --country-code Kenya'],
  ['--country Kenya', 'loans search --country-code Kenya'],
  ['loans search --amount 500', 'loans search --filter "asked:<=500"'],
  ['loans --amount 500', 'loans search --filter "asked:<=500"'],
  ['loans newest --amount 500', 'loans newest --filter "asked:<=500"'],
  ['lenders loans robin1001 --amount=500', 'lenders loans robin1001 --filter "asked:<=500"'],
  ['loans search --max-amount 500 --sector Food', 'loans search --filter "asked:<=500" --sector Food'],
  ['loans search --max_amount 500', 'loans search --filter "asked:<=500"'],
  ['loans search --min-amount 1,500', 'loans search --filter "asked:>=1,500"'],
  ['loans search --women', 'loans search --gender women'],
  ['loans newest --women', 'loans search --gender women'],
  ['loans search --men -o json', 'loans search --gender men -o json'],
  ['loans search --name Amina', 'loans search --q Amina'],
  ['my loans --limit 5', "lenders loans '@me' --limit 5"],
  ['saved rm food', 'saved remove food'],
  ['shortlist rm spring', 'shortlist remove spring'],
  ['portfolio robin1001', 'portfolio show robin1001'],
  ['portfolio robin1001 --by year', 'portfolio show robin1001 --by year'],
  ['saved soon', 'saved run soon'],
  ['saved soon --limit 5', 'saved run soon --limit 5'],
  ['loans open 2101898', 'loans show 2101898 --web'],
  ['loans open', 'loans show <id> --web'],
  ['2101898', 'loans show 2101898'],
  ['#2101898 --full', 'loans show 2101898 --full'],
  ['https://www.kiva.org/lend/2101898', 'loans show https://www.kiva.org/lend/2101898'],
  ['loans 2101898', 'loans show 2101898'],
  ['search maize', 'loans search --q maize'],
  ['search maize --limit 3 -q', 'loans search --q maize --limit 3 -q'],
  ['--sandbox search maize --limit 3', '--sandbox loans search --q maize --limit 3'],
  ['--color never --day=40 search maize -n 3', '--color never --day=40 loans search --q maize --limit 3'],
  ['-ojson -v search maize --limit 3', '-ojson -v loans search --q maize --limit 3'],
  ['find maize', 'loans search --q maize'],
  ['loans find kenya', 'loans search --country-code KE'],
  ['loans search maize seed --limit 3', 'loans search --q "maize seed" --limit 3'],
  ['partners show umoja', 'partners list --filter umoja'],
  ['partners show Umoja Harvest -o json', 'partners list --filter "Umoja Harvest" -o json'],
  ['partners umoja', 'partners list --filter umoja'],
  ['partners find', 'partners list'],
  ['newest', 'loans newest'],
  ['newest --limit 5', 'loans newest --limit 5'],
  ['loans fundraising', 'loans search --status fundraising'],
  ['loans in-repayment', 'loans search --status in-repayment'],
  ['fundraising', 'loans search --status fundraising'],
  ['loans fundraising --women -n 5', 'loans search --status fundraising --gender women --limit 5'],
  ['loans food', 'loans search --sector food'],
  ['loans kenya', 'loans search --country-code KE'],
  ['loans women', 'loans search --gender women'],
  ['countries', 'help countries'],
  ['sectors', 'help sectors'],
  ['loans sectors', 'help sectors'],
  ['loans search -n 5', 'loans search --limit 5'],
  ['loans search -n5', 'loans search --limit 5'],
  ['partners list -n 5', 'partners list --limit 5'],
  ['loans -n 5', 'loans search --limit 5'],
  ['open 2101898', 'loans show 2101898 --web'],
  ['open', 'loans show <id> --web'],
  ['show 84', 'loans show 84'],
  ['84,85', 'loans show 84,85'],
  ['search --q maize', 'loans search --q maize'],
  ['teams ls --limit 3', 'teams search --limit 3'],
  ['saved ls', 'saved list'],
  ['loans show 5 --order-by amount', 'loans show 5 --order amount'],
  ['loans --status funded', 'loans search --status funded'],
  ['partners --only 5', 'partners list --only 5'],
  ['loans search Kenya', 'loans search --country-code KE'],
  ['loans search maize seed', 'loans search --q "maize seed"'],
  ['loans search 84', 'loans show 84'],
  // Two countries have this name.
  ['loans search congo', 'loans search --q congo'],
  ['loans search --amount=500 --sector Food', 'loans search --filter "asked:<=500" --sector Food'],
  // The value of an option has the name of the command.
  ['--trace newest loans newest maize', '--trace newest loans newest --filter maize'],
])('kiva %s: the hint is kiva %s', async (typed, meant) => {
  const { code, stdout, stderr, requests } = await run(typed.split(' '))
  expect([code, stdout, requests]).toEqual([2, '', []])
  expect(hintOf(stderr)).toMatch(/\? See kiva [a-z -]*--help\.$/)
  expect(hintOf(stderr).startsWith(`Did you mean kiva ${meant}? See`)).toBe(true)
})

describe('slips of people who know the words of other tools', () => {
  const followed =
    'A saved command follows a team or a lender: kiva saved add scouts -- teams loans 84 --sort-by newest, or kiva saved add robin -- lenders loans robin1001 --sort-by newest. kiva today shows new records.'
  const spreadsheets = 'Spreadsheets open CSV: --out loans.csv.'
  const meant = (line: string) => `Did you mean kiva ${line}?`

  test.each([
    ['loans newest --json id,name', meant('loans newest -o json --fields id,name')],
    ['loans newest --json name --limit 3', meant('loans newest -o json --fields name --limit 3')],
    ['loans show --json 2100001', meant('loans show -o json 2100001')],
    ['loans show 2100001 --csv=id,name', meant('loans show 2100001 -o csv --fields id,name')],
    ['today --json', meant('today -o json')],
    ['loans search --contry kenya', 'Did you mean --country-code KE?'],
    ['loans search --contry=kenya -n 3', 'Did you mean --country-code KE?'],
    ['loans search --status open', meant('loans search --status fundraising')],
    ['loans search --status=repaid --women', meant('loans search --status paid --gender women')],
    ['loans search --sort-by amount', meant('loans search --sort-by loan_amount')],
    ['loans search --sort-by to-go --limit 3', meant('loans search --sort-by amount_remaining --limit 3')],
    ['lenders loans robin1001 --sort-by amount', meant('lenders loans robin1001 --order amount')],
    ['teams loans 201 --sort-by=amount', meant('teams loans 201 --order amount')],
    ['loans compare 2100001 2100002', meant('loans show --across 2100001 2100002')],
    ['compare 2100001 2100002', meant('loans show --across 2100001 2100002')],
    ['partners compare 101 133', meant('partners show --across 101 133')],
    ['loans newest -o xlsx', spreadsheets],
    ['loans newest --output=excel', spreadsheets],
    ['loans newest --xlsx', spreadsheets],
    ['loans newest --out loans.xlsx', spreadsheets],
    ['lenders find robin', meant('lenders search --q robin')],
    ['saved add food --limit 3 -- loans search', meant('saved add food -- loans search --limit 3')],
    ['saved add --limit 3 food -- loans search', meant('saved add food -- loans search --limit 3')],
    ['saved add my food -- loans search', meant('saved add my-food -- loans search')],
    ['saved add loans search -L 3 -- food', meant('saved add food -- loans search -L 3')],
    ['saved add food -L 3 -- loans search --q x', meant('saved add food -- loans search --q x -L 3')],
    ['teams follow', `${followed} kiva teams show <shortname> prints the id.`],
    ['teams follow compass_scouts', `${followed} kiva teams show compass_scouts prints the id.`],
    ['teams follow 84', meant('saved add team-84 -- teams loans 84 --sort-by newest')],
    ['lenders follow', followed],
    ['lenders follow robin1001', meant('saved add robin1001 -- lenders loans robin1001 --sort-by newest')],
    ['follow compass_scouts', followed],
    [
      'partners follow 101',
      meant('saved add partner-101 -- loans search --partner 101 --status fundraising'),
    ],
    ['team follow 84', meant('saved add team-84 -- teams loans 84 --sort-by newest')],
  ])('kiva %s: the hint is %s', async (typed, hint) => {
    const { code, stdout, stderr, requests } = await run(typed.split(' '))
    expect([code, stdout, requests]).toEqual([2, '', []])
    expect(hintOf(stderr).replace(/ (?:See kiva [a-z -]*--help|Allowed values: .*|Known: .*)\.$/, '')).toBe(
      hint,
    )
  })

  test('the hint for a value keeps the list of the allowed ones, and is no hint for another mistake', async () => {
    const { stderr } = await run(['loans', 'search', '--sort-by', 'amount'])
    expect(hintOf(stderr)).toBe(
      'Did you mean kiva loans search --sort-by loan_amount? Allowed values: popularity, loan_amount, oldest, expiration, newest, amount_remaining, repayment_term.',
    )
    const other = await run(['loans', 'search', '--status', 'open', '--limit', 'x'])
    expect(JSON.parse(other.stderr).error).toMatchObject({
      message: 'invalid value "x" for --limit: expected a whole number of at least 1',
    })
    expect(other.stderr).not.toContain('fundraising')
  })

  test.each([
    ['loan 2100001', 'loans show 2100001'],
    ['loan search --sector Food --limit 2', 'loans search --sector Food --limit 2'],
    ['-o csv loan newest --limit 2', '-o csv loans newest --limit 2'],
    ['loan kenya', 'loans kenya'],
    ['loan list', 'loans list'],
    ['lender robin1001', 'lenders show robin1001'],
    ['lender newest --limit 2', 'lenders newest --limit 2'],
    ['lender', 'lenders'],
    ['lender list', 'lenders list'],
    ['lender robin1001 ada7', 'lenders robin1001 ada7'],
    ['team 201', 'teams show 201'],
    ['team sandbox_stewards --fields id', 'teams show sandbox_stewards --fields id'],
    ['team --nosuch', 'teams --nosuch'],
    ['partner 107', 'partners show 107'],
    ['partner umoja', 'partners umoja'],
    ['help filter', 'help filters'],
    ['help country', 'help countries'],
    ['help lender', 'help lenders'],
    ['help field loan_listing', 'help fields loan_listing'],
    ['shortlist show', 'shortlist list'],
    ['shortlist show spring -o json', 'shortlist list spring -o json'],
    ['teams show sandbox_stewards --fields id', 'teams using-shortname sandbox_stewards --fields id'],
    ['teams get sandbox_stewards,no_team', 'teams using-shortname sandbox_stewards,no_team'],
  ])('kiva %s does what kiva %s does', async (short, long) => {
    const shown = async (line: string) => {
      const state = new Map([['shortlists/spring.txt', '2100001\n2100002\n']])
      const { code, stdout, stderr } = await run(['--sandbox', ...line.split(' ')], { state })
      return [code, stdout, stderr]
    }
    expect(await shown(short)).toEqual(await shown(long))
  })

  test('a name in place of an id: the hint is the search for it', async () => {
    const { code, stderr } = await run(['--sandbox', 'lenders', 'show', 'robin'])
    expect([code, JSON.parse(stderr).error]).toMatchObject([
      5,
      { message: 'lender robin not found', hint: 'Did you mean kiva --sandbox lenders search --q robin?' },
    ])
    const named = await run(['--sandbox', 'teams', 'show', 'no_team'])
    expect(hintOf(named.stderr)).toBe('Did you mean kiva --sandbox teams search --q no_team?')
    const many = await run(['--sandbox', 'lenders', 'show', 'robin', 'ada'])
    expect(JSON.parse(many.stderr).error.hint).toBeUndefined()
    const id = await run(['--sandbox', 'loans', 'show', '1'])
    expect(JSON.parse(id.stderr).error.hint).toBeUndefined()
  })

  test('a sector of other words: the hint is the nearest known one', async () => {
    for (const [typed, near] of [
      ['Farming', 'Agriculture'],
      ['Fod', 'Food'],
    ]) {
      const { code, stderr } = await run(['--sandbox', 'loans', 'search', '--sector', typed ?? ''])
      expect([code, stderr]).toEqual([
        0,
        `No loans found.\n"${typed}" is not a known sector. Did you mean --sector "${near}"?\n`,
      ])
    }
  })

  test('a saved command keeps its name before a group in the singular', async () => {
    const state = new Map([['saved.json', JSON.stringify({ v: 1, commands: { team: ['loans', 'newest'] } })]])
    const { requests } = await run(['team'], { state })
    expect(requests.map(({ url }) => url)).toEqual(['https://api.kivaws.org/v1/loans/newest.json'])
  })
})

test.each([
  ['loans show Amina', 'loans search --q Amina'],
  ['loans show Amina -o json', 'loans search --q Amina -o json'],
  ["loans show Amina's Group", `loans search --q 'Amina'\\''s Group'`],
  ['loans show Amina Group --fields id', 'loans search --q "Amina Group" --fields id'],
])('kiva %s: the hint is kiva %s', async (typed, meant) => {
  const { code, stderr, requests } = await run(typed.split(' '))
  expect([code, requests]).toEqual([2, []])
  expect(hintOf(stderr)).toBe(`Did you mean kiva ${meant}? See kiva loans show --help.`)
})

test.each([
  ['search maize --limit 3', 'unknown command "kiva search"'],
  ['--sandbox loans serch --q maize', 'unknown command "kiva loans serch"'],
  ['loans --limit 3 maize', 'unknown option --limit'],
  ['help --limit', 'unknown option --limit'],
  ['loans search maize --nope', 'unknown option --nope'],
])('kiva %s: the error names what is wrong first: %s', async (line, message) => {
  const { code, stderr } = await run(line.split(' '))
  expect([code, JSON.parse(stderr).error.message]).toEqual([2, message])
})

test.each([
  ['endign', 'ending'],
  ['endign --limit 3', 'ending --limit 3'],
  ['--sandbox edning -n 3', '--sandbox ending -n 3'],
  // A command of kiva is as near, and comes first.
  ['teamz', 'teams'],
])('a saved command is near: kiva %s: the hint is kiva %s', async (typed, meant) => {
  const commands = { ending: ['loans', 'newest'], teamx: ['loans', 'newest'] }
  const state = new Map([['saved.json', JSON.stringify({ v: 1, commands })]])
  const { code, stderr } = await run(typed.split(' '), { state })
  expect([code, hintOf(stderr)]).toEqual([2, `Did you mean kiva ${meant}? See kiva --help.`])
})

test('keeps the mode, where it was typed', async () => {
  for (const mode of [['--sandbox'], ['--base-url', 'http://127.0.0.1:8080']]) {
    const before = await run([...mode, 'loans', 'open', '2101898'])
    expect(hintOf(before.stderr)).toContain(`kiva ${mode.join(' ')} loans show 2101898 --web?`)
    const after = await run(['loans', 'search', '--amount', '500', ...mode])
    expect(hintOf(after.stderr)).toContain(`kiva loans search --filter "asked:<=500" ${mode.join(' ')}?`)
  }
})

test.each([
  'loans search --amount',
  'teams search --amount 5',
  'loans show 5 --women',
  'loans search --amount --all',
])('kiva %s has no hint that would fail', async (typed) => {
  const { code, stderr } = await run([...typed.split(' '), '-o', 'table'])
  expect(code).toBe(2)
  expect(stderr).not.toContain('Did you mean')
})

test.each(['loans search --country narnia', 'loans search --country-code narnia'])(
  'kiva %s: the hint says that names work',
  async (typed) => {
    const { code, stderr } = await run([...typed.split(' '), '-o', 'table'])
    expect([code, stderr]).toEqual([
      2,
      'error: invalid value "narnia" for --country-code\nhint: Use a two-letter code or a name, such as KE or Kenya. See kiva help countries.\n',
    ])
  },
)

test.each([
  ['loans newest —limit 5', 'loans newest --limit 5'],
  ['loans newest –limit=5', 'loans newest --limit=5'],
  ['—sandbox loans newest', '--sandbox loans newest'],
  ['loans show 2100001 −−full', 'loans show 2100001 --full'],
  ['loans search ―status fundraising —limit 5', 'loans search --status fundraising --limit 5'],
])('a pasted dash is named: kiva %s', async (line, meant) => {
  const { code, stderr } = await run(line.split(' '))
  const { message, hint } = JSON.parse(stderr).error
  expect([code, hint]).toEqual([2, `Did you mean kiva ${meant}?`])
  expect(message).toMatch(/^"[^-].*" begins with an? (em dash|en dash|minus sign|long dash), not with --$/)
})

test('text that begins with a dash is text', async () => {
  const { code } = await run(['--sandbox', 'loans', 'search', '--q', '—limit', '-o', 'json'])
  expect(code).toBe(0)
})

describe('what is typed may be long, and its error is a few lines:', () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => String(2_100_001 + at))
  const long = 'x'.repeat(100_000)

  test.each([
    ['loans search', ids, 'Did you mean kiva loans search --q …? See kiva loans search --help.'],
    ['', ids, 'Did you mean kiva loans show 2100001 2100002 '],
    ['loans', ids, 'Did you mean kiva loans show 2100001 2100002 '],
    ['loans search --fields id', ids.map((id) => `f${id}`), 'Did you mean --fields …? See'],
    ['loans newest —limit', ids, 'Did you mean kiva loans newest --limit 2100001 '],
    ['loans show', [long], 'Did you mean kiva loans search --q …? See kiva loans show --help.'],
    ['partners show', [long], 'Did you mean kiva partners list --filter …? See'],
    ['lend', [long], 'To lend on the website: kiva loans show … --web. See'],
    ['', [long], 'See kiva --help.'],
    ['loans search', [`--${long}`], 'See kiva loans search --help.'],
    ['config set timeout', [long], undefined],
  ])('kiva %s %#', async (line, words, hint) => {
    const argv = [...line.split(' ').filter(Boolean), ...words]
    const { code, stdout, stderr } = await run(argv)
    const { error } = JSON.parse(stderr)
    expect([code, stdout, error.hint?.startsWith(hint)]).toEqual([
      2,
      '',
      hint === undefined ? undefined : true,
    ])
    expect(stderr.length).toBeLessThan(1300)
    // A part of the line that was meant cannot be run by mistake.
    if (error.hint?.startsWith('Did you mean')) expect(error.hint).toContain(' …?')
    const screen = await run(argv, { terminal: 80, env: { NO_COLOR: '1' } })
    expect(screen.stderr.split('\n').length).toBeLessThan(20)
  })

  test('a command line of 500 characters is shown whole, and the end of the message too', async () => {
    const text = 'x'.repeat(478)
    expect(hintOf((await run(['search', text])).stderr)).toBe(
      `Did you mean kiva loans search --q ${text}? See kiva --help.`,
    )
    expect(hintOf((await run(['search', `${text}x`])).stderr)).toContain(
      'Did you mean kiva loans search --q …?',
    )
    const messageOf = async (option: string) =>
      JSON.parse((await run(['loans', 'newest', option, `${long}y`])).stderr).error.message
    expect(await messageOf('--at-most')).toMatch(/^invalid value "x{300,} … x+y" for --at-most: expected/)
    expect(await messageOf('--timeout')).toMatch(/^invalid value "x{100,200}…" for --timeout: expected/)
  })
})
