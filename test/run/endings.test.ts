/** What a run says, returns and remembers, by how its reading ended. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { Send } from '../../src/core/http.ts'
import { jsonReply, run } from '../harness.ts'

const size = 20
const loans = Array.from({ length: 100 }, (_, at) => ({
  id: 5000 - at,
  status: 'fundraising',
  sector: at % 10 === 0 ? 'Arts' : 'Food',
  loan_amount: 500,
  funded_amount: 100,
}))

/** A list of 100 loans in five pages. `before` is called for each request, and `change` changes the records of a page. */
function service(
  before: (page: number) => void = () => {},
  change: (records: typeof loans, page: number) => typeof loans = (records) => records,
): Send {
  return async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    before(page)
    const paging = { page, total: loans.length, page_size: size, pages: loans.length / size }
    return jsonReply({ paging, loans: change(loans.slice((page - 1) * size, page * size), page) })
  }
}

interface Asked {
  readonly send?: Send
  readonly signal?: AbortSignal
  readonly readerLeavesAfter?: number
}

/** Runs a search, and returns the exit code, what stderr says as a person reads it, and the number of marked records. */
async function search(words: readonly string[], { send = service(), ...options }: Asked = {}) {
  const state = new Map<string, string>()
  const ran = await run(['loans', 'search', ...words], { send, state, ...options })
  const [mark] = state.values()
  const marked = mark === undefined ? undefined : Object.values(JSON.parse(mark).seen).flat().length
  const said = ran.stderr.replace(/^\{"error":(.*)\}$/m, (_, text) => {
    const { message, hint } = JSON.parse(text)
    return [`error: ${message}`, hint && `hint: ${hint}`].filter(Boolean).join('\n')
  })
  const line = said.trimEnd().split('\n').join(' | ')
  // How large a file is, how long it took, and the line that resumes are tested elsewhere.
  const short = line.replace(/: \S+ in \S+\./, '.').replace(/To resume: .*/, resumable)
  return { code: ran.code, said: short, marked, stdout: ran.stdout }
}

const resumable = 'To resume it.'

/** Options besides those that end a reading. */
const options = {
  '': [],
  new: ['--new'],
  by: ['--by', 'sector'],
  order: ['--order', 'id'],
  'at most': ['--at-most', '3:sector'],
  file: ['--out', 'loans', '--checkpoint', 'c'],
} as const

type Option = keyof typeof options

interface Row {
  readonly words: readonly string[]
  readonly code?: number
  /** What stderr says, or with which option what: by default the same. `null` where the options exclude each other. */
  readonly said: string | Readonly<Partial<Record<Option, string | null>>>
  readonly marked?: number
  /** How the service, the reader or the user ends it. */
  readonly asked?: () => Asked
}

const wrote = (records: number) => `Wrote ${records} loans to loans.`
const spent = 'error: read the first 40 of 100 loans | hint: Use a higher --requests, or --all.'
const failed = 'error: stopped after 40 records: page 3 is bad'
const ofAll = {
  new: '100 new loans',
  order: '100 of 100 loans match',
  'at most': '6 of 100 loans',
}
const paid = '$100 in 4 loans, $25 each'
const part = '30 of 100 loans · next: --limit 50 or --all'

