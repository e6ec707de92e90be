/** The lines above the panes, the status line below them, and what stands in place of rows. */
import { listedParam } from '../../api/endpoint.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import { clean } from '../../output/gate/text.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { width, wrap } from '../../output/terminal/width.ts'
import { ago, left } from '../../output/words/format.ts'
import { age } from '../../output/words/span.ts'
import { type Action, type Keymap, keyOf, keyWord } from '../keymap.ts'
import { isExtract, layoutOf, type Rect } from '../layout.ts'
import { isInForce } from '../next-request.ts'
import { detailText } from '../shown-drawings.ts'
import type { State } from '../state/state.ts'
import type { Problem, Tab } from '../state/tab.ts'
import { facetLines } from '../tabs/facet-lines.ts'
import { mainPageOf, mainPages, mainTabOf, mainTabs } from '../tabs/tab-list.ts'
import { clip, oneLine, sides, sized, wrapped } from './text.ts'

/** Returns the line with the main lists, and the line of what is shown: the query in words, and how much of it is loaded. */
export function headLines(state: State, paint: Paint): readonly [string, string] {
  const { size } = state
  const { tabs, start, corner, isScarce } = firstLineOf(state)
  const lists = tabs.map(({ text, isOpen }) => paint(isOpen ? 'name' : 'label', text)).join('')
  const right = paint(isScarce ? 'warning' : 'label', corner)
  return [sides(paint('label', start) + lists, right, size.columns), shownLine(state, paint)]
}

/** A list or a page of the keys 1 to 8 in the first line. */
interface HeadTab {
  readonly action: Action
  readonly text: string
  readonly isOpen: boolean
}

/** The first line, from the left. */
interface FirstLine {
  readonly start: string
  readonly tabs: readonly HeadTab[]
  readonly corner: string
  readonly isScarce: boolean
}

/** The account keeps at least so many columns beside the names of the lists: it begins with `sandbox` there. */
const fewestOfAccount = 7

/**
 * Returns the first line. Where it is too long, padding goes first, then the name and the end of the account, then the names
 * of the lists.
 */
function firstLineOf(state: State): FirstLine {
  const { account, size, now, tab, keymap } = state
  const budget = isInForce(state.budget, now) ? state.budget : undefined
  const requests = budget ? `${withThousands(budget.remaining)}/${withThousands(budget.limit)}` : ''
  const who = oneLine(account, Math.floor(size.columns / 3))
  const main = state.overlay?.kind === 'page' ? mainPageOf(state.overlay) : mainTabOf(tab)
  const line = (
    start: string,
    isPadded: boolean,
    named: ReadonlySet<Action>,
    parts: readonly string[],
  ): FirstLine => ({
    start,
    corner: parts.filter((part) => part !== '').join(' '),
    isScarce: budget !== undefined && budget.remaining < budget.limit / 5,
    tabs: places.map(({ word, action }, at) => {
      const isOpen = main?.action === action
      const key = keyOf(keymap, action)
      const shown = key === undefined ? word : keyWord(key) + (named.has(action) || isOpen ? ` ${word}` : '')
      const text = isOpen ? `[${shown}]` : isPadded ? ` ${shown} ` : shown
      return { action, isOpen, text: at > 0 && !isPadded ? ` ${text}` : text }
    }),
  })
  const roomOf = ({ start, tabs, corner }: FirstLine) =>
    size.columns - tabs.reduce((sum, { text }) => sum + width(text), start.length) - width(corner) - 4
  const both = [who, requests]
  const fewer = byUse.map((_, at) => new Set<Action>(byUse.slice(0, byUse.length - at)))
  const every = new Set<Action>(byUse)
  const short = (names: ReadonlySet<Action>) => {
    const room = roomOf(line(' ', false, names, both))
    return [oneLine(who, Math.max(fewestOfAccount, width(who) + room)), requests]
  }
  const lines = [
    line(' kiva  ', true, every, both),
    line(' kiva  ', false, every, both),
    // Fewer and fewer names, then a shorter account.
    ...fewer.slice(0, -fewestNames).map((names) => line(' ', false, names, both)),
    ...fewer.map((names) => line(' ', false, names, short(names))),
    line(' ', false, new Set(), short(new Set())),
  ]
  return lines.find((made) => roomOf(made) >= 0) ?? line(' ', false, new Set(), [requests])
}

/** As many names as these stay beside a whole account. */
const fewestNames = 2

/** The lists and pages of the first line. */
const places = [...mainTabs, ...mainPages]

/** Their names, those that are used most first: they stay where not all have room. */
const byUse = [
  'tab_1',
  'tab_7',
  'tab_8',
  'tab_2',
  'tab_3',
  'tab_4',
  'tab_5',
  'tab_6',
] as const satisfies readonly Action[]

