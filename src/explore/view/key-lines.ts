/** The last line: keys with their words. */
import type { Paint } from '../../output/terminal/palette.ts'
import { type Action, actionNames, actions, type KeyEntry, keyOf, keyWord } from '../keymap.ts'
import type { State } from '../state/state.ts'
import type { Pane, Tab } from '../state/tab.ts'
import type { Keys } from './overlays.ts'

/** Returns the keys of the pane in focus, as many as fit. The key of the help is always among them. */
export function footLine(state: State, paint: Paint): string {
  const { size } = state
  const keys = rankedKeys(state)
  const help = keys.filter(({ isHelp }) => isHelp)
  const room = size.columns - help.reduce((sum, key) => sum + columnsOf(key) + gap, 0)
  let used = 1 - gap
  const fitting = keys.filter((key) => {
    if (key.isHelp) return true
    used += columnsOf(key) + gap
    return used <= room
  })
  return keyLine(
    fitting.map(({ key, word }) => [key, word]),
    size.columns,
    paint,
  )
}

interface FootKey {
  /** The key as {@link InputEvent} names it, and as people do. */
  readonly name: string
  readonly key: string
  readonly word: string
  readonly rank: number
  readonly isHelp?: boolean
}

type Footer = KeyEntry['footer']

const back: Footer = { word: 'back', rank: 0.5 }
const hidden = undefined

/** Where the keys of a pane differ from those of the list. */
const ofPane: Readonly<Record<Pane, Readonly<Partial<Record<Action, Footer>>>>> = {
  list: {},
  facets: {
    mark: { word: 'choose', rank: 0 },
    filter: { word: 'find', rank: 0.2 },
    ...{ back, open: hidden, history_back: hidden },
  },
  detail: {
    down: { word: 'scroll', rank: 0 },
    pane: { word: 'links', rank: 0.2 },
    back,
    next_record: { word: 'next', rank: 1 },
    raw: { word: 'raw', rank: 2 },
    ...{ filter: hidden, search: hidden, facets: hidden, sort: hidden, history_back: hidden },
  },
}

function footerOf(name: Action, { pane, view, selection, link, type: { kind } }: Tab): Footer {
  if (name === 'next_record' && selection.indexes.length < 2) return hidden
  if (name in ofPane[pane]) return ofPane[pane][name]
  const { footer }: KeyEntry = actions[name]
  if (name === 'open' && pane === 'detail' && link === undefined) return hidden
  if (name === 'forecast' && kind !== 'loan') return hidden
  const needsRow = name === 'open' || name === 'mark'
  if (needsRow && selection.indexes.length === 0) return hidden
  const isDrawing = name === 'view' && view !== 'list'
  return footer && isDrawing ? { ...footer, word: view === 'chart' ? 'map' : 'list' } : footer
}

/** Returns the keys of the pane in focus with their words, the most important ones first. */
export function rankedKeys({ keymap, tab, print }: State): readonly FootKey[] {
  const ranked = actionNames.flatMap((name): readonly FootKey[] => {
    const footer = footerOf(name, tab)
    const key = keyOf(keymap, name)
    if (!footer || key === undefined) return []
    const shown = {
      name: key,
      key: keyWord(key),
      word: footer.word,
      rank: footer.rank,
      isHelp: name === 'help',
    }
    if (name !== 'open' || print === undefined) return [shown]
    // With --print, enter ends the session.
    const other = keymap.keysOf.open.find((one) => one !== 'enter')
    const opens = other === undefined ? [] : [{ word: 'open', rank: 0.5, name: other, key: keyWord(other) }]
    return [{ word: 'print', rank: 0, name: 'enter', key: 'enter' }, ...opens]
  })
  return ranked.toSorted((one, other) => one.rank - other.rank)
}

/** Columns between two keys. */
const gap = 2
const columnsOf = ({ key, word }: Pick<FootKey, 'key' | 'word'>): number => key.length + 1 + word.length

/** Returns `enter open  / filter …`, as many as fit. */
export function keyLine(keys: Keys, columns: number, paint: Paint): string {
  let shown = ''
  let used = 1
  for (const [key, word] of keys) {
    used += columnsOf({ key, word }) + (shown === '' ? 0 : gap)
    if (used > columns) break
    shown += `${shown === '' ? ' ' : '  '}${paint('name', key)} ${paint('label', word)}`
  }
  return shown
}
