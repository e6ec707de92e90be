/** Lists of several pages, read by complete commands from correct and faulty services. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Json } from '../../src/core/json.ts'
import { jsonReply, run, textReply } from '../harness.ts'
import { recordFormats } from '../output/helpers.ts'

const size = 20
const loan = (id: number) => ({ id, name: `Loan ${id}` })
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first - at)
const pageOf = ({ url }: HttpRequest) => Number(new URL(url).searchParams.get('page') ?? 1)
const pagesOf = (requests: readonly HttpRequest[]) => requests.map(pageOf)
const idsIn = (stdout: string) => JSON.parse(stdout).map(({ id }: { id: number }) => id)

/** A service with a list that a test may change between requests. */
function listOf(ids: number[], options: { onRequest?(page: number): void; clamps?: boolean } = {}): Send {
  return async (request) => {
    const asked = pageOf(request)
    options.onRequest?.(asked)
    const pages = Math.ceil(ids.length / size)
    const page = options.clamps ? Math.min(asked, Math.max(1, pages)) : asked
    const loans = ids.slice((page - 1) * size, page * size).map(loan)
    return jsonReply({ paging: { page, total: ids.length, page_size: size, pages }, loans })
  }
}

describe('--all', () => {
  test.each(recordFormats)('reads every page as one document: %s', async (format) => {
    const ids = idsFrom(1000, 95)
    const { code, stdout, stderr } = await run(['loans', 'search', '--all', '-o', format], {
      send: listOf(ids),
    })
    expect([code, stderr]).toEqual([0, ''])
    expect([...stdout.matchAll(/Loan (\d+)/g)].map(([, id]) => Number(id))).toEqual(ids)
    if (format === 'json') expect(JSON.parse(stdout)).toEqual(ids.map(loan))
    if (format === 'table') expect(stdout.match(/\bID\b/g)).toHaveLength(1)
    if (format === 'xml') expect(stdout.match(/<\/response>\n$/)).not.toBeNull()
    if (format === 'csv' || format === 'tsv') expect(stdout.match(/^id\b/gm)).toHaveLength(1)
  })

  test.each([1, 2, 8])('requests each page once, with a concurrency of %i', async (concurrency) => {
    const { requests, stdout } = await run(
      ['loans', 'search', '--all', '--concurrency', String(concurrency)],
      { send: listOf(idsFrom(1000, 200)) },
    )
    expect(pagesOf(requests).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(idsIn(stdout)).toEqual(idsFrom(1000, 200))
  })

  test('starts at --page and reports no missing records', async () => {
    const { requests, stdout, stderr } = await run(['loans', 'search', '--all', '--page', '4'], {
      send: listOf(idsFrom(1000, 95)),
    })
    expect([pagesOf(requests), idsIn(stdout), stderr]).toEqual([[4, 5], idsFrom(940, 35), ''])
  })

  test('prints a list without pages after one request', async () => {
    const send: Send = async () => jsonReply({ lending_actions: idsFrom(30, 30).map(loan) })
    const { stdout, requests, stderr } = await run(['lending-actions', 'recent', '--all'], { send })
    expect([idsIn(stdout).length, requests.length, stderr]).toEqual([30, 1, ''])
  })

  test('prints an empty array for an empty list', async () => {
    const { code, stdout, stderr, requests } = await run(['loans', 'search', '--all'], { send: listOf([]) })
    expect([code, stdout, stderr, requests.length]).toEqual([0, '[]\n', 'No loans found.\n', 1])
  })

  test('prints complete records, exits with 9 and stops requesting pages if a later page fails', async () => {
    const list = listOf(idsFrom(1000, 2000))
    const send: Send = (request, signal) =>
      pageOf(request) === 5 ? Promise.resolve(textReply('', 400)) : list(request, signal)
    const { code, stdout, stderr, requests } = await run(['loans', 'search', '--all', '-o', 'ndjson'], {
      send,
    })
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([9, 80])
    expect(JSON.parse(stderr).error.message).toMatch(/^stopped after 80 records: /)
    expect(requests.length).toBeLessThan(14)
  })

  describe.each([['"x"'], ['7'], ['true']])('a page with %s instead of a list', (value) => {
    const wrongAt =
      (wrong: number): Send =>
      async (request, signal) => {
        const reply = await listOf(idsFrom(1000, 95))(request, signal)
        if (pageOf(request) !== wrong) return reply
        const { paging } = JSON.parse(new TextDecoder().decode(reply.body))
        return textReply(`{"paging":${JSON.stringify(paging)},"loans":${value}}`)
      }
    const words = ['loans', 'search', '--all', '-o', 'ndjson']

    test('in the middle exits with 9 after complete records', async () => {
      const { code, stdout, stderr } = await run(words, { send: wrongAt(3) })
      expect([code, stdout.trimEnd().split('\n').length]).toEqual([9, 40])
      expect(JSON.parse(stderr).error.message).toBe(
        'stopped after 40 records: cannot decode the response: "loans" is not a list',
      )
    })

    test('at the beginning exits with 1 without output', async () => {
      const { code, stdout, stderr } = await run(words, { send: wrongAt(1) })
      expect([code, stdout, JSON.parse(stderr).error.kind]).toEqual([1, '', 'bug'])
    })
  })

  test('-v prints the number of records, pages and requests, and the speed', async () => {
    const { stderr } = await run(['loans', 'search', '--all', '-v'], { send: listOf(idsFrom(1000, 95)) })
    expect(stderr).toMatch(/Read 95 loans: 5 pages, 5 requests, \d+\.\ds, [\d,]+ a second\.\n$/)
  })
})

describe('--limit', () => {
  test.each([
    [1, [1], 50],
    [20, [1], 50],
    [21, [1, 2], 50],
    [45, [1, 2, 3], 50],
    [60, [1, 2, 3], 100],
  ])('%i requests only the pages it needs', async (limit, pages, higher) => {
    const { requests, stdout, stderr } = await run(
      ['loans', 'search', '--limit', String(limit), '--concurrency', '8'],
      { send: listOf(idsFrom(1000, 312)) },
    )
    expect([pagesOf(requests), idsIn(stdout)]).toEqual([pages, idsFrom(1000, limit)])
    expect(stderr).toBe(`${limit} of 312 loans · next: --limit ${higher} or --all\n`)
  })

  test('with --all names a higher limit alone', async () => {
    const words = ['loans', 'search', '--all', '--limit']
    const { stderr } = await run([...words, '100'], { send: listOf(idsFrom(1000, 312)) })
    expect(stderr).toBe('100 of 312 loans · next: --limit 200\n')
    const near = await run([...words, '300'], { send: listOf(idsFrom(1000, 312)) })
    expect(near.stderr).toBe('300 of 312 loans\n')
  })

  test('above the length of the list prints all records and no footer', async () => {
    const { stdout, stderr } = await run(['loans', 'search', '--limit', '500', '--all'], {
      send: listOf(idsFrom(1000, 50)),
    })
    expect([idsIn(stdout).length, stderr]).toEqual([50, ''])
  })

  test('does not count repeated records and reads another page for them', async () => {
    const ids = idsFrom(1000, 312)
    const send = listOf(ids, {
      onRequest: (page) => {
        if (page === 2) ids.unshift(2001, 2002, 2003)
      },
    })
    const { stdout, requests } = await run(['loans', 'search', '--limit', '40', '--concurrency', '1'], {
      send,
    })
    expect([idsIn(stdout), pagesOf(requests)]).toEqual([idsFrom(1000, 40), [1, 2, 3]])
  })
})

describe('a list that changes while it is read', () => {
  const words = 'The list changed while it was read'

  test.each([1, 8])(
    'grows at its head: with a concurrency of %i, no record is missing or repeated',
    async (concurrency) => {
      const ids = idsFrom(1000, 200)
      let next = 2000
      const list = listOf(ids)
      let answered = 0
      // Later pages arrive before earlier ones, and the list grows between replies.
      const send: Send = async (request, signal) => {
        const page = pageOf(request)
        for (let turns = 20 - (page % 8); turns > 0; turns--) await Promise.resolve()
        if (++answered % 2 === 0) ids.unshift(++next)
        return list(request, signal)
      }
      const { code, stdout, stderr } = await run(
        ['loans', 'search', '--all', '--concurrency', String(concurrency)],
        { send },
      )
      const read = idsIn(stdout)
      expect(code).toBe(0)
      expect(new Set(read).size).toBe(read.length)
      expect(idsFrom(1000, 200).filter((id) => !read.includes(id))).toEqual([])
      expect(stderr).toContain(words)
    },
  )

  test('loses records on a page already read: pages are read again, and no record is missing', async () => {
    const ids = idsFrom(1000, 200)
    const send = listOf(ids, {
      onRequest: (page) => {
        if (page === 4 && ids.length === 200) ids.splice(10, 7)
      },
    })
    const { stdout, stderr, requests } = await run(['loans', 'search', '--all', '--concurrency', '1'], {
      send,
    })
    expect(idsFrom(1000, 200).filter((id) => !idsIn(stdout).includes(id))).toEqual([])
    expect(stderr).toContain(words)
    expect(pagesOf(requests)).toEqual([1, 2, 3, 4, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('grows: repeats are counted, and --strict-paging fails', async () => {
    const grows = () => {
      const ids = idsFrom(1000, 60)
      return listOf(ids, {
        onRequest: (page) => {
          if (page === 2) ids.unshift(2001, 2002)
        },
      })
    }
    const lenient = await run(['loans', 'search', '--all', '--concurrency', '1'], { send: grows() })
    expect([lenient.code, lenient.stderr]).toEqual([
      0,
      `${words}: 2 duplicates skipped; 2 of 62 loans missing.\n`,
    ])
    const strict = await run(['loans', 'search', '--all', '--strict-paging', '--concurrency', '1'], {
      send: grows(),
    })
    expect([strict.code, idsIn(strict.stdout).length]).toEqual([9, 60])
    expect(JSON.parse(strict.stderr).error.message).toContain(words.replace('The', 'the'))
  })

  test('does not change: --strict-paging succeeds', async () => {
    const { code, stderr } = await run(['loans', 'search', '--all', '--strict-paging'], {
      send: listOf(idsFrom(1000, 95)),
    })
    expect([code, stderr]).toEqual([0, ''])
  })

  describe('shrinks at every reply, for longer than pages are read again:', () => {
    const shrinking = () => {
      const ids = idsFrom(5000, 2000)
      let answers = 0
      const send = listOf(ids, {
        onRequest: () => {
          answers += 1
          if (answers > 60 && answers <= 85) ids.splice(0, 25)
        },
      })
      return { ids, send }
    }
    const all = ['loans', 'search', '--all', '--concurrency', '1']
    const mayMiss = `${words}: some loans may be missing`

    test('a warning says that some records may be missing', async () => {
      const { ids, send } = shrinking()
      const { code, stdout, stderr } = await run(all, { send })
      expect(ids.filter((id) => !idsIn(stdout).includes(id)).length).toBeGreaterThan(0)
      expect([code, stderr]).toEqual([0, expect.stringContaining(mayMiss)])
    })

    test('--strict-paging fails', async () => {
      const { code, stderr } = await run([...all, '--strict-paging'], { send: shrinking().send })
      expect([code, JSON.parse(stderr).error.message]).toEqual([
        9,
        expect.stringContaining(mayMiss.replace('The', 'the')),
      ])
    })
  })

  test('grows faster than it is read: the run stops with an error', async () => {
    const ids = idsFrom(1000, 100)
    let next = 2000
    const send = listOf(ids, {
      onRequest: () => {
        for (let one = 0; one < size; one++) ids.unshift(++next)
      },
    })
    const { code, stdout, stderr, requests } = await run(
      ['loans', 'search', '--all', '--concurrency', '1', '-o', 'ndjson'],
      { send },
    )
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([9, 20])
    expect(requests.length).toBeLessThan(600)
    expect(JSON.parse(stderr).error.message).toBe(
      'stopped after 20 records: the list grows faster than it is read',
    )
  })

  test('becomes empty: the run ends with a warning', async () => {
    const ids = idsFrom(1000, 100)
    const send = listOf(ids, {
      onRequest: (page) => {
        if (page === 4) ids.splice(0)
      },
    })
    const { code, stderr, stdout } = await run(['loans', 'search', '--all', '--concurrency', '1'], { send })
    expect([code, idsIn(stdout).length]).toEqual([0, 60])
    expect(stderr).toContain(words)
  })

  test('becomes shorter and repeats its last page: the repeat ends the run', async () => {
    const ids = idsFrom(1000, 100)
    const send = listOf(ids, {
      clamps: true,
      onRequest: (page) => {
        if (page === 5) ids.splice(60)
      },
    })
    const { stdout, requests } = await run(['loans', 'search', '--all', '--concurrency', '1'], { send })
    expect(idsIn(stdout)).toEqual(idsFrom(1000, 80))
    expect(pagesOf(requests).at(-1)).toBeLessThanOrEqual(5)
  })
})

describe('a list without paging', () => {
  const bare =
    (page: (number: number) => Json): Send =>
    async (request) =>
      jsonReply({ loans: page(pageOf(request)) })

  test('is read until a page is empty', async () => {
    const send = bare((page) => (page > 3 ? [] : idsFrom(1000 - 20 * (page - 1), size).map(loan)))
    const { stdout, requests, stderr } = await run(['loans', 'search', '--all', '--concurrency', '8'], {
      send,
    })
    expect([idsIn(stdout), pagesOf(requests), stderr]).toEqual([idsFrom(1000, 60), [1, 2, 3, 4], ''])
  })

  test('is read until a page repeats the previous page', async () => {
    const send = bare((page) => idsFrom(1000 - 20 * (Math.min(page, 3) - 1), size).map(loan))
    const { stdout, requests } = await run(['loans', 'search', '--all'], { send })
    expect([idsIn(stdout), pagesOf(requests)]).toEqual([idsFrom(1000, 60), [1, 2, 3, 4]])
  })

  test('on one page only is read like a list with paging', async () => {
    const list = listOf(idsFrom(1000, 95))
    const send: Send = async (request, signal) => {
      const reply = await list(request, signal)
      if (pageOf(request) !== 3) return reply
      return jsonReply({ loans: JSON.parse(new TextDecoder().decode(reply.body)).loans })
    }
    const { stdout, stderr } = await run(['loans', 'search', '--all', '--concurrency', '1'], { send })
    expect([idsIn(stdout), stderr]).toEqual([idsFrom(1000, 95), ''])
  })
})

describe('a service that reports a different page number', () => {
  test('and always returns the first page is requested three times in all', async () => {
    const send: Send = async () =>
      jsonReply({
        paging: { page: 1, total: 5000, page_size: size, pages: 250 },
        loans: idsFrom(1000, size).map(loan),
      })
    const { stdout, requests, stderr } = await run(['loans', 'search', '--all', '--concurrency', '1'], {
      send,
    })
    expect([idsIn(stdout), pagesOf(requests)]).toEqual([idsFrom(1000, size), [1, 2, 2]])
    expect(stderr).toContain('4,980 of 5,000 loans missing')
  })

  test('once, like a stale cache, gives all records', async () => {
    const list = listOf(idsFrom(1000, 95))
    let isStale = true
    const send: Send = (request, signal) => {
      if (pageOf(request) !== 3 || !isStale) return list(request, signal)
      isStale = false
      return list({ ...request, url: request.url.replace('page=3', 'page=2') }, signal)
    }
    const { stdout, stderr } = await run(['loans', 'search', '--all'], { send })
    expect([idsIn(stdout), stderr]).toEqual([idsFrom(1000, 95), ''])
  })

  const counting =
    (pageTold: (asked: number) => number): Send =>
    async (request) => {
      const page = pageOf(request)
      const loans = idsFrom(1000, 50).slice((page - 1) * size, page * size)
      return jsonReply({
        paging: { page: pageTold(page), total: 50, page_size: size, pages: 3 },
        loans: loans.map(loan),
      })
    }

  test.each([
    ['says 0 for every page', () => 0],
    ['counts from 0', (asked: number) => asked - 1],
    ['says 0 for the first page alone', (asked: number) => (asked === 1 ? 0 : asked)],
  ])('because it %s gives all records', async (_, pageTold) => {
    const send = counting(pageTold)
    expect(idsIn((await run(['loans', 'search'], { send })).stdout)).toEqual(idsFrom(1000, size))
    const { code, stdout, stderr } = await run(['loans', 'search', '--all'], { send })
    expect([code, idsIn(stdout), stderr]).toEqual([0, idsFrom(1000, 50), ''])
  })

  test('or no page number gives all records', async () => {
    const ids = idsFrom(1000, 50)
    const send: Send = async (request) => {
      const page = pageOf(request)
      return jsonReply({
        paging: { total: 50, page_size: size },
        loans: ids.slice((page - 1) * size, page * size).map(loan),
      })
    }
    expect(idsIn((await run(['loans', 'search', '--all'], { send })).stdout)).toEqual(ids)
  })
})

describe('a usage error without any request:', () => {
  test.each([
    [['--all', '--wire', 'xml'], '--all cannot be used with --wire'],
    [['--strict-paging', '--wire', 'xml'], '--strict-paging cannot be used with --wire'],
    [['--concurrency', '0'], 'for --concurrency: expected a whole number from 1 to 64'],
    [['--concurrency', '65'], 'for --concurrency: expected a whole number from 1 to 64'],
  ])('%j', async (words, message) => {
    const { code, stderr, requests } = await run(['loans', 'search', ...words])
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain(message)
  })
})
