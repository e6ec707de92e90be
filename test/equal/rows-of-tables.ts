/** Equivalences of tables: each cell of each column, and the record that JSON has. */
import fc from 'fast-check'
import type { JsonObject } from '../../src/core/json.ts'
import { headingsOf, type Shown, textsOf } from './cells-by-hand.ts'
import type { Market } from './market.ts'
import { type Table, type Texts, tableOfLines, tableOfMarkdown, tableOfText } from './read-back.ts'
import { allLists, type ListedType, lists, plain, type Request, words } from './requests.ts'
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
    const send = service(ends.includes('md') ? market : ofFirst(market))
    const json = await kiva([...words(request), '-o', 'json'], send)
    const ran = await kiva([...words(request), ...ends], send, { terminal, env: { NO_COLOR: '1' } })
    const records: readonly JsonObject[] = JSON.parse(json.stdout)
    if (records.length === 0) return { one: ran.stdout, other: '', found: 0 }
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

export const rowsOfTables: readonly Row[] = [table]
