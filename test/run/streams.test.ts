/** Color is decided for stdout and stderr separately. */
import { expect, test } from 'vitest'
import type { LoadAction } from '../../src/actions/run-action.ts'
import { run, textSink } from '../harness.ts'

const speak: LoadAction =
  async () =>
  async ({ stdout, stderr, say }) => {
    await stdout.write('\x1b[1mout\x1b[22m\n', 'people')
    await stderr.write(`\x1b[2merr\x1b[22m\n`, 'people')
    await stderr.write(`passing`, 'status')
    await say(`said`)
  }

const action = { name: 'speak', brief: 'speaks', params: {}, examples: [] }

async function streams(outColumns: number | undefined, errColumns: number | undefined, words: string[] = []) {
  const [stdout, stderr] = [textSink(outColumns), textSink(errColumns)]
  const commands = { catalogue: {}, actions: [action], groups: {} }
  const { code } = await run(['speak', ...words], { commands, actions: { speak }, world: { stdout, stderr } })
  expect(code).toBe(0)
  return { out: stdout.text(), err: stderr.text() }
}

test.each([
  [80, undefined, '\x1b[1mout\x1b[22m\n', 'err\nsaid\n'],
  [undefined, 80, 'out\n', '\x1b[2merr\x1b[22m\npassing\r\x1b[2Ksaid\n'],
] as const)(
  'with stdout of %s and stderr of %s columns only the terminal has color',
  async (one, other, out, err) => {
    expect(await streams(one, other)).toEqual({ out, err })
  },
)

test('--color applies to both streams', async () => {
  expect(await streams(undefined, undefined, ['--color', 'always'])).toEqual({
    out: '\x1b[1mout\x1b[22m\n',
    err: '\x1b[2merr\x1b[22m\nsaid\n',
  })
  expect((await streams(80, 80, ['--color', 'never'])).err).toBe('err\npassing\r\x1b[2Ksaid\n')
})
