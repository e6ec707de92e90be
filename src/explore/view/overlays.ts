/** What is open over the panes: a box at the bottom of the list, and often an input in place of the status line. */

import { withThousands } from '../../core/numbers.ts'
import { shellWord } from '../../core/shell-word.ts'
import { clean } from '../../output/gate/text.ts'
import type { Column } from '../../output/table/column.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { padEnd, shorten, widest, width, wrap } from '../../output/terminal/width.ts'
import { whole } from '../../output/words/format.ts'
import { parseFilter } from '../../records/row-filter.ts'
import { type Action, actions, keyWord } from '../keymap.ts'
import { pageRows, type Rect } from '../layout.ts'
import type { FormField, Overlay, OverlayOf, State } from '../state/state.ts'
import { entriesFor } from '../tabs/palette.ts'
import { choicesFor } from '../tabs/search-form.ts'
import { copies } from '../update/copy.ts'
import { helpActions } from '../update/overlays.ts'
import { addedNoun, shortlistChoices } from '../update/shortlist.ts'
import { boxOf, choiceLines, type ShownChoices } from './box.ts'
import { inputLine, oneLine, sides, wrapped } from './text.ts'

/** Keys with their words. */
export type Keys = readonly (readonly [key: string, word: string])[]

/** What an overlay draws. */
export interface OpenOverlay {
  /** Lines for the bottom of the box, each as wide as the box. */
  readonly box: readonly string[]
  /** Replaces the status line. */
  readonly status: string | undefined
  /** The choice in each line of the box, by its position. */
  readonly choices?: readonly (number | undefined)[] | undefined
  /** The keys of the overlay, for the last line. */
  readonly keys: Keys
  /** A position in the box or in the status line. */
  readonly cursor:
    | { readonly in: 'box' | 'status'; readonly row: number; readonly column: number }
    | undefined
}

/** Returns what to draw for an overlay over this part of the screen. */
export function drawOverlay(state: State, overlay: Overlay, rect: Rect, paint: Paint): OpenOverlay {
  switch (overlay.kind) {
    case 'filter':
      return filter(state, overlay, rect, paint)
    case 'export':
      return withInput(
        state,
        overlay,
        'Export to: ',
        rect,
        [
          ['enter', 'export'],
          ['esc', 'cancel'],
        ],
        { lines: [] },
        paint,
      )
    case 'find':
      return withInput(
        state,
        overlay,
        'Find a value: ',
        rect,
        [['enter', 'take'], ...choose],
        { lines: [] },
        paint,
      )
    case 'shortlist':
      return shortlist(state, overlay, rect, paint)
    case 'palette':
      return palette(state, overlay, rect, paint)
    case 'help':
      return help(state, overlay, rect, paint)
    case 'search':
      return search(overlay, rect, paint)
    case 'sort':
      return sort(state, overlay, rect, paint)
    case 'requests':
      return requests(state, overlay, rect, paint)
    case 'page':
      return page(state, overlay, rect, paint)
    case 'copy':
      return {
        ...withoutInput,
        box: boxOf('Copy', copyLines(rect, paint), rect, paint),
        keys: [['esc', 'cancel']],
      }
    case 'text':
      return {
        ...withoutInput,
        box: boxOf('Select with the mouse to copy', inBox(overlay.text, rect), rect, paint),
        keys: [['any key', 'close']],
      }
    case 'confirm': {
      return {
        ...withoutInput,
        box: boxOf('', inBox(overlay.words, rect), rect, paint),
        keys: [
          ['enter', 'yes'],
          ['esc', 'no'],
        ],
      }
    }
  }
}

const inBox = (text: string, { columns }: Rect): readonly string[] =>
  wrap(clean(text.slice(0, 2000)), Math.max(1, columns - 2)).map((row) => ` ${row}`)

/** The cursor is on the first line of the box. */
const withoutInput = { status: undefined, cursor: { in: 'box', row: 1, column: 1 } } as const

/** Suggestions above a typed command line. */
const mostSuggestions = 8

