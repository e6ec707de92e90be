import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type InputEvent, InputReader, maxPaste } from '../../src/explore/input.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function read(input: string | Uint8Array): readonly InputEvent[] {
  return new InputReader().read(typeof input === 'string' ? bytes(input) : input)
}

const keysOf = (events: readonly InputEvent[]) =>
  events.map((event) => (event.kind === 'key' ? event.key : event)).join(' ')

test.each<readonly [string, string]>([
  ['aZ9/', 'a Z 9 /'],
  ['é ж 日 👩', 'é space ж space 日 space 👩'],
  // A letter and its combining accent are two characters.
  ['e\u0301', 'e \u0301'],
  ['\r\t \x7f\b', 'enter tab space backspace backspace'],
  ['\x01\n\x1a\x00\x1c\x1f', 'ctrl-a ctrl-j ctrl-z ctrl-space ctrl-\\ ctrl-_'],
  ['\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1b[F', 'up down right left home end'],
  ['\x1bOA\x1bOB\x1bOC\x1bOD\x1bOH\x1bOF\x1bOM', 'up down right left home end enter'],
  ['\x1b[1~\x1b[3~\x1b[4~\x1b[5~\x1b[6~\x1b[7~\x1b[8~', 'home delete end page-up page-down home end'],
  ['\x1bOP\x1bOQ\x1bOR\x1bOS\x1b[15~\x1b[17~\x1b[24~', 'f1 f2 f3 f4 f5 f6 f12'],
  ['\x1b[[A\x1b[[Ex', 'f1 f5 x'],
  [
    '\x1b[Z\x1b[1;5C\x1b[1;2A\x1b[5;3~\x1b[1;8D',
    'shift-tab ctrl-right shift-up alt-page-up ctrl-alt-shift-left',
  ],
  [
    '\x1bx\x1bX\x1b\r\x1b\x7f\x1bé\x1b\x01\x1b ',
    'alt-x alt-X alt-enter alt-backspace alt-é ctrl-alt-a alt-space',
  ],
  ['\x1b\x1bx', 'esc alt-x'],
  ['\x1b\x1b[A', 'esc up'],
  // kitty's keyboard protocol, and xterm's modifyOtherKeys.
  ['\x1b[27u\x1b[13u\x1b[9;2u\x1b[97;5u\x1b[106;3u', 'esc enter shift-tab ctrl-a alt-j'],
  ['\x1b[97:65;2u\x1b[97;2u\x1b[97;6u\x1b[32;5u\x1b[97;65u', 'A A ctrl-shift-a ctrl-space a'],
  ['\x1b[57399u\x1b[57414u\x1b[57421u\x1b[57426u', '0 enter page-up delete'],
  ['\x1b[27;5;105~', 'ctrl-i'],
  // Releases, keys of the desktop, and modifiers by themselves.
  ['\x1b[97;1:3u\x1b[1;1:3A\x1b[97;9u\x1b[57441u\x1b[57358u', ''],
  ['\x1b[97;1:2u', 'a'],
])('reads %j as %s', (input, keys) => {
  expect(keysOf(read(input))).toBe(keys)
})

test.each([
  '\x1b[I\x1b[O',
  '\x1b[?62;22c',
  '\x1b[?1u',
  '\x1b[24;80R',
  '\x1b[3n',
  '\x1b[1$y',
  '\x1b[99~\x1b[2~',
  '\x1bOz',
  '\x1b]11;rgb:0000/0000/0000\x07',
  '\x1b]52;c;YQ==\x1b\\',
  '\x1bP1+r524742\x1b\\',
  '\x1b_Gi=1;OK\x1b\\',
  '\x1b]x\x1b\\\x1b_x\x07',
  '\x1b[<0;1;1m',
  '\x1b[<32;1;1M\x1b[<1;1;1M\x1b[<2;1;1M\x1b[<66;1;1M\x1b[<128;1;1M',
  '\x1b[<0;0;1M\x1b[<0;1M\x1b[<999999;1;1M',
  '\x1b[M !!',
  '\x1b[12\x18',
  '\x1b]title\x1a',
  '\x1b[201~',
  `\x1b[${'1;'.repeat(50)}A`,
  '\x1b[99999999999999999999u\x1b[55296u\x1b[u',
])('swallows %j whole', (input) => {
  const reader = new InputReader()
  expect(keysOf(reader.read(bytes(`${input}x`)))).toBe('x')
  expect(reader.wait).toBe(undefined)
})

test('reads the mouse', () => {
  expect(read('\x1b[<0;3;2M\x1b[<64;10;20M\x1b[<65;1;1M\x1b[<16;223;300M')).toEqual([
    { kind: 'mouse', action: 'press', row: 1, column: 2 },
    { kind: 'mouse', action: 'wheel-up', row: 19, column: 9 },
    { kind: 'mouse', action: 'wheel-down', row: 0, column: 0 },
    { kind: 'mouse', action: 'press', row: 299, column: 222 },
  ])
})

test('reads the answer of the terminal between keys', () => {
  expect(read('a\x1b[0nb')).toEqual([{ kind: 'key', key: 'a' }, { kind: 'reply' }, { kind: 'key', key: 'b' }])
})

test('a lone ESC waits for flush', () => {
  const reader = new InputReader()
  expect(reader.read(bytes('a\x1b'))).toEqual([{ kind: 'key', key: 'a' }])
  expect(reader.wait).toBe(30)
  expect(reader.flush()).toEqual([{ kind: 'key', key: 'esc' }])
  expect(reader.wait).toBe(undefined)
  expect(reader.flush()).toEqual([])
  expect(keysOf(reader.read(bytes('[')))).toBe('[')
})

