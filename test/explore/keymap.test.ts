/** Keys that the user chose. */
import { describe, expect, it } from 'vitest'
import { makeKeymap } from '../../src/explore/keymap.ts'
import type { State } from '../../src/explore/state/state.ts'
import { update } from '../../src/explore/update/update.ts'
import { openSession } from './session.ts'
import { stateOf } from './states.ts'

const press = (state: State, key: string) => update(state, { kind: 'input', input: { kind: 'key', key } })
const suspends = (state: State, key: string) => press(state, key)[1].some(({ kind }) => kind === 'suspend')

describe('a key that was moved', () => {
  it('belongs to one action only', () => {
    const { keysOf, actionOf } = makeKeymap({ mark: ['x'], open: ['enter'] })
    expect([keysOf.mark, keysOf.export, keysOf.open]).toEqual([['x'], [], ['enter']])
    expect(actionOf.get('x')).toBe('mark')
    expect(actionOf.has('space')).toBe(false)
    const keys = Object.values(makeKeymap({ read_again: ['j', 'k', 'w'] }).keysOf).flat()
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is shown beside one action in the help and the palette', async () => {
    const files = new Map([['config', { 'explore.keys.mark': 'x' }]])
    const session = await openSession({ argv: ['--sandbox', 'explore'], files })
    await session.press('?')
    const keyOf = async (brief: string) =>
      (await session.screen())
        .find((line) => line.includes(brief))
        ?.split(brief)[0]
        ?.replace('>', '')
        .trim()
    await session.press('mark')
    expect(await keyOf('Mark the record')).toBe('x')
    await session.press('ctrl-u', 'export')
    expect(await keyOf('Export the rows')).toBe('')
    await session.press('esc', ':', 'exporttherows', 'down')
    expect(await keyOf('Export the rows')).toBe('')
    await session.end()
  })

  it('cannot take the last key that quits', () => {
    expect(() => makeKeymap({ mark: ['q'], copy: ['ctrl-c'] })).toThrow('no key is left to quit')
  })
})

describe('Ctrl-Z', () => {
  it('stops kiva, also while an input is open', async () => {
    const state = await stateOf()
    expect(suspends(state, 'ctrl-z')).toBe(true)
    expect(suspends(press(state, '/')[0], 'ctrl-z')).toBe(true)
  })

  it('does what the settings say', async () => {
    const again = await stateOf({ keymap: makeKeymap({ read_again: ['ctrl-z'] }) })
    const [after, effects] = press(again, 'ctrl-z')
    expect(effects).toEqual([])
    expect(after.queue).toMatchObject([{ kind: 'open', replaces: 1 }])
    const moved = await stateOf({ keymap: makeKeymap({ suspend: ['Z'] }) })
    expect([suspends(moved, 'ctrl-z'), suspends(moved, 'Z')]).toEqual([false, true])
    // In an input it is a letter.
    expect(press(press(moved, '/')[0], 'Z')[0].tab.filter).toBe('Z')
  })
})
