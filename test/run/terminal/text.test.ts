/** Messages on stderr fit the terminal's width, and break between words only. */
import { describe, expect, test } from 'vitest'
import { width } from '../../../src/output/terminal/width.ts'
import { wordWrapped } from '../../../src/run/terminal/text.ts'
import { run, textSink } from '../../harness.ts'

async function wrapped(text: string, columns: number | undefined, destination: 'people' | 'json' = 'people') {
  const sink = textSink(columns)
  const out = await wordWrapped({ ...sink, color: false, write: (chunk) => sink.write(chunk) })
  await out.write(text, destination)
  return sink.text()
}

describe('text on a terminal', () => {
  test.each([
    ['one two three\n', 9, 'one two\nthree\n'],
    ['one two\n', 7, 'one two\n'],
    ['  one two three\n', 9, '  one two\n  three\n'],
    ['Code: ', 40, 'Code: '],
    ['a\n\nb c d e f\n', 5, 'a\n\nb c d\ne f\n'],
    ['see https://www.kiva.org/lend/2100001 there\n', 20, 'see\nhttps://www.kiva.org/lend/2100001\nthere\n'],
    ['貸付 貸付 貸付\n', 9, '貸付 貸付\n貸付\n'],
    [
      '\x1b[2m20 of 269 loans · next: --limit 50 or --all\x1b[22m\n',
      30,
      '\x1b[2m20 of 269 loans · next:\n  --limit 50 or --all\x1b[22m\n',
    ],
    ['\x1b[1mone\x1b[22m \x1b[1mtwo\x1b[22m\n', 7, '\x1b[1mone\x1b[22m \x1b[1mtwo\x1b[22m\n'],
  ])('%j at %i columns', async (text, columns, expected) => {
    expect(await wrapped(text, columns)).toBe(expected)
  })

  test('is unchanged elsewhere, and for programs', async () => {
    const long = `${'word '.repeat(50)}\n`
    expect(await wrapped(long, undefined)).toBe(long)
    expect(await wrapped(long, 40, 'json')).toBe(long)
  })
})

describe('a command', () => {
  test.each([
    ['an error and its hint', ['loans', 'search', '--sort-by', 'nosuch']],
    ['a note', ['--sandbox', 'loans', 'search', '--sector', 'Farming', '--limit', '1']],
    ['a hint at an option', ['loans', 'newest', '--status', 'funded']],
  ])('wraps %s', async (_, words) => {
    const wide = await run(words, { terminal: 400 })
    for (const terminal of [30, 47, 80]) {
      const { stderr } = await run(words, { terminal })
      const lines = stderr.split('\n')
      expect(lines.filter((line) => width(line) > terminal && line.includes(' '))).toEqual([])
      expect(stderr.split(/\s+/)).toEqual(wide.stderr.split(/\s+/))
    }
  })
})
