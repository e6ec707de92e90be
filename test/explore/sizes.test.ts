/** The screen is as large as the terminal, for every size, pane and overlay, and whatever the state. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/json.ts'
import type { State } from '../../src/explore/state/state.ts'
import type { Tab } from '../../src/explore/state/tab.ts'
import { facetLines, lineName } from '../../src/explore/tabs/facet-lines.ts'
import { drawOverlay } from '../../src/explore/view/overlays.ts'
import { View } from '../../src/explore/view/view.ts'
import { width } from '../../src/output/terminal/width.ts'
import { noon } from '../harness.ts'
import { unsafeIn } from '../output/helpers.ts'
import { samples } from '../output/samples.ts'
import { overlays, requests } from './overlays.ts'
import { type StateOptions, stateOf, withLines } from './states.ts'

/** Returns the name of a line of the facets pane. */
const facetName = (state: State, at: number): string | undefined => {
  const line = facetLines(state)[at]
  return line && lineName(line)
}

const newView = () => new View(true, () => drawOverlay)

/** The sequences of the selected row, which only `kiva explore` has. */
const reverse = /\x1b\[2?7m/g

const budget = { remaining: 52, limit: 60, until: noon + 60_000 }

const hostile: readonly Json[] = [
  {
    id: 1,
    name: '\x1b[2J\x1b]0;title\x07\u202eevil',
    use: 'a\nb\tc',
    status: 'fundraising',
    loan_amount: '9'.repeat(40),
  },
  {
    id: 2,
    name: '👩‍🌾🇺🇦1️⃣ 👨‍👩‍👧‍👦',
    use: 'עברית وعربية नमस्ते',
    status: 'fundraising',
    location: { country: '中国'.repeat(30) },
  },
  { id: 3, name: `e${'\u0301'.repeat(500)}`, use: 'x'.repeat(5000), status: ['odd'], loan_amount: null },
  { id: '\u200d\u200d', name: 'ศิริพร'.repeat(20), use: '\ud800', location: 7 },
  'a bare id',
  null,
  17,
]

function expectToFit(state: State, view: View) {
  const { columns, rows } = state.size
  const { lines, cursor } = view.draw(state)
  expect(lines.length).toBe(rows)
  const wide = lines.filter((line) => width(line) > columns || line.includes('\n'))
  expect(wide).toEqual([])
  if (cursor) {
    expect(cursor.row).toBeGreaterThanOrEqual(0)
    expect(cursor.row).toBeLessThan(rows)
    expect(cursor.column).toBeGreaterThanOrEqual(0)
    expect(cursor.column).toBeLessThan(columns)
  }
  return lines
}

describe('the size of a screen', () => {
  const sizes = [1, 2, 7, 8, 12, 16, 24, 60].flatMap((rows) =>
    [1, 2, 29, 30, 59, 60, 80, 120, 200].map((columns) => ({ rows, columns })),
  )

  it('is that of the terminal, for every pane and overlay', async () => {
    const lists: readonly StateOptions[] = [
      {},
      { records: hostile },
      { records: [] },
      { records: samples.loan_listing },
      { argv: ['lending-actions', 'recent'] },
      { argv: ['teams', 'search'], records: samples.team_detail },
    ]
    for (const options of lists) {
      const state = await stateOf({ ...options, requests, budget, note: 'copied "👩‍🌾" '.repeat(20) })
      const view = newView()
      for (const size of sizes) {
        for (const pane of ['facets', 'list', 'detail'] as const)
          expectToFit(
            { ...state, size, tab: { ...state.tab, pane, link: 3, facetCursor: facetName(state, 9) } },
            view,
          )
      }
      for (const size of sizes.filter(({ rows }) => [8, 12, 24].includes(rows)))
        for (const overlay of overlays) expectToFit({ ...state, size, overlay }, view)
    }
  })

  it('is that of the terminal, whatever the state', async () => {
    const states = [await stateOf(), await stateOf({ records: hostile }), await stateOf({ records: [] })]
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('👩‍🌾'.repeat(50), 'نص '.repeat(99)),
    )
    const view = newView()
    fc.assert(
      fc.property(
        fc.record({
          at: fc.nat(2),
          columns: fc.integer({ min: 1, max: 200 }),
          rows: fc.integer({ min: 1, max: 60 }),
          number: fc.integer({ min: -3, max: 90 }),
          text,
          overlay: fc.option(fc.constantFrom(...overlays), { nil: undefined }),
          pane: fc.constantFrom('facets', 'list', 'detail'),
          view: fc.constantFrom('list', 'chart', 'map'),
          isZoomed: fc.boolean(),
          isRaw: fc.boolean(),
          hasProblem: fc.boolean(),
          hasLines: fc.boolean(),
        }),
        ({ at, columns, rows, number, text, overlay, hasProblem, hasLines, ...tab }) => {
          const state = states[at] ?? states[0]
          if (!state) return
          const input = { text, cursor: Math.max(0, Math.min(number, text.length)) }
          const changed: State = {
            ...state,
            size: { columns, rows },
            overlay: overlay && 'input' in overlay ? { ...overlay, input } : overlay,
            note: hasProblem ? undefined : text,
            account: text,
            tab: {
              ...state.tab,
              ...(tab as Partial<Tab>),
              argv: ['loans', text, text],
              filter: text,
              facets: new Map([['SECTOR', new Set([text])]]),
              problem: hasProblem ? { words: text, hint: text } : undefined,
              top: number,
              scroll: number,
              link: number,
              facetCursor: facetName(state, number) ?? text,
            },
          }
          const drawn = hasLines
            ? withLines(changed, ['\x1b[1mbold\x1b[22m', 'x'.repeat(300), '中'.repeat(150)])
            : changed
          expect(unsafeIn(expectToFit(drawn, view).join('\n').replaceAll(reverse, ''))).toEqual([])
        },
      ),
      { numRuns: 400, seed: 17 },
    )
  })

  it('is too small below 30×8', async () => {
    const { lines, cursor } = newView().draw(await stateOf({ size: { columns: 29, rows: 8 } }))
    expect(lines).toEqual(['Too small: 30×8 needed.', '', '', '', '', '', '', ''])
    expect(cursor).toBeUndefined()
  })
})