const rows: Readonly<Record<string, Row>> = {
  all: { words: ['--all'], said: { '': '', ...ofAll, by: '', file: wrote(100) }, marked: 100 },
  'all, with a limit that is as long as the list': {
    words: ['--limit', '100'],
    said: { '': '', ...ofAll, by: '', file: wrote(100) },
    marked: 100,
  },
  'all, before a limit': {
    words: ['--limit', '500'],
    said: { '': '', ...ofAll, by: '', file: wrote(100) },
    marked: 100,
  },
  'all, with as many requests as it has pages': {
    words: ['--requests', '5'],
    said: { '': '', ...ofAll, by: '', file: wrote(100) },
    marked: 100,
  },
  'a page': {
    words: [],
    said: {
      ...{
        '': '20 of 100 loans · next: --limit 50 or --all',
        // New records are looked for in five pages.
        new: ofAll.new,
      },
      ...{ by: '', order: ofAll.order, 'at most': ofAll['at most'] },
      file: `${wrote(20)} | 20 of 100 loans · next: --limit 50 or --all`,
    },
    marked: 100,
  },
  'a later page': {
    words: ['--page', '3'],
    said: {
      '': '20 of 100 loans, page 3 of 5 · next: --page 4 or --all',
      new: '20 new loans, page 3 of 5 · next: --page 4 or --all',
      by: 'of 20 of 100 loans, page 3 of 5 · next: --page 4 or --all',
      file: `${wrote(20)} | 20 of 100 loans, page 3 of 5 · next: --page 4 or --all`,
      ...{ order: null, 'at most': null },
    },
    marked: 20,
  },
  'the last page': {
    words: ['--page', '5'],
    said: {
      '': '20 of 100 loans, page 5 of 5',
      new: '20 new loans, page 5 of 5',
      by: 'of 20 of 100 loans, page 5 of 5',
      file: `${wrote(20)} | 20 of 100 loans, page 5 of 5`,
      ...{ order: null, 'at most': null },
    },
    marked: 20,
  },
  'all from a page on': {
    words: ['--page', '3', '--all'],
    said: {
      ...{ '': '', new: '60 new loans', by: 'of 60 of 100 loans', file: wrote(60) },
      ...{ order: null, 'at most': null },
    },
    marked: 60,
  },
  'a limit': {
    words: ['--limit', '30'],
    said: {
      ...{ '': part, new: '30 new loans', order: '30 of 100 loans', 'at most': ofAll['at most'] },
      by: 'of the first 30 of 100 loans · next: --limit 50 or --all',
      file: `${wrote(30)} | ${part}`,
    },
    marked: 30,
  },
  'a limit of filtered loans': {
    words: ['--filter', 'sector:food', '--limit', '30'],
    said: {
      ...{ '': 'first 30 matches (40 of 100 loans read)', by: 'first 30 matches (40 of 100 loans read)' },
      ...{ new: '30 new loans', order: '30 of 90 matching loans (100 in all)' },
      ...{ 'at most': '3 of 90 matching loans (100 in all)', file: null },
    },
    marked: 30,
  },
  'a budget': { words: ['--budget', '100'], said: { '': paid, new: '4 new loans', file: null }, marked: 4 },
  'a budget above a limit': {
    words: ['--budget', '100', '--limit', '2'],
    said: { '': '$50 in 2 loans, $25 each; $50 of $100 is left', new: '2 new loans', file: null },
    marked: 2,
  },
  'a budget that no list uses up': {
    words: ['--budget', '5000'],
    said: {
      '': '$2,500 in 100 loans, $25 each; only 100 loans of these need a share: $2,500 of $5,000 is left',
      ...{ new: '100 new loans', file: null },
    },
    marked: 100,
  },
  requests: {
    words: ['--requests', '2'],
    code: 9,
    said: {
      '': spent,
      file: `${spent} ${resumable}`,
    },
    marked: 40,
  },
  'requests from a page on': {
    words: ['--requests', '2', '--page', '2'],
    code: 9,
    said: {
      '': spent.replace('the first ', ''),
      file: `${spent.replace('the first ', '')} ${resumable}`,
      ...{ order: null, 'at most': null },
    },
    marked: 40,
  },
  'a fault': {
    words: ['--all'],
    code: 9,
    said: {
      '': failed,
      ...{ by: 'error: page 3 is bad', order: 'error: page 3 is bad' },
      file: `${failed} | hint: ${resumable}`,
    },
    marked: 40,
    asked: () => ({
      send: service((page) => {
        if (page === 3) throw new KivaError('refused', 'page 3 is bad')
      }),
    }),
  },
  'a signal': {
    words: ['--all'],
    code: 130,
    said: { '': 'error: interrupted', file: `error: interrupted | hint: ${resumable}` },
    marked: 40,
    asked: () => {
      const stop = new AbortController()
      const send = service((page) => {
        if (page === 3) stop.abort(new KivaError('interrupted', 'interrupted'))
        stop.signal.throwIfAborted()
      })
      return { send, signal: stop.signal }
    },
  },
}

/** How records are printed and read. Each pair of an ending and an option takes two of them, so that each meets all. */
const lines = [
  '-o ndjson',
  '-o ndjson --strict-paging',
  '-o ndjson --strict-paging --concurrency 1',
  '-o json --strict-paging --concurrency 4',
  '-o table',
  '-o table --strict-paging',
]

const cases = Object.entries(rows).flatMap(([ending, row], turn) =>
  (Object.keys(options) as Option[]).map((option, at) => ({
    ending,
    option,
    row,
    lines: lines.filter((_, line) => (line + turn + at) % 3 === 0),
  })),
)

describe('the end of a reading', () => {
  test.each(cases)('is $ending, $option', async ({ ending, option, row, lines }) => {
    const { words, code = 0, said, marked, asked = () => ({}) } = row
    const expected = typeof said === 'string' ? said : option in said ? said[option] : said['']
    for (const line of lines) {
      // A table cannot be resumed.
      if (option === 'file' && line.includes('table')) continue
      const ran = await search([...words, ...options[option], ...line.split(' ')], asked())
      const facts = `${line}: ${ran.said}`
      if (expected === null) {
        expect([ran.code, facts]).toEqual([2, expect.stringContaining('cannot be used with')])
        continue
      }
      const printsNothing = ending === 'a fault' && (option === 'by' || option === 'order')
      expect([ran.code, facts]).toEqual([printsNothing ? 5 : code, facts])
      expect(facts).toBe(`${line}: ${expected}`)
      expect(ran.marked).toBe(option === 'new' ? marked : undefined)
    }
  })
})

