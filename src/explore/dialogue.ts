/** Runs a session in text mode, one command per line, for screen readers and terminals without cursor movement. */

import { today } from '../commands/actions/lending.ts'
import { foldText } from '../core/fold-text.ts'
import { isObject } from '../core/json.ts'
import { counted, withThousands } from '../core/numbers.ts'
import { marketTime } from '../core/time.ts'
import { cellText, inWords } from '../output/table/column.ts'
import type { Action } from './keymap.ts'
import { nextRequest } from './next-request.ts'
import { drawLines } from './session/drawings.ts'
import { listenTo } from './session/listen.ts'
import type { OpenPorts } from './session/open-tab.ts'
import { Performer } from './session/perform.ts'
import type { ScreenOptions } from './session/run.ts'
import type { Event } from './state/event.ts'
import { endWithoutChoice, type OverlayOf, type State } from './state/state.ts'
import { type FacetLine, facetLines, facetsOfTab, lineName } from './tabs/facet-lines.ts'
import { wordsOf } from './tabs/palette.ts'
import { copies, isCopyKey, textOf } from './update/copy.ts'
import { linksHere } from './update/moves.ts'
import { markedHere, positionOf, visibleRows } from './update/tab.ts'
import { update } from './update/update.ts'

/** Rows of a list that are printed at once, with the lines around them. */
const size = { columns: 80, rows: 15 }

/** Reads commands from stdin until the session ends. Throws the reason of the signal, and unexpected failures. */
export async function runDialogue(
  start: State,
  ports: OpenPorts & Pick<ScreenOptions, 'lender'>,
): Promise<State> {
  const { context, commands } = ports
  const { stdout, stderr, stdin } = context
  const events: Event[] = []
  const terminal = { color: false, copy: async () => false, setMouse: () => {}, usePictures: () => {} }
  const performer = new Performer({
    ...ports,
    images: 'auto',
    plain: true,
    terminal,
    post: (event) => void events.push(event),
  })
  context.observe(listenTo(context, (event) => void events.push(event)))
  let state: State = { ...start, size }
  const apply = async (event: Event) => {
    const now = { now: context.now(), marketNow: marketTime(context) }
    const [next, effects] = update({ ...state, ...now }, event)
    state = next
    for (const effect of effects) {
      // There is no screen to draw again, and the terminal itself stops a process that reads lines.
      if (effect.kind !== 'suspend' && effect.kind !== 'redraw') await performer.perform(effect, state)
    }
  }
  /** Applies events, and reads what the state wants, until nothing more is to do. */
  const settle = async (first: readonly Event[]) => {
    events.push(...first)
    for (;;) {
      for (let event = events.shift(); event; event = events.shift()) await apply(event)
      while (!state.tab.selection.isComplete) state.tab.selection.advance(() => true)
      const effect = nextRequest(state)
      // Fields that only a record's page has are read when it is opened.
      const isAhead = effect?.kind === 'details' && state.tab.pane !== 'detail'
      if (!effect || isAhead) return apply({ kind: 'selected' })
      await apply({ kind: 'sent', effect })
      await performer.perform(effect, state)
    }
  }
  // A program that reads stdout expects only what --print prints.
  const out = start.print === undefined || stdout.isTerminal ? stdout : stderr
  const print = (text: string) => (text === '' ? Promise.resolve() : out.write(`${text}\n`, 'people'))
  try {
    /** The page printed last: its numbers open its lines. */
    let page: OverlayOf<'page'> | undefined
    const showsPage = async () => {
      page = state.overlay?.kind === 'page' ? state.overlay : undefined
      if (page) state = { ...state, overlay: undefined }
      if (page) await print(pageText(page))
      return page !== undefined
    }
    await settle(ports.lender === undefined ? [] : [{ kind: 'follow', argv: [today.name] }])
    if (!(await showsPage())) await print(listText(state))
    while (!state.end) {
      const { overlay } = state
      await stderr.write(overlay?.kind === 'confirm' ? `${overlay.words} Type yes or no: ` : '> ', 'people')
      const line = await stdin.readLine()
      if (line === undefined) return { ...state, end: endWithoutChoice(state) }
      if (page?.canMark && line.trim() === 'seen') {
        await performer.perform({ kind: 'mark-seen' }, state)
        await settle([])
        await print(state.note ?? '')
        continue
      }
      const answer = answerInPage(line, page) ?? answerTo(line, state)
      const { tab } = state
      state = { ...state, note: undefined }
      await settle(answer.events)
      if (state.end) break
      if (await showsPage()) continue
      if (answer.words) await print(answer.words)
      if (answer.shows === 'help') await print(helpText)
      const isRefused = answer.events.some(({ kind }) => kind === 'follow') && state.tab.id === tab.id
      if (isRefused || answer.shows === 'nothing') {
        // Only a mark leads to nothing else.
        await print(state.note ?? (isRefused || answer.words ? '' : `${markedHere(state).size} marked`))
        continue
      }
      if (answer.shows === 'list' && state.tab.pane !== 'detail') await print(listText(state))
      else if (answer.shows === 'list' || answer.shows === 'record') await print(await recordText())
    }
    return state
  } finally {
    performer.close()
  }

  async function recordText(): Promise<string> {
    const { tab } = state
    const drawing = {
      key: '',
      kind: 'detail' as const,
      tab: tab.id,
      ...(tab.cursor !== undefined && { record: tab.cursor }),
      ...size,
    }
    const lines = await drawLines(drawing, tab, {
      context,
      catalogue: commands.catalogue,
      color: false,
      plain: true,
      partners: performer.partners,
    })
    return [...lines, linksText(state)].filter((text, at) => text !== '' || at > 0).join('\n')
  }
}

