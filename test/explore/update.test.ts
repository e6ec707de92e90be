import { describe, expect, it } from 'vitest'
import { withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { parse } from '../../src/cli/parse.ts'
import { readInvocation } from '../../src/cli/read-invocation.ts'
import { commands } from '../../src/commands/index.ts'
import { detailRows, layoutOf } from '../../src/explore/layout.ts'
import { effectsToStart, nextRequest } from '../../src/explore/next-request.ts'
import { closingLines, printedKeys } from '../../src/explore/print/print-end.ts'
import type { Event } from '../../src/explore/state/event.ts'
import type { Effect, Next, Overlay, State } from '../../src/explore/state/state.ts'
import type { PageText, Tab } from '../../src/explore/state/tab.ts'
import { facetAt, facetLines, lineName } from '../../src/explore/tabs/facet-lines.ts'
import { entriesFor, wordsOf } from '../../src/explore/tabs/palette.ts'
import { update } from '../../src/explore/update/update.ts'
import { contextOf } from '../harness/context.ts'
import { columnOf } from './helpers.ts'
import { type StateOptions, stateOf, withLines } from './states.ts'

const post = (state: State, event: Event): Next => update(state, event)
const press = (state: State, ...keys: readonly string[]): Next =>
  keys.reduce<Next>(
    ([before, effects], key) => {
      const [after, more] = post(before, { kind: 'input', input: { kind: 'key', key } })
      return [after, [...effects, ...more]]
    },
    [state, []],
  )
const pressed = (state: State, ...keys: readonly string[]): State => press(state, ...keys)[0]
const letters = (text: string) => [...text].map((letter) => (letter === ' ' ? 'space' : letter))
const typed = (state: State, text: string): State => pressed(state, ...letters(text))

const shownKeys = ({ tab }: State) => tab.selection.indexes.map((index) => tab.rows.key(index))
const overlayOf = <Kind extends Overlay['kind']>({ overlay }: State, kind: Kind) => {
  if (overlay?.kind !== kind) throw new Error(`${overlay?.kind ?? 'nothing'} is open`)
  return overlay as Extract<Overlay, { readonly kind: Kind }>
}
/** The records 1 to `count`, of which every third is in Kenya. */
const people = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    name: `Name ${String(from + at).padStart(3, '0')}`,
    status: 'fundraising',
    sector: (from + at) % 2 === 0 ? 'Food' : 'Retail',
    activity: (from + at) % 2 === 0 ? 'Bakery' : 'Shop',
    location: { country_code: (from + at) % 3 === 0 ? 'KE' : 'PE', country: 'x' },
    loan_amount: 1000 - (from + at),
  }))
const peopleState = (count = 30, options: StateOptions = {}) =>
  stateOf({ size: { columns: 80, rows: 24 }, ...options, records: people(count) })

type PageEvent = Extract<Event, { readonly kind: 'page' }>

/** The report on a page of the first tab. */
const pageOf = (page: Partial<PageEvent>): PageEvent => ({
  kind: 'page',
  tab: 1,
  count: 0,
  total: undefined,
  pageSize: 20,
  isLast: false,
  fresh: [],
  missing: [],
  ...page,
})

/** A tab of its own, as the session opens it. */
const tabOf = async (argv: readonly string[], id: number): Promise<Tab> => ({
  ...(await stateOf({ argv, records: people(3, 500) })).tab,
  id,
})

describe('the cursor', () => {
  it('stays on its record while pages come into a sorted list', async () => {
    const sort = { column: columnOf('ASKED'), isDescending: false }
    const state = await peopleState(30, { tab: { sort } })
    const [third] = press(state, 'j', 'j')
    const { cursor } = third.tab
    third.tab.rows.append(people(30, 31))
    const [after] = post(third, {
      kind: 'page',
      tab: state.tab.id,
      count: 60,
      total: 60,
      pageSize: 30,
      fresh: [],
      missing: [],
      isLast: true,
    })
    expect(after.tab.cursor).toBe(cursor)
    expect(shownKeys(after).indexOf(cursor ?? '')).toBe(32)
    expect(after.tab.top).toBeLessThanOrEqual(32)
    expect(after.tab.progress).toBe('complete')
  })

  it('was read when the service sent the page, not when it came', async () => {
    const state = await peopleState()
    const [after] = post(state, pageOf({ tab: state.tab.id, count: 30, age: 3_600_000 }))
    expect(after.tab.readAt).toBe(state.now - 3_600_000)
  })

  it('stops at the ends, and moves by screens', async () => {
    const state = await peopleState()
    expect(pressed(state, 'k').tab.cursor).toBe('1')
    expect(pressed(state, 'G').tab.cursor).toBe('30')
    expect(pressed(state, 'G', 'j').tab.cursor).toBe('30')
    expect(pressed(state, 'G', 'g').tab.cursor).toBe('1')
    const next = pressed(state, 'page-down').tab
    expect(Number(next.cursor)).toBeGreaterThan(8)
    expect(pressed(state, 'page-down', 'page-up').tab.cursor).toBe('1')
  })

  it('turns pages while a key is held, if each row takes long to send', async () => {
    const size = { columns: 160, rows: 24 }
    const down = Array.from({ length: 22 }, () => 'j')
    const topAfter = async (options: StateOptions, keys: readonly string[]) =>
      pressed(await peopleState(80, options), ...keys).tab.top
    // 19 rows fit below the header, in both sizes.
    expect(await topAfter({ size, isSlow: false }, down)).toBe(4)
    expect(await topAfter({ size, isSlow: true }, down)).toBe(19)
    expect(await topAfter({ size, isSlow: true }, [...down, ...down.map(() => 'k')])).toBe(0)
    // The terminal scrolls a list that fills the width.
    expect(await topAfter({ size: { columns: 80, rows: 31 }, isSlow: true }, down)).toBe(4)
  })

  it('keeps its row visible when the window shrinks', async () => {
    const state = pressed(await peopleState(), 'G')
    const [small] = post(state, { kind: 'resize', size: { columns: 40, rows: 10 } })
    const rows = 5
    expect(29 - small.tab.top).toBeLessThan(rows)
  })

  it('scrolls the text with the arrows, and reaches the links with tab', async () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`)
    const state = withLines(pressed(await stateOf(), 'enter'), lines)
    expect(state.tab).toMatchObject({ pane: 'detail', link: undefined, scroll: 0 })
    expect(pressed(state, 'down', 'down', 'up').tab).toMatchObject({ link: undefined, scroll: 1 })
    const [kept, nothing] = press(state, 'enter')
    expect([kept.note, nothing]).toEqual(['tab chooses a link.', []])
    const second = pressed(state, 'down', 'tab', 'tab')
    expect(second.tab).toMatchObject({ pane: 'detail', link: 1, scroll: 1 })
    expect(pressed(second, 'down').tab).toMatchObject({ link: 1, scroll: 2 })
    const [, effects] = press(second, 'enter')
    expect(effects).toEqual([{ kind: 'open', argv: ['loans', 'lenders', '2101484'] }])
    expect(pressed(second, 'shift-tab', 'shift-tab').tab).toMatchObject({ pane: 'detail', link: undefined })
    expect(pressed(second, 'shift-tab', 'shift-tab', 'shift-tab').tab.pane).toBe('list')
    expect(pressed(second, 'tab', 'tab', 'tab', 'tab').tab).toMatchObject({ pane: 'facets', link: undefined })
  })

  it('goes to the end of the page that is shown, whichever was drawn last', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`)
    const page = withLines(pressed(await stateOf(), 'enter'), lines(50))
    const raw = withLines(pressed(page, 'r'), lines(200))
    const rows = detailRows(layoutOf(raw.size, raw.tab))
    expect(pressed(raw, 'G').tab.scroll).toBe(200 - rows)
    expect(pressed(raw, 'r', 'G').tab.scroll).toBe(50 - rows)
    const pageLast = { ...raw, drawings: new Map([...raw.drawings].toReversed()) }
    expect(pressed(pageLast, 'G').tab.scroll).toBe(200 - rows)
    // Until the drawing for another size is made, the last one is shown.
    const [wider] = post(pageLast, { kind: 'resize', size: { columns: 81, rows: 24 } })
    expect(pressed(wider, 'G').tab.scroll).toBe(200 - rows)
    expect(pressed({ ...page, drawings: new Map() }, 'G').tab.scroll).toBe(0)
  })

  it('moves to the next record while its page is read', async () => {
    const state = pressed(await peopleState(), 'enter', 'J', 'J', 'K')
    expect(state.tab).toMatchObject({ cursor: '2', pane: 'detail', link: undefined, scroll: 0 })
  })
})

