/** Which records are new, in `kiva today` and with `--new`, while a list changes from day to day. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { pathOf } from '../actions/portfolio-service.ts'
import { jsonReply, noon, run } from '../harness.ts'

const day = 86_400_000
const down = (first: number, count: number) => Array.from({ length: count }, (_, at) => first - at)

/** A list of loans by their ids, in the order of the service. */
interface List {
  ids: readonly number[]
  pageSize: number
  failsAt?: number
}

const send =
  (list: List): Send =>
  async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    if (page === list.failsAt) return jsonReply({}, 400)
    const { ids, pageSize } = list
    const paging = { page, total: ids.length, page_size: pageSize, pages: Math.ceil(ids.length / pageSize) }
    const loans = ids
      .slice((page - 1) * pageSize, page * pageSize)
      .map((id) => ({ id, name: `Loan ${id}`, status: 'fundraising', loan_amount: 100 * (id % 7) }))
    return jsonReply({ paging, loans })
  }

/** A machine on which a command is saved as `list`, and looked at day by day. */
function machine(command: string, ids: readonly number[], pageSize = 20) {
  const list: List = { ids, pageSize }
  const argv = command.split(' ')
  const state = new Map([['saved.json', JSON.stringify({ v: 1, commands: { list: argv } })]])
  const options = (days: number) => ({ state, send: send(list), now: noon + days * day })
  const look = async (days = 0, words: readonly string[] = []) => {
    const ran = await run(['today', ...words], options(days))
    return { ...ran, saved: words.length > 0 ? undefined : JSON.parse(ran.stdout).saved[0] }
  }
  const page = async (days = 0) =>
    (await look(days, ['-o', 'table', '--peek', '--color', 'never'])).stdout.match(/\n {2}list {2}(.*)/)?.[1]
  const printNew = async (days = 0, words: readonly string[] = []) => {
    const ran = await run([...argv, '--new', '-o', 'ndjson', ...words], options(days))
    const lines = ran.stdout.split('\n').filter((line) => line !== '')
    return { ...ran, ids: lines.map((line) => Number(JSON.parse(line).id)) }
  }
  return { list, state, look, page, printNew }
}

const newest = 'loans search --sector Food --status fundraising'
const soonest = `${newest} --sort-by expiration`

describe('day by day, what is new is what no earlier reading of the whole list had', () => {
  const change = fc.record({
    gone: fc.array(fc.nat(14)),
    come: fc.array(fc.nat(14), { maxLength: 8 }),
    passed: fc.constantFrom(1, 1, 2, 30, 100),
  })
  test.each([
    ['loans newest', false],
    [newest, false],
    [soonest, true],
    ['loans search --status funded', true],
    ['loans search --status fundraising --filter asked:>200', true],
    ['loans search --filter asked:>200 --all', true],
  ])('%s', async (command, comesAnywhere) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(12),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (first, changes) => {
          const { list, look, printNew } = machine(command, down(1000, first), 3)
          let latest = 1000
          let days = 0
          const has = (id: number) => !/200/.test(command) || (id % 7) * 100 > 200
          const lastSeen = new Map<number, number>()
          const fresh = () => {
            const found = list.ids.filter(has)
            const unseen = found.filter((id) => !lastSeen.has(id))
            for (const id of found) lastSeen.set(id, days)
            return unseen.toSorted()
          }
          expect((await look()).saved.ids).toEqual([])
          expect((await printNew()).ids.toSorted()).toEqual(fresh())
          for (const { gone, come, passed } of changes) {
            days += passed
            const left = list.ids.filter((_, at) => !gone.includes(at))
            for (const place of come) {
              latest += 1
              if (left.length < 15) left.splice(comesAnywhere ? place : 0, 0, latest)
            }
            list.ids = left
            const expected = fresh()
            expect((await look(days)).saved.ids.map(Number).toSorted()).toEqual(expected)
            expect((await printNew(days)).ids.toSorted()).toEqual(expected)
          }
        },
      ),
      { seed: 20_261_120, numRuns: 10 },
    )
  })
})

