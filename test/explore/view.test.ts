import { describe, expect, it } from 'vitest'
import { inputOf } from '../../src/explore/line-edit.ts'
import { Selection } from '../../src/explore/rows/selection.ts'
import { drawingsOf } from '../../src/explore/shown-drawings.ts'
import type { State } from '../../src/explore/state/state.ts'
import { copies } from '../../src/explore/update/copy.ts'
import { drawOverlay, filterExamples } from '../../src/explore/view/overlays.ts'
import { type Drawn, View } from '../../src/explore/view/view.ts'
import { parseFilter } from '../../src/records/row-filter.ts'
import { noon } from '../harness.ts'
import { samples } from '../output/samples.ts'
import { overlays, requests } from './overlays.ts'
import { recordsOf, type StateOptions, stateOf, withDetail, withLines } from './states.ts'

const newView = (color: boolean): View => new View(color, () => drawOverlay)

const draw = (state: State, color = false): Drawn => newView(color).draw(state)

/** Returns the screen with `|` at the place of the cursor, and no spaces at line ends. */
function screen(state: State): string {
  const { lines, cursor } = draw(state)
  const shown = lines.map((line) => line.trimEnd())
  return `\n${shown.join('\n')}\n${cursor ? `cursor ${cursor.row}:${cursor.column}` : 'no cursor'}\n`
}

const small = { columns: 40, rows: 12 }
const middle = { columns: 80, rows: 24 }
const large = { columns: 160, rows: 45 }
const budget = { remaining: 52, limit: 60, until: noon + 60_000 }

