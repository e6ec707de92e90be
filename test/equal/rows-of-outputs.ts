/** Equivalences of what is printed: formats read back, ids read from standard input, names in place of lines. */
import fc from 'fast-check'
import { me } from './market.ts'
import { flat, readBack } from './read-back.ts'
import { allLists, lists, loanLists, plain, type Request, requestsFor, words } from './requests.ts'
import { idsIn, kiva, markets, type Row, row } from './row.ts'
import { service } from './service.ts'

const formats = row({
  name: 'any format read back, and json',
  runs: 50,
  cases: fc.record({
    market: markets,
    request: fc.constantFrom(...allLists).chain((list) =>
      fc.constantFrom<readonly string[]>([], [], ['name', 'id', 'status']).map(
        (fields): Request => ({
          ...plain,
          list,
          fields: lists[list] === 'loan_listing' ? fields : [],
        }),
      ),
    ),
    format: fc.constantFrom('ndjson', 'csv', 'tsv', 'yaml', 'xml', 'geojson'),
  }),
  lines: ({ request, format }) => [[...words(request), '-o', format]],
  compare: async ({ request, format }, market) => {
    const json = await kiva([...words(request), '-o', 'json'], service(market))
    const records = flat(JSON.parse(json.stdout))
    const placed = format === 'geojson' && !['loan_listing', 'partner_listing'].includes(lists[request.list])
    const ran = await kiva([...words(request), '-o', placed ? 'csv' : format], service(market))
    const found = readBack(ran.stdout, placed ? 'csv' : format)
    return { one: found.map(keyed(format)), other: records.map(keyed(format)), found: records.length }
  },
})

/** XML has 1 and 0 for true and false. */
const keyed = (format: string) => (record: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(record)
      .map(
        ([key, value]) =>
          [
            key,
            format === 'xml' && /^(?:true|false)$/.test(value) && key !== 'name'
              ? value === 'true'
                ? '1'
                : '0'
              : value,
          ] as const,
      )
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

/** Ways to print loans, each with their ids. */
const withIds: readonly (readonly string[])[] = [
  ...['ids', 'json', 'ndjson', 'csv', 'tsv', 'geojson'].map((format) => ['-o', format]),
  ...['json', 'ndjson', 'csv', 'tsv'].map((format) => ['-o', format, '--fields', 'name,status,id']),
  ...['json', 'ndjson'].map((format) => ['-o', format, '--jq', '{name, id, tags}']),
  ['-o', 'json', '--jq', '.id'],
  ['-o', 'json', '--jq', '{location, id}'],
  ['-r', '--jq', '.id', '-o', 'ndjson'],
  ['--slurp', '--jq', 'map({name, status, id})', '-o', 'json'],
  ['-o', 'ndjson', '--with', 'funding'],
]

const readIds = row({
  name: 'any output into show -, and its ids',
  runs: 30,
  cases: fc.record({
    market: markets,
    list: fc.constantFrom(...loanLists),
    output: fc.constantFrom(...withIds),
  }),
  lines: ({ list, output }) => [
    [...list.split(' '), '--all', ...output],
    ['loans', 'show', '-', '-o', 'ids'],
  ],
  compare: async ({ list, output }, market) => {
    const send = service(market)
    const ids = await kiva([...list.split(' '), '--all', '-o', 'ids'], send)
    const printed = await kiva([...list.split(' '), '--all', ...output], send)
    const found = idsIn(ids.stdout)
    const shown = await kiva(['loans', 'show', '-', '-o', 'ids'], send, { stdin: printed.stdout })
    return {
      one: found.length === 0 ? [] : [shown.code, idsIn(shown.stdout).toSorted()],
      other: found.length === 0 ? [] : [0, found.toSorted()],
      found: found.length,
    }
  },
})

/**
 * Returns a line with `{1}` in place of an argument, or of the value of an option, and so on for up to nine; and what it takes, in
 * their order: the last one of the line first.
 */
function holding(line: readonly string[]): readonly [saved: readonly string[], values: readonly string[]] {
  const isHeld = (word: string, at: number) =>
    !word.startsWith('-') && (at === 2 || (at > 2 && (line[at - 1] ?? '').startsWith('--')))
  const held = line
    .flatMap((word, at) => (isHeld(word, at) ? [at] : []))
    .slice(0, 9)
    .toReversed()
  const isJoined = (at: number) => at > 2 && held.indexOf(at) % 2 === 1
  const saved = line.flatMap((word, at) => {
    if (isJoined(at + 1)) return []
    const number = held.indexOf(at) + 1
    if (number === 0) return [word]
    // Values are written in both ways: `--limit {1}` and `--sector={2}`.
    return [isJoined(at) ? `${line[at - 1]}={${number}}` : `{${number}}`]
  })
  return [saved, held.map((at) => line[at] ?? '')]
}

const named = row({
  name: 'a saved command, also one with values, @me and @list, and the line typed whole',
  runs: 40,
  cases: fc.record({
    market: markets,
    request: requestsFor(allLists),
    way: fc.constantFrom('saved', 'values', 'values', 'me', 'not lent', 'list'),
    format: fc.constantFrom('json', 'csv', 'table'),
  }),
  lines: ({ request, way }) => [[way, ':', ...words(request)]],
  compare: async ({ request, way, format }, market) => {
    const send = service(market)
    const ids = market.loans.slice(0, 4).map(({ id }) => String(id))
    const [held, values] = holding(words(request))
    const state = new Map([
      ['saved.json', JSON.stringify({ v: 2, commands: { mine: words(request), held } })],
      ['shortlists/mine.txt', `# Mine\n${ids.join('\n')}\n`],
    ])
    const ends = ['-o', request.count ? 'json' : format]
    const [short, long] = {
      saved: [
        ['mine', ...ends],
        [...words(request), ...ends],
      ],
      values: [
        ['held', ...values, ...ends],
        [...words(request), ...ends],
      ],
      me: [
        ['lenders', 'loans', '@me', '--all', ...ends],
        ['lenders', 'loans', me, '--all', ...ends],
      ],
      'not lent': [
        ['loans', 'search', '--all', '--not-lent-by', '@me', ...ends],
        ['loans', 'search', '--all', '--not-lent-by', me, ...ends],
      ],
      list: [
        ['loans', 'show', '@mine', ...ends],
        ['loans', 'show', ...ids, ...ends],
      ],
    }[way] ?? [[], []]
    if (way === 'list' && ids.length === 0) return { one: '', other: '', found: 0 }
    const runs = await Promise.all(
      [short, long].map(async (argv = []) => {
        const { code, stdout, requests } = await kiva(argv, send, { state, env: { KIVA_LENDER: me } })
        return [code, stdout, requests.map(({ url }) => url).toSorted()] as const
      }),
    )
    const [one, other] = runs
    return { one, other, found: one?.[0] === 0 ? one[1].length : 0 }
  },
})

export const rowsOfOutputs: readonly Row[] = [formats, readIds, named]
