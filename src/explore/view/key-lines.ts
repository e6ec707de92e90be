/** The last line: keys with their words. */
import type { Paint } from '../../output/terminal/palette.ts'
import { actionNames, actions, type KeyEntry, keyOf, keyWord } from '../keymap.ts'
import type { State } from '../state/state.ts'
import type { Keys } from './box.ts'

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
  readonly key: string
  readonly word: string
  readonly rank: number
  readonly isHelp?: boolean
}

function rankedKeys({ keymap, place, print }: State): readonly FootKey[] {
  const ranked = actionNames.flatMap((name): readonly FootKey[] => {
    const { footer }: KeyEntry = actions[name]
    const key = keyOf(keymap, name)
    if (!footer || key === undefined) return []
    if (place.pane === 'facets' && name === 'mark') return [{ key: keyWord(key), word: 'choose', rank: 0 }]
    if (place.pane === 'facets' && name === 'open') return []
    const shown = { key: keyWord(key), word: footer.word, rank: footer.rank, isHelp: name === 'help' }
    if (name !== 'open' || print === undefined) return [shown]
    // With --print, enter ends the session.
    const other = keymap.keysOf.open.find((one) => one !== 'enter')
    const opens = other === undefined ? [] : [{ word: 'open', rank: 0.5, key: keyWord(other) }]
    return [{ word: 'print', rank: 0, key: 'enter' }, ...opens]
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
