/** Conditions of `--filter` that are sent to the API, and that change nothing of what is printed. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryNames } from '../../src/api/country-names.ts'
import type { Values } from '../../src/api/endpoint.ts'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { lenders } from '../../src/commands/resources/lenders.ts'
import { loans as loanCommands } from '../../src/commands/resources/loans.ts'
import { teams } from '../../src/commands/resources/teams.ts'
import type { Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { Cells } from '../../src/records/filter.ts'
import { filterColumnsOf } from '../../src/records/filter-columns.ts'
import { conditionsToSend } from '../../src/records/narrow.ts'
import { noFilter } from '../../src/records/request.ts'
import { parseFilter, testsOf } from '../../src/records/row-filter.ts'
import { recordTypeOf } from '../../src/records/stage.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'

const statuses = [
  ...['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss'],
  ...['expired', 'refunded', 'defaulted', 'issue', 'mystery', ''],
]
/** The service has codes and names that kiva does not know. */
const countries = [
  ['KE', 'Kenya'],
  ['UG', 'Uganda'],
  ['VN', 'Vietnam'],
  ['CD', 'Congo (Kinshasa)'],
  ['CG', 'Congo (Brazzaville)'],
  ['SS', 'South Sudan'],
  ['QS', 'South Sudan'],
  ['ZQ', 'Zed Land'],
] as const
const sectors = ['Food', 'Retail', 'Personal Use', 'Fisheries']

const loans = Array.from({ length: 200 }, (_, at) => {
  const [country_code, country] = countries[at % countries.length] ?? ['', '']
  return {
    id: at + 1,
    name: `Loan ${at}`,
    status: statuses[(at * 7) % statuses.length] ?? '',
    sector: sectors[(at * 3) % sectors.length] ?? '',
    delinquent: at % 5 === 0,
    ...(at % 6 !== 0 && { partner_id: at % 6 }),
    loan_amount: 25 * (at % 40),
    funded_amount: 5 * (at % 40),
    location: { country_code, country },
  }
})

/** Answers a search as the API does. */
const service: Send = async ({ url }) => {
  const { searchParams } = new URL(url)
  const oneOf = (name: string, value: string) => {
    const wanted = searchParams.get(name)
    return wanted === null || wanted.split(',').includes(value)
  }
  const found = loans.filter(
    ({ status, sector, location, partner_id }) =>
      oneOf('status', status) &&
      oneOf('sector', sector) &&
      oneOf('country_code', location.country_code) &&
      oneOf('partner', String(partner_id)),
  )
  const page = Number(searchParams.get('page') ?? 1)
  const paging = { page, total: found.length, page_size: 20, pages: Math.ceil(found.length / 20) }
  return jsonReply({ paging, loans: found.slice(20 * (page - 1), 20 * page) })
}

const search = (filters: readonly string[], options: RunOptions & { more?: readonly string[] } = {}) =>
  run(
    [
      'loans',
      'search',
      ...filters.flatMap((text) => ['--filter', text]),
      '-o',
      'ids',
      ...(options.more ?? []),
    ],
    {
      send: service,
      ...options,
    },
  )

/** Returns the parameters of the first request that filter. */
async function sentFor(filters: readonly string[], more: readonly string[] = []) {
  const { requests } = await search(filters, { more })
  const { searchParams } = new URL(requests[0]?.url ?? '')
  const names = [...new Set(searchParams.keys())].filter((name) => !['app_id', 'page'].includes(name))
  return Object.fromEntries(names.map((name) => [name, searchParams.getAll(name).join(' ')]))
}