describe('a key of the first line', () => {
  const fundraising = ['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration']
  const opens = (argv: readonly string[]) => [{ kind: 'open', argv }]

  it('goes back to what was left, with its filter, cursor, order and pane', async () => {
    const loans = pressed(typed(await peopleState(), '/name 02'), 'enter', 'O', 'j', 'j', 'enter', 'z')
    const [teams] = post(loans, { kind: 'opened', tab: await tabOf(['teams', 'search'], 7) })
    const [back, effects] = press(pressed(teams, 'j'), '1')
    expect(effects).toEqual([])
    expect(back.tab).toEqual(loans.tab)
    // H leads to where the key was pressed, and the key of that list too.
    for (const key of ['H', '3']) expect(pressed(back, key).tab).toMatchObject({ id: 7, cursor: '501' })
    expect(pressed(back, '3', '1', '3', '1').past.map(({ id }) => id)).toEqual([7])
  })

  it('opens the first list where nothing was left, and in its own lists', async () => {
    const start = await peopleState()
    expect(press(start, '2')[1]).toEqual(opens(['lenders', 'newest']))
    const [search] = post(start, { kind: 'opened', tab: await tabOf(['loans', 'search', '--q', 'x'], 7) })
    const [next, effects] = press(search, '1')
    expect(effects).toEqual(opens(fundraising))
    expect(next.tab).toBe(search.tab)
    // Also in the first list itself, which was filtered.
    expect(press(typed(start, '/name 02'), 'enter', '1')[1]).toEqual(opens(fundraising))
  })

  it('goes to the list that was left last, ahead or behind, whichever list of the tab it is', async () => {
    const [found, one] = [await tabOf(['loans', 'newest'], 7), await tabOf(['loans', 'show', '500'], 9)]
    const [atFound] = post(await peopleState(), { kind: 'opened', tab: found })
    const [atTeams] = post(atFound, { kind: 'opened', tab: await tabOf(['teams', 'search'], 8) })
    expect(pressed(atTeams, '1').tab.id).toBe(7)
    const [atOne] = post(atTeams, { kind: 'opened', tab: one })
    expect(pressed(atOne, 'H', '1').tab.id).toBe(9)
  })

  it('selects the rows anew, as marks may have changed', async () => {
    const marked = pressed(await peopleState(), 'space', 'space', 'm')
    const [teams] = post(marked, { kind: 'opened', tab: await tabOf(['teams', 'search'], 7) })
    expect(shownKeys(pressed(teams, '1'))).toEqual(['1', '2'])
    const unmarked = { ...teams, marked: new Map([['loan', new Set(['2'])]]) }
    expect(shownKeys(pressed(unmarked, '1'))).toEqual(['2'])
  })
})

describe('the history', () => {
  it('keeps tabs as they were left', async () => {
    const start = pressed(typed(await peopleState(), '/name 02'), 'enter', 'j', 'j', 'enter')
    const team = await tabOf(['teams', 'search'], 7)
    const [there] = post(start, { kind: 'opened', tab: team })
    expect(there.tab.argv).toEqual(['teams', 'search'])
    const [again] = press(pressed(there, 'j'), 'H')
    expect(again.tab).toEqual(start.tab)
    const forward = pressed(again, 'L')
    expect(forward.tab.cursor).toBe('501')
    expect(pressed(forward, 'L').note).toBe('This is the last place.')
    expect(pressed(again, 'H').note).toBe('This is the first place.')
  })

  it('forgets what was ahead when another tab opens, except the only tab of a key', async () => {
    const [team, lenders] = [await tabOf(['teams', 'search'], 7), await tabOf(['lenders', 'newest'], 8)]
    const loans = await tabOf(['loans', 'newest'], 9)
    const [atLoans] = post(await peopleState(), { kind: 'opened', tab: loans })
    const [atTeam] = post(atLoans, { kind: 'opened', tab: team })
    const [next, effects] = post(pressed(atTeam, 'H', 'H'), { kind: 'opened', tab: lenders })
    expect(effects).toEqual([{ kind: 'leave', tab: 9 }])
    expect(next.future.map(({ id }) => id)).toEqual([7])
    expect(next.past).toHaveLength(1)
    expect(pressed(next, '3').tab.id).toBe(7)
  })

  it('closes the readings of tabs that it no longer keeps', async () => {
    let state = await peopleState()
    const first = state.tab.id
    const team = await tabOf(['teams', 'search'], 7)
    const effects: Next[1][number][] = []
    for (let id = 100; id < 151; id++) {
      const next = post(state, { kind: 'opened', tab: { ...team, id } })
      state = next[0]
      effects.push(...next[1])
    }
    expect(state.past).toHaveLength(50)
    expect(effects).toEqual([{ kind: 'leave', tab: first }])
  })

  it('selects the rows of a tab anew on the way back, as marks and details may have changed', async () => {
    const marked = pressed(await peopleState(), 'space', 'space', 'm')
    expect(shownKeys(marked)).toEqual(['1', '2'])
    const other: Tab = { ...(await peopleState()).tab, id: 7 }
    const [there] = post(marked, { kind: 'opened', tab: other })
    expect(shownKeys(pressed(there, 'space', 'H'))).toEqual(['2'])
  })

  it('puts pages and failures into tabs that were left', async () => {
    const state = await peopleState()
    const [there] = post(state, { kind: 'opened', tab: await tabOf(['teams', 'search'], 7) })
    const problem = { words: 'the service answered 503' }
    const [failed] = post(there, { kind: 'failed', tab: state.tab.id, problem })
    expect(failed.tab.problem).toBeUndefined()
    expect(pressed(failed, 'H').tab).toMatchObject({ problem, progress: 'failed', count: 30 })
  })

  it('goes one step out at a time', async () => {
    const facets = new Map([['ACTIVITY', new Set(['Bakery'])]])
    const start = await peopleState(30, { tab: { filter: 'name', facets, isZoomed: true } })
    const deep = pressed(start, 'v', 'f', '?')
    const steps = [deep]
    for (let step = 0; step < 7; step++) steps.push(pressed(steps.at(-1) ?? deep, 'esc'))
    expect(
      steps.map(({ overlay, tab }) => [
        overlay?.kind,
        tab.pane,
        tab.view,
        tab.filter,
        tab.facets.size,
        tab.isZoomed,
      ]),
    ).toEqual([
      ['help', 'facets', 'chart', 'name', 1, true],
      [undefined, 'facets', 'chart', 'name', 1, true],
      [undefined, 'list', 'chart', 'name', 1, true],
      [undefined, 'list', 'list', 'name', 1, true],
      [undefined, 'list', 'list', '', 1, true],
      [undefined, 'list', 'list', '', 0, true],
      [undefined, 'list', 'list', '', 0, false],
      [undefined, 'list', 'list', '', 0, false],
    ])
    expect(steps.at(-1)?.note).toBe('This is the first place. q quits.')
    expect(steps.every(({ end }) => end === undefined)).toBe(true)
  })
})

describe('the filter', () => {
  it('filters at every key, and esc takes it back', async () => {
    const state = typed(await peopleState(), '/name 02')
    expect(shownKeys(state)).toHaveLength(11)
    expect(shownKeys(typed(state, '9'))).toEqual(['29'])
    expect(shownKeys(pressed(typed(state, '9'), 'backspace'))).toHaveLength(11)
    const undone = pressed(state, 'esc')
    expect([undone.tab.filter, shownKeys(undone).length]).toEqual(['', 30])
    const kept = pressed(state, 'enter')
    expect([kept.overlay, kept.tab.filter]).toEqual([undefined, 'name 02'])
    expect(pressed(typed(pressed(kept, '/'), 'x'), 'esc').tab.filter).toBe('name 02')
    expect(pressed(kept, 'esc').tab.filter).toBe('')
  })

  it('keeps the cursor on its record if that still matches', async () => {
    const state = pressed(await peopleState(), ...Array.from({ length: 22 }, () => 'j'))
    expect(state.tab.cursor).toBe('23')
    expect(typed(state, '/name 02').tab.cursor).toBe('23')
    expect(typed(state, '/name 01').tab.cursor).toBe('19')
    expect(typed(state, '/nobody').tab.selection.indexes).toEqual([])
    expect(pressed(typed(state, '/nobody'), 'esc').tab.cursor).toBe('23')
    expect(pressed(typed(state, '/name 01'), 'esc').tab.cursor).toBe('23')
  })

  it('lets a key ask for more rows if none matches', async () => {
    const state = pressed(typed(await peopleState(30, { tab: { progress: 'more' } }), '/nobody'), 'enter')
    expect([shownKeys(state), nextRequest(state)]).toEqual([[], undefined])
    expect(nextRequest(pressed(state, 'down'))).toEqual({ kind: 'page', tab: 1 })
    expect(nextRequest(pressed(state, 'up'))).toBeUndefined()
  })

  it('leaves the cursor where the typing began, once it matches again', async () => {
    const state = pressed(await peopleState(), 'j', 'j')
    expect(state.tab.cursor).toBe('3')
    const narrow = typed(state, '/name 02')
    expect(narrow.tab.cursor).toBe('20')
    expect(pressed(narrow, 'ctrl-u').tab.cursor).toBe('3')
    // From the first row on, the first match.
    expect(typed(await peopleState(), '/name 02').tab.cursor).toBe('2')
  })

  it('is text for every letter, also those of keys', async () => {
    const state = typed(await peopleState(), '/q pR')
    expect(state.end).toBeUndefined()
    expect(overlayOf(state, 'filter').input).toEqual({ text: 'q pR', cursor: 4 })
  })
})