/** Returns the order of the rows: that of the API, or of the column by which the loaded rows are sorted. */
function orderWords({ sort, columns, order }: Tab): string {
  const column = sort && columns[sort.column]
  if (!column) return order
  const { header, align, write } = column
  const isTime = write === ago || write === left
  if (!isTime && align === 'left') return `${header} from ${sort.isDescending ? 'Z to A' : 'A to Z'}`
  const [low, high] = isTime ? ['earliest', 'latest'] : ['lowest', 'highest']
  return `${sort.isDescending ? high : low} ${header} first`
}

function shownLine(state: State, paint: Paint): string {
  const { tab, size } = state
  // A page has a title of its own.
  if (state.overlay?.kind === 'page') return ''
  const { count, total, selection, progress, query, type, invocation } = tab
  const chosen = chosenWords(state)
  const isComplete = progress === 'complete'
  // The API counts before the filters of the command line.
  const all =
    isComplete && count === invocation.extent.limit
      ? `first ${counted(count, type.noun)}`
      : counted(Math.max((!invocation.filter && total) || 0, count), type.noun)
  const isPart = !isComplete && total !== undefined && total > count
  const isNamed = listedParam(invocation.endpoint) !== undefined && count === 1
  const isCounted = !type.single && !isNamed && (count > 0 || isComplete)
  const counts = [
    ...chosen,
    chosen.length > 0 ? `${withThousands(selection.indexes.length)} of ${withThousands(count)} loaded` : all,
  ]
  const words = [...query, ...(isCounted ? counts : [])].map((word) => oneLine(word, longest))
  const loaded = isComplete && count < 2 ? '' : `${isComplete ? 'all ' : ''}${withThousands(count)} loaded `
  // Only the loaded rows are sorted: the others may belong before them.
  const isSortedInPart = tab.sort !== undefined && isPart && chosen.length === 0
  const right = !isCounted || isSortedInPart ? '' : chosen.length === 0 ? loaded : isPart ? `of ${all} ` : ''
  const order =
    count > 1 ? `${orderWords(tab)}${isSortedInPart ? ` of ${withThousands(count)} loaded` : ''}` : ''
  const short = words.join(' · ')
  const whole = order === '' ? short : `${short} · ${order}`
  const room = size.columns - 1
  const line = (text: string, end: string) =>
    sides(` ${paint('name', text)}`, paint('label', end), size.columns)
  for (const text of [whole, short])
    for (const end of [right, ''])
      if (width(text) + width(end) + (end === '' ? 0 : 2) <= room) return line(text, end)
  // The number at the end of a long query stays.
  const last = isCounted ? ` · ${words.at(-1)}` : ''
  return line(oneLine(short.slice(0, short.length - last.length), room - width(last)) + last, '')
}

/**
 * Returns the line about marks, the last action and the reading; up to four lines for a long error. A
 * problem stands here if no line separates the list from the record.
 */
export function statusLines(state: State, paint: Paint): readonly string[] {
  const { tab, size } = state
  const { problem } = tab
  const hasBanner = isExtract(layoutOf(size, tab), tab)
  // The details of a page often fail for the same reason.
  const note = problem && state.note?.startsWith(`error: ${problem.words}`) ? undefined : state.note
  if (problem && tab.count > 0 && !hasBanner && note === undefined)
    return [bannerLine(state.keymap, problem, size.columns, paint)]
  const marks = [...state.marked.values()].reduce((sum, { size }) => sum + size, 0)
  const left = [
    marks > 0 ? `${withThousands(marks)} marked` : '',
    note === undefined ? progressWords(state) : clean(note.slice(0, 1000)),
  ]
  const words = ` ${left.filter((part) => part !== '').join(' · ')}`
  const read = readWords(state)
  if (width(words) + read.length + 2 <= size.columns)
    return [sides(words, paint('label', read), size.columns)]
  if (width(words) > size.columns && note?.startsWith('error: '))
    return wrapped(note, size.columns - 2).map((line) => ` ${line}`)
  return [clip(words, size.columns)]
}

/** `read 10:42:07 UTC `, `mirror, read 3h ago `, or `from 10:42 UTC, no network `. */
function readWords({ tab: { readAt, problem }, isMirror, now }: State): string {
  if (readAt === undefined) return ''
  if (isMirror) return `mirror, read ${age(now - readAt)} ago `
  const time = new Date(readAt).toISOString()
  return problem?.isOffline
    ? `from ${time.slice(11, 16)} UTC, no network `
    : `read ${time.slice(11, 19)} UTC `
}