describe('a condition is sent', () => {
  test.each([
    ['status:paid', { status: 'paid' }],
    ['status:in_repayment', { status: 'in_repayment' }],
    ['status=in_repayment', { status: 'in_repayment' }],
    ['status:"in repayment"', { status: 'in_repayment' }],
    ['status:paid,fundraising', { status: 'paid,fundraising' }],
    ['status=paid,funded', { status: 'paid,funded' }],
    ['country:kenya', { country_code: 'KE' }],
    ['country:kenya,uganda', { country_code: 'KE,UG' }],
    ['country=vietnam', { country_code: 'VN' }],
    ['country:south_sudan', { country_code: 'SS,QS' }],
    ['country:congo', { country_code: 'CD,CG' }],
    // All that have a name with the word in it, also where that is a name of another one.
    ['country=congo', { country_code: 'CD,CG' }],
    ['country:niger', { country_code: 'NE,NG' }],
    ['country:sudan', { country_code: 'SD,SS,QS' }],
    ['country:usa', { country_code: 'US' }],
    ["country:lao_people's_democratic_republic", { country_code: 'LA' }],
    ['country:"Saint Vincent and the Grenadines"', { country_code: 'VC' }],
    ['country:"bosnia and herzegovina"', { country_code: 'BA' }],
    ['country:"st. vincent & grenadines"', { country_code: 'VC' }],
    ["country:cote_d'ivoire", { country_code: 'CI' }],
    ['country:kosovo,gaza', { country_code: 'XK,GZ' }],
    ['country:netherlands', { country_code: 'BQ,NL,AN' }],
    ['country:serbia', { country_code: 'RS,CS' }],
    ['country=ke', { country_code: 'KE' }],
    ['country_code=qs', { country_code: 'QS' }],
    ['sector=food', { sector: 'Food' }],
    ['partner:5', { partner: '5' }],
    ['partner:5,7 status:paid', { partner: '5,7', status: 'paid' }],
    ['region:"central america"', { country_code: 'BZ,CR,GT,HN,NI,PA,SV' }],
    ['region:ca', { country_code: 'BZ,CR,GT,HN,NI,PA,SV' }],
    ['sector=personal_use', { sector: 'Personal Use' }],
    [
      'status:paid country:kenya sector=food asked:<500',
      { status: 'paid', country_code: 'KE', sector: 'Food' },
    ],
  ])('%s', async (text, sent) => {
    expect(await sentFor([text])).toEqual(sent)
  })

  test('of several options', async () => {
    expect(await sentFor(['status:paid', 'country:kenya'])).toEqual({ status: 'paid', country_code: 'KE' })
  })

  test('and -v says so', async () => {
    const { stderr } = await search(['status:paid country:kenya,uganda'], { more: ['-v'] })
    expect(stderr).toContain('* --filter also sends --status paid\n')
    expect(stderr).toContain('* --filter also sends --country-code KE,UG\n')
  })

  test('and a preview shows it', async () => {
    const { stdout } = await search(['country:kenya'], { more: ['--curl'] })
    expect(stdout).toContain('country_code=KE')
  })
})

describe('nothing is sent', () => {
  test.each([
    ['for a negation', ['-status:paid'], []],
    ['for a word', ['paid'], []],
    ['for a range', ['asked:<500'], []],
    ['for a status that the search does not list', ['status:expired'], []],
    ['for a list with one', ['status:paid,expired'], []],
    ['for a word in another status too', ['status:funded'], []],
    ['for a status with two names', ['status:ended_with_loss'], []],
    ['for a part of the cell that is no status', ['status:late'], []],
    ['for two conditions on one column', ['status:paid status:funded'], []],
    ['for two of two options', ['country:kenya', 'country:uganda'], []],
    ['for an unknown country', ['country:zed'], []],
    ['for a list with one', ['country:kenya,zed'], []],
    ['for no country', ['country=""'], []],
    ['for a range of partners', ['partner:<5'], []],
    ['for a range that begins with a partner', ['partner:5..'], []],
    ['for a range with both ends', ['partner:5..7'], []],
    ['for a part of a partner', ['partner:2.5'], []],
    ['for two conditions on one parameter', ['country:kenya region:africa'], []],
    ['for no region', ['region=""'], []],
    ['for an unknown region', ['region:atlantis'], []],
    ['for a part of a sector', ['sector:food'], []],
    ['for an unknown sector', ['sector=fisheries'], []],
    ['for a part of a status', ['status:repay'], []],
    ['for a part of a country', ['country:republic'], []],
    ['for a list with one', ['country:kenya,republic'], []],
    ['for two letters, which are a part', ['country:ke'], []],
    ['for two letters that are a name but no code', ['country=uk'], []],
    ['for one letter', ['country=k'], []],
  ])('%s', async (_, filters, more) => {
    expect(await sentFor(filters, more)).toEqual({})
  })

  test('in place of a parameter that was typed', async () => {
    expect(await sentFor(['status:paid'], ['--status', 'funded'])).toEqual({ status: 'funded' })
    expect(await sentFor(['country:kenya'], ['--param', 'country_code=UG'])).toEqual({ country_code: 'UG' })
  })
})