describe('facets', () => {
  const onLine = (state: State, at: number): State => {
    const line = facetLines(state)[at]
    return { ...state, tab: { ...state.tab, pane: 'facets', facetCursor: line && lineName(line) } }
  }
  const to = (state: State, facet: string, value: string): State => {
    const at = facetLines(state).findIndex(
      (line) => line.kind === 'value' && line.facet === facet && line.value === value,
    )
    return onLine(state, at)
  }

  it('search the API for what it can filter', async () => {
    const state = to(await peopleState(), 'SECTOR', 'Food')
    const [after, effects] = press(state, 'space')
    expect(after.tab.facets.size).toBe(0)
    const argv = ['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration', '--sector', 'Food']
    const narrows = { tab: 1, facet: 'SECTOR' }
    expect(effects).toEqual([
      { kind: 'open', argv, pane: 'facets', facetCursor: state.tab.facetCursor, narrows },
    ])
    const chosen = await stateOf({ argv, records: people(4) })
    const [, back] = press(to(chosen, 'SECTOR', 'Food'), 'space')
    expect(back).toMatchObject([{ argv: argv.slice(0, -2) }])
    const [, both] = press(to(chosen, 'SECTOR', 'Retail'), 'space')
    expect(both).toMatchObject([{ argv: [...argv.slice(0, -1), 'Food,Retail'] }])
  })

  it('filter loaded rows by the others', async () => {
    const [after, effects] = press(to(await peopleState(), 'ACTIVITY', 'Bakery'), 'space')
    expect(effects).toEqual([])
    expect(shownKeys(after)).toHaveLength(15)
    expect(shownKeys(pressed(after, 'space'))).toHaveLength(30)
  })

  /** The numbers of a facet as they are shown: `of 10`, `x Kenya 4`, `Peru 6`. */
  const counts = (state: State, facet: string): readonly string[] =>
    facetLines(state).flatMap((line) => {
      if (line.kind === 'heading' && line.facet === facet)
        return line.of === undefined ? [] : [`of ${line.of}`]
      if (line.kind !== 'value' || line.facet !== facet || line.count === undefined) return []
      return [`${line.isChosen ? 'x ' : ''}${line.value} ${line.count}`]
    })

  it('count what the other facets let through, so that siblings keep their numbers', async () => {
    const state = await peopleState(31, { argv: ['loans', 'newest'] })
    expect(counts(state, 'ACTIVITY')).toEqual(['of 31', 'Shop 16', 'Bakery 15'])
    const shops = pressed(to(state, 'ACTIVITY', 'Shop'), 'space')
    expect(counts(shops, 'ACTIVITY')).toEqual(['of 31', 'x Shop 16', 'Bakery 15'])
    expect(counts(shops, 'COUNTRY')).toEqual(['of 16', 'PE 11', 'KE 5'])
    const both = pressed(to(shops, 'COUNTRY', 'KE'), 'space')
    expect(counts(both, 'COUNTRY')).toEqual(['of 16', 'x KE 5', 'PE 11'])
    expect(counts(both, 'ACTIVITY')).toEqual(['of 10', 'x Shop 5', 'Bakery 5'])
    // Each number is what choosing the value gives.
    expect(shownKeys(pressed(to(both, 'ACTIVITY', 'Bakery'), 'space'))).toHaveLength(10)
    expect(shownKeys(pressed(to(both, 'ACTIVITY', 'Shop'), 'space'))).toHaveLength(10)
  })

  it('count the siblings of a searched value in the list that it came from', async () => {
    const state = pressed(to(await peopleState(31), 'ACTIVITY', 'Shop'), 'space')
    const search = (
      from: State,
      facet: string,
      value: string,
      id: number,
      records: StateOptions['records'],
    ) => {
      const [, [effect]] = press(to(from, facet, value), 'space')
      if (effect?.kind !== 'open') throw new Error('nothing is opened')
      return stateOf({ argv: effect.argv, records: records ?? [] }).then(
        ({ tab }) => post(from, { kind: 'opened', tab: { ...tab, id }, narrows: effect.narrows })[0],
      )
    }
    const retail = await search(
      state,
      'SECTOR',
      'Retail',
      2,
      people(31).filter(({ sector }) => sector === 'Retail'),
    )
    expect(retail.tab).toMatchObject({ id: 2, pane: 'list', facets: state.tab.facets })
    // All shops are in retail, and all bakeries in food.
    expect(counts(retail, 'SECTOR')).toEqual(['of 16', 'x Retail 16'])
    const all = pressed(to(retail, 'ACTIVITY', 'Shop'), 'space')
    expect(counts(all, 'SECTOR')).toEqual(['of 31', 'x Retail 16', 'Food 15'])
    const kenya = await search(
      all,
      'COUNTRY',
      'KE',
      3,
      people(31).filter(({ id }) => id % 6 === 3),
    )
    expect(counts(kenya, 'COUNTRY')).toEqual(['of 16', 'x KE 5', 'PE 11'])
    expect(counts(kenya, 'SECTOR')).toEqual(['of 10', 'x Retail 5', 'Food 5'])
    expect(counts(kenya, 'ACTIVITY')).toEqual(['of 5', 'Shop 5'])
  })

  it('keep the filter, the order and the totals of the facet in a search', async () => {
    const sort = { column: 1, isDescending: true }
    const totals = new Map([
      ['SECTOR', new Map([['Food', 90]])],
      ['COUNTRY', new Map([['KE', 7]])],
    ])
    const state = await peopleState(4, { tab: { filter: 'name', sort, totals } })
    const { tab } = await stateOf({ records: people(2) })
    const narrows = { tab: 1, facet: 'SECTOR' }
    const [after] = post(state, { kind: 'opened', tab: { ...tab, id: 2 }, narrows })
    expect(after.tab).toMatchObject({ id: 2, filter: 'name', sort })
    expect(shownKeys(after)).toEqual(['2', '1'])
    expect([...after.tab.totals.keys()]).toEqual(['SECTOR'])
  })

  it('are found by typing a value', async () => {
    const state = onLine(await peopleState(), 1)
    const open = pressed(state, '/')
    expect(overlayOf(open, 'find').input.text).toBe('')
    const values = (shown: State) =>
      facetLines(shown).flatMap((line) => (line.kind === 'value' ? [line.label] : []))
    const found = typed(open, 'ugan')
    expect([values(found), lineAt(found)]).toEqual([['Uganda'], 'COUNTRY UG'])
    const [after, effects] = press(found, 'enter')
    expect(after.overlay).toBeUndefined()
    expect(effects).toMatchObject([{ kind: 'open', facetCursor: 'COUNTRY UG' }])
    expect(effects[0]).toHaveProperty('argv', expect.arrayContaining(['--country-code', 'UG']))
    // One that begins with the text goes first; ↓ goes to the next one.
    const several = typed(open, 'an')
    expect(values(several)).toContain('Afghanistan')
    expect(lineAt(pressed(several, 'down', 'up'))).toBe(lineAt(several))
    expect(values(typed(open, 'zzz'))).toEqual([])
    expect(press(typed(open, 'zzz'), 'enter')[1]).toEqual([])
    expect(pressed(typed(open, 'zzz'), 'esc').tab.facetCursor).toBe(state.tab.facetCursor)
  })

  it('show the rest of their values', async () => {
    const state = await stateOf()
    const more = facetLines(state).findIndex(({ kind }) => kind === 'more')
    const opened = pressed(onLine(state, more), 'space')
    expect(facetLines(opened).length).toBeGreaterThan(facetLines(state).length)
  })

  const lineAt = (state: State): string | undefined => {
    const lines = facetLines(state)
    const line = lines[facetAt(lines, state.tab.facetCursor)]
    return line && lineName(line)
  }
  /** Activities 1 to 9, each of fewer records than the one before. */
  const activities = (from: number) =>
    Array.from({ length: 9 }, (_, at) =>
      Array.from({ length: 9 - at }, (__, offset) => ({
        ...people(1, from + at * 10 + offset)[0],
        activity: `Activity ${at + 1}`,
      })),
    ).flat()

  it('keep the cursor on a value that moves when it is chosen', async () => {
    const chosen = pressed(to(await peopleState(31), 'ACTIVITY', 'Bakery'), 'space')
    expect(lineAt(chosen)).toBe('ACTIVITY Bakery')
    expect(shownKeys(chosen)).toHaveLength(15)
    const back = pressed(chosen, 'space')
    expect(back.tab.facets.size).toBe(0)
    expect(lineAt(back)).toBe('ACTIVITY Bakery')
  })

  it('keep the cursor on a value that others overtake', async () => {
    const state = to(
      await stateOf({ records: activities(1), argv: ['loans', 'newest'] }),
      'ACTIVITY',
      'Activity 6',
    )
    state.tab.rows.append(
      people(40, 201).map((person, at) => ({ ...person, activity: `Activity ${1 + (at % 5)}` })),
    )
    state.tab.rows.append(people(40, 301).map((person) => ({ ...person, activity: 'Activity 8' })))
    const [after] = post(state, {
      kind: 'page',
      tab: 1,
      count: state.tab.rows.count,
      total: undefined,
      pageSize: 20,
      fresh: [],
      missing: [],
      isLast: true,
    })
    expect(lineAt(after)).toBe('ACTIVITY Activity 6')
    const chosen = pressed(after, 'space')
    expect([...(chosen.tab.facets.get('ACTIVITY') ?? [])]).toEqual(['Activity 6'])
    expect(lineAt(pressed(chosen, 'space'))).toBe('ACTIVITY Activity 6')
    // The value is the seventh now, and leaves once the cursor does.
    const isShown = (shown: State) =>
      facetLines(shown).some((line) => lineName(line) === 'ACTIVITY Activity 6')
    expect([isShown(after), isShown(pressed(after, 'g'))]).toEqual([true, false])
  })

  it('keep the cursor when the list is read again', async () => {
    const state = to(await peopleState(), 'ACTIVITY', 'Shop')
    const fresh = { ...(await peopleState()).tab, id: 9 }
    const [after] = post(state, { kind: 'opened', tab: fresh, replaces: state.tab.id })
    expect([after.tab.id, lineAt(after)]).toEqual([9, 'ACTIVITY Shop'])
  })

  it('put the cursor on the heading of a facet whose value is gone', async () => {
    const state = to(await peopleState(), 'ACTIVITY', 'Shop')
    const fresh = { ...(await stateOf({ records: people(1, 2) })).tab, id: 9 }
    const [after] = post(state, { kind: 'opened', tab: fresh, replaces: state.tab.id })
    expect(lineAt(after)).toBe('heading ACTIVITY')
    expect(facetAt(facetLines(after), 'tab gone')).toBe(0)
  })

  it('start on a heading, from which a key leads to the first value', async () => {
    const state = pressed(await peopleState(), 'f')
    const first = facetLines(state)[1]
    expect([lineAt(state), first?.kind]).toEqual(['heading SECTOR', 'value'])
    const [onValue, effects] = press(state, 'space')
    expect([lineAt(onValue), effects]).toEqual([first && lineName(first), []])
    const [viaDown, asked] = press(state, 'down', 'space')
    expect(lineAt(viaDown)).toBe(lineAt(onValue))
    expect(press(onValue, 'space')[1]).toEqual(asked)
    expect(asked).toMatchObject([{ kind: 'open', facetCursor: lineAt(onValue) }])
  })

  it('are all in reach of keys, also the rest of their values', async () => {
    const state = pressed(await stateOf(), 'f')
    const visited = [state]
    for (let step = 0; step < 200; step++) visited.push(pressed(visited.at(-1) ?? state, 'down'))
    const names = facetLines(state)
      .filter(({ kind }) => kind !== 'blank' && kind !== 'heading')
      .map(lineName)
    expect([...new Set(visited.slice(1).map(lineAt))]).toEqual(names)
    const more = visited.find((visit) => lineAt(visit)?.startsWith('more ')) ?? state
    const opened = pressed(more, 'space')
    expect(facetLines(opened).length).toBeGreaterThan(facetLines(state).length)
    const lines = facetLines(opened)
    expect(lines[facetAt(lines, opened.tab.facetCursor)]?.kind).toBe('value')
    expect(facetAt(lines, opened.tab.facetCursor)).toBe(facetAt(facetLines(more), more.tab.facetCursor))
  })

  it('stay open when another one is opened', async () => {
    const base = await stateOf({ size: { columns: 160, rows: 60 } })
    const more = (state: State) =>
      facetLines(state)
        .filter(({ kind }) => kind === 'more')
        .map(lineName)
    const names = more(base)
    const withPane = (state: State, facetCursor?: string): State => ({
      ...state,
      tab: { ...state.tab, pane: 'facets', facetCursor },
    })
    expect(names.length).toBeGreaterThan(1)
    let opened = withPane(base)
    for (const name of names) opened = pressed(withPane(opened, name), 'space')
    expect(more(opened)).toEqual([])
  })

  it('ask for the first page of another list', async () => {
    const argv = ['loans', 'search', '--page', '3', '--sector', 'Food']
    const state = to(await stateOf({ argv, records: people(4) }), 'SECTOR', 'Retail')
    expect(press(state, 'space')[1]).toMatchObject([{ argv: ['loans', 'search', '--sector', 'Food,Retail'] }])
    const { queue } = pressed(state, '#', 'enter')
    expect(queue).not.toEqual([])
    expect(queue.filter((effect) => 'argv' in effect && effect.argv.includes('--page'))).toEqual([])
    expect(press(state, 's', 'enter')[1]).toMatchObject([{ argv: ['loans', 'search', '--sector', 'Food'] }])
  })

  it('ask for totals after telling what they cost', async () => {
    const state = pressed(to(await peopleState(), 'SECTOR', 'Food'), '#')
    const { words } = overlayOf(state, 'confirm')
    expect(words).toMatch(/^Count all loans of each sector shown\? \d+ requests, about \d+ s\.$/)
    const count = facetLines(state).filter((line) => line.kind === 'value' && line.facet === 'SECTOR').length
    const confirmed = pressed(state, 'enter')
    expect(confirmed.queue).toHaveLength(count)
    expect(confirmed.queue[0]).toMatchObject({ kind: 'totals', facet: 'SECTOR' })
    expect(pressed(state, 'esc').queue).toEqual([])
    const [told] = post(confirmed, { kind: 'totals', tab: 1, facet: 'SECTOR', value: 'Food', total: 120 })
    expect(facetLines(told)).toContainEqual(expect.objectContaining({ value: 'Food', total: 120 }))
  })
})

