/** Hyperlinks in a terminal: the gate passes only kiva's own links to the website. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openGate } from '../../../src/output/gate/gate.ts'
import { linked, pagePath } from '../../../src/output/gate/links.ts'
import { width } from '../../../src/output/terminal/width.ts'
import { memory } from '../helpers.ts'

const site = 'https://www.kiva.org'
const to = (address: string, text = 'x') => `\x1b]8;;${address}\x1b\\${text}\x1b]8;;\x1b\\`

async function pass(text: string, options: { color?: boolean; links?: string } = { links: site }) {
  const sink = memory(true)
  await openGate(sink, { color: false, ...options }).write(text, 'people')
  return sink.raw.map(String).join('')
}

test('linked() links an id to its page and encodes the path', () => {
  expect(linked('84', site, pagePath('lend', '84'))).toBe(to(`${site}/lend/84`, '84'))
  expect(linked('ann', site, pagePath('lender', "a b'/..?#"))).toBe(
    to(`${site}/lender/a%20b%27%2F..%3F%23`, 'ann'),
  )
})

test.each<[string | undefined, string]>([
  [undefined, 'lend/84'],
  [site, ''],
  [site, pagePath('lender', '')],
  [site, pagePath('lender', '..')],
  [site, 'login/84'],
  [site, 'lend/84/../../x'],
  [site, "lender/a'b"],
])('no link for origin %s and page "%s"', (origin, page) => {
  expect(linked('x', origin, page)).toBe('x')
})

test('a link has the width of its text', () => {
  expect(width(to(`${site}/lend/84`, '李'))).toBe(2)
})

describe('the gate', () => {
  test('passes links to the site if links are on, with and without color', async () => {
    const ours = `\x1b[1m${to(`${site}/lender/a%20b`)}\x1b[22m\n`
    expect(await pass(ours, { color: true, links: site })).toBe(ours)
    expect(await pass(ours, { links: site })).toBe(`${to(`${site}/lender/a%20b`)}\n`)
    expect(await pass(ours, { color: true })).not.toContain('\x1b]')
  })

  test.each([
    'https://evil.example/lend/84',
    'https://www.kiva.org.evil.example/lend/84',
    'https://www-kiva.org/lend/84',
    'http://www.kiva.org/lend/84',
    'javascript:alert(1)',
    `${site}/lend/84?next=https://evil.example`,
    `${site}/lend/../logout`,
    `${site}/logout/84`,
    `${site}@evil.example/lend/84`,
    `${site}/lend/84\n`,
  ])('removes a link to %j', async (address) => {
    const text = await pass(to(address))
    expect(text).not.toContain(`\x1b]8;;${address[0]}`)
  })

  test.each([
    '\x1b]8;id=1;https://www.kiva.org/lend/84\x1b\\',
    '\x1b]8;;https://www.kiva.org/lend/84\x07',
    '\x9d8;;https://www.kiva.org/lend/84\x9c',
  ])('removes a link in another notation: %j', async (sequence) => {
    expect(await pass(sequence)).not.toMatch(/\x1b|\x07|[\x80-\x9f]/)
  })

  test.each(['status', 'wire', 'json', 'xml'] as const)('removes links from %s', async (destination) => {
    const sink = memory(true)
    await openGate(sink, { color: true, links: site }).write(to(`${site}/lend/84`), destination)
    expect(sink.raw.map(String).join('')).not.toContain('\x1b')
  })

  test("removes all control sequences except kiva's own links from random text", async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\x1b]8;;',
        '\x1b\\',
        site,
        '/lend/',
        '84',
        '\x07',
        'https://evil.example/',
        '\x1b[1m',
        ';',
      ),
    )
    const ours = /\x1b\]8;;(?:https:\/\/www\.kiva\.org\/(?:lend|lender|team)\/[\w.~%-]+)?\x1b\\/g
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        expect((await pass(pieces.join(''))).replaceAll(ours, '')).not.toMatch(
          /[\x00-\x09\x0b-\x1f\x7f-\x9f]/,
        )
      }),
    )
  })
})