/** An input in place of the status line, with lines above it. */
function withInput(
  { size }: State,
  { input, problem }: { readonly input: OverlayOf<'filter'>['input']; readonly problem?: string },
  label: string,
  rect: Rect,
  keys: Keys,
  { lines, choices }: Pick<ShownChoices, 'lines'> & Partial<ShownChoices>,
  paint: Paint,
  title = '',
): OpenOverlay {
  const { line, column } = inputLine(` ${label}`, input, size.columns, paint)
  const problems =
    problem === undefined
      ? []
      : wrapped(problem, rect.columns - 2).map((line) => ` ${paint('warning', line)}`)
  const all = [...lines, ...problems]
  const box = all.length === 0 ? [] : boxOf(title, all, rect, paint)
  return { box, choices, status: line, keys, cursor: { in: 'status', row: 0, column } }
}

/** Returns what is wrong with a filter: its text is searched for. A condition that is still being typed is fine. */
function wrongIn(text: string, columns: readonly Column[]): string {
  for (const problem of parseFilter(text, columns).problems) {
    if (problem.kind === 'column') return `no column "${oneLine(problem.name, 20)}" · `
    if (problem.kind === 'value') return `invalid value "${oneLine(problem.value, 20)}" · `
  }
  return ''
}

/** A filter for each kind of record, which shows what can be typed. */
export const filterExamples: Readonly<Partial<Record<string, string>>> = {
  loan: 'kenya asked:<500 ends:<3d',
  lender: 'ana country:portugal',
  team: 'food members:>100',
  partner: 'kenya rating:>=4',
  journal_entry: 'harvest comments:>0 date:<2w',
  lending_action: 'kenya when:<1h',
}

function filter(state: State, overlay: OverlayOf<'filter'>, rect: Rect, paint: Paint): OpenOverlay {
  const { tab, size } = state
  const wrong = wrongIn(overlay.input.text, tab.rows.columns)
  const shown = `${wrong}${withThousands(tab.selection.indexes.length)} of ${withThousands(tab.count)} shown `
  const made = withInput(
    state,
    overlay,
    '/ ',
    rect,
    [
      ['enter', 'keep'],
      ['esc', 'undo'],
    ],
    { lines: [] },
    paint,
  )
  const example = overlay.input.text === '' ? filterExamples[tab.type.kind ?? ''] : undefined
  const status = example === undefined ? made.status : ` / ${paint('label', ` for example: ${example}`)}`
  const isNarrow = (made.cursor?.column ?? 0) + shown.length + 3 > size.columns
  return isNarrow ? made : { ...made, status: sides(status ?? '', paint('label', shown), size.columns) }
}

function palette(state: State, overlay: OverlayOf<'palette'>, rect: Rect, paint: Paint): OpenOverlay {
  const entries = entriesFor(state, overlay.input.text)
  const label = Math.min(30, widest(entries.slice(0, 40).map((entry) => entry.label)))
  const lines = entries.map((entry) => ({
    text: `${padEnd(oneLine(entry.label, Math.max(label, rect.columns - 4 - entry.brief.length)), label)}  ${entry.brief}`,
  }))
  const keys = [['enter', 'run'], ['tab', 'complete'], ...choose] as const
  const shown = choiceLines(lines, overlay.at, Math.min(mostSuggestions, rect.rows - 2), rect.columns, paint)
  return withInput(state, overlay, ': ', rect, keys, shown, paint, 'Command')
}

function shortlist(state: State, overlay: OverlayOf<'shortlist'>, rect: Rect, paint: Paint): OpenOverlay {
  const choices = shortlistChoices(state, overlay.input.text)
  const columns = Math.min(40, widest(choices.map(({ name }) => name)))
  const lines = choices.map(({ name, brief }) => ({
    text: `${padEnd(oneLine(name, columns), columns)}  ${brief}`,
  }))
  const keys = [['enter', 'add'], ['tab', 'complete'], ...choose] as const
  const shown = choiceLines(lines, overlay.at, Math.min(mostSuggestions, rect.rows - 2), rect.columns, paint)
  const label = `Add ${addedNoun(state)} to shortlist: `
  return withInput(state, overlay, label, rect, keys, shown, paint, 'Shortlists')
}

