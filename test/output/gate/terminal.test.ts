/** The bytes of frames, and what text cannot add to them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Frame, Stroke } from '../../../src/core/streams.ts'
import { openTerminalGate } from '../../../src/output/gate/terminal.ts'
import { memoryTerminal } from '../../harness/memory-terminal.ts'
import { offencesIn } from '../../recorder/judge.ts'
import { piecesOf } from '../../recorder/sequences.ts'

function opened(color = true) {
  const raw = memoryTerminal({ columns: 80, rows: 24, isMute: true })
  return { raw, terminal: openTerminalGate(raw, { color }) }
}

async function drawn(strokes: readonly Stroke[], color = true, rest: Partial<Frame> = {}): Promise<string> {
  const { raw, terminal } = opened(color)
  await terminal.draw({ strokes, erasesAll: false, cursor: undefined, asksReply: false, ...rest })
  return raw.written()
}

/** The inside of a frame without a cursor. */
const insideOf = (frame: string) => /^\x1b\[\?2026h\x1b\[\?25l(.*)\x1b\[\?2026l$/s.exec(frame)?.[1]

const text = (value: string): Stroke => ({ kind: 'text', row: 0, column: 0, text: value })

test('a frame is one write, with its places counted from 1', async () => {
  const { raw, terminal } = opened()
  const writes: string[] = []
  await openTerminalGate({ ...raw, write: async (bytes) => void writes.push(bytes) }, { color: true }).draw({
    strokes: [
      { kind: 'scroll', top: 1, bottom: 20, by: 2 },
      { kind: 'scroll', top: 0, bottom: 3, by: -1 },
      { kind: 'scroll', top: 0, bottom: 3, by: 0 },
      { kind: 'text', row: 4, column: 9, text: '\x1b[1mIda\x1b[22m' },
      { kind: 'erase', row: 5, column: 0 },
    ],
    erasesAll: true,
    cursor: { row: 23, column: 79 },
    asksReply: true,
  })
  expect(writes).toEqual([
    '\x1b[?2026h\x1b[?25l\x1b[2J\x1b[2;21r\x1b[2S\x1b[r\x1b[1;4r\x1b[1T\x1b[r' +
      '\x1b[5;10H\x1b[1mIda\x1b[22m\x1b[6;1H\x1b[K\x1b[24;80H\x1b[?25h\x1b[?2026l\x1b[5n',
  ])
  expect([terminal.columns, terminal.rows]).toEqual([80, 24])
})

test('an empty frame hides the cursor and asks nothing', async () => {
  expect(await drawn([])).toBe('\x1b[?2026h\x1b[?25l\x1b[?2026l')
})

test.each([
  ['\x1b[36ma\x1b[39m\x1b[7mb\x1b[27m', '\x1b[36ma\x1b[39m\x1b[7mb\x1b[27m'],
  ['\x1b[36ma', '\x1b[36ma\x1b[0m'],
  ['\x1b[1ma\x1b[39mb', '\x1b[1ma\x1b[39mb\x1b[0m'],
  ['\x1b[1ma\x1b[2mb\x1b[22mc', '\x1b[1ma\x1b[2mb\x1b[22mc'],
])('the colors of %j do not go on after it', async (painted, expected) => {
  expect(insideOf(await drawn([text(painted)]))).toBe(`\x1b[1;1H${expected}`)
})

test('without color, all styles are removed', async () => {
  const painted = '\x1b[36ma\x1b[39m\x1b[7mb\x1b[27m\x1b[1mc'
  expect(insideOf(await drawn([text(painted)], false))).toBe('\x1b[1;1Habc')
})

describe('hostile text', () => {
  test.each([
    ['\x1b[2J', '\ufffd[2J'],
    ['\x1b]52;c;YQ==\x07', '\ufffd]52;c;YQ==\ufffd'],
    ['\x9b1A', '\ufffd1A'],
    ['a\nb\r\nc\rd\te', 'abc\ufffdd e'],
    ['\x1b[0m\x1b[31m', '\ufffd[0m\ufffd[31m'],
    ['\x1b[?2026l', '\ufffd[?2026l'],
    ['\x1b_1;1;2;0\x1b\\▀▀', '\ufffd'],
    ['\x1b]8;;https://www.kiva.org/lend/1\x1b\\x', '\ufffd]8;;https://www.kiva.org/lend/1\ufffd\\x'],
    ['a\u202eb\u200bc', 'a\ufffdb\ufffdc'],
  ])('%j does not pass', async (value, expected) => {
    expect(insideOf(await drawn([text(value)]))).toBe(`\x1b[1;1H${expected}`)
  })

  test('random text adds no sequence to a frame', async () => {
    const parts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\x1b', '\x1b[', '\x9b', ']52;c;', '2J', 'm', '\n', '\r', '\u200d', '\u202e', '\ud800'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(parts), async (list) => {
        const frame = await drawn([text(list.join(''))], false)
        const obeyed = piecesOf(frame).flatMap((piece) => ('obeyed' in piece ? [piece.obeyed] : []))
        expect(obeyed).toEqual(['CSI ?2026h', 'CSI ?25l', 'CSI 1;1H', 'CSI ?2026l'])
        const ended = `${frame}\x1b[?25h`
        const offences = offencesIn({ text: ended, stream: 'stdout', occasions: new Set(['explore']) })
        expect(offences).toEqual([])
      }),
    )
  })
})

describe('the clipboard', () => {
  test('gets sanitized text in one line', async () => {
    const { raw, terminal } = opened()
    expect(await terminal.copy('kiva loans show 1\n\x1b[31mé')).toBe(true)
    const [, copied = ''] = /^\x1b\]52;c;([A-Za-z0-9+/=]+)\x1b\\$/.exec(raw.written()) ?? []
    expect(Buffer.from(copied, 'base64').toString()).toBe('kiva loans show 1 \ufffd[31mé')
  })

  test('gets no text that terminals would cut', async () => {
    const { raw, terminal } = opened()
    expect(await terminal.copy('x'.repeat(56_250))).toBe(true)
    expect(raw.written()).toHaveLength(75_000 + '\x1b]52;c;\x1b\\'.length)
    expect(await terminal.copy('x'.repeat(56_251))).toBe(false)
    expect(raw.written()).toHaveLength(75_000 + '\x1b]52;c;\x1b\\'.length)
  })
})
