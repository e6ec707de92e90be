/** What stands in place of rows: why there are none, and what to do. */

import { clean } from '../../output/gate/text.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { wrap } from '../../output/terminal/width.ts'
import { type Action, type Keymap, keyOf, keyWord } from '../keymap.ts'
import type { Rect } from '../layout.ts'
import { facetLines } from '../places/facet-lines.ts'
import type { Problem } from '../state/place.ts'
import type { State } from '../state/state.ts'
import { clip, oneLine, sized } from './text.ts'

/** Characters of a filter or a problem that are shown. */
const longest = 500

/** Returns a key with its word, such as `R retries`. */
export function keyWith(keymap: Keymap, action: Action, word: string): string {
  const key = keyOf(keymap, action)
  return key === undefined ? '' : `${keyWord(key)} ${word}`
}

/** Returns `filter "maize"`, facets and marks; '' if all loaded rows are shown. */
export function chosenWords(state: State): string {
  const { filter, isMarkedOnly } = state.place
  const shown = oneLine(filter, longest)
  return [shown && `filter "${shown}"`, ...chosenFacets(state), isMarkedOnly ? 'marked' : '']
    .filter((part) => part !== '')
    .join(' · ')
}

/** The values of facets that filter loaded rows, in the words of the facets pane. */
function chosenFacets(state: State): readonly string[] {
  if (state.place.facets.size === 0) return []
  return facetLines(state).flatMap((one) =>
    one.kind === 'value' && one.isChosen && !one.asksService ? [oneLine(one.label, longest)] : [],
  )
}

/** Returns the lines in place of rows, wrapped to the pane. */
export function emptyLines(
  { place, keymap }: State,
  { columns, rows }: Rect,
  paint: Paint,
): readonly string[] {
  const { problem, count, progress, type, filter, selection } = place
  const noun = type.noun
  const write = (text: string, role?: Parameters<Paint>[0]) =>
    wrap(clean(text.slice(0, longest)), Math.max(1, columns - 2)).map((one) =>
      sized(` ${role ? paint(role, one) : one}`, columns),
    )
  const lines = () => {
    if (count > 0 && !selection.isComplete) return write(place.sort ? 'Sorting …' : 'Filtering …', 'label')
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
    return progress === 'complete' ? write(`No ${noun} found.`) : write('Reading …', 'label')
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