/** Returns the lines of a page; those that open have numbers. */
function pageText({ lines, opens }: OverlayOf<'page'>): string {
  const numbers = new Map([...opens.keys()].map((line, at) => [line, `${at + 1}. `]))
  return lines.map((text, line) => `${numbers.get(line) ?? ''}${text.trim()}`).join('\n')
}

/** Returns what a number means after a page. */
function answerInPage(line: string, page: OverlayOf<'page'> | undefined): Answer | undefined {
  if (!page) return undefined
  const [, number] = /^\s*(?:open\s+)?(\d{1,6})\s*$/.exec(line) ?? []
  const argv = number === undefined ? undefined : [...page.opens.values()][Number(number) - 1]
  return argv && listAfter({ kind: 'follow', argv })
}

/** What a typed line leads to: events, and what to print afterwards. */
interface Answer {
  readonly events: readonly Event[]
  readonly shows: 'list' | 'record' | 'help' | 'nothing'
  readonly words?: string
}

/** Returns an answer that only prints words. */
const told = (words: string): Answer => ({ events: [], shows: 'nothing', words })

/** Returns an answer that prints the rows after these events. */
const listAfter = (...events: readonly Event[]): Answer => ({ events, shows: 'list' })

/** Words of the text mode that stand for keys. */
const actionWords: ReadonlyMap<string, Action> = new Map([
  ['more', 'page_down'],
  ['previous', 'page_up'],
  ['back', 'back'],
  ['forward', 'history_forward'],
  ['marked', 'marked_only'],
  ['print', 'print'],
  ['again', 'read_again'],
  ['all', 'read_all'],
  ['page', 'browser'],
  ['open page', 'browser'],
  ['marks', 'all_marked'],
  ['unmark', 'unmark_all'],
  ['reverse', 'reverse'],
  ['quit', 'quit'],
])

const commands = [
  ['list', 'print the rows again'],
  ['more, previous', 'the next rows, the rows before'],
  ['open 3, or 3', 'print the record of row 3'],
  ['lenders, partner, …', 'follow a link of the open record'],
  ['back, forward', 'the place before, the place after'],
  ['filter maize', 'only loaded rows that match; filter alone clears it'],
  ['sort asked, reverse', 'sort the loaded rows by a column; sort alone names the columns'],
  [
    'facets, facets country',
    'values to choose from, with the number of loaded rows; all values of one facet',
  ],
  ['facet country kenya', 'choose a value, or take the choice back'],
  ['mark 3', 'mark row 3, or take its mark away'],
  ['marked, marks', 'only marked rows, or all again; the marked records of all lists'],
  ['add spring, unmark', 'add the marked records to a shortlist; take all marks away'],
  ['print', 'print the marked records, and quit'],
  ['export loans.csv', 'write the rows shown to a file'],
  ['copy id', 'print the id to copy; also command, URL, JSON, curl, all'],
  ['page', 'open the page of the record in a browser'],
  ['loans newest', 'any list or record of the API; also portfolio and shortlist commands'],
  ['today, seen', 'changes since the last look; mark them as seen'],
  ['again, all', 'read the list again; read all pages'],
  ['quit', 'leave kiva'],
] as const

