import { describe, expect, it } from 'vitest'
import { type ColorChoice, decideColor, explainColor } from '../../../src/output/terminal/color.ts'
import { run } from '../../harness.ts'

type Row = readonly [ColorChoice, Record<string, string>, terminal: boolean, color: boolean]

const rows: readonly Row[] = [
  ['auto', {}, true, true],
  ['auto', {}, false, false],
  ['always', { NO_COLOR: '1', TERM: 'dumb' }, false, true],
  ['never', { FORCE_COLOR: '1' }, true, false],
  ['auto', { NO_COLOR: '1' }, true, false],
  ['auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ['auto', { NO_COLOR: '' }, true, true],
  ['auto', { FORCE_COLOR: '1' }, false, true],
  ['auto', { FORCE_COLOR: '3', TERM: 'dumb' }, false, true],
  ['auto', { FORCE_COLOR: '0' }, true, false],
  ['auto', { FORCE_COLOR: 'false', CLICOLOR_FORCE: '1' }, true, false],
  ['auto', { FORCE_COLOR: '' }, false, false],
  ['auto', { CLICOLOR_FORCE: '1' }, false, true],
  ['auto', { CLICOLOR_FORCE: '1', TERM: 'dumb', CLICOLOR: '0' }, false, true],
  ['auto', { CLICOLOR_FORCE: '0' }, false, false],
  ['auto', { CLICOLOR_FORCE: '0' }, true, true],
  ['auto', { TERM: 'dumb' }, true, false],
  ['auto', { TERM: 'dumb', CLICOLOR: '1' }, true, false],
  ['auto', { CLICOLOR: '0' }, true, false],
  ['auto', { CLICOLOR: '1' }, false, false],
]

it.each(rows)('--color %s, %j, terminal %s: %s', (choice, env, isTerminal, color) => {
  expect(decideColor(choice, env, isTerminal)).toBe(color)
})

/** What decides about color, strongest first, with each decision; the last one is the terminal itself. */
const speakers: readonly (readonly [by: string, says: boolean, env: Record<string, string>])[] = [
  ['NO_COLOR', false, { NO_COLOR: '1' }],
  ['FORCE_COLOR', true, { FORCE_COLOR: '1' }],
  ['CLICOLOR_FORCE', true, { CLICOLOR_FORCE: '1' }],
  ['CLICOLOR=0', false, { CLICOLOR: '0' }],
  ['TERM=dumb', false, { TERM: 'dumb' }],
  ['a terminal', true, {}],
]

describe('the strongest setting wins', () => {
  it.each(speakers)('%s: %s, over all weaker ones', (by, color, env) => {
    const below = speakers.slice(speakers.findIndex(([name]) => name === by))
    const all = Object.assign({}, ...below.map(([, , other]) => other), env)
    expect(explainColor('auto', all, true)).toEqual({ by, color })
    for (const choice of ['always', 'never'] as const) {
      expect(explainColor(choice, all, true)).toEqual({ by: `color ${choice}`, color: choice === 'always' })
    }
  })

  it('stdout is colored only if stdout itself is a terminal', async () => {
    const line = ['--sandbox', 'releases', 'current', '-o', 'json']
    const piped = await run(line, { stderrTerminal: 80 })
    expect(piped.stdout).not.toContain('\x1b')
    expect((await run(line, { terminal: 80 })).stdout).toContain('\x1b[36m')
  })
})

describe('machine formats in a pipe', () => {
  const line = ['--sandbox', 'releases', 'current']

  it.each(['json', 'ndjson', 'yaml', 'csv', 'xml', 'geojson'])(
    'are not colored by FORCE_COLOR or CLICOLOR_FORCE: %s',
    async (format) => {
      const words = [...line, '-o', format]
      const { stdout } = await run(words)
      for (const env of [{ FORCE_COLOR: '1' }, { FORCE_COLOR: '3' }, { CLICOLOR_FORCE: '1' }])
        expect((await run(words, { env })).stdout).toBe(stdout)
    },
  )

  it.each(['json', 'ndjson'])('are colored by --color always: %s', async (format) => {
    const { stdout } = await run([...line, '-o', format, '--color', 'always'])
    expect(stdout).toContain('\x1b[36m')
  })

  it('have JSON errors without color, even with FORCE_COLOR', async () => {
    const { code, stderr } = await run(['--sandbox', 'loans', 'show', '1', '-o', 'json'], {
      env: { FORCE_COLOR: '1', CLICOLOR_FORCE: '1' },
    })
    expect([code, JSON.parse(stderr).error.kind]).toEqual([5, 'refused'])
  })

  it('do not include tables: FORCE_COLOR colors a table in a pipe', async () => {
    const { stdout } = await run([...line, '-o', 'table'], { env: { FORCE_COLOR: '1' } })
    expect(stdout).toContain('\x1b[')
  })

  it('have no color according to doctor', async () => {
    const { stdout } = await run(['doctor'], { env: { FORCE_COLOR: '1' } })
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ check: 'color', found: 'no: not a terminal' }),
    )
  })
})
