/** Equivalences of tables: each cell of each column, and the record that JSON has. */
import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/core/json.ts'
import {
  cellsOf,
  dollarsText,
  headingsOf,
  numberIn,
  oneLine,
  type Shown,
  textsOf,
  thousands,
} from './cells-by-hand.ts'
import type { Market } from './market.ts'
import {
  pagesIn,
  rowsOfHtml,
  type Table,
  type Texts,
  tableOfHtml,
  tableOfLines,
  tableOfMarkdown,
  tableOfText,
} from './read-back.ts'
import {
  allLists,
  groupingOf,
  type ListedType,
  lists,
  plain,
  type Request,
  statistics,
  words,
} from './requests.ts'
import { kiva, markets, type Row, row } from './row.ts'
import { service } from './service.ts'

interface Way {
  readonly words: readonly string[]
  /** The columns of the terminal, if it is one. */
  readonly terminal?: number
  read(text: string): Table
  /** Whether the table has all columns. */
  readonly isWhole: boolean
}

const ways: Readonly<Record<string, Way>> = {
  markdown: { words: ['-o', 'md'], read: tableOfMarkdown, isWhole: true },
  html: { words: ['-o', 'html'], read: tableOfHtml, isWhole: true },
  pipe: { words: ['-o', 'table'], read: tableOfText, isWhole: true },
  wide: { words: ['-o', 'table', '--wide'], terminal: 80, read: tableOfText, isWhole: true },
  terminal: { words: ['-o', 'table'], terminal: 110, read: tableOfText, isWhole: false },
  narrow: { words: ['-o', 'table'], terminal: 72, read: tableOfText, isWhole: false },
  lines: { words: ['-o', 'table', '--plain'], read: tableOfLines, isWhole: false },
}

/** The groups of `--with` and the fields of `--fields` that have columns by hand. */
const choices: Readonly<
  Record<ListedType, { readonly derived: readonly string[]; readonly fields: readonly string[] }>
> = {
  loan_listing: {
    derived: ['funding', 'repayment', 'people', 'partner'],
    fields: [
      'id',
      'name',
      'status',
      'loan_amount',
      'lender_count',
      'posted_date',
      'location.country',
      'themes',
    ],
  },
  lender_listing: { derived: [], fields: ['name', 'whereabouts'] },
  team_listing: { derived: ['team'], fields: ['id', 'name', 'loaned_amount', 'team_since'] },
  partner_listing: { derived: [], fields: ['id', 'status', 'rating', 'default_rate'] },
  journal_entry: { derived: [], fields: ['id', 'subject', 'recommendation_count', 'date'] },
  comment: { derived: [], fields: ['whereabouts', 'date'] },
}

const request: fc.Arbitrary<Request> = fc.constantFrom(...allLists, 'loans search' as const).chain((list) => {
  const { derived, fields } = choices[lists[list]]
  return fc
    .constantFrom<'derived' | 'fields' | undefined>(undefined, undefined, 'derived', 'fields')
    .chain((choice) =>
      choice === undefined
        ? fc.constant({})
        : fc
            .subarray([...(choice === 'derived' ? derived : fields)], {
              minLength: choice === 'fields' ? 1 : 0,
            })
            .map((chosen) => ({ [choice]: chosen })),
    )
    .map((chosen): Request => ({ ...plain, list, ...chosen }))
})

/** The records whose lines decide on the columns. Later ones may widen a column of text. */
const first = 50

const ofFirst = (market: Market): Market => ({ ...market, loans: market.loans.slice(0, first) })

const table = row({
  name: 'a table read back by its columns, and json',
  runs: 60,
  cases: fc.record({ market: markets, request, way: fc.constantFrom(...Object.keys(ways)) }),
  lines: ({ request, way }) => [[...words(request), ...(ways[way]?.words ?? [])]],
  compare: async ({ request, way }, market) => {
    const { words: ends = [], terminal, read = tableOfText, isWhole } = ways[way] ?? {}
    const isDocument = ends.includes('md') || ends.includes('html')
    const send = service(isDocument ? market : ofFirst(market))
    const json = await kiva([...words(request), '-o', 'json'], send)
    const ran = await kiva([...words(request), ...ends], send, { terminal, env: { NO_COLOR: '1' } })
    const records: readonly JsonObject[] = JSON.parse(json.stdout)
    if (records.length === 0)
      return { one: ends.includes('html') ? read(ran.stdout).rows : [...ran.stdout], other: [], found: 0 }
    const shown: Shown = { ...request, type: lists[request.list] }
    const { headings, rows } = read(ran.stdout)
    const isTerminal = terminal !== undefined
    const all = headingsOf(shown, records.slice(0, first), isTerminal)
    const columns = isWhole || headings.length === 0 ? all : headings
    const expected = records.map((record) => textsOf(shown, columns, record, isTerminal))
    return {
      one: [ran.code, rows, headings],
      other: [
        0,
        expected.map((cells, at) => cutAs(rows[at] ?? {}, cells)),
        isWhole ? all : all.filter((heading) => headings.includes(heading)),
      ],
      found: records.length,
    }
  },
})

/** Cuts texts where a terminal has cut them. */
const cutAs = (found: Texts, expected: Texts): Texts =>
  Object.fromEntries(
    Object.entries(expected).map(([heading, cell]) => {
      const length = found[heading]?.endsWith('…') ? found[heading].length - 1 : undefined
      return [heading, length === undefined ? cell : `${cell.slice(0, length).trim()}…`]
    }),
  )