const helpText = commands.map(([words, brief]) => `${words}: ${brief}`).join('\n')

/** Messages repeat what was typed. In characters. */
const longestLine = 10_000

const keyEvent = (key: string): Event => ({ kind: 'input', input: { kind: 'key', key } })

/** Returns what a typed line asks for. */
function answerTo(line: string, state: State): Answer {
  if (state.overlay) return listAfter(keyEvent(/^\s*y/i.test(line) ? 'enter' : 'esc'))
  if (line.length > longestLine)
    return told(`error: line too long: at most ${withThousands(longestLine)} characters`)
  const [verb = '', ...rest] = line.trim().split(/\s+/)
  const text = rest.join(' ')
  const position = Number(text) - 1
  const isRow = Number.isInteger(position) && position >= 0 && position < state.tab.selection.indexes.length
  const action = actionWords.get(line.trim().split(/\s+/).join(' '))
  // What comes of opening a page is a note.
  const shows = action === 'browser' ? 'nothing' : 'list'
  if (action) return { events: [...pastShown(action, state), { kind: 'action', action }], shows }
  const isNumber = rest.length === 0 && /^\d{1,6}$/.test(verb)
  if (isNumber) return answerTo(`open ${verb}`, state)
  switch (verb) {
    case '':
    case 'list':
      // Leaves the page of a record, if one is open.
      return verb === '' ? listAfter() : listAfter({ kind: 'go', position: positionOf(state.tab) })
    case 'q':
    case 'exit':
      return told(`error: unknown command "${verb}". Type quit to leave.`)
    case 'help':
    case '?':
      return { events: [], shows: 'help' }
    case 'filter':
      return listAfter({ kind: 'filter', text })
    case 'sort':
      return sortBy(text, state)
    case 'facets':
      return told(facetsText(text, state))
    case 'facet':
      return chooseFacet(text, state)
    case 'export':
      if (text === '') return told('error: export needs the name of a file: export loans.csv')
      return { events: [{ kind: 'action', action: 'export' }, ...typedOver(text)], shows: 'nothing' }
    case 'copy':
      return told(textToCopy(text, state))
    case 'add':
      if (text === '') return told('error: add needs the name of a shortlist: add spring')
      return { events: [{ kind: 'add-to', shortlist: text }], shows: 'nothing' }
    case 'open':
    case 'mark':
      if (!isRow) return told(noRow(verb, text, state))
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
  const link = linksHere(state).find(({ label }) => foldText(label).startsWith(foldText(line.trim())))
  return listAfter({ kind: 'follow', argv: link?.argv ?? wordsOf(line) })
}

/** Keys that replace the text of an open input, and end it. */
const typedOver = (text: string): readonly Event[] => [
  keyEvent('ctrl-u'),
  { kind: 'input', input: { kind: 'paste', text } },
  keyEvent('enter'),
]

/** Sorts by the column with this heading, the lowest value first; the same again reverses the order. */
function sortBy(text: string, { tab }: State): Answer {
  const headers = tab.columns.map(({ header }) => header.toLowerCase())
  const column = headers.indexOf(foldText(text))
  const isDescending = tab.sort?.column === column && !tab.sort.isDescending
  if (column >= 0) return listAfter({ kind: 'sort', sort: { column, isDescending } })
  if (text === 'off') return listAfter({ kind: 'sort', sort: undefined })
  const names = `columns: ${headers.join(', ')}; sort off restores the order of the API`
  return told(text === '' ? names : `error: no column "${text}". ${names}`)
}

type ValueLine = Extract<FacetLine, { readonly kind: 'value' }>

const everyFacet = (state: State): State => ({
  ...state,
  tab: { ...state.tab, expanded: new Set(facetsOfTab(state.tab).map(({ name }) => name)) },
})

const isNamed = (facet: string, word: string) => foldText(facet).startsWith(foldText(word))

/** Returns the facets with their first values, or all values of one: `sector: Food 12, Retail 9, 13 more`. */
function facetsText(name: string, state: State): string {
  const isAll = name !== ''
  const lines = facetLines(isAll ? everyFacet(state) : state)
  const facets = facetsOfTab(state.tab).filter((facet) => isNamed(facet.name, name))
  if (facets.length === 0)
    return isAll ? `error: no facet "${name}". Type facets to list them.` : 'This list has no facets.'
  return facets
    .flatMap((facet) => {
      const values = lines.flatMap((line) =>
        line.kind === 'value' && line.facet === facet.name ? [line] : [],
      )
      const more = lines.find((line) => line.kind === 'more' && line.facet === facet.name)
      const rest = more?.kind === 'more' ? [`${withThousands(more.count)} more`] : []
      return values.length === 0
        ? []
        : [`${facet.name.toLowerCase()}: ${[...values.map(valueText), ...rest].join(', ')}`]
    })
    .join('\n')
}

const valueText = ({ label, count, isChosen }: ValueLine) =>
  [isChosen ? 'chosen:' : '', label, count === undefined ? '' : withThousands(count)]
    .filter(Boolean)
    .join(' ')

/** Chooses a value of a facet by the beginning of its words: `country ken`. */
function chooseFacet(text: string, state: State): Answer {
  const [name = '', ...rest] = text.split(/\s+/)
  const typed = foldText(rest.join(' '))
  const values = facetLines(everyFacet(state)).flatMap((line) =>
    line.kind === 'value' && isNamed(line.facet, name) ? [line] : [],
  )
  const value =
    typed === ''
      ? undefined
      : (values.find(({ label }) => foldText(label) === typed) ??
        values.find(({ label }) => foldText(label).startsWith(typed)))
  if (value) return listAfter({ kind: 'choose', facet: lineName(value) })
  return told(
    name === '' || typed === ''
      ? 'error: facet needs a facet and a value: facet country kenya'
      : `error: no value "${text}". Type facets ${name} to list the values.`,
  )
}

/** There is no clipboard in text mode: the text is printed. */
function textToCopy(what: string, state: State): string {
  const key = Object.entries(copies).find(([, { word }]) => foldText(word).startsWith(foldText(what)))?.[0]
  const named = what === 'all' ? 'a' : what === '' ? undefined : key
  if (named === undefined || !isCopyKey(named))
    return 'copy needs what to copy: command, id, URL, JSON, curl or all'
  return textOf(state, named) ?? `No ${copies[named].word} to copy.`
}

/** `error: no row 99: there are 60. Type more to read on.` */
function noRow(verb: string, text: string, { tab }: State): string {
  if (!/^\d+$/.test(text)) return `error: ${verb} needs the number of a row: ${verb} 3`
  const { length } = tab.selection.indexes
  const hint = tab.progress === 'more' ? ' Type more to read on.' : ''
  return `error: no row ${text}: there are ${length}.${hint}`
}

/** Before a screen of rows is turned, the cursor goes to the first row that was not printed: no row is printed twice. */
function pastShown(action: Action, state: State): readonly Event[] {
  const { top } = state.tab
  if (action === 'page_down') return [{ kind: 'go', position: top + visibleRows(state) }]
  return action === 'page_up' ? [{ kind: 'go', position: top - 1 }] : []
}

/** Returns the visible rows, numbered, one line each; what is not loaded; and problems. */
function listText(state: State): string {
  const { tab, marketNow, note } = state
  const { indexes } = tab.selection
  const shown = indexes.slice(tab.top, tab.top + visibleRows(state))
  const marked = markedHere(state)
  const records = shown.map((index) => tab.rows.record(index)).filter(isObject)
  const columns = tab.columns.filter(({ when }) => !when || when(records))
  const lines = shown.map((index, at) => {
    const record = tab.rows.record(index)
    const cells = columns.flatMap((column) => {
      const { header } = column
      const text = isObject(record) ? cellText(inWords(column), record, marketNow) : String(record)
      return text === '' ? [] : [`${header.toLowerCase()} ${text}`]
    })
    const mark = marked.has(tab.rows.key(index)) ? 'marked, ' : ''
    return `${tab.top + at + 1}. ${mark}${cells.join(', ')}`
  })
  const total = tab.total === undefined ? '' : ` of ${counted(tab.total, tab.type.noun)}`
  const filter = tab.filter === '' ? '' : `, ${indexes.length} match "${tab.filter}"`
  const summary = `${tab.argv.join(' ')}: ${tab.count} loaded${total}${filter}`
  const problem = tab.problem && [`error: ${tab.problem.words}`, tab.problem.hint].filter(Boolean).join('. ')
  return [...lines, summary, problem, note].filter(Boolean).join('\n')
}

/** Returns the links of the open record as a line; '' without links. */
function linksText(state: State): string {
  const links = linksHere(state)
  return links.length === 0 ? '' : `links: ${links.map(({ label }) => label).join(', ')}`
}
