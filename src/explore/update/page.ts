/** A page of a command over the panes: its lines open records and lists, and the keys 7 and 8 lead to Today and Portfolio. */
import type { Action } from '../keymap.ts'
import { pageRows } from '../layout.ts'
import type { Event } from '../state/event.ts'
import type { Effect, Next, OverlayOf, State } from '../state/state.ts'
import { type MainPage, mainPageOf, mainTabs } from '../tabs/tab-list.ts'
import { copied, lineOfTab } from './copy.ts'

type Page = OverlayOf<'page'>

/** Returns the state with a page open, which its key leads back to. */
function withPage(state: State, page: Page): State {
  // What is known until a page is read is nothing to come back to.
  const main = page.isPending ? undefined : mainPageOf(page)
  return { ...state, overlay: page, ...(main && { pages: new Map([...state.pages, [main.word, page]]) }) }
}

/** Shows what a command printed. The page of the same command is replaced; any other is where `esc` leads back to. */
export function printed(state: State, event: Extract<Event, { readonly kind: 'printed' }>): State {
  const { argv, text, canMark = false } = event
  const { overlay } = state
  if (!text) return state
  const before = overlay?.kind === 'page' ? overlay : undefined
  const isSame = before?.argv.join(' ') === argv.join(' ')
  const from = isSame ? before?.from : before
  const [at] = text.opens.keys()
  return withPage(state, { ...text, kind: 'page', argv, canMark, from, at, scroll: 0 })
}

/** Takes over the text of the open page for another width. The cursor stays on its entry and in its row. */
export function rewritten(state: State, { of, text }: Extract<Event, { readonly kind: 'rewritten' }>): State {
  const { overlay: page } = state
  if (page?.kind !== 'page' || page.lines !== of.lines) return state
  const entry = page.at === undefined ? -1 : [...page.opens.keys()].indexOf(page.at)
  const at = [...text.opens.keys()][entry]
  const scroll = page.scroll + (at ?? 0) - (page.at ?? 0)
  return withPage(state, scrolled(state, { ...page, ...text, at, scroll }, 0))
}

/** Shows a page as it was left. On that page, and before it was open, reads it. */
export function toMainPage(state: State, main: MainPage): Next {
  const { overlay, pages } = state
  const left = pages.get(main.word)
  const isOpen = overlay?.kind === 'page' && mainPageOf(overlay) === main
  return left && !isOpen
    ? [{ ...state, overlay: { ...left, from: undefined } }, []]
    : [state, [{ kind: 'open', argv: main.argv }]]
}

/** Returns the state after a key in a page. */
export function inPage(
  state: State,
  page: Page,
  key: string,
  run: (state: State, action: Action) => Next,
): Next {
  const { argv, opens, at, canMark } = page
  const [rows, screens] = steps[key] ?? []
  if (rows !== undefined && screens !== undefined)
    return [withPage(state, moved(state, page, rows, screens)), []]
  if (at !== undefined && ['enter', 'right', 'l'].includes(key)) {
    const words = isInSight(state, page, at) && opens.get(at)
    if (!words) return [state, []]
    const [there, effects] = leaving(state)
    return [there, [...effects, opening(state, words)]]
  }
  if (key === 'R') return [state, [{ kind: 'open', argv }]]
  if (key === 'y') return copied(state, 'command', lineOfTab(state, argv))
  if (key === 'm' && canMark) return [withPage(state, { ...page, canMark: false }), [{ kind: 'mark-seen' }]]
  const action = state.keymap.actionOf.get(key)
  if (action === 'tab_7' || action === 'tab_8') return run(state, action)
  if (action === 'quit' && mainPageOf(page)) return run(state, action)
  if (action && elsewhere.has(action)) {
    const [there, effects] = leaving(state)
    const [next, more] = run({ ...there, overlay: undefined }, action)
    return [next, [...effects, ...more]]
  }
  return ['q', 'left', 'h', 'H', 'backspace', 'enter'].includes(key) ? leavePage(state, page) : [state, []]
}

/** Goes back to the page before this one, or to the list below; a command under way is stopped first. */
export function leavePage(state: State, { from }: Page): Next {
  const [there, effects] = leaving(state)
  return effects.length === 0 ? [{ ...state, overlay: from }, []] : [{ ...there, note: 'Stopped.' }, effects]
}

/** Stops the command under way, whose page would open over the place to which the user has gone. */
const leaving = (state: State): Next =>
  state.running === undefined ? [state, []] : [{ ...state, running: undefined }, [{ kind: 'stop' }]]

const isInSight = (state: State, { scroll }: Page, line: number | undefined): line is number =>
  line !== undefined && line >= scroll && line < scroll + pageRows(state)

/** Returns a page scrolled by so many rows. The cursor is on a line in sight, if one of them opens. */
export function scrolled(state: State, page: Page, rows: number): Page {
  const last = page.lines.length - pageRows(state)
  const there = { ...page, scroll: Math.max(0, Math.min(page.scroll + rows, last)) }
  if (isInSight(state, there, page.at)) return there
  const seen = [...page.opens.keys()].filter((line) => isInSight(state, there, line))
  return { ...there, at: (rows > 0 ? seen[0] : seen.at(-1)) ?? page.at }
}

/** What leads to another place, from a page as from a list. */
const elsewhere: ReadonlySet<Action> = new Set([
  ...mainTabs.map(({ action }) => action),
  ...(['palette', 'help', 'requests'] as const satisfies readonly Action[]),
])

/** How far keys move in a page: rows, screens, or to an end. */
const steps: Readonly<Record<string, readonly [rows: number, screens: number]>> = {
  ...{ down: [1, 0], j: [1, 0], up: [-1, 0], k: [-1, 0] },
  ...{ 'page-down': [0, 1], 'ctrl-d': [0, 1], space: [0, 1], 'page-up': [0, -1], 'ctrl-u': [0, -1] },
  ...{ home: [0, -1e6], g: [0, -1e6], end: [0, 1e6], G: [0, 1e6] },
}

/** Moves the cursor to the next line that opens, if it is in sight, and else scrolls until it is. */
function moved(state: State, page: Page, rows: number, screens: number): Page {
  const { at } = page
  const lines = [...page.opens.keys()]
  if (rows === 0 || at === undefined) {
    const far = scrolled(state, page, rows + screens * (pageRows(state) - 1))
    const isToEnd = Math.abs(screens) > 1
    // At an end of the page the cursor goes on to its last line.
    if (at === undefined || (far.scroll !== page.scroll && !isToEnd)) return far
    return { ...far, at: (screens > 0 ? lines.at(-1) : lines[0]) ?? at }
  }
  const next = rows > 0 ? lines.find((line) => line > at) : lines.findLast((line) => line < at)
  if (isInSight(state, page, next)) return { ...page, at: next }
  const further = scrolled(state, page, rows)
  return isInSight(state, further, next) ? { ...further, at: next } : further
}

/** Opens a saved command by its name, so that its new records are marked. */
function opening({ saved }: State, words: readonly string[]): Effect {
  const [name = ''] = words
  const argv = words.length === 1 ? saved.get(name) : undefined
  return argv ? { kind: 'open', argv, saved: name } : { kind: 'open', argv: words }
}
