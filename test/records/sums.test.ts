/** What is summed over the pages of a list, such as repeats and gaps, stays the same behind every stage. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandTree } from '../../src/cli/command-tree.ts'
import type { EndpointInvocation } from '../../src/cli/invocation.ts'
import { parse } from '../../src/cli/parse.ts'
import { readInvocation } from '../../src/cli/read-invocation.ts'
import { commands } from '../../src/commands/index.ts'
import type { Send } from '../../src/core/http.ts'
import { formatOf } from '../../src/output/formats.ts'
import { type Ending, ReadingEnd } from '../../src/records/ending.ts'
import { totalStage } from '../../src/records/group.ts'
import { readPorts } from '../../src/records/open.ts'
import { advance, noResumePoint, type RecordPage, type ResumePoint } from '../../src/records/reading.ts'
import { firstIdOf } from '../../src/records/record-ids.ts'
import { type ItemPage, runStages } from '../../src/records/stage.ts'
import { openStages } from '../../src/records/stages.ts'
import { contextOf } from '../harness/context.ts'
import { jsonReply } from '../harness.ts'

interface Row {
  readonly line: string
  /** The stages that the line runs. */
  readonly stages: readonly string[]
  /** The sums that they change. */
  readonly changed?: Partial<ResumePoint>
}

const rows: readonly Row[] = [
  {
    line: 'partners list --only 2001,4003,99',
    stages: ['onlyStage', 'countStage'],
    changed: {
      delivered: 2,
      // Nothing of the first page was printed, so nothing of it can be printed twice.
      ids: ['2001', '2002', '2003', '3001', '3002', '3003', '4001', '4002', '4003'],
      missing: ['missing 1', 'missing 2', 'missing 3', 'missing 4', '99'],
      missingCount: 5,
    },
  },
  {
    line: 'partners show 4003,2001',
    stages: ['orderOfIdsStage'],
    changed: { delivered: 2, ids: [] },
  },
  { line: 'loans search --with funding', stages: ['deriveStage'] },
  { line: 'loans search --with repayment', stages: ['deriveStage'] },
  { line: 'loans search --not-lent-by ann', stages: ['notLentByStage'] },
  { line: 'loans search --where .id%2==0', stages: ['whereStage', 'expressionStage'] },
  { line: 'loans search --where .id==4001', stages: ['whereStage'] },
  { line: 'loans search --new --mark m', stages: ['markStage', 'newStage'] },
  { line: 'loans search --changes --mark m', stages: ['changesStage'] },
  // No run with --order can be resumed.
  { line: 'loans search --order id', stages: ['orderStage'], changed: { ids: [] } },
  { line: 'loans search --order id --limit 1', stages: ['orderStage', 'limitStage'], changed: { ids: [] } },
  { line: 'loans search --budget 100', stages: ['needsShareStage'] },
  { line: 'loans search --at-most 1:sector', stages: ['atMostStage'] },
  { line: 'loans search --jq .id', stages: ['jqStage'] },
  { line: 'loans search --jq empty', stages: ['jqStage'] },
  { line: 'loans search --jq length --slurp', stages: ['slurpStage'] },
  { line: 'loans search --fields id', stages: ['fieldsStage'] },
  { line: 'loans search --fields id,to-go', stages: ['changeStage'] },
  // Groups and counts are printed after the last page, so no such run can be resumed.
  { line: 'loans search --by sector', stages: ['groupStage'], changed: { ids: [] } },
  { line: 'loans search --where true --count', stages: ['totalStage'], changed: { ids: [] } },
  {
    line: 'loans search --with funding --where .id%2==0 --new --mark m --order id --jq .',
    stages: [],
    changed: { ids: [] },
  },
]

const sumsOf = (pages: readonly RecordPage[]): Partial<ResumePoint> => {
  const { delivered, ids, paging, repeats, hasChanged, hasGap, missing, missingCount } = pages.reduce(
    (point, page) => advance(point, page),
    noResumePoint,
  )
  return { delivered, ids, paging, repeats, hasChanged, hasGap: hasGap === true, missing, missingCount }
}

const numbers = [1, 2, 3, 4]

/** Four pages; one of them begins behind a gap, and one shows that the list has changed. */
const pagesWith = (gap: number, change: number, total = 12): readonly RecordPage[] =>
  numbers.map((page) => {
    const records = [1, 2, 3].map((at) => ({ id: 1000 * page + at, sector: 'Food', name: `Loan ${at}` }))
    return {
      records,
      single: false,
      paging: { page, total, page_size: 3, pages: 4 },
      headers: {},
      received: 3,
      repeats: 10 ** page,
      recordIds: records.map(({ id }) => String(id)),
      missing: [`missing ${page}`],
      hasChanged: page === change,
      hasGap: page === gap,
    }
  })