function numberText(field: string, amount: number): string {
  if (field.includes('amount')) return dollarsText(amount)
  const [whole = '', ...decimals] = String(Math.round(amount * 10_000) / 10_000).split('.')
  return [thousands(whole), ...decimals].join('.')
}

/** Returns what a table shows of the value of a group, or of the lower end of its range. */
function valueText(key: string, value: Json | undefined, partners: Market['partners']): string {
  const [field = '', step] = key.split(':')
  if (value === null) return 'unknown'
  const amount = numberIn(value)
  if (step !== undefined && amount !== undefined)
    return `${numberText(field, amount)}–${numberText(field, amount + Number(step))}`
  const { name } = partners.find(({ id }) => field === 'partner_id' && String(id) === String(value)) ?? {}
  if (typeof name === 'string' && name !== '') return `${oneLine(name)} (${oneLine(value)})`
  return typeof value === 'number' && field !== 'partner_id' ? numberText(field, value) : oneLine(value)
}

const groups = row({
  name: 'a table of groups read back by its columns, and json',
  runs: 30,
  cases: fc.record({
    market: markets,
    request: fc
      .constantFrom(...allLists)
      .chain((list) => groupingOf(list).map((grouping): Request => ({ ...plain, list, ...grouping }))),
    way: fc.constantFrom('markdown', 'html', 'pipe', 'wide'),
  }),
  lines: ({ request, way }) => [[...words(request), ...(ways[way]?.words ?? [])]],
  compare: async ({ request, way }, market) => {
    const { by, measures } = request
    const { words: ends = [], terminal, read = tableOfText } = ways[way] ?? {}
    const send = service(market)
    const json = await kiva([...words(request), '-o', 'json'], send)
    const ran = await kiva([...words(request), ...ends], send, { terminal, env: { NO_COLOR: '1' } })
    const found: readonly JsonObject[] = JSON.parse(json.stdout)
    const { headings, rows } = read(ran.stdout)
    // Only terminals name field partners.
    const partners = terminal === undefined ? [] : market.partners
    const expected = found.map((group) => [
      ...by.map((key) => valueText(key, group[key.split(':')[0] ?? ''], partners)),
      numberText('count', Number(group['count'])),
      ...statistics.flatMap((statistic) =>
        measures.flatMap(([name, field]) => {
          if (name !== statistic) return []
          const amount = numberIn((group[statistic] as JsonObject)[field])
          return amount === undefined ? [''] : [numberText(field, amount)]
        }),
      ),
    ])
    return {
      one: [ran.code, rows.map((cells) => headings.map((heading) => cells[heading] ?? ''))],
      other: [0, expected],
      found: found.length,
    }
  },
})

const pages = row({
  name: 'the page of a loan, and json',
  runs: 12,
  cases: fc.record({
    market: markets,
    at: fc.array(fc.nat(200), { minLength: 1, maxLength: 4 }),
    format: fc.constantFrom('html' as const, 'md' as const),
  }),
  lines: ({ at, format }) => [['loans show', ...at.map(String), '-o', format]],
  compare: async ({ at, format }, market) => {
    const places = new Set(at.map((place) => place % market.loans.length))
    const ids = market.loans.filter((_, index) => places.has(index)).map(({ id }) => String(id))
    if (ids.length === 0) return { one: 0, other: 0, found: 0 }
    const send = service(market)
    const json = await kiva(['loans', 'show', ...ids, '-o', 'json'], send)
    const document = await kiva(['loans', 'show', ...ids, '-o', format], send)
    const shown = pagesIn(document.stdout, format)
    const missing = (JSON.parse(json.stdout) as readonly JsonObject[]).map((record, index) => {
      const cells = cellsOf('loan_listing', record)
      const wanted = ['NAME', 'COUNTRY', 'SECTOR', 'ASKED'].map(
        (name) => cells[name]?.piped ?? cells[name]?.shown ?? '',
      )
      return [`#${cells['ID']?.shown}`, ...wanted].filter((text) => !shown[index]?.includes(text))
    })
    return {
      one: [document.code, shown.length, missing],
      other: [0, ids.length, ids.map(() => [])],
      found: ids.length,
    }
  },
})

const portfolio = row({
  name: 'the page of a portfolio, and json',
  runs: 6,
  cases: fc.record({ market: markets, by: fc.subarray(['sector', 'country', 'partner', 'status', 'year']) }),
  lines: ({ by }) => [['portfolio show robin --top 200', ...by.map((name) => `--by ${name}`), '-o html']],
  compare: async ({ by }, market) => {
    const line = ['portfolio', 'show', 'robin', '--top', '200', ...by.flatMap((name) => ['--by', name])]
    const send = service(market)
    const json = await kiva([...line, '-o', 'json'], send)
    const html = await kiva([...line, '-o', 'html'], send)
    const { by: groups } = JSON.parse(json.stdout) as {
      readonly by: Readonly<Record<string, readonly Group[]>>
    }
    const expected = Object.entries(groups).flatMap(([kind, list]) =>
      list.map(({ key, name, loans, percent }) => {
        const unknown = kind === 'partner' ? 'no partner' : 'unknown'
        const label = key === null ? unknown : (name ?? (kind === 'partner' ? `partner ${key}` : key))
        return [oneLine(label), String(loans), `${percent.toFixed(1)}%`]
      }),
    )
    return { one: [html.code, rowsOfHtml(html.stdout)], other: [0, expected], found: expected.length }
  },
})

/** A group of the JSON of a portfolio. */
interface Group {
  readonly key: string | null
  readonly name?: string
  readonly loans: number
  readonly percent: number
}

export const rowsOfTables: readonly Row[] = [table, groups, pages, portfolio]
