/** Calls with options of the command line, and of tools that are actions. */
import { describe, expect, test } from 'vitest'
import { actionLoaders } from '../../src/actions/index.ts'
import type { LoadAction } from '../../src/actions/run-action.ts'
import type { Context, World } from '../../src/core/context.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { answerWith } from '../../src/mcp/answer.ts'
import type { RunAction } from '../../src/mcp/call.ts'
import { toolsOf } from '../../src/mcp/tools.ts'
import { run } from '../harness.ts'
import { type Asked, callOf, callOnce, eras, linesOf, resultOf, session } from './session.ts'

const records = (answer: JsonObject) => answer['records'] as readonly JsonObject[]
const printed = async (...words: string[]): Promise<readonly JsonObject[]> =>
  JSON.parse((await run(['--sandbox', ...words, '-o', 'json'])).stdout)

describe('a list', () => {
  test('takes --with, --filter and --order as the command line does', async () => {
    const words = ['--with=funding', '--filter=asked:<300', '--order=derived.funding.short:desc,id']
    const expected = await printed('loans', 'search', '--status=fundraising', ...words, '--limit=3')
    const answer = await callOnce('loans_search', {
      ...{ status: ['fundraising'], with: ['funding'], filter: 'asked:<300' },
      ...{ order: 'derived.funding.short:desc,id', limit: 3 },
    })
    expect(records(answer).map(({ id, derived }) => ({ id, derived }))).toEqual(
      expected.map(({ id, derived }) => ({ id, derived })),
    )
    expect(answer).toMatchObject({ next_page: 2, left_out: expect.arrayContaining(['description']) })
    expect(answer['read']).toBeUndefined()
  })

  test('has pages of what matches', async () => {
    const given = { filter: 'status:pilot', fields: ['id'] }
    const whole = await callOnce('partners_list', { ...given, limit: 100 })
    const [first, second] = [
      await callOnce('partners_list', { ...given, limit: 2 }),
      await callOnce('partners_list', { ...given, limit: 2, page: 2 }),
    ]
    expect([...records(first), ...records(second)]).toEqual(records(whole).slice(0, 4))
    expect([first['total'], whole['next_page']]).toEqual([whole['total'], null])
  })

  test('says how much of a long list it has read', async () => {
    const answer = await callOnce('loans_search', { filter: 'asked:<300', limit: 1 })
    expect(answer).toMatchObject({ read: 400, listed: 2000, requests: 20 })
  })

  test('groups and counts as --by, --sum and --count do', async () => {
    const words = ['--status=fundraising', '--by=sector,status', '--sum=loan_amount', '--all']
    const answer = await callOnce('loans_search', {
      ...{ status: ['fundraising'], by: 'sector,status', sum: 'loan_amount' },
    })
    expect(records(answer)).toEqual(await printed('loans', 'search', ...words))
  })

  test('answers with the number of records alone where they are counted', async () => {
    const from = 'sandbox (made-up data)'
    expect(await callOnce('loans_search', { count: true })).toEqual({ from, count: 2000, requests: 1 })
    const pilots = await printed('partners', 'list', '--filter=status:pilot', '--all')
    expect(await callOnce('partners_list', { count: true, filter: 'status:pilot' })).toMatchObject({
      count: pilots.length,
    })
    expect(await callOnce('loans_search', { count: true, filter: 'asked:<300' })).toMatchObject({
      ...{ count: expect.any(Number), read: 400, listed: 2000 },
    })
    const groups = await callOnce('partners_list', { count: true, by: 'status' })
    expect(records(groups)).toEqual(await printed('partners', 'list', '--by', 'status', '--all'))
  })

  test('a filter is one text: its commas separate the values of a condition', async () => {
    const given = { filter: 'country:kenya,uganda', limit: 100 }
    const answer = await callOnce('loans_search', { status: ['fundraising'], ...given, fields: ['id'] })
    const words = ['--status=fundraising', '--filter=country:kenya,uganda', '--limit=100', '--fields=id']
    expect(records(answer)).toEqual(await printed('loans', 'search', ...words))
    expect(records(answer).length).toBeGreaterThan(5)
  })

  test('derived fields alone need no more of the list than the page', async () => {
    const answer = await callOnce('loans_newest', { with: ['funding'], limit: 30, page: 2, fields: ['*'] })
    const all = await printed('loans', 'newest', '--with=funding', '--limit=60')
    expect(records(answer)).toEqual(all.slice(30))
    expect(answer).toMatchObject({ next_page: 3, requests: 2 })
  })

  test('a field of a group that was not asked for is unknown, and one that was is named with what is left out', async () => {
    expect(await callOnce('teams_search', { fields: ['derived.team.x'] })).toMatchObject({ kind: 'usage' })
    const answer = await callOnce('loans_newest', { fields: ['derived.funding.pace'], limit: 1 })
    expect(answer['left_out']).toEqual(expect.arrayContaining(['id', 'derived.funding.outlook']))
  })

  test('a derived field alone asks for its group', async () => {
    const answer = await callOnce('loans_newest', { fields: ['id', 'derived.funding.outlook'], limit: 1 })
    expect(Object.keys(records(answer)[0] ?? {})).toEqual(['id', 'derived'])
  })

  test.each<[string, JsonObject, string]>([
    ['loans_search', { filter: 'bogus:<3' }, 'unknown column "bogus" in filter'],
    ['loans_search', { order: 'nonsense' }, 'unknown field "nonsense" for order'],
    ['loans_search', { with: ['stars'] }, 'invalid value "stars" for with'],
    ['partners_list', { with: ['funding'] }, 'unknown parameter "with"'],
    ['teams_search', { filter: 'x' }, 'unknown parameter "filter"'],
    [
      'loans_search',
      { filter: 'food', limit: 101 },
      'invalid value "101" for limit: expected a whole number from 1 to 100',
    ],
  ])(
    '%s %j has the error of the command line, with the name of the argument',
    async (name, given, message) => {
      expect(await callOnce(name, given)).toMatchObject({ kind: 'usage', message })
    },
  )
})