describe('a list that begins with the newest', () => {
  test('is read until a page of known records: what slid into the first page is not new', async () => {
    const { list, look, page, printNew } = machine(newest, down(640, 30))
    expect((await look()).saved).toMatchObject({ read: 30, looked: 30, total: 30, ended: 'all' })
    await printNew()
    // 12 of the first ones are funded, and 21 are new: one more than a page.
    list.ids = [...down(661, 21), ...down(628, 18)]
    expect(await page(15)).toBe('21 new of 39')
    const { saved, requests } = await look(15)
    expect([saved.ids.map(Number), requests.length]).toEqual([down(661, 21), 2])
    expect((await printNew(15)).ids).toEqual(down(661, 21))
    const next = await look(16)
    expect([next.saved.ids, next.requests.length, next.saved.ended]).toEqual([[], 1, 'known'])
    const { ids, requests: sent, stderr } = await printNew(16)
    expect([ids, sent.length, stderr]).toEqual([[], 1, ''])
  })

  test('is read up to five pages, with a word about the rest', async () => {
    const { list, look, page, printNew } = machine(newest, down(640, 640))
    expect(await page()).toBe('first look: 100 records marked in the first 100 of 640: add --all')
    const first = await look()
    expect([first.saved.read, first.saved.ended, first.requests.length]).toEqual([100, 'pages', 5])
    const printed = await printNew()
    expect([printed.ids, printed.stderr]).toEqual([
      down(640, 100),
      '100 new loans of the first 100 of 640: add --all\n',
    ])
    // All but 7 of the first 100 are gone, and 2 are new: the others slid into sight.
    list.ids = [642, 641, ...down(600, 7), ...down(540, 540)]
    expect(await page(1)).toBe('2 new of the first 100 of 549: add --all')
    expect((await look(1)).saved.ids).toEqual(['642', '641'])
    expect((await printNew(1)).ids).toEqual([642, 641])
    // They are known from then on.
    list.ids = [643, ...down(540, 540)]
    expect((await look(2)).saved).toMatchObject({ ids: ['643'], ended: 'known' })
    expect((await printNew(2)).ids).toEqual([643])
    list.ids = down(900, 640)
    expect((await look(3)).saved.new).toBe(100)
  })

  test('keeps what is on later pages in mind, and reads all of it twice in half a year', async () => {
    const { list, look } = machine('loans newest', down(100, 9), 3)
    const looked: string[] = []
    for (let days = 0; days <= 360; days += 30) looked.push((await look(days)).saved.ended)
    expect(looked.filter((ended) => ended === 'all')).toHaveLength(5)
    list.ids = [...down(106, 6), ...down(100, 9)]
    expect((await look(361)).saved.ids.map(Number)).toEqual(down(106, 6))
  })

  test('after a run that printed only some, nothing is lost', async () => {
    const { list, printNew } = machine('loans newest', down(100, 9), 3)
    await printNew()
    list.ids = [...down(106, 6), ...down(100, 9)]
    expect((await printNew(1, ['--limit', '3'])).ids).toEqual(down(106, 3))
    expect((await printNew(1)).ids).toEqual(down(103, 3))
    list.ids = [...down(112, 6), ...down(106, 15)]
    list.failsAt = 2
    expect((await printNew(2)).code).toBe(9)
    list.failsAt = 0
    expect((await printNew(2)).ids).toEqual(down(109, 3))
    list.ids = [...down(118, 6), ...down(112, 21)]
    expect((await printNew(3, ['--page', '1'])).ids).toEqual(down(118, 3))
    expect((await printNew(3)).ids).toEqual(down(115, 3))
  })

  test('of which an earlier version looked at the first page', async () => {
    const { list, state, look, printNew } = machine(newest, down(640, 640))
    await look()
    await printNew()
    for (const [name, text] of state)
      if (name !== 'saved.json' && name.endsWith('.json')) {
        const { looked: _, ...mark } = JSON.parse(text)
        const [today = ''] = Object.keys(mark.seen)
        state.set(name, JSON.stringify({ ...mark, seen: { [today]: down(640, 20).map(String) } }))
      }
    list.ids = [641, ...down(630, 630)]
    expect((await look(1)).saved).toMatchObject({ first_look: false, ids: ['641'] })
    expect((await printNew(1)).ids).toEqual([641])
    list.ids = [642, ...list.ids]
    expect((await look(2)).saved).toMatchObject({ ids: ['642'], looked: 40 })
  })
})