function page(
  state: State,
  { argv, lines, scroll, at, opens, canMark }: OverlayOf<'page'>,
  rect: Rect,
  paint: Paint,
): OpenOverlay {
  const rows = pageRows(state)
  const mark = (line: number) => (line === at ? paint('name', '>') : ' ')
  const shown = lines.slice(scroll, scroll + rows).map((text, line) => mark(scroll + line) + text)
  const blank = Array.from({ length: Math.max(0, rows - shown.length) }, () => '')
  const isWhole = lines.length <= rows
  const end = Math.min(scroll + rows, lines.length)
  const part = isWhole ? '' : ` · lines ${scroll + 1} to ${end} of ${withThousands(lines.length)}`
  const title = `${argv.map(shellWord).join(' ')}${part}`
  const keys: Keys = [
    ...(opens.size > 0
      ? [['↑↓', 'move'] as const, ['enter', 'open'] as const]
      : isWhole
        ? []
        : [['↑↓', 'scroll'] as const]),
    ...(canMark ? [['m', 'mark as seen'] as const] : []),
    ['R', 'run again'],
    ['y', 'copy command'],
    ['esc', 'close'],
  ]
  const box = boxOf(title, [...shown, ...blank], rect, paint)
  const row = at === undefined || at < scroll || at >= end ? 1 : at - scroll + 1
  const choices = [
    undefined,
    ...shown.map((_, line) => (opens.has(scroll + line) ? scroll + line : undefined)),
  ]
  return {
    status: undefined,
    box,
    choices,
    keys,
    cursor: { in: 'box', row, column: at === undefined ? 1 : 0 },
  }
}

function help(state: State, overlay: OverlayOf<'help'>, rect: Rect, paint: Paint): OpenOverlay {
  const found = helpActions(state, overlay.input.text)
  const keysOf = (name: Action) => state.keymap.keysOf[name].map(keyWord).join(' ')
  const columns = Math.min(24, widest(found.map(keysOf)))
  const lines = found.map((name, at) => {
    const previous = found[at - 1]
    const { group, brief } = actions[name]
    const isFirst = previous === undefined || actions[previous].group !== group
    return {
      text: `${padEnd(shorten(keysOf(name), columns), columns)}  ${brief}`,
      ...(isFirst && { heading: group }),
    }
  })
  const shown = choiceLines(lines, overlay.at, rect.rows - 1, rect.columns, paint)
  const all = found.length === 0 ? { lines: [' No key matches.'] } : shown
  return withInput(state, overlay, 'Keys: ', rect, [['enter', 'run'], ...choose], all, paint, 'Keys')
}

function search({ fields, at, problem }: OverlayOf<'search'>, rect: Rect, paint: Paint): OpenOverlay {
  const columns = Math.min(
    24,
    Math.max(1, Math.floor(rect.columns / 2)),
    widest(fields.map(({ label }) => label)),
  )
  const labelOf = (label: string, mark: string) => ` ${mark} ${padEnd(oneLine(label, columns), columns)}  `
  const lines = fields.map(({ label, input, empty }) => {
    const value = oneLine(input.text, Math.max(1, rect.columns - columns - 6))
    return {
      text: `${padEnd(oneLine(label, columns), columns)}  ${value === '' ? paint('label', empty) : value}`,
    }
  })
  const field = fields[at]
  const linesOf = (text: string, role: Parameters<Paint>[0]) =>
    wrapped(text, rect.columns - 2, rect.rows < 16 ? 1 : 4).map((line) => ` ${paint(role, line)}`)
  const below = [
    ...linesOf(field ? adviceOn(field) : '', 'label'),
    ...(problem === undefined ? [] : linesOf(problem, 'warning')),
  ]
  const shown = choiceLines(lines, at, rect.rows - 1 - below.length, rect.columns, paint)
  const input = field && inputLine(labelOf(field.label, '>'), field.input, rect.columns, paint)
  const fieldLines = shown.lines.map((line, row) => (input && row === shown.row ? input.line : line))
  const box = boxOf('Search', [...fieldLines, ...below], rect, paint)
  const cursor = input && {
    in: 'box' as const,
    row: Math.min(shown.row + 1, box.length - 1),
    column: input.column,
  }
  const isChoice = field !== undefined && field.choices.length > 0
  const keys: Keys = [
    ['enter', 'search'],
    ...(isChoice ? [['←→', 'choose'] as const] : []),
    ['↑↓', 'field'],
    ['esc', 'cancel'],
  ]
  return { box, choices: shown.choices, status: undefined, keys, cursor }
}

