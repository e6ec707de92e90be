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
  const main = mainPageOf(page)
  return { ...state, overlay: page, ...(main && { pages: new Map([...state.pages, [main.word, page]]) }) }
}

/** Shows what a command printed. The page of the same command is replaced; any other is where `esc` leads back to. */
export function printed(state: State, event: Extract<Event, { readonly kind: 'printed' }>): State {
  const { argv, lines, opens = new Map(), canMark = false } = event
  const { overlay } = state
  if (!lines) return state
  const before = overlay?.kind === 'page' ? overlay : undefined
  const isSame = before?.argv.join(' ') === argv.join(' ')
  const from = isSame ? before?.from : before
  const [first] = opens.keys()
  return withPage(state, { kind: 'page', argv, lines, opens, canMark, from, at: first, scroll: 0 })
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
  const words = at === undefined ? undefined : opens.get(at)
  if (words && ['enter', 'right', 'l'].includes(key)) return [state, [opening(state, words)]]
  if (key === 'R') return [state, [{ kind: 'open', argv }]]
  if (key === 'y') return copied(state, 'command', lineOfTab(state, argv))
  if (key === 'm' && canMark) return [withPage(state, { ...page, canMark: false }), [{ kind: 'mark-seen' }]]
  const action = state.keymap.actionOf.get(key)
  if (action === 'tab_7' || action === 'tab_8') return run(state, action)
  if (action === 'quit' && mainPageOf(page)) return run(state, action)
  if (action && elsewhere.has(action)) return run({ ...state, overlay: undefined }, action)
  return ['q', 'left', 'h', 'H', 'backspace', 'enter'].includes(key) ? leavePage(state, page) : [state, []]
}

/** Goes back to the page before this one, or to the list below; a command under way is stopped first. */
export function leavePage(state: State, { from }: Page): Next {
  if (state.running === undefined) return [{ ...state, overlay: from }, []]
  return [{ ...state, running: undefined, note: 'Stopped.' }, [{ kind: 'stop' }]]
}

/** Returns a page scrolled by so many rows. The cursor stays in sight. */
export function scrolled(state: State, page: Page, rows: number): Page {
  const shown = pageRows(state)
  const last = page.lines.length - shown
  const scroll = Math.max(0, Math.min(page.scroll + rows, last))
  const all = [...page.opens.keys()]
  const seen = all.filter((line) => line >= scroll && line < scroll + shown)
  const { at } = page
  const isSeen = at !== undefined && seen.includes(at)
  return { ...page, scroll, at: isSeen ? at : ((rows > 0 ? seen[0] : seen.at(-1)) ?? at) }
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
  const shown = pageRows(state)
  const { at, opens } = page
  if (rows === 0 || at === undefined) {
    const far = scrolled(state, page, rows + screens * (shown - 1))
    const lines = [...opens.keys()]
    // A screen may end before the page does.
    if (at === undefined || far.scroll !== page.scroll) return far
    return { ...far, at: (screens > 0 ? lines.at(-1) : lines[0]) ?? at }
  }
  const next =
    rows > 0 ? [...opens.keys()].find((line) => line > at) : [...opens.keys()].findLast((line) => line < at)
  const isInSight = next !== undefined && next >= page.scroll && next < page.scroll + shown
  if (isInSight) return { ...page, at: next }
  const further = scrolled(state, page, rows)
  const isThere = next !== undefined && next >= further.scroll && next < further.scroll + shown
  return isThere ? { ...further, at: next } : further
}

/** Opens a saved command by its name, so that its new records are marked. */
function opening({ saved }: State, words: readonly string[]): Effect {
  const [name = ''] = words
  const argv = words.length === 1 ? saved.get(name) : undefined
  return argv ? { kind: 'open', argv, saved: name } : { kind: 'open', argv: words }
}