describe('the list', () => {
  it('fits 40×12', async () => {
    expect(screen(await stateOf({ size: small, budget }))).toMatchInlineSnapshot(`
      "
       [1 Loans] 2 3 4 5 6 7 8           52/60
       fundraising · 71 loans       60 loaded
              ID  NAME         ASKED  FUNDED
      >  2101484  Hạnh        $1,825     58%
         2101529  Nenita        $150     16%
         2101532  Nigora      $1,725     84%
         2101534  Saoirse       $625     96%
         2101545  Ni Wayan      $150     33%
         2101546  Sophea      $1,700     79%
         2101547  Neema         $200     75%
       next page at the end
       enter open  / filter  s search  ? keys
      cursor 3:0
      "
    `)
  })

  it('is above an extract of the record at 80×24', async () => {
    const records = await recordsOf(['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration'])
    const ids = records.slice(2, 4).map((record) => String((record as { id: number }).id))
    const marked = new Map([['loan', new Set(ids)]])
    expect(screen(await withDetail(await stateOf({ size: middle, budget, marked })))).toMatchInlineSnapshot(`
      "
       [1 Loans] 2 Lenders 3 Teams 4 Partners 5 6 7 Today 8 Portfolio    sandbox 52/60
       fundraising · 71 loans · soonest to end first                        60 loaded
              ID  NAME        COUNTRY        USE             ASKED  TO GO FUNDED ENDS
      >  2101484  Hạnh        Viet Nam       build a dry s… $1,825   $750    58%  12h
         2101529  Nenita      Philippines    dig a fish po…   $150   $125    16%  12h
       * 2101532  Nigora      Tajikistan     buy shelves,…  $1,725   $275    84%   1d
       * 2101534  Saoirse     United States  buy bottled d…   $625    $25    96%   1d
         2101545  Ni Wayan    Indonesia      build a latri…   $150   $100    33%   2d
         2101546  Sophea      Cambodia       pay fees for…  $1,700   $350    79%   2d
         2101547  Neema       Rwanda         mend the boat…   $200    $50    75%   2d
         2101550  Noor        United States  build a dry s…   $575   $175    69%   3d
         2101553  Belén       Peru           buy tables, p… $1,600   $275    82%   3d
         2101560  Germán      Mexico         buy fish from…   $475   $125    73%   4d
         2101570  Hakizimana  Tanzania       buy a cart wi… $2,300 $1,300    43%   5d
         2101580  Merlyn      Philippines    buy palm oil,…   $325   $150    53%   6d
      ────────────────────────────────────────────────────────────────────────────────
       Hạnh                                                    fundraising · #2101484
       to build a dry sty with a concrete floor.
       Sóc Sơn, Viet Nam · Pigs
       ██████████████░░░░░░░░░░  58%   $750 to go of $1,825   12 hours left
                                 23 lenders
       [partner 243]  [lenders 23]  [updates]  [journal]  [Agriculture in Viet Nam]
       2 marked · next page at the end                              read 12:00:00 UTC
       enter open  / filter  s search  f facets  o sort  space mark  y copy  ? keys
      cursor 3:0
      "
    `)
  })

  it('is between facets and the record at 160×45', async () => {
    const state = await stateOf({ size: large, budget })
    expect(screen(await withDetail(state))).toMatchInlineSnapshot(`
      "
       kiva  [1 Loans] 2 Lenders  3 Teams  4 Partners  5 Journal  6 Lending actions  7 Today  8 Portfolio                                                sandbox 52/60
       fundraising · 71 loans · soonest to end first                                                                                                        60 loaded
       SECTOR               of 60 │        ID  NAME        COUNTRY        USE              ASKED  TO GO FUNDED ENDS │  partner 243   lenders 23   updates   journal
         Agriculture           19 │>  2101484  Hạnh        Viet Nam       build a dry st… $1,825   $750    58%  12h │  Agriculture in Viet Nam
         Food                  11 │   2101529  Nenita      Philippines    dig a fish pon…   $150   $125    16%  12h │
         Retail                 8 │   2101532  Nigora      Tajikistan     buy shelves, s… $1,725   $275    84%   1d │ Hạnh                     fundraising · #2101484
         Education              6 │   2101534  Saoirse     United States  buy bottled dr…   $625    $25    96%   1d │ to build a dry sty with a concrete floor.
         Housing                4 │   2101545  Ni Wayan    Indonesia      build a latrin…   $150   $100    33%   2d │ Sóc Sơn, Viet Nam · Pigs
         Transportation         3 │   2101546  Sophea      Cambodia       pay fees for t… $1,700   $350    79%   2d │
         … 9 more                 │   2101547  Neema       Rwanda         mend the boat…    $200    $50    75%   2d │ ██████████████░░░░░░░░░░
                                  │   2101550  Noor        United States  build a dry st…   $575   $175    69%   3d │ 58%   $750 to go of $1,825   12 hours left
       COUNTRY              of 60 │   2101553  Belén       Peru           buy tables, po… $1,600   $275    82%   3d │ 23 lenders
         Kenya                  6 │   2101560  Germán      Mexico         buy fish from…    $475   $125    73%   4d │ about 59% funded at the end at this pace
         Peru                   5 │   2101570  Hakizimana  Tanzania       buy a cart wit… $2,300 $1,300    43%   5d │
         Palestine              4 │   2101580  Merlyn      Philippines    buy palm oil,…    $325   $150    53%   6d │ Lend     not in the sandbox
         Philippines            4 │   2101582  Hernán      Honduras       rent a second…    $200    $50    75%   6d │ Partner  243
         Cambodia               3 │   2101583  Ratana      Cambodia       put a tin roof…   $400   $150    62%   6d │ Ends     21 Nov 2026
         United States          3 │   2101332  Manana      Georgia        buy a dairy co… $1,625   $575    64%   7d │
         … 113 more               │   2101588  Naina       Madagascar     buy piglets an…   $925   $475    48%   7d │ Sector        Agriculture
                                  │   2101589  Samar       Palestine      stock rice, su…   $475   $150    68%   7d │ Tags          #Single Parent
       STATUS               of 60 │   2101592  Ángela      Colombia       overhaul the e…   $150   $100    33%   7d │ Dates         posted 16 Oct 2026
       x fundraising           60 │   2101593  Sékou       Senegal        stock rice, su… $1,075 $1,025     4%   7d │ Languages     Vietnamese, English
         funded                 · │   2101595  Akinyi      Uganda         buy clay and f…   $275   $100    63%   7d │ Bonus credit  yes
         in repayment           · │   2101597  Iman        Palestine      buy 120 laying…   $800   $750     6%   8d │ Map           21.257, 105.848 (town)
         paid                   · │   2101601  Kazi Kwan…  Kenya          build a latrin…   $700   $275    60%   8d │ Picture       #3101484
         ended with loss        · │   2101609  Huda        Palestine      buy shelves, s…   $450   $225    50%   9d │
                                  │   2101610  Jacinta     Ecuador        buy creams, co…   $825   $425    48%   9d │ kiva loans lenders 2101484
       REGION                     │   2101611  Chebet      Tanzania       buy maize seed… $1,925 $1,625    15%   9d │ kiva loans updates 2101484
         North America          · │   2101617  Fatou       Senegal        buy a delivery…   $300   $175    41%  10d │
         Central America        · │   2101619  Fatou       Mali           buy more sanda… $1,825 $1,025    43%  10d │
         South America          · │   2101621  Fitiavana…  Madagascar     buy chicks, a…  $2,825 $2,575     8%  10d │
         Africa                 · │   2101630  Hasmik      Armenia        buy a cart wit… $1,075   $600    44%  11d │
         Asia                   · │   2101291  Saodat      Kyrgyzstan     repair the pum…   $150   $125    16%  12d │
         Middle East            · │   2101642  Samar       Jordan         buy bottled dr…   $750   $725     3%  12d │
         … 1 more                 │   2101643  Neema       Uganda         buy maize seed…   $150   $100    33%  12d │
                                  │   2101648  Zaytouna…   Palestine      pay three chil…   $900   $900     0%  12d │
       GENDER                     │   2101345  Wanjiku     Kenya          pay fees for t…   $300   $100    66%  13d │
         female                 · │   2101368  Kiprop      Kenya          buy children's…   $375   $200    46%  13d │
         male                   · │   2101632  Valbona     Albania        pay fees for t… $1,575 $1,300    17%  13d │
                                  │   2101653  Rubén       Honduras       buy 120 laying…   $150    $75    50%  13d │
       ACTIVITY             of 60 │   2101656  Amina       Rwanda         buy maize seed…   $175   $125    28%  13d │
         Farming                5 │   2101663  Akinyi      Kenya          buy bottled dr…   $350   $250    28%  13d │
         General Store          5 │   2101664  Dewi        Indonesia      buy tomatoes,…    $175   $125    28%  13d │
       next page at the end                                                                                                                         read 12:00:00 UTC
       enter open  / filter  s search  f facets  o sort  space mark  y copy  ? keys  F forecast  v chart/map  tab pane  q quit  : command  H back  r raw  w watch
      cursor 3:29
      "
    `)
  })

  it('marks the rows of a watched list', async () => {
    const state = await stateOf()
    const [first = 0, second = 0] = state.tab.selection.indexes
    const { key } = { key: (index: number) => state.tab.rows.key(index) }
    const changes = new Map([
      [key(first), { event: 'added' }],
      [key(second), { event: 'changed', words: '$50 → $125' }],
    ] as const)
    const { lines } = draw({ ...state, tab: { ...state.tab, changes, isWatched: true } })
    expect(lines[3]).toMatch(/^> \+ /)
    expect(lines[4]).toMatch(/^ {2}~ /)
    expect(lines[22]).toContain(' watching · 1 new · 1 changed')
    const onChanged = draw({ ...state, tab: { ...state.tab, changes, isWatched: true, cursor: key(second) } })
    expect(onChanged.lines[22]).toContain(' watching · $50 → $125 · 1 new · 1 changed')
  })

  it('shows amounts whole that are wider than those of the first records', async () => {
    const records = Array.from({ length: 60 }, (_, id) => ({
      id,
      name: 'A',
      status: 'funded',
      loan_amount: id < 55 ? 25 : 1_250_000,
    }))
    const state = await stateOf({ records, size: { columns: 40, rows: 12 } })
    const { lines } = draw({ ...state, tab: { ...state.tab, top: 52, cursor: state.tab.rows.key(55) } })
    expect(lines.filter((line) => line.includes('$1,250,000'))).toHaveLength(4)
    expect(lines[3]).toContain('       $25')
  })

  it('draws JSON in the pane of the record, but not in the extract below the list', async () => {
    const kinds = async (columns: number, pane: 'list' | 'detail') => {
      const state = await stateOf({ size: { columns, rows: 24 }, tab: { isRaw: true, pane } })
      return drawingsOf(state).map(({ kind }) => kind)
    }
    expect(await kinds(80, 'detail')).toEqual(['raw'])
    expect(await kinds(80, 'list')).toEqual(['detail'])
    expect(await kinds(160, 'list')).toEqual(['raw'])
  })

  it.each([
    [30, 8],
    [40, 9],
    [80, 24],
  ])('shows the whole copy menu at %i×%i', async (columns, rows) => {
    const state = await stateOf({ size: { columns, rows }, overlay: { kind: 'copy' } })
    const text = draw(state).lines.join('\n')
    for (const [key, { word, brief }] of Object.entries(copies))
      expect(text).toMatch(new RegExp(` ${key} +(?:${word}|${brief})(?: |$)`, 'm'))
  })

  it('knows which column a header is of', async () => {
    const state = await stateOf()
    const view = newView(false)
    const header = view.draw(state).lines[2] ?? ''
    const { columns } = state.tab
    const press = (row: number, column: number) => ({ kind: 'mouse', action: 'press', row, column }) as const
    const named = (name: string) =>
      columns[view.headerAt(state, press(2, header.indexOf(name))) ?? -1]?.header
    expect(['ID', 'NAME', 'USE', 'ASKED', 'FUNDED', 'ENDS'].map(named)).toEqual([
      'ID',
      'NAME',
      'USE',
      'ASKED',
      'FUNDED',
      'ENDS',
    ])
    expect(view.headerAt(state, press(3, 20))).toBeUndefined()
  })

  it('draws a row again when more of its record was read', async () => {
    const state = await stateOf({ records: [{ id: 7, name: 'Ana' }] })
    const view = newView(false)
    expect(view.draw(state).lines[3]).toContain('Ana')
    state.tab.rows.update([{ id: 7, name: 'Bea' }])
    expect(view.draw(state).lines[3]).toContain('Bea')
  })

  it('tells what was not read only where there is room', async () => {
    const few = await stateOf({ size: large })
    expect(draw(few).lines.join()).not.toContain('more available')
    const filtered = await stateOf({ size: large, tab: { filter: 'kenya' } })
    expect(draw(filtered).lines.join()).toContain('… 11 more available')
  })

  it.each<[string, StateOptions, string]>([
    ['nothing matches', { tab: { filter: 'zzz' } }, ' No loans match "zzz" · esc clears · s searches'],
    ['nothing was found', { records: [], tab: { progress: 'complete' } }, ' No loans found.'],
    ['the first page is on its way', { records: [], tab: { progress: 'reading' } }, ' Reading …'],
  ])('says that %s', async (_, options, expected) => {
    expect(draw(await stateOf(options)).lines[3]?.trimEnd()).toBe(expected)
  })

  it('shows a long note on several lines', async () => {
    const note = 'error: invalid value "zzz" for --status · Did you mean "paid"? All values are in the help'
    const { lines } = draw(await stateOf({ note }))
    expect(lines).toHaveLength(24)
    expect(
      lines
        .slice(21, 23)
        .map((line) => line.trim())
        .join(' '),
    ).toBe(note)
  })

  it('says that rows are still being sorted or filtered', async () => {
    const state = await stateOf()
    const { rows, columns } = state.tab
    const shown = { facets: new Map(), keys: undefined }
    const none = parseFilter('', columns)
    const sort = { column: 1, isDescending: false }
    const sorted = new Selection(rows, { ...shown, filter: none, sort })
    const filtered = new Selection(rows, { ...shown, filter: parseFilter('maize', columns), sort: undefined })
    const lineOf = (tab: Partial<State['tab']>) =>
      draw({ ...state, tab: { ...state.tab, ...tab } }).lines[3]?.trimEnd()
    expect(lineOf({ selection: sorted, sort })).toBe(' Sorting …')
    expect(lineOf({ selection: filtered, filter: 'maize' })).toBe(' Filtering …')
  })

  it('says what failed and what to do, in place of rows or below them', async () => {
    const problem = { words: 'the service answered 503', hint: 'Try again later.' }
    const empty = draw(await stateOf({ records: [], tab: { problem } }))
    expect(empty.lines.slice(3, 7).map((line) => line.trimEnd())).toEqual([
      ' error: the service answered 503',
      ' hint: Try again later.',
      '',
      ' R retries',
    ])
    const below = draw(await stateOf({ tab: { problem } }))
    expect(below.lines[15]).toBe(' error: the service answered 503 · R retries')
  })
})