describe('marks', () => {
  it('move on, and come off again', async () => {
    const state = pressed(await peopleState(), 'space', 'space')
    expect(state.tab.cursor).toBe('3')
    expect([...(state.marked.get('loan') ?? [])]).toEqual(['1', '2'])
    expect([...(pressed(state, 'k', 'space').marked.get('loan') ?? [])]).toEqual(['1'])
    expect(shownKeys(pressed(state, 'm'))).toEqual(['1', '2'])
    expect(shownKeys(pressed(state, 'm', 'm'))).toHaveLength(30)
    expect(pressed(await peopleState(), 'm').note).toBe('Nothing is marked.')
  })

  it('end in commands for each kind of record', async () => {
    const state = pressed(await peopleState(), 'space', 'space')
    expect(closingLines(state)).toEqual(['2 marked: kiva loans show 1 2'])
    expect(closingLines({ ...state, mode: ['--sandbox'] })).toEqual([
      '2 marked: kiva --sandbox loans show 1 2',
    ])
    expect(closingLines(pressed(state, 'k', 'space', 'g', 'space'))).toEqual([])
  })

  it('are printed, or the record at the cursor', async () => {
    const state = await peopleState(30, { print: 'ids' })
    expect(pressed(state, 'j', 'enter').end).toEqual({ kind: 'prints' })
    expect(printedKeys(pressed(state, 'j'))).toEqual(['2'])
    expect(printedKeys(pressed(state, 'j', 'space', 'g', 'space'))).toEqual(['1', '2'])
    expect(pressed(state, 'right').tab.pane).toBe('detail')
    expect(pressed(state, 'right', 'esc').end).toBeUndefined()
    expect(pressed(state, 'esc').end).toEqual({ kind: 'canceled' })
    expect(pressed(await peopleState(), 'p').end).toEqual({ kind: 'prints' })
    expect(pressed(await stateOf({ records: [], print: 'ids' }), 'enter').note).toBe('Nothing to print.')
  })

  it('are printed after a question if there are several, but at once with --print', async () => {
    const marked = pressed(await peopleState(), 'space', 'space', 'p')
    expect(overlayOf(marked, 'confirm').words).toBe('Quit and print the ids of 2 marked loans?')
    expect(pressed(marked, 'enter').end).toEqual({ kind: 'prints' })
    expect(pressed(marked, 'n')).toMatchObject({ end: undefined, overlay: undefined })
    expect(pressed(await peopleState(), 'space', 'p').end).toEqual({ kind: 'prints' })
    expect(pressed(await peopleState(30, { print: 'ids' }), 'space', 'space', 'p').end).toEqual({
      kind: 'prints',
    })
  })

  it('come off all at once, after a question if there are several', async () => {
    const state = await peopleState()
    expect(pressed(state, 'U').note).toBe('Nothing is marked.')
    const one = pressed(state, 'space', 'U')
    expect([one.overlay, one.marked.size]).toEqual([undefined, 0])
    const asked = pressed(state, 'space', 'space', 'm', 'U')
    expect(overlayOf(asked, 'confirm').words).toBe('Take all 2 marks away? 2 loans.')
    expect(pressed(asked, 'esc').marked.get('loan')?.size).toBe(2)
    const off = pressed(asked, 'y')
    expect([off.marked.size, off.tab.isMarkedOnly, shownKeys(off).length]).toEqual([0, false, 30])
    expect(closingLines(off)).toEqual([])
  })

  it('of all lists open as a tab, those of each kind in turn', async () => {
    const open = (argv: readonly string[]) => [{ kind: 'open', argv }]
    const state = await peopleState()
    expect(pressed(state, 'M').note).toBe('Nothing is marked.')
    const loans = pressed(state, 'space', 'space')
    expect(press(loans, 'M')[1]).toEqual(open(['loans', 'show', '1', '2']))
    const lenders = await stateOf({ argv: ['lenders', 'newest'], records: [{ lender_id: 'ana' }] })
    const [there] = post(loans, { kind: 'opened', tab: { ...lenders.tab, id: 7 } })
    const both = pressed(there, 'space')
    expect(press(both, 'M')[1]).toEqual(open(['lenders', 'show', 'ana']))
    const shown = { ...both.tab, id: 8, argv: ['lenders', 'show', 'ana'] }
    const [marks] = post(both, { kind: 'opened', tab: shown })
    expect(press(marks, 'M')[1]).toEqual(open(['loans', 'show', '1', '2']))
    const single = pressed(await peopleState(), 'space')
    const [one] = post(single, {
      kind: 'opened',
      tab: { ...single.tab, id: 9, argv: ['loans', 'show', '1'] },
    })
    expect(pressed(one, 'M').note).toBe('These are all marked records.')
  })

  it('of a kind that no command shows by id open with the rows as they were read', async () => {
    const argv = ['journal-entries', 'search']
    const records = [
      { id: 7, subject: 'Seven' },
      { id: 9, subject: 'Nine' },
    ]
    const state = pressed(await stateOf({ argv, records }), 'down', 'space')
    const [, effects] = press(state, 'M')
    expect(effects).toEqual([{ kind: 'open', argv, isMarkedOnly: true }])
    const { tab } = await stateOf({ argv, records: [] })
    const [there] = post(state, { kind: 'opened', tab: { ...tab, id: 7, isMarkedOnly: true } })
    expect(shownKeys(there)).toEqual(['9'])
    expect(there.tab).toMatchObject({ count: 1, total: 1, progress: 'complete' })
    expect(nextRequest(there)).toBeUndefined()
    expect(pressed(there, 'M').note).toBe('These are all marked records.')
  })
})

