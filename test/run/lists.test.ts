/** Lists that have several pages, read by whole commands, from services that behave and services that do not. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/ports/http.ts'
import type { Json } from '../../src/ports/json.ts'
import { jsonReply, run, textReply } from '../harness.ts'
import { recordFormats } from '../output/helpers.ts'

const size = 20
const loan = (id: number) => ({ id, name: `Loan ${id}` })
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first - at)
const pageOf = ({ url }: HttpRequest) => Number(new URL(url).searchParams.get('page') ?? 1)
const pagesOf = (requests: readonly HttpRequest[]) => requests.map(pageOf)
const idsIn = (stdout: string) => JSON.parse(stdout).map(({ id }: { id: number }) => id)

/** A service over a list that a test may change between requests. `number` is what it says the page is. */
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

  test.each([1, 2, 8])('asks for each page once, with %i at once', async (concurrency) => {
    const { requests, stdout } = await run(
      ['loans', 'search', '--all', '--concurrency', String(concurrency)],
      { send: listOf(idsFrom(1000, 200)) },
    )
    expect(pagesOf(requests).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(idsIn(stdout)).toEqual(idsFrom(1000, 200))
  })

  test('goes on from --page, and misses nothing that stands before it', async () => {
    const { requests, stdout, stderr } = await run(['loans', 'search', '--all', '--page', '4'], {
      send: listOf(idsFrom(1000, 95)),
    })
    expect([pagesOf(requests), idsIn(stdout), stderr]).toEqual([[4, 5], idsFrom(940, 35), ''])
  })

  test('of a list without pages is what it gives', async () => {
    const send: Send = async () => jsonReply({ lending_actions: idsFrom(30, 30).map(loan) })
    const { stdout, requests, stderr } = await run(['lending-actions', 'recent', '--all'], { send })
    expect([idsIn(stdout).length, requests.length, stderr]).toEqual([30, 1, ''])
  })

  test('of nothing is nothing', async () => {
    const { code, stdout, stderr, requests } = await run(['loans', 'search', '--all'], { send: listOf([]) })
    expect([code, stdout, stderr, requests.length]).toEqual([0, '[]\n', 'No loans found.\n', 1])
  })

  test('a failure after some pages: what came is whole records, exit 9, and nothing more is asked for', async () => {
    const list = listOf(idsFrom(1000, 2000))
    const send: Send = (request, signal) =>
      pageOf(request) === 5 ? Promise.resolve(textReply('', 400)) : list(request, signal)
    const { code, stdout, stderr, requests } = await run(['loans', 'search', '--all', '-o', 'ndjson'], {
      send,
    })
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([9, 80])
    expect(JSON.parse(stderr).error.message).toMatch(/^Stopped after 80 records: /)
    expect(requests.length).toBeLessThan(14)
  })

  describe.each([['"x"'], ['7'], ['true']])('a page whose list is %s', (value) => {
    const wrongAt =
      (wrong: number): Send =>
      async (request, signal) => {
        const reply = await listOf(idsFrom(1000, 95))(request, signal)
        if (pageOf(request) !== wrong) return reply
        const { paging } = JSON.parse(new TextDecoder().decode(reply.body))
        return textReply(`{"paging":${JSON.stringify(paging)},"loans":${value}}`)
      }
    const words = ['loans', 'search', '--all', '-o', 'ndjson']

    test('midway: what came is whole records, exit 9', async () => {
      const { code, stdout, stderr } = await run(words, { send: wrongAt(3) })
      expect([code, stdout.trimEnd().split('\n').length]).toEqual([9, 40])
      expect(JSON.parse(stderr).error.message).toBe(
        'Stopped after 40 records: The service was not understood: "loans" in the answer is not a list',
      )
    })

    test('at the beginning: nothing, exit 1', async () => {
      const { code, stdout, stderr } = await run(words, { send: wrongAt(1) })
      expect([code, stdout, JSON.parse(stderr).error.kind]).toEqual([1, '', 'bug'])
    })
  })

  test('-v tells how much that was', async () => {
    const { stderr } = await run(['loans', 'search', '--all', '-v'], { send: listOf(idsFrom(1000, 95)) })
    expect(stderr).toMatch(/Read 95 loans: 5 pages, 5 requests, \d+\.\d s, [\d,]+ a second\.\n$/)
  })
})