describe('the record', () => {
  it('has a key for the next one only where there is a next one', async () => {
    const foot = async (state: State) =>
      screen(await withDetail(state))
        .split('\n')
        .at(-3)
    const tab = { pane: 'detail' } as const
    expect(await foot(await stateOf({ size: middle, tab }))).toContain('J next')
    const [only = {}] = samples.loan_listing
    expect(await foot(await stateOf({ size: middle, records: [only], tab }))).not.toContain('J next')
  })

  it('has its links first, with the chosen one marked', async () => {
    const state = await stateOf({ size: middle, tab: { pane: 'detail', link: 1 } })
    expect(screen(await withDetail(state))).toMatchInlineSnapshot(`
      "
       [1 Loans] 2 Lenders 3 Teams 4 Partners 5 6 7 Today 8 Portfolio          sandbox
       fundraising · 71 loans · soonest to end first                        60 loaded
        partner 243 > lenders 23   updates   journal   Agriculture in Viet Nam

       Hạnh                                                    fundraising · #2101484
       to build a dry sty with a concrete floor.
       Sóc Sơn, Viet Nam · Pigs

       ██████████████░░░░░░░░░░  58%   $750 to go of $1,825   12 hours left
                                 23 lenders
                                 about 59% funded at the end at this pace

       Lend     not in the sandbox
       Partner  243
       Ends     21 Nov 2026

       Sector        Agriculture
       Tags          #Single Parent
       Dates         posted 16 Oct 2026
       Languages     Vietnamese, English
       Bonus credit  yes
       Map           21.257, 105.848 (town)
       lines 1–17 of 21                                             read 12:00:00 UTC
       ↓ scroll  enter open  tab links  ← back  J next  r raw  space mark  ? keys
      cursor 2:14
      "
    `)
  })

  it('is drawn from where it is scrolled to', async () => {
    const state = withLines(
      await stateOf({ size: middle, tab: { pane: 'detail', scroll: 3 } }),
      Array.from({ length: 9 }, (_, at) => `line ${at}`),
    )
    expect(
      draw(state)
        .lines.slice(4, 7)
        .map((line) => line.trim()),
    ).toEqual(['line 3', 'line 4', 'line 5'])
  })

  it('keeps its former drawing until the new one is made', async () => {
    const view = newView(false)
    const state = withLines(await stateOf({ size: large }), ['the story'])
    view.draw(state)
    const narrower = { ...state, size: { columns: 150, rows: 45 } }
    expect(view.draw(narrower).lines.join()).toContain('the story')
    const next = { ...state, tab: { ...state.tab, cursor: state.tab.rows.key(1) } }
    expect(view.draw(next).lines.join()).not.toContain('the story')
  })
})