/** What can be typed into a field: the choices that match what is typed so far. */
function adviceOn(field: FormField): string {
  const { brief, choices, isList } = field
  const several = isList ? ', several with commas' : ''
  if (choices.length === 0) return `${brief}${several}`
  const found = choicesFor(field).map(({ label }) => label)
  return found.length === 0 ? `no ${field.label} matches` : `type or choose${several}: ${found.join(', ')}`
}

function sort({ tab }: State, { at }: OverlayOf<'sort'>, rect: Rect, paint: Paint): OpenOverlay {
  const lines = [
    ...tab.columns.map(({ header }, index) => ({
      text:
        index === tab.sort?.column
          ? `${header} (${tab.sort.isDescending ? 'descending' : 'ascending'})`
          : header,
    })),
    { text: 'Order of the API' },
  ]
  return menu(
    `Sort ${withThousands(tab.count)} loaded`,
    lines,
    at,
    rect,
    [['enter', 'sort'], ...choose],
    paint,
  )
}

function requests(state: State, { at }: OverlayOf<'requests'>, rect: Rect, paint: Paint): OpenOverlay {
  const room = Math.max(1, rect.columns - 4)
  const lines = state.requests.map(({ line, result, milliseconds, limits }) => {
    const time = milliseconds === undefined ? '' : `${whole(milliseconds)} ms`
    // The request matters more than its limits.
    const facts = [result, time, ...(room < 50 ? [] : [limits])]
      .map((part) => oneLine(part, 40))
      .filter((part) => part !== '')
      .join('  ')
    const path = line.replace(/^(\S+) https?:\/\/[^/]+/, '$1 ')
    return { text: sides(oneLine(path, rect.columns), facts, room) }
  })
  const shown = lines.length === 0 ? [{ text: 'No requests yet.' }] : lines
  return menu('Requests, newest first', shown, at, rect, [['y', 'copy as curl'], ...choose], paint)
}

function menu(
  title: string,
  lines: readonly { readonly text: string }[],
  at: number,
  rect: Rect,
  keys: Keys,
  paint: Paint,
): OpenOverlay {
  const shown = choiceLines(lines, at, rect.rows - 1, rect.columns, paint)
  const box = boxOf(title, shown.lines, rect, paint)
  return {
    box,
    choices: shown.choices,
    status: undefined,
    keys,
    cursor: { in: 'box', row: Math.min(shown.row + 1, box.length - 1), column: 1 },
  }
}

/** One line for each text, or several words in a line where that has no room. */
function copyLines({ columns, rows }: Rect, paint: Paint): readonly string[] {
  const all = Object.entries(copies)
  if (all.length < rows)
    return all.map(
      ([key, { brief }]) => `   ${paint('name', key)}  ${oneLine(brief, Math.max(1, columns - 6))}`,
    )
  const lines = ['']
  for (const [key, { word }] of all) {
    const next = `${lines.at(-1)}  ${paint('name', key)} ${word}`
    if (width(next) < columns) lines[lines.length - 1] = next
    else lines.push(`  ${paint('name', key)} ${word}`)
  }
  return lines
}

/** Keys of every list of choices. */
const choose: Keys = [
  ['↑↓', 'choose'],
  ['esc', 'cancel'],
]