describe('any other list', () => {
  test.each([soonest, 'loans search --status funded', 'lenders loans robin', `${newest} --param x=1`])(
    'is read whole, up to five pages: %s',
    async (command) => {
      const { list, look, printNew } = machine(command, down(99, 99))
      expect((await look()).saved).toMatchObject({ read: 99, ended: 'all' })
      await printNew()
      list.ids = [...down(99, 98), 777]
      expect((await look(1)).saved.ids).toEqual(['777'])
      expect((await printNew(1)).ids).toEqual([777])
    },
  )

  test('that is longer: what comes before the last known record is new, and what follows it slid into sight', async () => {
    const { list, look, page, printNew } = machine(soonest, down(640, 640))
    await look()
    await printNew()
    list.ids = [...down(600, 30), 777, ...down(570, 570)]
    expect(await page(9)).toBe('1 new of the first 100 of 601: add --all')
    const { saved, requests } = await look(9)
    expect([saved.ids, requests.length]).toEqual([['777'], 5])
    const { ids, stderr } = await printNew(9)
    expect([ids, stderr]).toEqual([[777], '1 new loan of the first 100 of 601: add --all\n'])
    expect((await look(10)).saved.ids).toEqual([])
    expect((await printNew(10)).stderr).toBe('No new loans of the first 100 of 601: add --all.\n')
  })
})

describe('what a saved command asks for is what is read', () => {
  test('--all', async () => {
    const { list, look } = machine(`${newest} --all`, down(640, 640))
    expect((await look()).saved).toMatchObject({ read: 640, ended: 'all' })
    list.ids = [...down(640, 639), 777]
    const { saved, requests } = await look(1)
    expect([saved.ids, requests.length]).toEqual([['777'], 32])
  })

  test('--requests N: as many pages, and the line says so', async () => {
    const { look, page } = machine(`${soonest} --requests 7`, down(640, 640))
    const { saved, requests, stderr } = await look()
    expect([saved.read, saved.ended, requests.length, stderr]).toEqual([140, 'requests', 7, ''])
    expect(await page(1)).toBe('nothing new of the first 140 of 640: add --all')
  })

  test('--requests N: an error if they are spent on the portfolio, before a page', async () => {
    const { look, state } = machine(
      `${soonest} --with mine --lender robin --order derived.mine.in_sector --requests 3`,
      down(640, 640),
    )
    const { code, stdout, stderr, requests } = await look(0, ['-o', 'json'])
    expect([code, stdout, requests.length, state.size]).toEqual([9, '', 3, 1])
    expect(JSON.parse(stderr).error.message).toBe('3 requests were not enough for a page')
  })

  test('--filter and --limit: ends after what it needs, or after five pages with what it found', async () => {
    const { list, look, page, state } = machine('loans search --filter asked:600 --limit 2', down(5000, 5000))
    const first = await look()
    expect([first.saved.read, first.requests.length, first.saved.ended]).toEqual([2, 1, 'limit'])
    const commands = { list: ['loans', 'search', '--filter', 'asked:600 name:5000', '--limit', '2'] }
    state.set('saved.json', JSON.stringify({ v: 1, commands }))
    list.ids = down(5002, 5002)
    const { saved, requests } = await look(1)
    expect([saved.read, requests.length, saved.ended]).toEqual([0, 5, 'pages'])
    expect(await page(1)).toBe('nothing new of the first 100 of 5,002: add --all')
  })

  test('--limit: what was on the page behind it is not new', async () => {
    const { list, look, page } = machine(`${soonest} --limit 5`, down(640, 640))
    const first = await look()
    expect([first.saved.read, first.requests.length]).toEqual([5, 1])
    const page20 = await machine(`${soonest} --limit 20`, down(640, 640)).look()
    expect([page20.saved.read, page20.requests.length]).toEqual([20, 1])
    list.ids = [777, ...down(635, 635)]
    expect(await page(1)).toBe('1 new of 5')
    expect((await look(1)).saved.ids).toEqual(['777'])
    const more = machine(`${soonest} --limit 130`, down(640, 640))
    const { saved, requests } = await more.look()
    expect([saved.read, requests.map(pathOf).length]).toEqual([130, 7])
  })
})