describe('drawings', () => {
  it('are those of the visible panes', async () => {
    const kinds = async (options: StateOptions) => drawingsOf(await stateOf(options)).map(({ kind }) => kind)
    expect(await kinds({ size: large })).toEqual(['detail'])
    expect(await kinds({ size: large, tab: { view: 'map', isRaw: true } })).toEqual(['map', 'raw'])
    expect(await kinds({ size: small, tab: { view: 'chart' } })).toEqual(['chart'])
    expect(await kinds({ size: small })).toEqual([])
    expect(await kinds({ size: large, records: [] })).toEqual([])
  })

  it('have another key when the record, its fields or the size change', async () => {
    const state = await stateOf({ records: [{ id: 7, name: 'Ana' }, { id: 8 }], size: large })
    const keys = [
      drawingsOf(state),
      drawingsOf({ ...state, tab: { ...state.tab, cursor: '8' } }),
      drawingsOf({ ...state, size: { columns: 150, rows: 45 } }),
    ].map(([drawing]) => drawing?.key)
    state.tab.rows.update([{ id: 7, description: 'x' }])
    keys.push(drawingsOf(state)[0]?.key)
    expect(new Set(keys).size).toBe(4)
  })
})

describe('the lines above and below', () => {
  it('drop words in the middle of a long command line', async () => {
    const argv = [
      'loans',
      'search',
      '--status',
      'fundraising',
      '--sector',
      'Food',
      '--gender',
      'female',
      '--param',
      "x=it's",
    ]
    const { lines } = draw(await stateOf({ size: { columns: 70, rows: 20 }, argv: [...argv], records: [] }))
    expect(lines[0]).toMatchInlineSnapshot(
      `" [1 Loans] 2 Lenders 3 Teams 4 5 6 7 Today 8 Portfolio         sandbox"`,
    )
  })

  it('name the filter, the facets and the order', async () => {
    const facets = new Map([['SECTOR', new Set(['Food'])]])
    const sorted = { filter: 'a', facets, sort: { column: 10, isDescending: true } }
    expect(draw(await stateOf({ tab: sorted })).lines[1]).toMatchInlineSnapshot(
      `" fundraising · filter a · 11 of 60 loaded · latest ENDS first       of 71 loans "`,
    )
  })

  it('count down while requests wait', async () => {
    const state = await stateOf()
    const { lines } = draw({ ...state, waitsUntil: state.now + 11_400 })
    expect(lines[22]).toContain(' waiting 12s for the rate limit')
  })

  it('say that enter prints with --print', async () => {
    expect(draw(await stateOf({ print: 'ids' })).lines[23]).toMatch(/^ enter print {2}→ open {2}\/ filter/)
  })
})

