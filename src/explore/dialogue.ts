/** A session as a dialogue of lines, for screen readers and terminals without cursor movement. Pure. */
import { cellText } from '../output/table/column.ts'
import { isObject } from '../ports/json.ts'
import { counted } from '../thousands.ts'
import type { Action } from './keymap.ts'
import { wordsOf } from './places/palette.ts'
import type { Event } from './state/event.ts'
import type { State } from './state/state.ts'
import { linksHere } from './update/moves.ts'
import { markedHere, positionOf, visibleRows } from './update/place.ts'

/** What a typed line leads to: events, and what to print afterwards. */
export interface Answer {
  readonly events: readonly Event[]
  readonly shows: 'list' | 'record' | 'help' | 'nothing'
  readonly words?: string
}

/** Words of the dialogue that stand for keys. */
const actionWords: ReadonlyMap<string, Action> = new Map([
  ['more', 'page_down'],
  ['previous', 'page_up'],
  ['back', 'back'],
  ['forward', 'history_forward'],
  ['marked', 'marked_only'],
  ['print', 'print'],
  ['again', 'read_again'],
  ['quit', 'quit'],
])

const commands = [
  ['list', 'print the rows again'],
  ['more, previous', 'the next rows, the rows before'],
  ['open 3', 'print the record of row 3'],
  ['lenders, partner, …', 'follow a link of the open record'],
  ['back, forward', 'the place before, the place after'],
  ['filter maize', 'only loaded rows that match; filter alone clears it'],
  ['mark 3', 'mark row 3, or take its mark away'],
  ['marked', 'only marked rows, or all again'],
  ['print', 'print the marked records, and quit'],
  ['loans newest', 'any list or record of the service'],
  ['again', 'read the list again'],
  ['quit', 'leave kiva'],
] as const

export const helpText = commands.map(([words, brief]) => `${words}: ${brief}`).join('\n')

/** Returns what a typed line asks for. */
export function answerTo(line: string, state: State): Answer {
  const [verb = '', ...rest] = line.trim().split(/\s+/)
  const text = rest.join(' ')
  const position = Number(text) - 1
  const isRow = Number.isInteger(position) && position >= 0 && position < state.place.selection.indexes.length
  const action = rest.length === 0 ? actionWords.get(verb) : undefined
  if (action) return { events: [...pastShown(action, state), { kind: 'action', action }], shows: 'list' }
  switch (verb) {
    case '':
    case 'list':
      // Leaves the page of a record, if one is open.
      return { events: verb === '' ? [] : [{ kind: 'go', position: positionOf(state.place) }], shows: 'list' }
    case 'help':
    case '?':
      return { events: [], shows: 'help' }
    case 'filter':
      return { events: [{ kind: 'filter', text }], shows: 'list' }
    case 'open':
    case 'mark':
      if (!isRow) return { events: [], shows: 'nothing', words: noRow(verb, text, state) }
      return verb === 'mark'
        ? { events: [{ kind: 'mark', position }], shows: 'nothing' }
        : {
            events: [
              { kind: 'go', position },
              { kind: 'action', action: 'open' },
            ],
            shows: 'record',
          }
  }
  const link = linksHere(state).find(({ label }) => label.toLowerCase().startsWith(line.trim().toLowerCase()))
  if (link) return { events: [{ kind: 'follow', argv: link.argv, seeks: link.cursor }], shows: 'list' }
  return { events: [{ kind: 'follow', argv: wordsOf(line) }], shows: 'list' }
}

/** `error: no row 99: there are 60. Type more to read on.` */
function noRow(verb: string, text: string, { place }: State): string {
  if (!/^\d+$/.test(text)) return `error: ${verb} needs the number of a row: ${verb} 3`
  const { length } = place.selection.indexes
  const hint = place.progress === 'more' ? ' Type more to read on.' : ''
  return `error: no row ${text}: there are ${length}.${hint}`
}

/** Before a screen of rows is turned, the cursor goes to the first row that was not printed: no row is printed twice. */
function pastShown(action: Action, state: State): readonly Event[] {
  const { top } = state.place
  if (action === 'page_down') return [{ kind: 'go', position: top + visibleRows(state) }]
  return action === 'page_up' ? [{ kind: 'go', position: top - 1 }] : []
}

/** Returns the visible rows, numbered, one line each; what is not loaded; and problems. */
export function listText(state: State): string {
  const { place, marketNow, note } = state
  const { indexes } = place.selection
  const shown = indexes.slice(place.top, place.top + visibleRows(state))
  const marked = markedHere(state)
  const records = shown.map((index) => place.rows.record(index)).filter(isObject)
  const columns = place.columns.filter(({ when }) => !when || when(records))
  const lines = shown.map((index, at) => {
    const record = place.rows.record(index)
    const cells = columns.flatMap((column) => {
      const { header } = column
      const text = isObject(record)
        ? cellText(column.fill && column.else ? column.else : column, record, marketNow)
        : String(record)
      return text === '' ? [] : [`${header.toLowerCase()} ${text}`]
    })
    const mark = marked.has(place.rows.key(index)) ? 'marked, ' : ''
    return `${place.top + at + 1}. ${mark}${cells.join(', ')}`
  })
  const total = place.total === undefined ? '' : ` of ${counted(place.total, place.type.noun)}`
  const filter = place.filter === '' ? '' : `, ${indexes.length} match "${place.filter}"`
  const summary = `${place.argv.join(' ')}: ${place.count} loaded${total}${filter}`
  const problem =
    place.problem && [`error: ${place.problem.words}`, place.problem.hint].filter(Boolean).join('. ')
  return [...lines, summary, problem, note].filter(Boolean).join('\n')
}

/** Returns the links of the open record as a line; '' without links. */
export function linksText(state: State): string {
  const links = linksHere(state)
  return links.length === 0 ? '' : `links: ${links.map(({ label }) => label).join(', ')}`
}