describe('--limit', () => {
  test.each([
    [1, [1]],
    [20, [1]],
    [21, [1, 2]],
    [45, [1, 2, 3]],
    [60, [1, 2, 3]],
  ])('%i takes as many pages as it takes, and no more', async (limit, pages) => {
    const { requests, stdout, stderr } = await run(
      ['loans', 'search', '--limit', String(limit), '--concurrency', '8'],
      { send: listOf(idsFrom(1000, 312)) },
    )
    expect([pagesOf(requests), idsIn(stdout)]).toEqual([pages, idsFrom(1000, limit)])
    expect(stderr).toBe(`${limit} of 312 loans. More: a higher --limit, or --all.\n`)
  })

  test('beyond the end gives all, and says nothing', async () => {
    const { stdout, stderr } = await run(['loans', 'search', '--limit', '500', '--all'], {
      send: listOf(idsFrom(1000, 50)),
    })
    expect([idsIn(stdout).length, stderr]).toEqual([50, ''])
  })

  test('counts records, not repeats: a page more is read for them', async () => {
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
    'at its head, with %i at once: everything that was there comes, and nothing twice',
    async (concurrency) => {
      const ids = idsFrom(1000, 200)
      let next = 2000
      const list = listOf(ids)
      let answered = 0
      // Later pages are answered before earlier ones, and between two answers the list grows.
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

  test('by records taken out before: pages that were read are read again, and nothing is missed', async () => {
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

  test('counts what came twice, and with --strict-paging fails', async () => {
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
      `${words}: 2 came twice and were left out; 2 of 62 loans did not come.\n`,
    ])
    const strict = await run(['loans', 'search', '--all', '--strict-paging', '--concurrency', '1'], {
      send: grows(),
    })
    expect([strict.code, idsIn(strict.stdout).length]).toEqual([9, 60])
    expect(JSON.parse(strict.stderr).error.message).toContain(words)
  })

  test('a list that stays the same is none to be strict about', async () => {
    const { code, stderr } = await run(['loans', 'search', '--all', '--strict-paging'], {
      send: listOf(idsFrom(1000, 95)),
    })
    expect([code, stderr]).toEqual([0, ''])
  })

  describe('by shrinking at each answer, longer than it is read again for', () => {
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

    test('says that some may be missing', async () => {
      const { ids, send } = shrinking()
      const { code, stdout, stderr } = await run(all, { send })
      expect(ids.filter((id) => !idsIn(stdout).includes(id)).length).toBeGreaterThan(0)
      expect([code, stderr]).toEqual([0, expect.stringContaining(mayMiss)])
    })

    test('fails with --strict-paging', async () => {
      const { code, stderr } = await run([...all, '--strict-paging'], { send: shrinking().send })
      expect([code, JSON.parse(stderr).error.message]).toEqual([9, expect.stringContaining(mayMiss)])
    })
  })

  test('faster than it is read: given up, not read for ever', async () => {
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
      'Stopped after 20 records: The list grows faster than it is read',
    )
  })

  test('that ends sooner than it told: said, and read no further', async () => {
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

  test('and gives its last page for any after it: it is told from a repeat', async () => {
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

describe('a wrapper without paging', () => {
  const bare =
    (page: (number: number) => Json): Send =>
    async (request) =>
      jsonReply({ loans: page(pageOf(request)) })

  test('is read on until a page is empty', async () => {
    const send = bare((page) => (page > 3 ? [] : idsFrom(1000 - 20 * (page - 1), size).map(loan)))
    const { stdout, requests, stderr } = await run(['loans', 'search', '--all', '--concurrency', '8'], {
      send,
    })
    expect([idsIn(stdout), pagesOf(requests), stderr]).toEqual([idsFrom(1000, 60), [1, 2, 3, 4], ''])
  })

  test('is read on until a page repeats the one before it', async () => {
    const send = bare((page) => idsFrom(1000 - 20 * (Math.min(page, 3) - 1), size).map(loan))
    const { stdout, requests } = await run(['loans', 'search', '--all'], { send })
    expect([idsIn(stdout), pagesOf(requests)]).toEqual([idsFrom(1000, 60), [1, 2, 3, 4]])
  })

  test('on one page of a list that tells it elsewhere changes nothing', async () => {
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

describe('a service that says another page than was asked for', () => {
  test('and always gives its first one, is not read for ever', async () => {
    const send: Send = async () =>
      jsonReply({
        paging: { page: 1, total: 5000, page_size: size, pages: 250 },
        loans: idsFrom(1000, size).map(loan),
      })
    const { stdout, requests, stderr } = await run(['loans', 'search', '--all', '--concurrency', '1'], {
      send,
    })
    expect([idsIn(stdout), pagesOf(requests)]).toEqual([idsFrom(1000, size), [1, 2, 2]])
    expect(stderr).toContain('4,980 of 5,000 loans did not come')
  })

  test('once, as out of a cache, is asked again', async () => {
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
  ])('because it %s, loses no records', async (_, pageTold) => {
    const send = counting(pageTold)
    expect(idsIn((await run(['loans', 'search'], { send })).stdout)).toEqual(idsFrom(1000, size))
    const { code, stdout, stderr } = await run(['loans', 'search', '--all'], { send })
    expect([code, idsIn(stdout), stderr]).toEqual([0, idsFrom(1000, 50), ''])
  })

  test('or none, is read on', async () => {
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

describe('what does not go together', () => {
  test.each([
    [['--all', '--wire', 'xml'], '--all cannot be used with --wire'],
    [['--strict-paging', '--wire', 'xml'], '--strict-paging cannot be used with --wire'],
    [['--concurrency', '0'], '--concurrency takes a whole number from 1 to 64'],
    [['--concurrency', '65'], '--concurrency takes a whole number from 1 to 64'],
  ])('%j', async (words, message) => {
    const { code, stderr, requests } = await run(['loans', 'search', ...words])
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain(message)
  })
})