describe('copying', () => {
  const copied = (next: Next) => next[1].map((effect) => (effect.kind === 'copy' ? effect.text : effect.kind))

  it('takes the command, the id, the address, the record and the command for all', async () => {
    const state = await peopleState(2, { site: 'https://www.kiva.org', mode: ['--sandbox'] })
    const line = 'kiva --sandbox loans search --status fundraising --sort-by expiration'
    expect(copied(press(state, 'y', 'y'))).toEqual([line])
    expect(copied(press(state, 'y', 'a'))).toEqual([`${line} --all --out loans.json`])
    expect(copied(press(state, 'y', 'i'))).toEqual(['1'])
    expect(copied(press(state, 'y', 'u'))).toEqual(['https://www.kiva.org/lend/1'])
    expect(JSON.parse(copied(press(state, 'y', 'j'))[0] ?? '')).toEqual(people(1)[0])
    expect(pressed(state, 'y', 'i').note).toBe('id copied: 1')
  })

  const root = commandTree(commands)
  /** Reads a line as the command line does. Rejects if it is refused. */
  const accepted = async (line: string): Promise<string> => {
    const output = async () => ({ baseUrl: 'https://api.kivaws.org', output: 'json' }) as const
    const { context } = contextOf({ settings: { sandbox: true } })
    return (await readInvocation(parse(wordsOf(line), root), commands, output, context)).kind
  }

  it.each([
    ['loans search --page 2 --limit 5 --all', 'loans search --all --out loans.json'],
    ['loans search --limit=5 --where .id>1', "loans search --where '.id>1' --all --out loans.json"],
    ['lenders loans --page 2 -- -robin', 'lenders loans --all --out loans.json -- -robin'],
    ['loans show 2101484 2101652', 'loans show 2101484 2101652 --out loans.json'],
    ['releases current', 'releases current --out release.json'],
    ['partners list', 'partners list --all --out partners.json'],
  ])('makes a line of %s that the command line accepts', async (words, line) => {
    const state = await stateOf({ argv: words.split(' '), records: people(2) })
    expect(copied(press(state, 'y', 'a'))).toEqual([`kiva ${line}`])
    await expect(accepted(line)).resolves.toBe('endpoint')
  })

  it('makes such a line of every list and record', async () => {
    for (const { path, args } of withDescendants(root).filter(({ endpoint }) => endpoint)) {
      const argv = [...path.split(' ').slice(1), ...args.map(() => '1')]
      const [line = ''] = copied(press(await stateOf({ argv, records: people(2) }), 'y', 'a'))
      await expect(accepted(line)).resolves.toBe('endpoint')
    }
  })

  it('says if there is nothing to copy', async () => {
    const state = await peopleState(2, { site: undefined })
    expect(pressed(state, 'y', 'u').note).toBe('No URL to copy.')
    expect(pressed(state, 'y', 'c').note).toBe('No curl to copy.')
    // The last row keeps the cursor when a filter leaves no row.
    const hidden = pressed(typed(await peopleState(2, { site: 'https://www.kiva.org' }), '/zzz'), 'enter')
    expect(pressed(hidden, 'y', 'u').note).toBe('No URL to copy.')
    expect(pressed(state, 'y', 'x', 'down').overlay).toEqual({ kind: 'copy' })
    expect(pressed(state, 'y', 'esc').overlay).toBeUndefined()
  })

  it('takes any request of the list as curl', async () => {
    const requests = ['curl 2', 'curl 1'].map((curl) => ({
      line: 'GET /',
      result: '200',
      milliseconds: 1,
      limits: '',
      curl,
    }))
    const state = await peopleState(2, { requests })
    expect(copied(press(state, 'y', 'c'))).toEqual(['curl 2'])
    expect(copied(press(state, '!', 'down', 'y'))).toEqual(['curl 1'])
    expect(pressed(state, '!', 'down', 'y').requests).toEqual(requests)
  })
})

