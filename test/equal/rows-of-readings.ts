/** Equivalences of how a list is read: at once, in parts, up to an early end, from the cache. */
import fc from 'fast-check'
import type { CacheEntry } from '../../src/core/store.ts'
import { allLists, filtersOf, type ListName, plain, type Request, requestsFor, words } from './requests.ts'
import { kiva, markets, type Row, row } from './row.ts'
import { service } from './service.ts'

const formats = ['json', 'ndjson', 'csv', 'table', 'ids', 'yaml', 'md', 'xml', 'tsv'] as const
const formatOf = ({ count }: Request, format: string) => (count && format === 'ids' ? 'json' : format)

const concurrent = row({
  name: '--concurrency 1, and 8 with replies in any order',
  runs: 40,
  cases: fc.record({
    market: markets,
    request: requestsFor(allLists),
    format: fc.constantFrom(...formats),
    shuffle: fc.nat(1000),
  }),
  lines: ({ request }) => [words({ ...request, concurrency: 1 }), words({ ...request, concurrency: 8 })],
  compare: async ({ request, format, shuffle }, market) => {
    const ends = ['-o', formatOf(request, format)]
    const one = await kiva([...words({ ...request, concurrency: 1 }), ...ends], service(market))
    const other = await kiva(
      [...words({ ...request, concurrency: 8 }), ...ends],
      service(market, { shuffle }),
    )
    return {
      one: [one.code, one.stdout, one.stderr],
      other: [other.code, other.stdout, other.stderr],
      found: one.code === 0 ? one.stdout.length : 0,
    }
  },
})

const offline = row({
  name: '--offline with a warm cache, and the service',
  runs: 30,
  cases: fc.record({ market: markets, request: requestsFor(allLists), format: fc.constantFrom(...formats) }),
  lines: ({ request }) => [words(request)],
  compare: async ({ request, format }, market) => {
    const cached = new Map<string, CacheEntry>()
    const argv = [...words(request), '-o', formatOf(request, format)]
    const online = await kiva([...argv, '--cache', '1d'], service(market), { cached })
    const never = () => Promise.reject(new Error('nothing should be sent'))
    const other = await kiva([...argv, '--offline'], never, { cached })
    return {
      one: [online.code, online.stdout],
      other: [other.code, other.stdout],
      found: online.code === 0 ? online.stdout.length : 0,
    }
  },
})

const loansOnly = ['loans search', 'loans newest'] as const
const fileFormats = ['json', 'ndjson', 'csv', 'yaml', 'xml', 'tsv'] as const

const resumed = row({
  name: '--checkpoint stopped after any page and resumed, and one run',
  runs: 50,
  cases: fc.record({
    market: markets,
    request: requestsFor([...allLists, ...loansOnly, ...loansOnly])
      .map(
        (request): Request => ({
          ...request,
          order: [],
          by: [],
          measures: [],
          count: false,
          atMost: undefined,
        }),
      )
      .chain((request) =>
        fc.constantFrom(undefined, 1, 8).map((concurrency) => ({ ...request, concurrency })),
      ),
    format: fc.constantFrom(...fileFormats),
    stops: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 2 }),
  }),
  lines: ({ request, format }) => [[...words(request), '--out', `a.${format}`, '--checkpoint', 'c']],
  compare: async ({ request, format, stops }, market) => {
    const name = `a.${format}`
    const [folder, whole] = [new Map<string, string>(), new Map<string, string>()]
    const argv = [...words(request), '--out', name]
    const expected = await kiva(argv, service(market), { folder: whole })
    let code = -1
    let isStopped = false
    for (const failsAt of [...stops.toSorted(), undefined]) {
      if (code === 0) break
      const way = folder.has('c') ? ['--resume', 'c'] : ['--checkpoint', 'c', '--overwrite']
      const ran = await kiva([...argv, ...way], service(market, { failsAt }), { folder })
      // Some requests cannot be resumed.
      if (ran.code === 2 && ran.requests.length === 0) return { one: '', other: '', found: 0 }
      isStopped ||= ran.code !== 0
      code = ran.code
    }
    return {
      one: [code, folder.get(name)],
      other: [expected.code, whole.get(name)],
      found: isStopped ? (whole.get(name)?.length ?? 0) : 0,
    }
  },
})

