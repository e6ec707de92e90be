/** A command that takes the terminal: its color, and the messages that wait until it is closed. */
import { expect, test } from 'vitest'
import type { Context } from '../../../src/core/context.ts'
import { memoryTerminal } from '../../harness/memory-terminal.ts'
import { type RunOptions, run, textSink } from '../../harness.ts'

const commands: RunOptions['commands'] = {
  catalogue: {},
  actions: [{ name: 'x', brief: 'X', params: {}, examples: [''] }],
  groups: {},
}

/** Runs an action on a terminal. */
const act = (
  work: (context: Context) => Promise<void>,
  options: RunOptions = {},
  words: readonly string[] = [],
) =>
  run(['x', ...words], {
    terminal: 80,
    commands,
    actions: { x: async () => work },
    ...options,
  })

const frame = { erasesAll: false, cursor: undefined, asksReply: true }
const painted = { kind: 'text', row: 0, column: 0, text: '\x1b[7mIda\x1b[27m' } as const

test.each([
  ['always', '\x1b[7mIda\x1b[27m'],
  ['never', 'Ida'],
])('frames have the colors of --color %s', async (choice, shown) => {
  const rawTerminal = memoryTerminal({ columns: 40, rows: 12 })
  const events: string[] = []
  const { code } = await act(
    async ({ takeTerminal }) => {
      const terminal = await takeTerminal()
      terminal?.listen((event) =>
        events.push(event.kind === 'input' ? String(Buffer.from(event.bytes)) : event.kind),
      )
      expect([terminal?.columns, terminal?.rows, terminal?.color]).toEqual([40, 12, choice === 'always'])
      await terminal?.draw({ ...frame, strokes: [painted] })
      rawTerminal.resize(30, 10)
      expect([terminal?.columns, terminal?.rows]).toEqual([30, 10])
      terminal?.close()
    },
    { rawTerminal },
    ['--color', choice],
  )
  expect([code, rawTerminal.isClosed]).toEqual([0, true])
  expect(rawTerminal.written()).toBe(`\x1b[?2026h\x1b[?25l\x1b[1;1H${shown}\x1b[?2026l\x1b[5n`)
  expect(events.sort()).toEqual(['\x1b[0n', 'redraw'])
})

test('messages wait until the terminal is closed, and later ones follow them', async () => {
  const rawTerminal = memoryTerminal({ columns: 80, rows: 24 })
  const stderr = textSink(80)
  let held = ''
  await act(
    async ({ say, takeTerminal }) => {
      await say('first')
      const terminal = await takeTerminal()
      await say('second')
      await say('third')
      held = stderr.text()
      terminal?.close()
      terminal?.close()
      await say('fourth')
    },
    { rawTerminal, world: { stderr } },
  )
  expect([held, stderr.text()]).toEqual(['first\n', 'first\nsecond\nthird\nfourth\n'])
})

test('the status line is erased before the terminal is taken, and not drawn until it is closed', async () => {
  const rawTerminal = memoryTerminal({ columns: 80, rows: 24 })
  const stderr = textSink(80)
  const steps: string[] = []
  await act(
    async (context) => {
      await context.stderr.write('waiting', 'status')
      const terminal = await context.takeTerminal()
      steps.push(stderr.text())
      await context.stderr.write('still waiting', 'status')
      terminal?.close()
    },
    { rawTerminal, world: { stderr } },
  )
  expect([...steps, stderr.text()]).toEqual(['waiting\r\x1b[2K', 'waiting\r\x1b[2K'])
})

test.each([
  ['there is none', async () => undefined],
  ['taking it fails', () => Promise.reject(new Error('no'))],
])('messages are printed if %s', async (_, takeTerminal) => {
  const { stderr } = await act(
    async (context) => {
      const terminal = await context.takeTerminal().catch(() => undefined)
      expect(terminal).toBeUndefined()
      await context.say('here')
    },
    { world: { takeTerminal } },
  )
  expect(stderr).toBe('here\n')
})

test('messages that go elsewhere than to a terminal do not wait', async () => {
  const rawTerminal = memoryTerminal({ columns: 80, rows: 24 })
  const stderr = textSink(undefined)
  await act(
    async ({ say, takeTerminal }) => {
      const terminal = await takeTerminal()
      await say('at once')
      expect(stderr.text()).toBe('at once\n')
      terminal?.close()
    },
    { rawTerminal, world: { stderr } },
  )
})