describe('sorting', () => {
  it('orders the loaded rows, reverses them, and goes back to the order of the API', async () => {
    const state = await peopleState()
    expect(pressed(state, 'O').note).toBe('The rows have the order of the API. o sorts the loaded rows.')
    const down = Array.from({ length: columnOf('ASKED') }, () => 'down')
    const sorted = pressed(state, 'o', ...down, 'enter')
    expect(shownKeys(sorted).slice(0, 2)).toEqual(['30', '29'])
    expect(sorted.tab.cursor).toBe('1')
    expect(shownKeys(pressed(sorted, 'O'))[0]).toBe('1')
    const last = Array.from({ length: 60 }, () => 'down')
    expect(pressed(sorted, 'o', ...last, 'enter').tab.sort).toBeUndefined()
    expect(pressed(sorted, 'o', ...last, 'esc').tab.sort).toEqual(sorted.tab.sort)
  })

  it('is opened by l, and left by h', async () => {
    const page = pressed(await peopleState(), 'l')
    expect(page.tab.pane).toBe('detail')
    expect(pressed(page, 'h').tab.pane).toBe('list')
  })

  it('moves by the wheel in the pane below the mouse, and stays in its own', async () => {
    const drawn = withLines(await peopleState(30, { size: { columns: 160, rows: 30 } }), [
      ...Array.from({ length: 90 }, (_, line) => `line ${line}`),
    ])
    const { panes } = layoutOf(drawn.size, drawn.tab)
    const wheelOver = (state: State, name: Tab['pane']) => {
      const { row = 0, column = 0 } = panes[name] ?? {}
      const input = { kind: 'mouse', action: 'wheel-down', row: row + 2, column: column + 2 } as const
      return post(state, { kind: 'input', input })[0]
    }
    const overPage = wheelOver(wheelOver(wheelOver(drawn, 'detail'), 'detail'), 'detail').tab
    expect(overPage).toMatchObject({ pane: 'list', cursor: '1' })
    expect([overPage.link, overPage.scroll]).toEqual([undefined, 9])
    const overFacets = wheelOver(drawn, 'facets').tab
    expect(overFacets).toMatchObject({ pane: 'list', cursor: '1' })
    expect(overFacets.facetCursor).not.toBe(drawn.tab.facetCursor)
    const inPage = wheelOver({ ...drawn, tab: { ...drawn.tab, pane: 'detail' } }, 'list').tab
    expect(inPage).toMatchObject({ pane: 'detail', cursor: '4' })
  })

  it('follows a click on a header, twice for the other direction', async () => {
    const state = await peopleState()
    const column = columnOf('ASKED')
    const click: Event = {
      kind: 'input',
      input: { kind: 'mouse', action: 'press', row: 2, column: 40 },
      target: { kind: 'header', column },
    }
    const [once] = post(state, click)
    expect(once.tab.sort).toEqual({ column, isDescending: false })
    expect(post(once, click)[0].tab.sort).toEqual({ column, isDescending: true })
  })
})

describe('reading', () => {
  const failed = async () => {
    const problem = { words: 'the service answered 503' }
    return post(await peopleState(), { kind: 'failed', tab: 1, problem })[0]
  }

  it('tries the failed page again while the rows stay', async () => {
    const state = await failed()
    expect(state.tab).toMatchObject({ progress: 'failed', count: 30 })
    const [again, effects] = press(state, 'R')
    expect(effects).toEqual([])
    expect(again.tab).toMatchObject({ progress: 'more', isAskedFor: true, problem: undefined, count: 30 })
    expect(shownKeys(again)).toHaveLength(30)
  })

  it('reads a list again in its place, with what is known of it', async () => {
    const state = pressed(typed(await peopleState(), '/name 02'), 'enter', 'j')
    const asked = pressed(state, 'R', 'R')
    const { argv, cursor } = state.tab
    expect(asked.queue).toEqual([{ kind: 'open', argv, replaces: 1, cursor, readsAll: false }])
    const fresh = { ...(await peopleState()).tab, id: 9, cursor: state.tab.cursor }
    const [after, left] = post(state, { kind: 'opened', tab: fresh, replaces: state.tab.id })
    expect(left).toEqual([{ kind: 'leave', tab: state.tab.id }])
    const [elsewhere] = post(state, {
      kind: 'opened',
      tab: await tabOf(['teams', 'search'], 8),
    })
    const [late] = post(elsewhere, { kind: 'opened', tab: fresh, replaces: 1 })
    expect([late.tab.id, late.past[0]?.id, late.past[0]?.filter]).toEqual([8, 9, 'name 02'])
    expect(post(state, { kind: 'opened', tab: fresh, replaces: 5 })).toEqual([
      { ...state, nextId: 10 },
      [{ kind: 'leave', tab: 9 }],
    ])
    expect(after.past).toEqual(state.past)
    expect(after.tab).toMatchObject({ id: 9, filter: 'name 02', cursor: state.tab.cursor })
    expect(shownKeys(after)).toHaveLength(11)
  })

  it('says what all pages cost before it reads them', async () => {
    const words = async (options: StateOptions) =>
      overlayOf(pressed(await peopleState(20, options), 'A'), 'confirm').words
    const more = { total: 249, pageSize: 20, progress: 'more' as const }
    expect(await words({ tab: more })).toBe('Read 229 more loans? 12 requests, about 12 s.')
    const budget = { limit: 30, remaining: 28, until: Number.POSITIVE_INFINITY }
    expect(await words({ tab: more, budget })).toBe('Read 229 more loans? 12 requests, about 24 s.')
    expect(await words({ tab: { ...more, total: 5312 } })).toBe(
      'Read 5,292 more loans? 265 requests, about 5 min.',
    )
    expect(await words({ tab: { ...more, total: 21 } })).toBe('Read 1 more loan? 1 request, about 1 s.')
    expect(await words({ tab: { ...more, total: undefined } })).toBe('Read all pages?')
    const state = pressed(await peopleState(20, { tab: more }), 'A')
    expect(pressed(state, 'enter').tab.readsAll).toBe(true)
    expect(pressed(state, 'n').tab.readsAll).toBe(false)
    expect(pressed(await peopleState(20, { tab: { progress: 'complete' } }), 'A').note).toBe(
      'All records are loaded.',
    )
  })

  it('keeps the last total that the API reported; a last page without one tells it', async () => {
    const state = await peopleState(30, { tab: { total: undefined } })
    const totals = (...pages: readonly Partial<PageEvent>[]) =>
      pages.reduce((before, page) => post(before, pageOf(page))[0], state).tab.total
    expect(totals({ count: 20 })).toBeUndefined()
    expect(totals({ count: 20 }, { count: 30, isLast: true })).toBe(30)
    expect(totals({ count: 20, total: 60 }, { count: 30 })).toBe(60)
    expect(totals({ count: 20, total: 60 }, { count: 30, isLast: true })).toBe(60)
    expect(totals({ count: 20, total: 60 }, { count: 30, total: 61 })).toBe(61)
  })

  it('reads all pages also after one failed, and asks for none that is under way', async () => {
    const progressAfter = async (tab: Partial<Tab>) =>
      pressed(await peopleState(20, { tab: { total: 60, pageSize: 20, ...tab } }), 'A', 'enter').tab.progress
    const problem = { words: 'no response' }
    expect(await progressAfter({ progress: 'failed', problem })).toBe('more')
    expect(await progressAfter({ progress: 'more' })).toBe('more')
    expect(await progressAfter({ progress: 'reading' })).toBe('reading')
  })

  it('shows the page of a tab with one record', async () => {
    const argv = ['loans', 'show', '7']
    const state = await stateOf({ argv, records: people(1, 7), tab: { total: undefined } })
    const page = {
      kind: 'page',
      tab: 1,
      count: 1,
      total: undefined,
      pageSize: undefined,
      fresh: [],
      missing: [],
      isLast: true,
    } as const
    const [after] = post(state, page)
    expect(after.tab).toMatchObject({ pane: 'detail', progress: 'complete', total: 1 })
  })
})

describe('paste', () => {
  const paste = (state: State, text: string) => post(state, { kind: 'input', input: { kind: 'paste', text } })

  it('opens ids and addresses', async () => {
    const state = await peopleState()
    expect(paste(state, ' 2101575\n2101652 ')[1]).toEqual([
      { kind: 'open', argv: ['loans', 'show', '2101575', '2101652'] },
    ])
    expect(paste(state, 'https://www.kiva.org/lend/2101575?utm=x')[1]).toMatchObject([
      { argv: ['loans', 'show', '2101575'] },
    ])
    expect(paste(state, 'https://www.kiva.org/lender/robin1001')[1]).toMatchObject([
      { argv: ['lenders', 'show', 'robin1001'] },
    ])
  })

  it('is never keys', async () => {
    const [after, effects] = paste(await peopleState(), 'q')
    expect([after.end, effects, after.note]).toEqual([
      undefined,
      [],
      'Pasted text is neither ids nor an address.',
    ])
  })

  it('is text on one line in an input', async () => {
    const [after] = paste(typed(await peopleState(), '/a'), 'b\n\tc')
    expect(overlayOf(after, 'filter').input.text).toBe('ab c')
    expect(after.tab.filter).toBe('ab c')
    const [inForm] = paste(pressed(await peopleState(), 's', 'down'), 'female')
    expect(overlayOf(inForm, 'search').fields[1]?.input.text).toBe('female')
    const [inMenu, effects] = paste(pressed(await peopleState(), 'y'), 'y')
    expect([inMenu.overlay?.kind, effects]).toEqual(['copy', []])
  })
})

