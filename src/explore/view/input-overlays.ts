/** Overlays with one input, in place of the status line. */
import type { Paint } from '../../output/terminal/palette.ts'
import { padEnd, shorten, widest } from '../../output/terminal/width.ts'
import { withThousands } from '../../thousands.ts'
import { type Action, actions, keyWord } from '../keymap.ts'
import type { Rect } from '../layout.ts'
import { entriesFor } from '../places/palette.ts'
import type { OverlayOf } from '../state/overlay.ts'
import type { State } from '../state/state.ts'
import { helpActions } from '../update/inputs.ts'
import { boxOf, choiceLines, choose, type Keys, type OpenOverlay } from './box.ts'
import { inputLine, oneLine, sides, wrapped } from './text.ts'

/** Suggestions above a typed command line. */
const mostSuggestions = 8

/** An input in place of the status line, with lines above it. */
export function withInput(
  { size }: State,
  { input, problem }: { readonly input: OverlayOf<'filter'>['input']; readonly problem?: string },
  label: string,
  rect: Rect,
  keys: Keys,
  lines: readonly string[],
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
  return { box, status: line, keys, cursor: { in: 'status', row: 0, column } }
}

export function filter(state: State, overlay: OverlayOf<'filter'>, rect: Rect, paint: Paint): OpenOverlay {
  const { place, size } = state
  const shown = `${withThousands(place.selection.indexes.length)} of ${withThousands(place.count)} shown `
  const made = withInput(
    state,
    overlay,
    '/ ',
    rect,
    [
      ['enter', 'keep'],
      ['esc', 'undo'],
    ],
    [],
    paint,
  )
  const isNarrow = (made.cursor?.column ?? 0) + shown.length + 3 > size.columns
  return isNarrow ? made : { ...made, status: sides(made.status ?? '', paint('label', shown), size.columns) }
}

export function palette(state: State, overlay: OverlayOf<'palette'>, rect: Rect, paint: Paint): OpenOverlay {
  const entries = entriesFor(state, overlay.input.text)
  const label = Math.min(30, widest(entries.slice(0, 40).map((entry) => entry.label)))
  const lines = entries.map((entry) => ({
    text: `${padEnd(oneLine(entry.label, Math.max(label, rect.columns - 4 - entry.brief.length)), label)}  ${entry.brief}`,
  }))
  const keys = [['enter', 'run'], ['tab', 'complete'], ...choose] as const
  const shown = choiceLines(lines, overlay.at, Math.min(mostSuggestions, rect.rows - 2), rect.columns, paint)
  return withInput(state, overlay, ': ', rect, keys, shown.lines, paint, 'Command')
}

export function help(state: State, overlay: OverlayOf<'help'>, rect: Rect, paint: Paint): OpenOverlay {
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
  const all = found.length === 0 ? [' No key matches.'] : shown.lines
  return withInput(state, overlay, 'Keys: ', rect, [['enter', 'run'], ...choose], all, paint, 'Keys')
}
