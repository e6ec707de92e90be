/** The judge itself: the output that it accepts, and the offences that it reports. */
import { expect, test } from 'vitest'
import { run } from '../harness.ts'
import type { Occasion } from './allowed.ts'
import { offencesIn } from './judge.ts'

const offences = (text: string, stream: 'stdout' | 'stderr' = 'stdout', ...occasions: readonly Occasion[]) =>
  offencesIn({ text, stream, occasions: new Set(occasions) })

test('text is accepted, and colors only where color is allowed', () => {
  expect(offences('plain\n한국어 👩‍👩‍👧‍👦 می‌خواهم ☎︎\n')).toEqual([])
  const colors = '\x1b[1mname\x1b[22m \x1b[2mlabel\x1b[22m \x1b[36mbar\x1b[39m\n'
  expect(offences(colors, 'stdout', 'color')).toEqual([])
  expect(offences('\x1b[1mname\x1b[22m')).toEqual(['CSI 1m behind ""', 'CSI 22m behind "name"'])
})

test('CR is accepted on stderr only, and only before CSI 2K', () => {
  expect(offences('\r\x1b[2K', 'stderr')).toEqual([])
  expect(offences('a\r\x1b[2K')).toEqual(['CR behind "a"', 'CSI 2K behind "a"'])
  expect(offences('a\rb', 'stderr')).toEqual(['CR without CSI 2K'])
})

test.each([
  ['\x1b[31mred', 'CSI 31m'],
  ['\x1b[1;31mred', 'CSI 1;31m'],
  ['\x1b[2J', 'CSI 2J'],
  ['\x9b2J', 'CSI 2J'],
  ['\x1b]0;owned\x07', 'OSC 0;owned BEL'],
  ['\x1b]8;;https://evil.example\x1b\\', 'OSC 8;;https://evil.example ST'],
  ['\x1b]52;c;YQ==\x07', 'OSC 52;c;YQ== BEL'],
  ['\x1b[6n', 'CSI 6n'],
  ['\x1b[?1049h', 'CSI ?1049h'],
  ['\x1bc', 'ESC c'],
  ['\x1b_Gf=100;AAAA\x1b\\', 'APC Gf=100;AAAA ST'],
  ['\x1bPq#0\x1b\\', 'DCS q#0 ST'],
  ['\x1b[1', 'cut off CSI 1'],
  ['\x07', 'BEL'],
  ['\t', 'HT'],
  ['\x7f', 'DEL'],
  ['\x85', 'ESC E'],
  ['\u202e', 'U+202e'],
  ['\u{e0041}', 'U+e0041'],
  ['\u00ad', 'U+ad'],
  ['\u{e0100}', 'U+e0100'],
  ['\ud800', 'U+d800'],
  [' \u200db', 'U+200d'],
  ['\u200d ', 'U+200d'],
])('%j is reported', (text, found) => {
  expect(offences(`a${text}`, 'stdout', 'color').some((offence) => offence.startsWith(found))).toBe(true)
})

test('a style without its end is reported', () => {
  expect(offences('\x1b[1mname\n', 'stdout', 'color')).toEqual(['CSI 1m without CSI 22m to the end'])
})

test('the harness judges every run on a terminal', async () => {
  const says = (text: string) =>
    run(['x'], {
      terminal: 80,
      commands: {
        catalogue: {},
        actions: [{ name: 'x', brief: 'X', params: {}, examples: [''] }],
        groups: {},
      },
      actions: {
        x:
          async () =>
          async ({ stdout }) =>
            stdout.write(text, 'people'),
      },
    })
  await says('well\n')
  await expect(says('\x1b[1m\n')).rejects.toThrow('On stdout of kiva x:\nCSI 1m without CSI 22m to the end')
})
