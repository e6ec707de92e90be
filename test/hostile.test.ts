/**
 * `kiva sandbox --fault hostile-text` on real sockets, read by every command: whatever strangers write, a terminal is
 * shown text and our own colours, a program gets the very strings of the service.
 */
import { XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileTexts } from '../src/sandbox/faults/hostile.ts'
import { jsonReply, run } from './harness.ts'
import { type RunningSandbox, startSandbox } from './support/sandbox.ts'

/** The public commands, with ids that the sandbox of seed 1 has; those marked draw a detail view. */
const commands = [
  'loans search --sort-by oldest',
  'loans newest',
  'loans show 2100001',
  'loans show 2100001 2101632',
  'loans lenders 2100001',
  'loans journal-entries 2100001',
  'loans updates 2100001',
  'lenders search',
  'lenders newest',
  'lenders show graciela2199',
  'lenders loans graciela2199',
  'lenders teams noor1668',
  'teams search',
  'teams show 251',
  'teams using-shortname compass_scouts',
  'teams lenders 251',
  'teams loans 251',
  'partners list',
  'journal-entries search',
  'journal-entries comments 501312',
  'lending-actions recent',
  'methods list',
  'methods show GET*|loans|search',
  'releases current',
  'templates images',
].map((line) => line.split(' '))

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox(['--http', '--fault', 'hostile-text'])
})
afterAll(() => sandbox.stop())

const ask = (words: readonly string[], terminal?: number) =>
  run(words, { ...sandbox.options, ...(terminal && { terminal }) })

/** The palette, written out: bold, dim, cyan, yellow, and their ends. */
const palette = /\x1b\[(?:1|2|22|36|33|39)m/g

/** The waiting sign's way back to the start of its line: the one sequence that moves, on stderr alone. */
const erased = /\r\x1b\[2K/g

/**
 * All that is not text: controls but newline, what turns or hides letters, what no UTF-8 can be made of. Written by
 * hand, apart from the gate's own list. A single joiner may stay between what it joins.
 */
const notText =
  /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\ud800-\udfff]/gu

const lurking = (text: string, colour: boolean) => [
  ...(colour ? text.replace(palette, '') : text).matchAll(notText),
]

describe.each(commands)('%s %s', (...words) => {
  test.each([
    { columns: 80, colour: 'always', more: [] },
    { columns: 200, colour: 'never', more: [] },
    { columns: 80, colour: 'never', more: ['-v'] },
    { columns: 200, colour: 'always', more: ['--debug', '--limit', '3'] },
  ])('to a terminal of $columns columns, colour $colour $more', async ({ columns, colour, more }) => {
    const paged = ['search', 'newest', 'list'].includes(words[1] ?? '') && words[0] !== 'methods'
    const given = paged ? more : more.filter((word) => !/limit|^\d/.test(word))
    const { code, stdout, stderr } = await ask([...words, '--color', colour, ...given], columns)
    expect([0, 9]).toContain(code)
    expect(stdout.length).toBeGreaterThan(10)
    expect(lurking(stdout, colour === 'always')).toEqual([])
    expect(lurking(stderr.replace(erased, ''), colour === 'always')).toEqual([])
  })

  test.each(['json', 'xml', 'html'])('--wire %s to a terminal is cleaned', async (format) => {
    const { stdout } = await ask([...words, '--wire', format], 80)
    expect(stdout.length).toBeGreaterThan(10)
    expect(lurking(stdout, false)).toEqual([])
  })

  test('as JSON is what the service sent, string by string', async () => {
    const wire = JSON.parse((await ask([...words, '--wire', 'json'])).stdout)
    const sent: unknown = Object.entries(wire).find(([key]) => key !== 'paging')?.[1]
    const json = await ask([...words, '-o', 'json'])
    expect(JSON.parse(json.stdout)).toEqual(sent)
    expect(lurking(json.stdout, false)).toEqual([])

    const ndjson = await ask([...words, '-o', 'ndjson'])
    const lines = ndjson.stdout.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => JSON.parse(line))).toEqual([sent].flat())
    expect(lurking(ndjson.stdout, false)).toEqual([])
  })

  test('as XML is well-formed', async () => {
    const { stdout } = await ask([...words, '-o', 'xml'])
    expect(XMLValidator.validate(stdout)).toBe(true)
    expect(lurking(stdout, false)).toEqual([])
  })
})

test('the sandbox does write hostile text, and unchanged to a pipe or by force', async () => {
  const words = ['loans', 'show', ...Array.from({ length: 20 }, (_, at) => String(2100001 + at)), '--wire']
  expect(lurking((await ask([...words, 'html'])).stdout, false).length).toBeGreaterThan(10)
  expect(lurking((await ask([...words, 'html', '--force'], 80)).stdout, false).length).toBeGreaterThan(10)
})

describe.each(hostileTexts)('an error of the service that says %j', (text) => {
  const refusing = (terminal?: number) => ({
    send: async () => jsonReply({ code: `org.kiva.${text}`, message: `No such thing ${text}` }, 404),
    ...(terminal && { terminal }),
  })

  test('is text on a terminal', async () => {
    for (const more of [[], ['-v'], ['--debug']]) {
      const { code, stdout, stderr } = await run(['loans', 'show', '1', ...more], refusing(80))
      expect({ code, stdout: stdout.replace(erased, '') }).toEqual({ code: 5, stdout: '' })
      expect(lurking(stderr.replace(erased, ''), true)).toEqual([])
      expect(stderr).toContain('No such thing')
    }
  })

  test('is one line of JSON for a program', async () => {
    const { code, stdout, stderr } = await run(['loans', 'show', '1', '-o', 'json'], refusing())
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect(JSON.parse(stderr).error.message).toContain('No such thing')
    expect(lurking(stderr, false)).toEqual([])
  })
})

test.each(hostileTexts.filter((text) => !text.includes('\0')))(
  'what is typed comes back as text: %j',
  async (text) => {
    for (const words of [
      ['loans', 'search', '--status', text],
      ['loans', text],
      ['lenders', 'show', text],
      ['loans', 'newest', `--${text}`],
      ['loans', 'newest', '--base-url', text],
      ['loans', 'newest', '--ca-file', text],
    ]) {
      const { stderr } = await ask([...words, '--color', 'always'], 80)
      expect(lurking(stderr.replace(erased, ''), true)).toEqual([])
    }
  },
)