describe('an action', () => {
  test('partners_show finds partners by id', async () => {
    const answer = await callOnce('partners_show', { ids: [133, 101], fields: ['*'] })
    expect(records(answer)).toEqual(await printed('partners', 'show', '133', '101'))
    expect(answer).toMatchObject({ total: 2, next_page: null, requests: 1 })
    expect(await callOnce('partners_show', { ids: [101, 9999] })).toMatchObject({ missing: ['9999'] })
    expect(await callOnce('partners_show', { ids: [9999] })).toMatchObject({
      kind: 'refused',
      message: 'partner 9999 not found',
    })
  })

  test('portfolio_show has the record of the command', async () => {
    const { from, requests, as_of, ...answer } = await callOnce('portfolio_show', {
      lender: 'robin1001',
      by: ['sector'],
    })
    const { stdout } = await run([
      '--sandbox',
      'portfolio',
      'show',
      'robin1001',
      '--by',
      'sector',
      '-o',
      'json',
    ])
    expect(JSON.parse(stdout)).toEqual({ ...answer, as_of })
    expect([from, requests]).toEqual(['sandbox (made-up data)', expect.any(Number)])
  })

  test('portfolio_suggest has the loans of the command, and means @me without a lender', async () => {
    const answer = await callOnce('portfolio_suggest', { limit: 2, fields: ['id'] })
    expect(records(answer)).toEqual(
      await printed('portfolio', 'suggest', 'robin1001', '--limit=2', '--fields=id'),
    )
  })

  test('portfolio_suggest spends a budget', async () => {
    const answer = await callOnce('portfolio_suggest', { budget: 50, fields: ['id'] })
    const words = ['portfolio', 'suggest', 'robin1001', '--budget=50', '--fields=id']
    expect(records(answer)).toEqual(await printed(...words))
  })

  test('today has the record of the command, and leaves the marks where they are', async () => {
    const state = new Map([['shortlists/mine.txt', '2101529\n']])
    const { from, requests, as_of, ...answer } = await callOnce('today', {}, { state })
    expect([...state.keys()]).toEqual(['shortlists/mine.txt'])
    const { stdout } = await run(['--sandbox', 'today', '--peek', '-o', 'json'], { state })
    expect({ from, ...JSON.parse(stdout) }).toEqual({ from: 'sandbox (made-up data)', ...answer, as_of })
    expect(requests).toEqual(expect.any(Number))
  })

  test.each<[string, Json]>([
    ['partners_show', {}],
    ['partners_show', { ids: ['@good'] }],
    ['portfolio_show', { lender: '--sandbox' }],
    ['portfolio_show', { by: ['nonsense'] }],
  ])('%s %j is refused', async (name, given) => {
    expect(await callOnce(name, given)).toMatchObject({ kind: expect.stringMatching(/usage|refused/) })
  })
})

