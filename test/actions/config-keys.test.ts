import { describe, expect, test } from 'vitest'
import { exploreActions, exploreKeys } from '../../src/commands/explore-keys.ts'
import { eventsOf } from '../explore/key-bytes.ts'
import { memoryTerminal } from '../harness/memory-terminal.ts'
import { run } from '../harness.ts'

/** Runs `kiva config set explore.keys.<action> <keys>`. */
const set = (action: string, keys: string, config: object = {}) =>
  run(['config', 'set', `explore.keys.${action}`, keys], { files: new Map([['config', config]]) })

describe('config set explore.keys', () => {
  test('saves, prints, lists and removes the keys of an action', async () => {
    const files = new Map<string, unknown>()
    const { code, stdout } = await run(['config', 'set', 'explore.keys.page-down', 'n,ctrl-n'], {
      files,
      terminal: 80,
    })
    expect([code, stdout]).toEqual([0, 'Set explore.keys.page_down to n,ctrl-n in /config/config.json.\n'])
    expect(files.get('config')).toEqual({ 'explore.keys.page_down': 'n,ctrl-n' })
    expect((await run(['config', 'get', 'explore.keys.page_down'], { files })).stdout).toBe('n,ctrl-n\n')
    const listed = JSON.parse((await run(['config', 'list', '-o', 'json'], { files })).stdout)
    expect(listed.filter(({ setting }: { setting: string }) => setting.startsWith('explore'))).toEqual([
      {
        setting: 'explore.keys.page_down',
        value: 'n,ctrl-n',
        source: 'file',
        place: 'explore.keys.page_down in /config/config.json',
      },
    ])
    await run(['config', 'unset', 'explore.keys.page_down'], { files })
    expect(files.has('config')).toBe(false)
  })

  test('prints the default keys of an action without a setting', async () => {
    expect((await run(['config', 'get', 'explore.keys.quit'])).stdout).toBe('q,ctrl-c\n')
  })

  test('a profile has its own keys', async () => {
    const files = new Map<string, unknown>()
    await run(['--profile', 'left', 'config', 'set', 'explore.keys.down', 'e'], { files })
    expect(files.get('config')).toEqual({ profiles: { left: { 'explore.keys.down': 'e' } } })
    expect((await run(['config', 'get', 'explore.keys.down'], { files })).stdout).toBe('down,j\n')
    expect((await run(['--profile', 'left', 'config', 'get', 'explore.keys.down'], { files })).stdout).toBe(
      'e\n',
    )
  })

  test.each([
    ['down', 'j,,k', 'invalid value "j,,k" for explore.keys.down: unknown key ""'],
    ['down', 'jj', 'invalid value "jj" for explore.keys.down: unknown key "jj"'],
    ['down', 'Ctrl-J', 'invalid value "Ctrl-J" for explore.keys.down: unknown key "Ctrl-J"'],
    ['down', '\u0007', 'unknown key'],
    ['sideways', 'j', 'unknown setting "explore.keys.sideways"'],
    [
      'quit',
      'down',
      'key "down" is used twice: explore.keys.down and explore.keys.quit',
      { 'explore.keys.down': 'down' },
    ],
    ['down', 'q,ctrl-c', 'no key is left to quit'],
  ])('refuses %s = %j', async (action, keys, words, config: object = {}) => {
    const { code, stdout, stderr } = await set(action, keys, config)
    expect([code, stdout]).toEqual([2, ''])
    expect(JSON.parse(stderr).error.message).toContain(words)
  })

  test('suggests the nearest action', async () => {
    expect((await set('pagedown', 'n')).stderr).toContain('Did you mean explore.keys.page_down?')
  })

  test('no two actions have the same default key', () => {
    const keys = exploreActions.flatMap((action) => [...exploreKeys[action].keys])
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  test('takes every default key, as terminals send them', async () => {
    for (const action of exploreActions) {
      const keys = exploreKeys[action].keys
      expect((await set(action, keys.join(','))).code, action).toBe(0)
      for (const key of keys) expect(eventsOf(key), key).toEqual([{ kind: 'key', key }])
    }
  })
})

describe('explore.keys in kiva explore', () => {
  test('a key conflict ends the run before the screen opens', async () => {
    const terminal = memoryTerminal({ columns: 80, rows: 24 })
    const files = new Map([['config', { 'explore.keys.down': 'n', 'explore.keys.up': 'n' }]])
    const { code, stderr, requests } = await run(['--sandbox', 'explore'], { files, rawTerminal: terminal })
    expect([code, requests, terminal.written()]).toEqual([3, [], ''])
    expect(JSON.parse(stderr).error.message).toBe(
      'key "n" is used twice: explore.keys.down and explore.keys.up',
    )
    const doctor = await run(['doctor', '--offline'], { files })
    expect(doctor.stdout).toContain('key \\"n\\" is used twice')
    expect(doctor.code).toBe(3)
  })

  test('a chosen key does what its setting says', async () => {
    const terminal = memoryTerminal({ columns: 80, rows: 24 })
    const files = new Map([['config', { 'explore.keys.quit': 'n' }]])
    terminal.type('n')
    const { code } = await run(['--sandbox', 'explore'], { files, rawTerminal: terminal })
    expect([code, terminal.isClosed]).toEqual([0, true])
  })
})