describe('the example of a filter', () => {
  it.each([
    ['loan', ['loans', 'newest']],
    ['lender', ['lenders', 'newest']],
    ['team', ['teams', 'search']],
    ['partner', ['partners', 'list']],
    ['journal_entry', ['journal-entries', 'search']],
    ['lending_action', ['lending-actions', 'recent']],
  ] as const)('of a %s names columns of its list', async (kind, argv) => {
    const example = filterExamples[kind] ?? ''
    const state = await stateOf({ argv, overlay: { kind: 'filter', input: inputOf(''), before: '' } })
    const names = [...example.matchAll(/(\w+):/g)].map(([, name]) => name?.toUpperCase())
    const headers = state.tab.columns.map(({ header }) => header)
    expect(names.filter((name) => !headers.includes(name ?? ''))).toEqual([])
    expect(names.length).toBeGreaterThan(0)
    expect(screen(state)).toContain(` /  for example: ${example}`)
  })
})

describe('overlays', () => {
  it.each(overlays.map((overlay) => [overlay.kind, overlay] as const))('%s', async (_, overlay) => {
    const state = await stateOf({ size: { columns: 60, rows: 18 }, requests, overlay })
    expect(screen(state)).toMatchSnapshot()
  })

  it('show the end of an input that is too long, with the cursor in it', async () => {
    const input = inputOf('maize '.repeat(30))
    const { lines, cursor } = draw(await stateOf({ overlay: { kind: 'filter', input, before: '' } }))
    expect(lines[22]).toMatch(/^ \/ ….*maize maize $/)
    expect(cursor).toEqual({ row: 22, column: 78 })
  })
})

describe('color', () => {
  it('never says more than the text', async () => {
    const marked = new Map([['loan', new Set(['2101529'])]])
    const state = await withDetail(await stateOf({ size: large, marked, budget }))
    const plain = draw(state).lines
    const colored = draw(state, true).lines.map((line) => line.replaceAll(/\x1b\[\d+m/g, ''))
    expect(colored).toEqual(plain)
  })

  it('shows the row at the cursor in reverse', async () => {
    const { lines, cursor } = draw(await stateOf(), true)
    expect(lines[cursor?.row ?? 0]).toMatch(/^\x1b\[7m> .*\x1b\[27m$/)
  })
})
