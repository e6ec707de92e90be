/** Help on a terminal: as wide as the screen, with bold headings, in a pager. */
import { describe, expect, test } from 'vitest'
import { givenOf } from '../../src/cli/given.ts'
import { pagerOf } from '../../src/cli/settings/run-settings.ts'
import { pagedScreen } from '../harness/pagers.ts'
import { type RunOptions, run } from '../harness.ts'

const bold = (text: string) => `\x1b[1m${text}\x1b[22m`

describe('headings', () => {
  test('are the only bold text on a terminal', async () => {
    const { stdout } = await run(['loans', 'search', '--help'], { terminal: 80 })
    const headings = ['Usage:', 'Examples:', 'Options:', 'More options:']
    expect(stdout.match(/\x1b\[1m.*?\x1b\[22m/g)).toEqual(headings.map(bold))
    const plain = await run(['loans', 'search', '--help'])
    expect(stdout.replaceAll(/\x1b\[\d+m/g, '')).toBe(plain.stdout)
  })

  test.each<{ words?: readonly string[]; env?: Record<string, string>; terminal?: number; isBold: boolean }>([
    { isBold: false },
    { words: ['--color', 'always'], isBold: true },
    { env: { FORCE_COLOR: '1' }, isBold: true },
    { env: { NO_COLOR: '1' }, terminal: 80, isBold: false },
    { env: { TERM: 'dumb' }, terminal: 80, isBold: false },
    { words: ['--color', 'never'], terminal: 80, isBold: false },
    // An invalid value does not prevent help.
    { words: ['--color', 'mauve'], terminal: 80, isBold: true },
  ])('are bold with $words $env $terminal: $isBold', async ({ words = [], env = {}, terminal, isBold }) => {
    const { code, stdout } = await run([...words, 'loans', '--help'], { env, terminal })
    expect([code, stdout.includes(bold('Usage:'))]).toEqual([0, isBold])
  })
})

test.each<[string, readonly string[], Record<string, string>, unknown, boolean]>([
  ['never', [], {}, { color: 'never' }, false],
  ['always, before NO_COLOR', [], { NO_COLOR: '1' }, { color: 'always' }, true],
  ['never, behind --color', ['--color', 'always'], {}, { color: 'never' }, true],
  ['of the profile', ['--profile', 'a'], {}, { profiles: { a: { color: 'never' } } }, false],
  ['plain', [], {}, { plain: true }, false],
  ['plain, by the environment', [], { KIVA_PLAIN: '1' }, {}, false],
  ['in a file that cannot be used', [], {}, '{', true],
])('the setting color reaches help on a terminal: %s', async (_, words, env, config, isBold) => {
  const { code, stdout } = await run([...words, 'loans', '--help'], {
    terminal: 80,
    env,
    files: new Map([['config', config]]),
  })
  expect([code, stdout.includes(bold('Usage:'))]).toEqual([0, isBold])
})

test.each([40, 60, 120])('lines fill a screen of %i columns', async (terminal) => {
  const { stdout } = await run(['help', 'output'], { terminal, env: { NO_COLOR: '1' } })
  const lengths = stdout.split('\n').map((line) => line.length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(terminal)
  expect(Math.max(...lengths)).toBeGreaterThan(terminal - 15)
})

describe('the pager', () => {
  /** Runs on a terminal with this number of rows; returns the started pagers and their texts. */
  async function paged(words: readonly string[], rows: number | undefined, more: RunOptions = {}) {
    const { world, shown, screen } = pagedScreen(rows)
    const { code } = await run(words, { terminal: 80, ...more, world: { ...world, ...more.world } })
    return { code, shown, stdout: screen.text() }
  }

  test('shows help longer than the screen, and nothing is printed to stdout', async () => {
    const { code, shown, stdout } = await paged(['loans', 'search', '--help'], 24)
    expect([code, stdout]).toEqual([0, ''])
    expect(shown).toEqual([
      { command: ['less'], text: expect.stringContaining(bold('Usage:')), closed: true },
    ])
  })

  test.each<[string, readonly string[], number | undefined, RunOptions?]>([
    ['the text fits', ['loans', '--help'], 60],
    ['nobody knows how long the screen is', ['loans', 'search', '--help'], undefined],
    ['--no-pager says so', ['loans', 'search', '--help', '--no-pager'], 24],
    ['KIVA_PAGER is cat', ['loans', 'search', '--help'], 24, { env: { KIVA_PAGER: 'cat' } }],
    [
      'nobody can press a key',
      ['loans', 'search', '--help'],
      24,
      {
        world: {
          stdin: {
            isTerminal: false,
            readAll: async () => '',
            readLine: async () => undefined,
            async *chunks() {},
          },
        },
      },
    ],
    ['it is the version', ['--version'], 1],
    ['it is the first screen', [], 5],
  ])('is not started when %s', async (_, words, rows, more) => {
    const { code, shown, stdout } = await paged(words, rows, more)
    expect([code, shown]).toEqual([0, []])
    expect(stdout).not.toBe('')
  })

  test('that cannot be started is no error: help is printed', async () => {
    const { code, stdout } = await paged(['loans', 'search', '--help'], 24, {
      world: { pager: async () => undefined },
    })
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage:')])
  })

  test('may be closed before the end', async () => {
    const { world, shown, screen } = pagedScreen(24, 0)
    const { code } = await run(['loans', 'search', '--help'], { terminal: 80, world })
    expect([code, screen.text(), shown[0]?.closed]).toEqual([0, '', true])
  })

  test.each([
    [{}, ['less']],
    [{ PAGER: 'more' }, ['more']],
    [{ PAGER: 'more', KIVA_PAGER: 'less -S' }, ['less', '-S']],
    [{ PAGER: 'more', KIVA_PAGER: '' }, ['more']],
    [{ KIVA_PAGER: '"/opt/my tools/less" \'-P a b\'' }, ['/opt/my tools/less', '-P a b']],
    [{ KIVA_PAGER: 'less; rm -r $HOME' }, ['less;', 'rm', '-r', '$HOME']],
    [{ PAGER: 'cat' }, undefined],
    [{ PAGER: ' ' }, undefined],
  ])('for %j is %j', (env, command) => {
    expect(pagerOf({ given: givenOf(new Map()), env, tables: [] })).toEqual(command)
  })

  const config = { pager: 'most -s', profiles: { bare: { pager: 'cat' }, other: { timeout: 5 } } }
  test.each<[string, readonly string[], Readonly<Record<string, string>>, unknown, readonly string[]]>([
    ['before PAGER', [], { PAGER: 'more' }, config, ['most', '-s']],
    ['after KIVA_PAGER', [], { KIVA_PAGER: 'more' }, config, ['more']],
    ['by its profile', ['--profile', 'bare'], {}, config, []],
    ['from below a profile without one', ['--profile', 'other'], {}, config, ['most', '-s']],
    ['after --no-pager', ['--no-pager'], {}, config, []],
    ['not where it cannot be read', [], { PAGER: 'more' }, '{', ['more']],
    ['not where there is no such profile', ['--profile', 'none'], {}, config, ['less']],
  ])('of the settings file applies %s', async (_, more, env, config, command) => {
    const files = new Map([['config', config]])
    const { code, shown } = await paged(['loans', 'search', '--help', ...more], 24, { env, files })
    expect([code, shown.flatMap((one) => one.command)]).toEqual([0, command])
  })

  test('the settings file is not read when stdout is not a terminal', async () => {
    const settingsFile = async () => Promise.reject(new Error('it was read'))
    const { code, stdout } = await run(['loans', 'search', '--help'], { world: { settingsFile } })
    expect([code, stdout]).toEqual([0, expect.stringContaining('Usage:')])
  })
})