const emptyPage: RecordPage = {
  ...{ records: [], single: false, paging: undefined, headers: {}, received: 0 },
  ...{ repeats: 0, recordIds: [], hasChanged: false, hasGap: false },
}

const send: Send = async ({ url }) => {
  const [, ids = ''] = /loans\/([\d,]+)/.exec(url) ?? []
  return jsonReply({ paging: { page: 1, total: 0 }, loans: ids.split(',').map((id) => ({ id: Number(id) })) })
}

/** The records that an earlier run has printed, by id. One is gone. */
const records = Object.fromEntries([
  ['7', { id: 7 }],
  ...pagesWith(0, 0)
    .slice(1)
    .flatMap((page) => page.recordIds.map((id, at) => [id, page.records[at]])),
])

/** Returns the pages that a command line prints. */
async function printed(
  line: string,
  pages: readonly RecordPage[],
  ending: Ending = 'all',
): Promise<readonly ItemPage[]> {
  const mark = { v: 1, list: '/loans/search', seen: { '20770': Object.keys(records) }, records }
  const { context, world } = contextOf({ send, state: new Map([['marks/m.json', JSON.stringify(mark)]]) })
  const typed = parse(line.split(' '), commandTree(commands))
  const settings = { ...context.settings, output: 'json' } as const
  const invocation = (await readInvocation(
    typed,
    commands,
    async () => settings,
    world,
  )) as EndpointInvocation
  const ports = readPorts({ ...context, catalogue: commands.catalogue }, world.signal)
  const stages = await openStages(invocation, formatOf('json'), { ...context, settings }, ports)
  const result: ItemPage[] = []
  const end = new ReadingEnd()
  const stagesOfReading = await stages.open(end)
  for await (const page of runStages(iterated(pages, end, ending), stagesOfReading)) result.push(page)
  return result
}

async function* iterated(
  pages: readonly RecordPage[],
  end: ReadingEnd,
  ending: Ending,
): AsyncGenerator<RecordPage, void> {
  yield* pages
  end.at(ending)
}

/** The pages before which there is a gap and with which the list changed, or 0: one alone, the other alone, and both. */
const facts = [
  [0, 0],
  ...numbers.flatMap((page) => [
    [page, 0],
    [0, page],
  ]),
  [2, 3],
  [4, 1],
] as const

test.each(rows)('kiva $line', async ({ line, changed }) => {
  for (const [gap, change] of facts) {
    const pages = pagesWith(gap, change)
    const behind = (await printed(line, pages)).map(({ page }) => page)
    expect(sumsOf(behind)).toEqual({ ...sumsOf(pages), ...changed })
  }
})

test.each([
  ['of a whole list', pagesWith(0, 0), ['7']],
  ['that is empty and has no total', [emptyPage], Object.keys(records)],
  ...numbers.map((gap) => [`with a gap before page ${gap}`, pagesWith(gap, 0), []] as const),
  ['that ends before its total', pagesWith(0, 0, 13), []],
] as const)('--changes reports removals of a list %s', async (_, pages, removed) => {
  const items = (await printed('loans search --changes --mark m', pages)).flatMap((page) => page.items)
  expect(items.filter(({ isRemoved }) => isRemoved).map(({ record }) => firstIdOf(record, ['id']))).toEqual(
    removed,
  )
})

test.each([
  ['all', Object.keys(records)],
  ['requests', []],
] as const)(
  '--changes reports removals of a list without a total that ended with %s',
  async (ending, removed) => {
    const items = (await printed('loans search --changes --mark m', [emptyPage], ending)).flatMap(
      (page) => page.items,
    )
    expect(items.map(({ record }) => firstIdOf(record, ['id']))).toEqual(removed)
  },
)

test('every stage is tried', () => {
  const folder = new URL('../../src/records/', import.meta.url)
  const text = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const stages = [...text.join().matchAll(/(?:function|const) (\w+Stage)\b/g)].map(([, name]) => name)
  expect(new Set(rows.flatMap((row) => row.stages))).toEqual(new Set(stages))
})

test('--count counts a record once, whatever is printed of it', async () => {
  const record = { id: 1 }
  const pages = async function* () {
    yield {
      page: emptyPage,
      items: [
        { record, outputs: [1, 2] },
        { record, outputs: [] },
      ],
    }
  }
  const counts: unknown[] = []
  for await (const { items } of totalStage(undefined, false, new ReadingEnd())(pages())) counts.push(...items)
  expect(counts).toEqual([{ record: 1, outputs: [1], count: 1 }])
})
