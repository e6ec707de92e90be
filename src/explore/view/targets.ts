/** What a click hits: the words of the screen drawn last do what they show. */
import { width } from '../../output/terminal/width.ts'
import type { InputEvent } from '../input.ts'
import { keyOf, keyWord } from '../keymap.ts'
import { isExtract, layoutOf } from '../layout.ts'
import type { Target } from '../state/event.ts'
import type { State } from '../state/state.ts'
import { mainPages, mainTabs } from '../tabs/tab-list.ts'
import { copies } from '../update/copy.ts'
import { linksHere } from '../update/moves.ts'
import { rankedKeys } from './key-lines.ts'
import { oneLine, unpainted } from './text.ts'
import type { View } from './view.ts'

/** Returns what a click hits, besides rows of the list and lines of the facets. */
export function targetAt(state: State, input: InputEvent, view: View): Target | undefined {
  if (input.kind !== 'mouse' || input.action !== 'press') return undefined
  const { row, column } = input
  const { lines, opened } = view.drawn
  const line = unpainted(lines[row] ?? '')
  const hits = <T>(texts: readonly (readonly [string, T])[]): T | undefined => longestAt(line, column, texts)
  const isFoot = row === state.size.rows - 1
  if (state.overlay) {
    const hints = (opened?.keys ?? []).map(([key, word]) => [`${key} ${word}`, key] as const)
    const key = isFoot ? hits(hints) : state.overlay.kind === 'copy' ? hits(copyHints) : undefined
    if (key !== undefined) return { kind: 'key', key }
    const at = opened?.choices?.[row - opened.top]
    return at === undefined ? undefined : { kind: 'choice', at }
  }
  if (isFoot) {
    const hints = rankedKeys(state).map(({ key, word, name }) => [`${key} ${word}`, name] as const)
    const key = hits(hints)
    return key === undefined ? undefined : { kind: 'key', key }
  }
  if (row === 0) {
    const tabs = [...mainTabs, ...mainPages].flatMap(({ word, action }) => {
      const key = keyOf(state.keymap, action)
      const texts = key === undefined ? [word] : [`${keyWord(key)} ${word}`, keyWord(key)]
      return texts.map((text) => [text, action] as const)
    })
    const action = hits(tabs)
    return action === undefined ? undefined : { kind: 'action', action }
  }
  return linkAt(state, row, column, hits) ?? headerAt(state, input, view)
}

/** The lines of the copy menu, whichever form they have. */
const copyHints = Object.entries(copies).flatMap(([key, { word, brief }]) => [
  [`${key}  ${brief}`, key] as const,
  [`${key} ${word}`, key] as const,
])

type Hits = <T>(texts: readonly (readonly [string, T])[]) => T | undefined

/** Links are above the text of a record, and in the last line of an extract. */
function linkAt(state: State, row: number, column: number, hits: Hits): Target | undefined {
  const { size, tab } = state
  const layout = layoutOf(size, tab)
  const { detail } = layout.panes
  if (!detail || column < detail.column || column >= detail.column + detail.columns) return undefined
  const last = detail.row + detail.rows - 1
  const isLinks = isExtract(layout, tab) ? row === last : row >= detail.row && row < detail.row + linkLines
  if (!isLinks) return undefined
  const at = hits(
    linksHere(state).map(({ label }, index) => [oneLine(label, detail.columns - 3), index] as const),
  )
  return at === undefined ? undefined : { kind: 'link', at }
}

/** A record has at most so many lines of links. */
const linkLines = 2

function headerAt(state: State, input: InputEvent, view: View): Target | undefined {
  const column = view.headerAt(state, input)
  return column === undefined ? undefined : { kind: 'header', column }
}

/** Returns what belongs to the longest of these texts that covers a column of a line, and does not continue there. */
function longestAt<T>(line: string, column: number, texts: readonly (readonly [string, T])[]): T | undefined {
  let best: { readonly length: number; readonly value: T } | undefined
  for (const [text, value] of texts) {
    for (let at = line.indexOf(text); at >= 0 && text !== ''; at = line.indexOf(text, at + 1)) {
      const start = width(line.slice(0, at))
      const isWhole = !/\w/.test(line[at - 1] ?? ' ') && !/\w/.test(line[at + text.length] ?? ' ')
      const isHit = column >= start && column < start + width(text)
      if (isWhole && isHit && text.length > (best?.length ?? 0)) best = { length: text.length, value }
    }
  }
  return best?.value
}
