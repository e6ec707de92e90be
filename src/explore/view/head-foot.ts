/** The lines above the panes, the status line below them, and what stands in place of rows. */
import { clean } from '../../output/gate/text.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { shorten, width, wrap } from '../../output/terminal/width.ts'
import { line } from '../../output/words/line.ts'
import { withThousands } from '../../text/numbers.ts'
import { shellWord } from '../../text/shell-word.ts'
import { type Action, type Keymap, keyOf, keyWord } from '../keymap.ts'
import { isExtract, layoutOf, type Rect } from '../layout.ts'
import { isInForce } from '../next-request.ts'
import type { State } from '../state/state.ts'
import type { Problem, Tab } from '../state/tab.ts'
import { facetLines } from '../tabs/facet-lines.ts'
import { mainTabs } from '../tabs/tab-list.ts'
import { clip, joinFitting, oneLine, sides, sized, wrapped } from './text.ts'

/** Returns the line with the command of the tab, and the line of what is shown of it. */
export function headLines(state: State, paint: Paint): readonly [string, string] {
  const { tab, account, size, now } = state
  const budget = isInForce(state.budget, now) ? state.budget : undefined
  const isScarce = budget !== undefined && budget.remaining < budget.limit / 5
  const requests = budget ? `${withThousands(budget.remaining)}/${withThousands(budget.limit)}` : ''
  const right = [
    paint('label', oneLine(account, Math.floor(size.columns / 3))),
    requests && paint(isScarce ? 'warning' : 'label', requests),
  ]
  const corner = `${right.filter((part) => part !== '').join(' ')} `
  const middle = size.columns < 120 ? '' : `${mainTabsLine(state, paint)}   `
  const start = ` ${paint('label', 'kiva')}  `
  const room = size.columns - width(start) - width(middle) - width(corner) - 2
  const command = paint('name', shortCommand(tab.argv, room))
  return [sides(start + command, middle + corner, size.columns), shownLine(state, paint)]
}

/** The lists of the keys 1 to 6. */
function mainTabsLine({ tab, keymap }: State, paint: Paint): string {
  const [, resource] = tab.invocation.path.split(' ')
  return mainTabs
    .map(({ word, argv, action }) => {
      const key = keyOf(keymap, action)
      const text = key === undefined ? word : `${keyWord(key)} ${word}`
      return argv[0] === resource ? paint('name', `[${text}]`) : paint('label', ` ${text} `)
    })
    .join('')
}

/** Drops words in the middle of a command line that is too long. */
function shortCommand(argv: readonly string[], columns: number): string {
  const words = argv.map((word) => clean(shellWord(word.slice(0, columns * 8 + 8))))
  const whole = words.join(' ')
  if (width(whole) <= columns) return whole
  for (let from = 3; from < words.length; from++) {
    // The value of an option is not shown without it.
    if (words[from - 1]?.startsWith('--') && !words[from]?.startsWith('-')) continue
    const short = `${words.slice(0, 2).join(' ')} … ${words.slice(from).join(' ')}`
    if (width(short) <= columns) return short
  }
  return shorten(whole, columns)
}

function shownLine(state: State, paint: Paint): string {
  const { tab, size } = state
  const { count, total, selection, progress, sort, columns, invocation } = tab
  const chosen = chosenWords(state)
  const loaded =
    total === undefined || total <= count
      ? `${progress === 'complete' && count > 1 ? 'all ' : ''}${withThousands(count)} loaded`
      : `${withThousands(count)} loaded of ${withThousands(total)}`
  const counts =
    chosen === '' ? loaded : `${withThousands(selection.indexes.length)} of ${withThousands(count)} shown`
  const order = oneLine(line(String(invocation.values['sort_by'] ?? '')), 30)
  const by = sort
    ? `by ${columns[sort.column]?.header ?? ''} ${sort.isDescending ? '↓' : '↑'}, loaded`
    : order && `by ${order}, service`
  const left = chosen === '' ? paint('label', count === 0 ? '' : ' all') : ` ${oneLine(chosen, size.columns)}`
  const right = `${joinFitting([count === 0 && progress !== 'complete' ? '' : counts, by], Math.floor(size.columns * 0.7))} `
  return sides(left, paint('label', right), size.columns)
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
  const read = readWords(tab)
  if (width(words) + read.length + 2 <= size.columns)
    return [sides(words, paint('label', read), size.columns)]
  if (width(words) > size.columns && note?.startsWith('error: '))
    return wrapped(note, size.columns - 2).map((line) => ` ${line}`)
  return [clip(words, size.columns)]
}

/** `read 10:42:07 UTC `, or `from 10:42 UTC, no network `. */
function readWords({ readAt, problem }: Tab): string {
  if (readAt === undefined) return ''
  const time = new Date(readAt).toISOString()
  return problem?.isOffline
    ? `from ${time.slice(11, 16)} UTC, no network `
    : `read ${time.slice(11, 19)} UTC `
}

function progressWords({ tab, waitsUntil, isRetrying, now, keymap, running }: State): string {
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
  const hasList = tab.pane !== 'detail' && tab.view === 'list'
  return tab.progress === 'more' && hasList ? 'next page at the end' : ''
}

/** Characters of a filter or a problem that are shown. */
const longest = 500

/** Returns a key with its word, such as `R retries`. */
function keyWith(keymap: Keymap, action: Action, word: string): string {
  const key = keyOf(keymap, action)
  return key === undefined ? '' : `${keyWord(key)} ${word}`
}

/** Returns `filter "maize"`, facets and marks; '' if all loaded rows are shown. */
function chosenWords(state: State): string {
  const { filter, isMarkedOnly } = state.tab
  const shown = oneLine(filter, longest)
  return [shown && `filter "${shown}"`, ...chosenFacets(state), isMarkedOnly ? 'marked' : '']
    .filter((part) => part !== '')
    .join(' · ')
}

/** The values of facets that filter loaded rows, in the words of the facets pane. */
function chosenFacets(state: State): readonly string[] {
  if (state.tab.facets.size === 0) return []
  return facetLines(state).flatMap((row) =>
    row.kind === 'value' && row.isChosen && !row.searchesApi ? [oneLine(row.label, longest)] : [],
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