describe('the palette', () => {
  it('completes with Tab what the choice is on, or the next line that is longer', async () => {
    const state = typed(pressed(await peopleState(), ':'), 'le')
    const entries = entriesFor(state, 'le')
    const at = entries.findLastIndex(({ text }) => text !== 'le')
    const down = Array.from({ length: at }, () => 'down')
    expect(at).toBeGreaterThan(1)
    expect(overlayOf(pressed(state, ...down, 'tab'), 'palette').input.text).toBe(entries[at]?.text)
    const action = entries.findIndex(({ text }) => text === 'le')
    const next = entries.slice(action).find(({ text }) => text !== 'le')
    const onAction = pressed(state, ...Array.from({ length: action }, () => 'down'))
    expect(overlayOf(pressed(onAction, 'tab'), 'palette').input.text).toBe(next?.text)
  })

  it('runs a typed command line, completes one, or runs an action', async () => {
    const state = pressed(await peopleState(), ':')
    const open = (argv: readonly string[]): readonly Effect[] => [{ kind: 'open', argv }]
    expect(press(typed(state, 'kiva loans search --q "a b"'), 'enter')[1]).toEqual(
      open(['loans', 'search', '--q', 'a b']),
    )
    const completed = pressed(typed(state, 'lenew'), 'tab')
    expect(overlayOf(completed, 'palette').input.text).toBe('lenders newest ')
    expect(press(typed(state, 'lenew'), 'enter')[1]).toEqual(open(['lenders', 'newest']))
    const [watched] = press(typed(state, 'watch'), 'enter')
    expect(watched.tab.isWatched).toBe(true)
  })

  it('opens what the choice is on, or completes it', async () => {
    const state = pressed(await peopleState(), ':')
    expect(press(state, 'enter')[1]).toEqual([{ kind: 'open', argv: ['portfolio', 'calendar'] }])
    const sectors = pressed(typed(state, 'loans search --sector '), 'down')
    const [completed, none] = press(sectors, 'enter')
    expect(none).toEqual([])
    expect(overlayOf(completed, 'palette').input.text).toBe('loans search --sector Agriculture ')
    expect(press(completed, 'enter')[1]).toMatchObject([
      { argv: ['loans', 'search', '--sector', 'Agriculture'] },
    ])
    // A loan is missing.
    const lenders = pressed(typed(state, 'loanslenders'), 'enter')
    expect(overlayOf(lenders, 'palette').input.text).toBe('loans lenders ')
    expect(press(lenders, 'enter')[1]).toMatchObject([{ argv: ['loans', 'lenders'] }])
    expect(press(typed(state, 'kiva'), 'enter')[1]).toMatchObject([{ argv: ['portfolio', 'calendar'] }])
  })

  it('opens a saved command by its name', async () => {
    const argv = ['loans', 'search', '--sector', 'Food']
    const state = pressed(await peopleState(30, { saved: new Map([['food', argv]]) }), ':')
    const open = [{ kind: 'open', argv, saved: 'food' }]
    expect(press(state, 'enter')[1]).toEqual(open)
    expect(press(typed(state, 'saved fo'), 'enter')[1]).toEqual(open)
    expect(press(typed(state, 'foo'), 'enter')[1]).toEqual(open)
  })

  it('runs the best match, which is the first line: a name, its beginning, words, then letters', async () => {
    const state = pressed(await peopleState(), ':')
    const best = (text: string) => entriesFor(state, text)[0]
    const first = entriesFor(state, '').map(({ label }) => label)
    expect(first.slice(0, 8)).toEqual([
      'portfolio calendar',
      'portfolio show',
      'portfolio suggest',
      'saved list',
      'shortlist add',
      'shortlist list',
      'shortlist remove',
      'today',
    ])
    expect(best('port')?.label).toBe('portfolio show')
    expect(best('export')?.brief).toBe('Export the rows shown to a file')
    expect(best('partners')?.argv).toEqual(['partners', 'list'])
    expect(best('shortl')?.label).toBe('shortlist add')
    expect(best('quit')?.action).toBe('quit')
    expect(best('newest loans')?.label).toBe('loans newest')
    expect(best('2101484 2101529')?.argv).toEqual(['loans', 'show', '2101484', '2101529'])
    expect(best('https://www.kiva.org/lender/ana')?.argv).toEqual(['lenders', 'show', 'ana'])
    expect(entriesFor(state, 'loans srch --q x').at(-1)?.argv).toEqual(['loans', 'srch', '--q', 'x'])
    expect(press(typed(state, 'zzz'), 'enter')[1]).toEqual([{ kind: 'open', argv: ['zzz'] }])
    expect(press(typed(state, 'port'), 'enter')[1]).toEqual([{ kind: 'open', argv: ['portfolio', 'show'] }])
    // A name is missing.
    expect(overlayOf(pressed(typed(state, 'shortl'), 'enter'), 'palette').input.text).toBe('shortlist add ')
  })

  it('runs an action that is named exactly, and completes with Tab', async () => {
    for (const text of [':q', ':quit'])
      expect(pressed(typed(await peopleState(), text), 'enter').end, text).toEqual({ kind: 'quit' })
    const completed = pressed(typed(await peopleState(), ':loans sh'), 'tab')
    expect(overlayOf(completed, 'palette').input.text).toBe('loans show ')
    const saved = new Map([['foodke', ['loans', 'search', '--sector', 'Food']]])
    const [, effects] = press(typed(await peopleState(30, { saved }), ':saved foodke'), 'enter')
    expect(effects).toEqual([
      { kind: 'open', argv: ['loans', 'search', '--sector', 'Food'], saved: 'foodke' },
    ])
  })

  it('says why a line cannot be opened, until the next key', async () => {
    const state = typed(pressed(await peopleState(), ':'), 'loans newest --foo')
    const problem = { words: 'unknown option --foo', hint: 'kiva help' }
    const [refused] = post(state, { kind: 'refused', problem })
    expect(overlayOf(refused, 'palette').problem).toBe('unknown option --foo · kiva help')
    expect(overlayOf(pressed(refused, 'backspace'), 'palette').problem).toBeUndefined()
    const [elsewhere] = post(await peopleState(), { kind: 'refused', problem })
    expect(elsewhere.note).toBe('error: unknown option --foo · kiva help')
  })
})