/** What ends a reading before the end of its list. */
interface Early {
  readonly way: 'limit' | 'requests' | 'budget' | 'fault' | 'closed'
  readonly amount: number
}

const early = row({
  name: 'an early end, and the whole list',
  runs: 60,
  cases: fc.constantFrom<ListName>(...allLists, ...loansOnly, ...loansOnly).chain((list) =>
    fc.record({
      market: markets,
      request: fc
        .oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: filtersOf({ list, derived: [] }) },
        )
        .map((filters): Request => ({ ...plain, list, filters })),
      early: fc.record({
        way: fc.constantFrom<Early['way']>(
          ...(['limit', 'requests', 'fault', 'closed'] as const),
          ...(loansOnly.some((name) => name === list) ? (['budget', 'budget'] as const) : []),
        ),
        amount: fc.integer({ min: 1, max: 6 }),
      }),
      isMarked: fc.boolean(),
    }),
  ),
  lines: ({ request, early }) => [[...words(request), ...wordsOf(early)]],
  compare: async ({ request, early, isMarked }, market) => {
    const { way, amount } = early
    // A budget for all loans that need a share is the whole.
    const all = way === 'budget' ? ['--budget', '1000000'] : []
    const ends = ['-o', 'ndjson', '--strict-paging']
    const whole = await kiva([...words(request), ...all, ...ends], service(market))
    const mark = isMarked && way !== 'closed' ? ['--new', '--mark', 'm'] : []
    const state = new Map<string, string>()
    const part = await kiva(
      [...words(request), ...wordsOf(early), ...mark, ...ends],
      service(market, { failsAt: way === 'fault' ? amount : undefined }),
      { state, ...(way === 'closed' && { readerLeavesAfter: 150 * amount }) },
    )
    const lines = linesOf(whole.stdout)
    const found = linesOf(part.stdout)
    const isWhole = found.length === lines.length
    // The next run prints what this one has not.
    const rest =
      mark.length > 0
        ? await kiva([...words(request), ...all, ...mark, ...ends], service(market), { state })
        : undefined
    const most = way === 'limit' || way === 'budget' ? Math.min(amount, lines.length) : found.length
    const isRefused = way === 'fault' && part.code !== 0 && found.length === 0
    return {
      one: {
        found,
        code: part.code,
        says: saysSo(part.stderr, found.length),
        rest: rest && linesOf(rest.stdout),
        restCode: rest?.code,
      },
      other: {
        found: lines.slice(0, most),
        code: isRefused ? part.code : codeOf(early, part.code, isWhole),
        says: (isWhole && part.code === 0) || way === 'closed' ? saysSo(part.stderr, found.length) : true,
        // Records without an id are the same if all they have is.
        rest: rest && lines.slice(found.length).filter((line) => !found.includes(line)),
        restCode: rest && 0,
      },
      found: isWhole ? 0 : 1,
    }
  },
})

/** What is left of the reader's last line is no line. */
const linesOf = (stdout: string) => stdout.split('\n').slice(0, -1)

const wordsOf = ({ way, amount }: Early): readonly string[] =>
  way === 'limit' || way === 'requests'
    ? [`--${way}`, String(amount)]
    : way === 'budget'
      ? ['--budget', String(25 * amount)]
      : []

/** A reading that stopped for its own reasons succeeds, and one that was stopped says that it is a part. */
function codeOf({ way }: Early, code: number, isWhole: boolean): number {
  if (way === 'limit' || way === 'budget' || way === 'closed') return 0
  return isWhole && code === 0 ? 0 : 9
}

/** Whether stderr says that the records are a part, or how many there are, or why there are no more. */
const saysSo = (stderr: string, count: number) =>
  stderr !== '' && (count === 0 || stderr.includes(String(count)) || stderr.includes('"error"'))

export const rowsOfReadings: readonly Row[] = [concurrent, offline, resumed, early]