test.each([
  ['ndjson', 3000],
  ['json', 3000],
  ['table', 1500],
])(
  'a reader that leaves ends a reading: -o %s says nothing, and marks what was written',
  async (format, readerLeavesAfter) => {
    for (const strict of [[], ['--strict-paging']]) {
      const words = ['--all', '--new', '--concurrency', '1', '-o', format, ...strict]
      const { code, said, marked = 0 } = await search(words, { readerLeavesAfter })
      expect([code, said]).toEqual([0, ''])
      expect(marked % size).toBe(0)
      expect(marked).toBeLessThan(100)
    }
  },
)

/** What a list did while it was read. */
const changes = {
  'has fewer records than its total': (records: typeof loans, page: number) =>
    page === 5 ? records.slice(0, 15) : records,
  'sends a record twice': (records: typeof loans, page: number) =>
    page === 2 ? [...loans.slice(size - 1, size), ...records.slice(0, -1)] : records,
} as const

const few = 'the list changed while it was read: 5 of 100 loans missing'
const twice = 'the list changed while it was read: 1 duplicate skipped'
const twiceInAll = `${twice}; 1 of 100 loans missing`

describe.each(Object.entries(changes))('a list that %s', (title, change) => {
  const isShort = title.startsWith('has')
  test.each([
    // The words, and what is said of the list that has fewer records, and of the one that repeats.
    [['--all'], few, twiceInAll],
    [['--all', '--page', '2'], few, undefined],
    [['--limit', '100'], few, twiceInAll],
    [['--limit', '95'], undefined, twice],
    [['--limit', '96'], few, twice],
    [['--limit', '30'], undefined, twice],
    [['--limit', '20'], undefined, undefined],
    [[], undefined, undefined],
    [['--page', '2'], undefined, undefined],
    [['--page', '5'], undefined, undefined],
    [['--count'], undefined, undefined],
    [['--by', 'sector'], few, twiceInAll],
    [['--by', 'sector', '--limit', '30'], undefined, twice],
    [['--by', 'sector', '--page', '5'], undefined, undefined],
    [['--order', 'id', '--limit', '3'], few, twiceInAll],
    [['--at-most', '3:sector'], few, twiceInAll],
    [['--filter', 'sector:food'], few, twiceInAll],
    [['--filter', 'sector:food', '--limit', '3'], undefined, undefined],
    [['--filter', 'sector:food', '--limit', '40'], undefined, twice],
    [['--new'], few, twiceInAll],
    [['--new', '--all'], few, twiceInAll],
    [['--new', '--limit', '30'], undefined, twice],
    [['--changes'], few, twiceInAll],
    [['--budget', '100'], undefined, undefined],
    [['--budget', '1000'], undefined, twice],
    [['--budget', '100', '--order', 'id'], few, twiceInAll],
    [['--budget', '5000'], few, twiceInAll],
    [['--requests', '5'], few, twiceInAll],
    [['--requests', '1'], undefined, undefined],
    [['--requests', '2'], undefined, twice],
  ] as const)('%j', async (words, ofFew, ofTwice) => {
    const expected = isShort ? ofFew : ofTwice
    const options = { send: service(() => {}, change) }
    const isCut = words[0] === '--requests' && Number(words[1]) < 5
    // Both print the same, however many requests are sent at once.
    const [one, other] = words.length % 2 === Number(isShort) ? ['1', '4'] : ['4', '1']
    const all = [...words, '-o', 'ndjson', '--concurrency']
    const lenient = await search([...all, one], options)
    const strict = await search([...all, other, '--strict-paging'], options)
    const said = lenient.said.split(' | ')
    if (expected === undefined || isCut) {
      expect([lenient.code, strict.code]).toEqual(isCut ? [9, 9] : [0, 0])
      expect(strict.said).toBe(lenient.said)
      if (expected === undefined) expect(lenient.said).not.toContain('changed')
      else expect(said[0]).toMatch(new RegExp(`^error: read the first \\d+ of 100 loans; ${expected}$`))
      return
    }
    expect([lenient.code, said[0]]).toEqual([0, `${expected.replace('the', 'The')}.`])
    expect([strict.code, strict.said.split(' | ')[0]]).toEqual([9, `error: ${expected}`])
    expect(strict.stdout).toBe(lenient.stdout)
  })
})
