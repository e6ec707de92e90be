/** Overlays with a list of choices, and the form of a search. */
import type { Paint } from '../../output/terminal/palette.ts'
import { padEnd, widest } from '../../output/terminal/width.ts'
import { withThousands } from '../../thousands.ts'
import type { Rect } from '../layout.ts'
import type { OverlayOf } from '../state/overlay.ts'
import type { State } from '../state/state.ts'
import { copies } from '../update/copy.ts'
import { boxOf, choiceLines, choose, type Keys, type OpenOverlay } from './box.ts'
import { inputLine, oneLine, sides, wrapped } from './text.ts'

export function search({ fields, at, problem }: OverlayOf<'search'>, rect: Rect, paint: Paint): OpenOverlay {
  const columns = Math.min(
    24,
    Math.max(1, Math.floor(rect.columns / 2)),
    widest(fields.map(({ label }) => label)),
  )
  const labelOf = (label: string, mark: string) => ` ${mark} ${padEnd(oneLine(label, columns), columns)}  `
  const lines = fields.map(({ label, input }) => ({
    text: `${padEnd(oneLine(label, columns), columns)}  ${oneLine(input.text, Math.max(1, rect.columns - columns - 6))}`,
  }))
  const field = fields[at]
  const values = field && field.values.length > 0 ? `: ${field.values.join(', ')}` : ''
  const linesOf = (text: string, role: Parameters<Paint>[0]) =>
    wrapped(text, rect.columns - 2, rect.rows < 16 ? 1 : 4).map((line) => ` ${paint(role, line)}`)
  const below = [
    ...linesOf(`${field?.brief ?? ''}${values}`, 'label'),
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
  return { box, status: undefined, keys: [['enter', 'search'], ['tab', 'next'], ...choose], cursor }
}

export function sort({ place }: State, { at }: OverlayOf<'sort'>, rect: Rect, paint: Paint): OpenOverlay {
  const lines = [
    ...place.columns.map(({ header }, index) => ({
      text:
        index === place.sort?.column
          ? `${header} (${place.sort.isDescending ? 'descending' : 'ascending'})`
          : header,
    })),
    { text: 'Order of the service' },
  ]
  return menu(
    `Sort ${withThousands(place.count)} loaded`,
    lines,
    at,
    rect,
    [['enter', 'sort'], ...choose],
    paint,
  )
}

export function requests(state: State, { at }: OverlayOf<'requests'>, rect: Rect, paint: Paint): OpenOverlay {
  const room = Math.max(1, rect.columns - 4)
  const lines = state.requests.map(({ line, result, milliseconds, limits }) => {
    const time = milliseconds === undefined ? '' : `${withThousands(Math.round(milliseconds))} ms`
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
    status: undefined,
    keys,
    cursor: { in: 'box', row: Math.min(shown.row + 1, box.length - 1), column: 1 },
  }
}

export const copyLines = ({ columns }: Rect, paint: Paint) =>
  Object.entries(copies).map(
    ([key, { brief }]) => `   ${paint('name', key)}  ${oneLine(brief, Math.max(1, columns - 6))}`,
  )
