/** How readings end, as the parts of a run learn it. */
import { describe, expect, test } from 'vitest'
import { commandTree } from '../../src/cli/command-tree.ts'
import type { EndpointInvocation } from '../../src/cli/invocation.ts'
import { parse } from '../../src/cli/parse.ts'
import { readInvocation } from '../../src/cli/read-invocation.ts'
import { commands } from '../../src/commands/index.ts'
import { KivaError, ReaderGone } from '../../src/core/errors.ts'
import type { Send } from '../../src/core/http.ts'
import { type Ending, endingWith, ReadingEnd } from '../../src/records/ending.ts'
import { Mark } from '../../src/records/mark.ts'
import { type How, openRecords } from '../../src/records/open.ts'
import { limitRequests, RequestsSpent } from '../../src/records/request-limit.ts'
import { contextOf } from '../harness/context.ts'
import { jsonReply } from '../harness.ts'

const pages = 5
const service: Send = async ({ url }) => {
  const { pathname, searchParams } = new URL(url)
  const page = Number(searchParams.get('page') ?? 1)
  const records = Array.from({ length: 20 }, (_, at) => ({
    id: (page - 1) * 20 + at + 1,
    status: 'fundraising',
    loan_amount: 500,
    funded_amount: 100,
    sector: 'Food',
  }))
  const paging = { page, total: pages * 20, page_size: 20, pages }
  return jsonReply({ paging, [pathname.includes('partners') ? 'partners' : 'loans']: records })
}

/** Opens the reading of a command line. */
async function open(line: string, how: How = {}, send = service) {
  const { context, world } = contextOf({ send })
  const typed = parse(line.split(' '), commandTree(commands))
  const settings = async () => ({ ...context.settings, output: 'json' as const })
  const invocation = (await readInvocation(typed, commands, settings, world)) as EndpointInvocation
  const { requests } = invocation.extent
  const limited = requests === undefined ? {} : limitRequests(context, requests)
  return openRecords(invocation, { ...context, ...limited, catalogue: commands.catalogue }, how)
}

async function readAll(opened: Awaited<ReturnType<typeof open>>): Promise<number> {
  let read = 0
  for await (const { items } of opened.read())
    read += items.filter(({ outputs }) => outputs.length > 0).length
  return read
}

describe('a reading ends', () => {
  test.each([
    ['loans search --all', 'all', 100],
    ['loans search', 'page', 20],
    ['loans search --page 5', 'page', 20],
    ['loans search --all --page 4', 'all', 40],
    ['loans search --limit 30', 'limit', 30],
    ['loans search --limit 100', 'limit', 100],
    ['loans search --limit 101', 'all', 100],
    ['loans search --all --limit 7', 'limit', 7],
    ['loans search --filter sector:food', 'all', 100],
    ['loans search --filter sector:food --limit 30', 'limit', 30],
    ['loans search --filter sector:food --limit 30 --order id', 'all', 30],
    ['loans search --new', 'all', 100],
    ['loans search --new --limit 30', 'limit', 30],
    ['loans search --changes', 'all', 100],
    ['loans search --budget 100', 'budget', 4],
    ['loans search --budget 100 --limit 3', 'limit', 3],
    ['loans search --budget 100 --limit 5', 'budget', 4],
    ['loans search --budget 100 --order id', 'all', 4],
    ['loans search --budget 9000', 'all', 100],
    ['loans search --by sector', 'all', 1],
    ['loans search --by sector --limit 30', 'limit', 1],
    ['loans search --by sector --page 5', 'page', 1],
    ['loans search --count', 'all', 1],
    ['loans search --count --limit 30', 'limit', 1],
    ['loans search --count --limit 100', 'all', 1],
    ['loans search --requests 2', 'requests', 40],
    ['loans search --requests 5', 'all', 100],
    ['loans search --requests 2 --filter sector:food --limit 30', 'limit', 30],
    ['loans search --requests 2 --order id', 'requests', 40],
    ['partners list --only 3,7', 'only', 2],
    ['partners list --only 3,27', 'only', 2],
    ['partners list --only 3,999', 'all', 1],
    ['partners show 3 7', 'only', 2],
  ] as const)('kiva %s: %s, with %i outputs', async (line, ending, outputs) => {
    for (const concurrency of [1, 4]) {
      const opened = await open(`${line} --concurrency ${concurrency}`, { endsWhenSpent: true })
      // Before it begins.
      expect(opened.ending()).toBe('closed')
      // The second reading may end in another way than the first.
      expect([await readAll(opened), opened.ending()]).toEqual([outputs, ending])
    }
  })

  test('closed, where its consumer leaves it', async () => {
    const opened = await open('loans search --all')
    for await (const _ of opened.read()) break
    expect(opened.ending()).toBe('closed')
    expect([await readAll(opened), opened.ending()]).toEqual([100, 'all'])
  })

  test.each([
    [new KivaError('refused', 'bad'), 'fault'],
    [new KivaError('interrupted', 'interrupted'), 'signal'],
    [new KivaError('terminated', 'terminated'), 'signal'],
    [new Error('unexpected'), 'fault'],
    [new ReaderGone('gone'), 'closed'],
    [new RequestsSpent(), 'requests'],
  ] as const)('with %s: %s', async (problem, ending) => {
    expect(endingWith(problem)).toBe(ending)
    const send: Send = async (request, signal) => {
      if (request.url.includes('page=3')) throw problem
      return service(request, signal)
    }
    const opened = await open('loans search --all', {}, send)
    await expect(readAll(opened)).rejects.toThrow()
    expect(opened.ending()).toBe(ending)
  })

  test('with requests that are spent, unless it goes on in a later run', async () => {
    const opened = await open('loans search --requests 2')
    await expect(readAll(opened)).rejects.toBeInstanceOf(RequestsSpent)
    expect(opened.ending()).toBe('requests')
  })

  test('by the part that ends it first', () => {
    const end = new ReadingEnd()
    expect(end.ending).toBeUndefined()
    end.at('budget')
    end.at('all')
    expect(end.ending).toBe('budget')
  })
})

test.each([
  ...(['all', 'page', 'limit', 'budget', 'only', 'requests'] as const).map((ending) => [ending, []] as const),
  ...(['fault', 'signal', 'closed'] as const).map((ending) => [ending, ['7']] as const),
])('a mark forgets a removed record only if it was printed: %s', (ending: Ending, left) => {
  const options = { idFields: ['id'], keep: (record: unknown) => record as null, now: 0 }
  const before = { seen: { '0': ['7'] }, records: { '7': { id: 7 } } }
  const mark = new Mark(before, options)
  mark.forget('7')
  const after = mark.after(before, 0, ending)
  expect([Object.values(after.seen).flat(), Object.keys(after.records)]).toEqual([left, left])
})