test.each([
  ['\x1b[1;5', 'A'],
  ['\x1b[<0;3', ';2M'],
  ['\x1bO', 'A'],
  ['\x1b]52;c', ';YQ==\x07'],
  ['\x1b]52;c\x1b', '\\'],
  ['\x1bP', '1$r\x1b\\'],
  ['\x1b[[', 'A'],
  ['\x1b[M!', '!!'],
])('after flush, %j is dropped to its end %j', (input, rest) => {
  const reader = new InputReader()
  expect(reader.read(bytes(input))).toEqual([])
  expect(reader.wait).toBe(1000)
  expect(reader.flush()).toEqual([])
  expect(reader.wait).toBe(undefined)
  expect(keysOf(reader.read(bytes(`${rest}xé\x1b[A`)))).toBe('x é up')
})

test('after flush, a paste and a reply of the terminal still count', () => {
  const reader = new InputReader()
  for (const start of ['\x1b[', '\x1b[2']) {
    reader.read(bytes(start))
    reader.flush()
    expect(reader.read(bytes(`${'200~'.slice(start.length - 2)}q\x1b[201~`))).toEqual([
      { kind: 'paste', text: 'q' },
    ])
  }
  reader.read(bytes('\x1b[0'))
  reader.flush()
  expect(reader.read(bytes('n'))).toEqual([{ kind: 'reply' }])
})

test('a character and its Alt wait for their rest', () => {
  const reader = new InputReader()
  reader.read(Uint8Array.of(0x1b, 0xe6, 0x97))
  expect(reader.wait).toBe(undefined)
  expect(reader.flush()).toEqual([])
  expect(keysOf(reader.read(Uint8Array.of(0xa5, 0x78)))).toBe('alt-日 x')
})

test('a cut-off sequence ends where the next one begins', () => {
  expect(keysOf(read('\x1b[1;\x1b[A\x1b[1\r\x1b]52\x1b[Bé\x1bOé\x1b]é\x03'))).toBe('up enter down é é ctrl-c')
})

test('an endless string does not swallow keys forever', () => {
  expect(read(`\x1b]${'x'.repeat(100_000)}`).length).toBe(100_000 - 64 * 1024)
})

test('decodes invalid UTF-8 as TextDecoder does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ min: 0x80, max: 0xff, maxLength: 12 }), (random) => {
      const input = Uint8Array.of(...random, 0x2e)
      // C1 controls are no keys.
      const expected = new TextDecoder('utf-8', { ignoreBOM: true }).decode(input).replace(/[\x80-\x9f]/g, '')
      expect(
        read(input)
          .map((event) => event.kind === 'key' && event.key.replace('space', ' '))
          .join(''),
      ).toBe(expected)
    }),
  )
})

test('reads pasted text, sanitized and with one kind of line end', () => {
  expect(read('\x1b[200~a\rb\r\nc\x1b[31m\x1b[20\x07 é\x1b[201~x')).toEqual([
    { kind: 'paste', text: 'a\nb\nc\ufffd[31m\ufffd[20\ufffd é' },
    { kind: 'key', key: 'x' },
  ])
})

test('finds the end of a paste after a part of it', () => {
  expect(read('\x1b[200~a\x1b[20\x1b\x1b[201~')).toEqual([{ kind: 'paste', text: 'a\ufffd[20\ufffd' }])
})

test('a paste goes on after flush', () => {
  const reader = new InputReader()
  reader.read(bytes('\x1b[200~a'))
  expect(reader.wait).toBe(undefined)
  expect(reader.flush()).toEqual([])
  expect(reader.read(bytes('b\x1b[201~'))).toEqual([{ kind: 'paste', text: 'ab' }])
})

test('cuts a long paste between characters', () => {
  const [event] = read(`\x1b[200~x${'é'.repeat(maxPaste)}\x1b[201~`)
  expect(event).toEqual({ kind: 'paste', text: `x${'é'.repeat(maxPaste / 2 - 1)}` })
})

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.constantFrom(
    '\x1b',
    '\x1b[',
    '\x1b[1;5C',
    '\x1b[<0;3;2M',
    '\x1b[0n',
    '\x1bOA',
    '\x1b]0;x',
    '\x07',
    '\x1b\\',
  ),
  fc.constantFrom(
    '\x1b[200~',
    '\x1b[201~',
    '\x1b[20',
    '\x1b[M',
    '\x1b[[',
    '\x1b[97;5u',
    '\r\n',
    '\x18',
    'P',
    'A',
  ),
)
const stream = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((pieces) => bytes(pieces.join(''))),
  fc.uint8Array({ maxLength: 60 }),
)

test('any split of the bytes gives the same events', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(), { maxLength: 8 }), (input, cuts) => {
      const reader = new InputReader()
      const tabs = [0, ...cuts.map((cut) => cut % (input.length + 1)), input.length].sort((a, b) => a - b)
      const events = tabs.flatMap((from, at) => reader.read(input.subarray(from, tabs[at + 1] ?? from)))
      expect(events).toEqual(read(input))
    }),
    { numRuns: 2000 },
  )
})

test('every key of random bytes is a name or one visible character', () => {
  fc.assert(
    fc.property(stream, (input) => {
      const reader = new InputReader()
      for (const event of [...reader.read(input), ...reader.flush()]) {
        if (event.kind === 'key') expect(event.key).not.toMatch(/[\x00-\x20\x7f-\x9f]|^$/)
        if (event.kind === 'paste') expect(event.text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
      }
      expect(reader.wait).toBe(undefined)
    }),
    { numRuns: 2000 },
  )
})