describe('no tool reads stdin, which is the connection with the client', () => {
  test('for - as any text of any tool', async () => {
    const { replies } = await session(eras[1], [{ method: 'tools/list' }])
    const calls = (resultOf(replies[0])['tools'] as readonly JsonObject[]).flatMap(callsWithDash)
    expect(calls.map(({ params }) => params?.['arguments'])).toContainEqual({ lender_id: '-', filter: 'a' })
    let reads = 0
    const lines = linesOf(eras[1], calls)
    const read = async () => {
      reads += 1
      return undefined
    }
    const stdin: World['stdin'] = {
      isTerminal: false,
      readAll: async () => String(await read()),
      readLine: read,
      async *chunks() {
        yield lines
      },
    }
    const { stdout } = await run(['mcp', '--sandbox'], { world: { stdin } })
    expect([stdout.trim().split('\n').length, reads]).toEqual([calls.length, 0])
  })

  test.each<[string, Json, string]>([
    ['lenders_loans', { lender_id: '-', filter: 'a' }, 'lender_id'],
    ['lenders_loans', { lender_id: ' - ', count: true }, 'lender_id'],
    ['portfolio_show', { lender: '-' }, 'lender'],
    ['portfolio_suggest', { lender: '-' }, 'lender'],
  ])('%s %j is refused', async (name, given, argument) => {
    expect(await callOnce(name, given)).toMatchObject({
      kind: 'usage',
      message: `invalid value "-" for ${argument}`,
    })
  })

  test.each<[string, (context: Context) => Promise<unknown>]>([
    ['all', ({ stdin }) => stdin.readAll()],
    ['a line', ({ stdin }) => stdin.readLine()],
    ['chunks', async ({ stdin, signal }) => stdin.chunks(signal)[Symbol.asyncIterator]().next()],
  ])('in the code of an action that reads %s', async (_, read) => {
    const reply = await replyOf(async (_name, _given, calling) => void (await read(calling)))
    expect(reply).toMatchObject({
      isError: true,
      structuredContent: { error: { kind: 'usage', message: 'a tool cannot read standard input' } },
    })
  })
})

describe('an action that fails in part', () => {
  const half = new KivaError('partial', '1 part of 2 failed')

  test('answers with what it found', async () => {
    const reply = await replyOf(async (_name, _given, { print }) => {
      await print({ found: 1 })
      throw half
    })
    expect(reply).toMatchObject({ structuredContent: { found: 1 } })
    expect(reply['isError']).toBeUndefined()
  })

  test('is an error if it found nothing', async () => {
    const reply = await replyOf(() => Promise.reject(half))
    expect(reply).toMatchObject({
      isError: true,
      structuredContent: { error: { kind: 'partial', message: '1 part of 2 failed' } },
    })
  })
})

/** Calls a tool whose action is this one, and returns the result. */
async function replyOf(runAction: RunAction): Promise<JsonObject> {
  let reply: JsonObject = {}
  const mcp: LoadAction = async () => async (context, _values, commands) => {
    const tools = toolsOf(commands, { mirror: false })
    const answer = answerWith(context, commands, tools, runAction)
    const params = { name: 'portfolio_show', arguments: {} }
    const { signal } = context
    reply = await answer(
      { kind: 'request', id: 1, method: 'tools/call', params, era: 'legacy' },
      { signal, notify: async () => {} },
    )
  }
  await run(['mcp', '--sandbox'], { actions: { ...actionLoaders, mcp }, stdin: 'the next request' })
  return reply
}

/** Returns calls of a tool with `-` for each of its texts, with a filter if it takes one. */
function callsWithDash({ name, inputSchema }: JsonObject): readonly Asked[] {
  const { properties = {}, required = [] } = inputSchema as Record<string, JsonObject>
  const needed = Object.fromEntries([required].flat().map((key) => [String(key), '1']))
  // With a filter, a call becomes a command line.
  const filter = Object.hasOwn(properties, 'filter') ? { filter: 'a' } : {}
  return Object.keys(properties).map((key) => callOf(String(name), { ...needed, ...filter, [key]: '-' }))
}