function progressWords(state: State): string {
  const { tab, waitsUntil, isRetrying, now, keymap, running } = state
  if (waitsUntil !== undefined && waitsUntil > now) {
    const seconds = `${withThousands(Math.ceil((waitsUntil - now) / 1000))}s`
    return isRetrying ? `retrying in ${seconds}` : `waiting ${seconds} for the rate limit`
  }
  if (running !== undefined)
    return [`running ${oneLine(running, 60)}`, keyWith(keymap, 'out', 'stops')].filter(Boolean).join(' · ')
  const fresh = [...tab.changes].filter(([, { event }]) => event === 'added')
  const changed = tab.changes.size - fresh.length
  const isMissing = fresh.some(([key]) => tab.rows.indexOf(key) === undefined)
  const here = tab.changes.get(tab.cursor ?? '')
  const watched = [
    tab.isWatched ? 'watching' : '',
    here?.event === 'changed' ? oneLine(here.words, longest) : '',
    fresh.length > 0 ? `${withThousands(fresh.length)} new` : '',
    changed > 0 ? `${withThousands(changed)} changed` : '',
    isMissing ? keyWith(keymap, 'read_again', 'shows the new ones') : '',
  ].filter((part) => part !== '')
  if (watched.length > 0) return watched.join(' · ')
  if (tab.count === 0) return ''
  const stops = keyWith(keymap, 'out', 'stops')
  if (tab.readsAll) return ['reading all pages', stops].filter(Boolean).join(' · ')
  if (tab.progress === 'reading') return 'reading the next page'
  if (tab.pane === 'detail') return linesWords(state)
  return tab.progress === 'more' && tab.view === 'list' ? 'next page at the end' : ''
}

/** Returns which lines of a longer text are shown. */
function linesWords(state: State): string {
  const { lines, rows } = detailText(state)
  const first = Math.max(0, Math.min(state.tab.scroll, lines - 1))
  return lines <= rows ? '' : `lines ${first + 1}–${Math.min(first + rows, lines)} of ${lines}`
}

/** Characters of a filter or a problem that are shown. */
const longest = 500

/** Returns a key with its word, such as `R retries`. */
function keyWith(keymap: Keymap, action: Action, word: string): string {
  const key = keyOf(keymap, action)
  return key === undefined ? '' : `${keyWord(key)} ${word}`
}

/** Returns `filter maize`, facets and marks; nothing if all loaded rows are shown. */
function chosenWords(state: State): readonly string[] {
  const { filter, isMarkedOnly } = state.tab
  return [...chosenFacets(state), filter && `filter ${filter}`, isMarkedOnly ? 'marked' : ''].filter(
    (part) => part !== '',
  )
}

/** The values of facets that filter loaded rows, in the words of the facets pane. */
function chosenFacets(state: State): readonly string[] {
  if (state.tab.facets.size === 0) return []
  return facetLines(state).flatMap((row) =>
    row.kind === 'value' && row.isChosen && !row.searchesApi ? [row.label] : [],
  )
}

/** Returns the lines in place of rows: why there are none, and what to do. Wrapped to the pane. */
export function emptyLines({ tab, keymap }: State, { columns, rows }: Rect, paint: Paint): readonly string[] {
  const { problem, count, progress, type, filter, selection } = tab
  const noun = type.noun
  const write = (text: string, role?: Parameters<Paint>[0]) =>
    wrap(clean(text.slice(0, longest)), Math.max(1, columns - 2)).map((row) =>
      sized(` ${role ? paint(role, row) : row}`, columns),
    )
  const lines = () => {
    if (count > 0 && !selection.isComplete) return write(tab.sort ? 'Sorting …' : 'Filtering …', 'label')
    if (count > 0) {
      const what = filter === '' ? `No ${noun} match` : `No ${noun} match "${oneLine(filter, longest)}"`
      const ways = [keyWith(keymap, 'out', 'clears'), keyWith(keymap, 'search', 'searches')]
      return write([what, ...ways.filter((way) => way !== '')].join(' · '))
    }
    if (problem) {
      const retry = keyWith(keymap, 'read_again', 'retries')
      return [
        ...write(`error: ${problem.words}`, 'warning'),
        ...(problem.hint ? write(`hint: ${problem.hint}`, 'label') : []),
        '',
        ...write(retry, 'label'),
      ]
    }
    if (progress !== 'complete') return write('Reading …', 'label')
    return [`No ${noun} found.`, ...tab.warnings].flatMap((words) => write(words))
  }
  return ['', ...lines()].slice(rows < 2 ? 1 : 0, rows + (rows < 2 ? 1 : 0))
}

/** Returns the lines of a screen that has no room for a list. */
export function tooSmallLines({ columns, rows }: State['size']): readonly string[] {
  const words = wrap('Too small: 30×8 needed.', Math.max(1, columns))
  return Array.from({ length: rows }, (_, row) => clip(words[row] ?? '', columns))
}

/** Returns the line about a problem below rows that are still there. */
export function bannerLine(keymap: Keymap, { words }: Problem, columns: number, paint: Paint): string {
  const retry = keyWith(keymap, 'read_again', 'retries')
  const room = columns - retry.length - 4
  const error = oneLine(`error: ${words}`, Math.max(room, 12))
  return clip(` ${paint('warning', retry === '' ? error : `${error} · ${retry}`)}`, columns)
}