describe('the page of a command', () => {
  const argv = ['portfolio', 'show', 'ana']
  const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`)
  const textWith = (opens: PageText['opens'] = new Map()): PageText => ({
    ...{ columns: 80, lines, opens },
    // Twice as many lines, as in half the width.
    rewrite: async (columns) => ({
      ...textWith(new Map([...opens].map(([line, words]) => [2 * line, words]))),
      ...{ columns, lines: lines.flatMap((line) => [line, '']) },
    }),
  })

  it('is scrolled by keys, runs again, is copied as a command, and closes', async () => {
    const [state] = post(await peopleState(), { kind: 'printed', argv, text: textWith() })
    const scroll = (...keys: readonly string[]) => overlayOf(pressed(state, ...keys), 'page').scroll
    expect([scroll('down', 'j', 'k'), scroll('page-down'), scroll('G'), scroll('G', 'g')]).toEqual([
      1, 18, 31, 0,
    ])
    expect(scroll('G', 'down')).toBe(31)
    expect(press(state, 'R')[1]).toEqual([{ kind: 'open', argv }])
    expect(press(state, 'y')[1]).toEqual([{ kind: 'copy', text: 'kiva portfolio show ana' }])
    for (const key of ['esc', 'left', 'H']) expect(pressed(state, key).overlay).toBeUndefined()
    expect(pressed(state, 'q').end).toEqual({ kind: 'quit' })
  })

  it('is moved through by its lines that open', async () => {
    const opens = new Map([2, 5, 30, 40, 49].map((line) => [line, ['loans', 'show', String(line)]] as const))
    const [state] = post(await peopleState(), { kind: 'printed', argv, text: textWith(opens) })
    const at = (...keys: readonly string[]) => {
      const page = overlayOf(pressed(state, ...keys), 'page')
      return [page.at, page.scroll]
    }
    expect([at(), at('down'), at('down', 'up'), at('up')]).toEqual([
      [2, 0],
      [5, 0],
      [2, 0],
      [2, 0],
    ])
    // Scrolls until the next line is in sight, and goes on to it then.
    const down = (times: number) => at('down', ...Array.from({ length: times }, () => 'down'))
    expect([down(5), down(6), down(11), down(12)]).toEqual([
      [5, 5],
      [5, 6],
      [5, 11],
      [30, 12],
    ])
    expect([at('G'), at('G', 'g'), at('page-down')]).toEqual([
      [49, 31],
      [2, 0],
      [30, 18],
    ])
    expect(press(state, 'enter')[1]).toEqual([{ kind: 'open', argv: ['loans', 'show', '2'] }])
    // A line that cannot be seen does not open.
    const hidden = pressed(state, ...Array.from({ length: 8 }, () => 'down'))
    expect(press(hidden, 'enter')).toEqual([hidden, []])
  })

  it('is written again where the terminal gets another width, and the cursor keeps its entry and its row', async () => {
    const opens = new Map([2, 5, 30, 40, 49].map((line) => [line, ['loans', 'show', String(line)]] as const))
    const [opened] = post(await peopleState(), { kind: 'printed', argv, text: textWith(opens) })
    const state = { ...pressed(opened, ...Array.from({ length: 13 }, () => 'down')), isShown: true }
    expect(overlayOf(state, 'page')).toMatchObject({ at: 30, scroll: 12 })
    const wantedIn = (now: State) => effectsToStart(now).filter(({ kind }) => kind === 'rewrite')
    expect(wantedIn(state)).toEqual([])
    const [narrow] = post(state, { kind: 'resize', size: { columns: 40, rows: 24 } })
    expect(wantedIn(narrow)).toEqual([{ kind: 'rewrite', columns: 40 }])
    const of = overlayOf(narrow, 'page')
    const text = await of.rewrite(40)
    const [rewritten] = post(narrow, { kind: 'rewritten', of, text })
    expect(overlayOf(rewritten, 'page')).toMatchObject({ at: 60, scroll: 42, lines: text.lines })
    expect(wantedIn(rewritten)).toEqual([])
    // What came in the meantime stays.
    const [again] = post(rewritten, { kind: 'rewritten', of, text: textWith() })
    expect(overlayOf(again, 'page').opens.size).toBe(5)
  })

  it('is stopped where the user goes on while it is read', async () => {
    const opens = new Map([[0, ['loans', 'newest']]])
    const [page] = post(await peopleState(), { kind: 'printed', argv, text: textWith(opens) })
    const reading = { ...page, running: 'portfolio show ana' }
    for (const key of ['enter', '1']) {
      const [next, effects] = press(reading, key)
      expect([next.running, effects[0], effects.length]).toEqual([undefined, { kind: 'stop' }, 2])
    }
    expect(press(page, 'enter')[1]).toEqual([{ kind: 'open', argv: ['loans', 'newest'] }])
  })

  it('comes after a while, in which nothing else is requested, and which esc ends', async () => {
    const [state] = post(pressed(await peopleState(), ':'), { kind: 'running', argv })
    expect(state).toMatchObject({ overlay: undefined, running: 'portfolio show ana' })
    expect(effectsToStart({ ...state, isShown: true }).filter(({ kind }) => kind !== 'draw')).toEqual([
      { kind: 'names' },
    ])
    const [stopped, effects] = press(state, 'esc')
    expect([stopped.running, effects]).toEqual([undefined, [{ kind: 'stop' }]])
    expect(post(state, { kind: 'printed', argv, text: undefined })[0]).toMatchObject({
      overlay: undefined,
      running: undefined,
    })
  })
})

describe('the search form', () => {
  it('is filled with the command line, and opens its own', async () => {
    const state = pressed(await peopleState(), 's')
    const fields = overlayOf(state, 'search').fields
    expect(fields.map(({ option, input }) => [option, input.text]).slice(0, 3)).toEqual([
      ['--status', 'fundraising'],
      ['--gender', ''],
      ['--region', ''],
    ])
    const [, effects] = press(state, 'ctrl-u', 'tab', ...letters('female'), 'enter')
    expect(effects).toEqual([
      {
        kind: 'open',
        argv: ['loans', 'search', '--gender', 'female', '--sort-by', 'expiration'],
      },
    ])
  })

  it('has words in place of the names and values of the API', async () => {
    const argv = ['loans', 'search', '--country-code', 'KE,UG', '--region', 'af', '--sort-by', 'expiration']
    const state = pressed(await stateOf({ argv, records: people(3) }), 's')
    const { fields } = overlayOf(state, 'search')
    expect(fields.map(({ label, input, empty }) => [label, input.text || empty])).toEqual([
      ['status', 'any'],
      ['gender', 'any'],
      ['region', 'Africa'],
      ['country', 'Kenya, Uganda'],
      ['sector', 'any'],
      ['partner id', 'any'],
      ['order', 'soonest to end first'],
      ['words', 'any'],
    ])
    expect(press(state, 'enter')[1]).toEqual([
      {
        kind: 'open',
        argv: ['loans', 'search', '--region', 'af', '--country-code', 'KE,UG', '--sort-by', 'expiration'],
      },
    ])
  })

  it('completes what is typed, and goes through the choices with arrows', async () => {
    const state = pressed(await peopleState(), 's')
    const texts = (next: State) => overlayOf(next, 'search').fields.map(({ input }) => input.text)
    const country = pressed(state, 'down', 'down', 'down', ...letters('ken, tanz'), 'down')
    expect(texts(country)[3]).toBe('Kenya, Tanzania')
    expect(texts(pressed(state, 'right'))[0]).toBe('funded')
    expect(texts(pressed(state, 'left'))[0]).toBe('')
    expect(texts(pressed(state, 'left', 'left'))[0]).toBe('ended with loss')
    expect(texts(pressed(state, ...letters(', in r'), 'right'))[0]).toBe('fundraising, in repayment')
    expect(texts(pressed(state, 'up', 'ctrl-u', ...letters('zzz'), 'down'))[0]).toBe('zzz')
    expect(texts(pressed(state, ...letters('paid'), 'down'))[0]).toBe('paid')
    expect(texts(pressed(country, 'up', ...letters('uga'), 'down'))[3]).toBe('Kenya, Uganda')
    expect(texts(pressed(state, 'down', 'down', 'down', ...letters('nigeria')))[3]).toBe('nigeria')
    const [, effects] = press(state, 'ctrl-u', ...letters('paid, in re'), 'enter')
    expect(effects).toMatchObject([
      { argv: ['loans', 'search', '--status', 'paid,in_repayment', '--sort-by', 'expiration'] },
    ])
  })

  it('shows why a search is refused', async () => {
    const state = pressed(await peopleState(), 's')
    const problem = { words: 'invalid value "x" for --gender' }
    const [refused] = post(state, { kind: 'refused', problem })
    expect(overlayOf(refused, 'search').problem).toBe(problem.words)
  })

  it('says if a list has none', async () => {
    const state = await stateOf({ argv: ['loans', 'show', '7'], records: people(1, 7) })
    expect(pressed(state, 's').note).toBe('This list has no search. Press 1 for loans.')
  })
})

describe('the help', () => {
  it.each(['q', '?'])('is closed by %s, unless something was typed', async (key) => {
    const state = pressed(await peopleState(), '?')
    expect(pressed(state, key)).toMatchObject({ overlay: undefined, end: undefined })
    expect(overlayOf(pressed(state, 'z', key), 'help').input.text).toBe(`z${key}`)
  })

  it('chooses the action that is named exactly', async () => {
    expect(pressed(typed(await peopleState(), '? quit'), 'enter').end).toEqual({ kind: 'quit' })
  })

  it('is searched by typing, and enter runs what is found', async () => {
    const state = typed(pressed(await peopleState(), '?'), 'raw')
    expect(overlayOf(state, 'help').input.text).toBe('raw')
    const json = typed(pressed(await peopleState(), '?'), 'json')
    expect(pressed(json, 'enter').tab.isRaw || pressed(json, 'enter').overlay?.kind === 'copy').toBe(true)
    expect(pressed(typed(pressed(await peopleState(), '?'), 'last loaded'), 'enter').tab.cursor).toBe('30')
    expect(pressed(typed(pressed(await peopleState(), '?'), 'zzz'), 'enter').overlay).toBeUndefined()
  })
})

describe('exports', () => {
  it('write the rows that are shown', async () => {
    const state = pressed(typed(await peopleState(), '/name 02'), 'enter')
    const [after, effects] = press(state, 'x', 'enter')
    expect(after.overlay).toBeUndefined()
    expect(effects).toEqual([{ kind: 'export', tab: 1, file: 'loans.csv', keys: shownKeys(state) }])
    expect(press(state, 'x', 'ctrl-u', 'enter')[1]).toEqual([])
    expect(pressed(await stateOf({ records: [] }), 'x').note).toBe('No rows to export.')
  })
})

describe('a watch', () => {
  it('marks what changed, and inserts nothing', async () => {
    const state = pressed(await peopleState(), 'w')
    const changes = new Map([
      ['99', { event: 'added' }],
      ['2', { event: 'changed', words: '$50 → $125' }],
    ] as const)
    const [after] = post(state, { kind: 'watched', tab: 1, changes })
    expect(after.tab.changes).toEqual(changes)
    expect(shownKeys(after)).toEqual(shownKeys(state))
    expect(pressed(after, 'w').tab.isWatched).toBe(false)
  })
})