test('a gender is sent, which details confirm', async () => {
  const preview = async (text: string) =>
    (await search([text], { more: ['--with', 'people', '--curl'] })).stdout
  for (const text of ['gender:male', 'gender=male', 'gender:MALE'])
    expect(await preview(text)).toContain('gender=male')
  for (const text of [
    'gender:mixed',
    '-gender:male',
    'gender:male,female',
    'gender:f',
    'gender:m',
    'gender=m',
  ])
    expect(await preview(text)).not.toContain('gender=')
})

describe('what is sent selects all records that the filter keeps', async () => {
  /** Names of the service that kiva does not know, and in which no name is whole that it knows. */
  const foreign = [
    'The Republic of Zed',
    'New Quendor',
    'Saint Xyz and the Isles',
    'Tir na nOg',
    'San Q',
    'Ut',
  ]
  /** Other names of the service for countries that kiva knows. */
  const serviceNames = [
    ['CD', 'The Democratic Republic of the Congo'],
    ['LA', "Lao People's Democratic Republic"],
    ['VC', 'Saint Vincent and the Grenadines'],
    ['BA', 'Bosnia and Herzegovina'],
    ['CI', "Cote D'Ivoire"],
    ['MM', 'Myanmar (Burma)'],
    ['VN', 'Vietnam'],
  ] as const
  const places = [
    ...Object.entries(countryNames).map(([country_code, country]) => ({ country_code, country })),
    ...serviceNames.map(([country_code, country]) => ({ country_code, country })),
    ...foreign.map((country, at) => ({ country_code: `Q${String.fromCodePoint(66 + at)}`, country })),
  ]
  const genders = [undefined, 'F', 'M', 'FM', 'FFM', 'MMF']
  const records: readonly JsonObject[] = places.flatMap((location, at) =>
    [0, 1].map((second) => {
      const gender = genders[(at + second) % genders.length]
      return {
        id: 2 * at + second,
        status: statuses[(at + 7 * second) % statuses.length] ?? '',
        sector: sectors[at % sectors.length] ?? '',
        delinquent: at % 3 === second,
        partner_id: at % 7,
        location,
        country_code: location.country_code,
        ...(gender && { borrowers: [...gender].map((gender) => ({ first_name: 'A', gender })) }),
        name: `Name ${at}`,
        whereabouts: location.country,
      }
    }),
  )
  const at = (record: JsonObject, path: string) =>
    path.split('.').reduce<Json | undefined>((value, key) => (value as JsonObject | undefined)?.[key], record)
  /** What the API compares a parameter with. */
  const paths: Readonly<Record<string, string>> = {
    status: 'status',
    country_code: 'country_code',
    sector: 'sector',
    partner: 'partner_id',
  }
  const majorities: Readonly<Record<string, string>> = { F: 'female', FFM: 'female', M: 'male', MMF: 'male' }
  const genderOf = ({ borrowers = [] }: JsonObject) =>
    majorities[(borrowers as readonly { readonly gender: string }[]).map(({ gender }) => gender).join('')]
  const isSelected = (record: JsonObject, sent: Values) =>
    Object.entries(sent).every(([name, wanted]) => {
      const value = name === 'gender' ? genderOf(record) : at(record, paths[name] ?? '')
      return [wanted].flat().map(String).includes(String(value))
    })

  const endpoints = [loanCommands.endpoints.search, lenders.endpoints.search, teams.endpoints.search] as const
  const derives = [{ groups: ['people'] as const, lender: undefined }, undefined, undefined]
  const rows = await Promise.all(
    endpoints.map(async (endpoint, which) => {
      const type = recordTypeOf({ endpoint, derive: derives[which] })
      // The details have the borrowers.
      const columns = await filterColumnsOf(which === 0 ? recordTypes.loan_detail : type)
      const cells = new Cells(columns, () => 0)
      for (const [index, record] of records.entries()) cells.set(index, record)
      return { endpoint, columns, cells }
    }),
  )
  /** Checks that the sent values select what the filter keeps, and returns 1 if they do not select all. */
  const check = async (text: string, which: number) => {
    const row = rows[which]
    if (!row) throw new Error('no such list')
    const filter = parseFilter(text, row.columns)
    if (filter.problems.length > 0) return 0
    const sent = await conditionsToSend({
      endpoint: row.endpoint,
      filter: { ...noFilter, matching: [text] },
      values: {},
      extra: [],
      derive: derives[which],
    })
    // Nothing that is sent selects all records.
    if (Object.keys(sent).length === 0) return 0
    const tests = testsOf(filter, row.cells)
    const kept = records.filter((_, index) => tests.every((test) => test(index)))
    expect([
      text,
      which,
      sent,
      kept.filter((record) => !isSelected(record, sent)).map(({ id }) => id),
    ]).toEqual([...[text, which, sent, []]])
    return records.every((record) => isSelected(record, sent)) ? 0 : 1
  }

  test('for any part of the name of a country', async () => {
    const names = [...Object.values(countryNames), ...foreign, ...serviceNames.map(([, name]) => name)]
    const parts = names.flatMap((name) =>
      [1, 2, 3].flatMap((length) => [...name].map((_, from) => name.slice(from, from + length))),
    )
    const words = names.flatMap((name) => [name, ...name.split(' ')])
    const fewer = [...new Set(parts.map((text) => text.toLowerCase()))].filter((_, at) => at % 4 === 0)
    const all = [
      ...fewer,
      'the',
      'and',
      'sa',
      'ti',
      'new',
      'z',
      'republic',
      ...words.filter((_, at) => at % 3 === 0),
    ]
    expect(all.length).toBeGreaterThan(500)
    let narrowed = 0
    for (const [at, word] of all.entries()) {
      narrowed += await check(`country:"${word}"`, at % 2)
      narrowed += await check(`country="${word}"`, (at + 1) % 2)
      narrowed += await check(`whereabouts:"${word}"`, 2)
    }
    for (const word of fewer) narrowed += await check(`region:"${word}"`, 0)
    // Those of whole names.
    expect(narrowed).toBeGreaterThan(100)
  }, 60_000)

  test('whatever the expression', async () => {
    const values = {
      status: [
        ...statuses.filter(Boolean),
        'fund',
        'repay',
        'late',
        'loss',
        'd',
        '""',
        '"in repayment, late"',
      ],
      country: [
        'kenya',
        'Uganda',
        'viet',
        'congo',
        'sudan',
        'zed',
        'an',
        '"south sudan"',
        '""',
        'ke',
        'republic',
      ],
      country_code: ['ke', 'KE', 'k', 'kenya', 'qb', '""'],
      sector: ['food', 'retail', 'personal_use', 'fisheries', 'fish'],
      'location.country': ['kenya', 'zed'],
      region: ['africa', 'asia', 'a', 'na', 'af', 'ke', '""'],
      partner: ['1', '2', '<3', '9', '""'],
      gender: ['m', 'male', 'f', 'female', 'mixed', '""'],
      delinquent: ['true', 'no'],
    }
    const condition = fc.oneof(
      ...Object.entries(values).map(([column, known]) =>
        fc
          .tuple(
            fc.constantFrom('', '', '', '', '-'),
            fc.constantFrom(':', '=', ':='),
            fc.array(fc.constantFrom(...known), { minLength: 1, maxLength: 2 }),
          )
          .map(([sign, operator, chosen]) => sign + column + operator + chosen.join(',')),
      ),
    )
    const expression = fc.array(condition, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '))
    let narrowed = 0
    await fc.assert(
      fc.asyncProperty(expression, fc.nat(2), async (text, which) => {
        narrowed += await check(text, which)
      }),
      { seed: 47, numRuns: 2000 },
    )
    expect(narrowed).toBeGreaterThan(100)
  }, 60_000)
})

test('what is printed is the same as without sending', async () => {
  for (const text of ['country:kenya', 'status:in_repayment', 'sector=food', 'partner:3', 'region:africa']) {
    // Two conditions on one column are not sent.
    const [sent, whole] = [await search([text]), await search([`${text} ${text}`])]
    expect([text, sent.stdout]).toEqual([text, whole.stdout])
    expect(sent.stdout).not.toBe('')
    expect([text, sent.requests.length < whole.requests.length]).toEqual([text, true])
  }
})

test('it counts for a checkpoint', async () => {
  const folder = new Map<string, string>()
  const words = ['loans', 'search', '--filter', 'country:kenya', '--out', 'a.ndjson', '--checkpoint', 'c']
  const failing: Send = (request, signal) =>
    request.url.includes('page=2') ? Promise.resolve(jsonReply({}, 400)) : service(request, signal)
  expect((await run(words, { send: failing, folder })).code).toBe(9)
  const saved = [...folder].find(([name]) => name.endsWith('c'))?.[1] ?? ''
  expect(saved).toContain('country_code')
})
