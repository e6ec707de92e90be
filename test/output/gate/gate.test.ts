import { Chalk } from 'chalk'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Destination } from '../../../src/core/streams.ts'
import { linked, openGate, pagePath, roles } from '../../../src/output/gate/gate.ts'
import { width } from '../../../src/output/terminal/width.ts'
import { gated, memory, unsafeIn } from '../helpers.ts'

describe('gate', () => {
  async function pass(text: string | Uint8Array, destination: Destination, color = false): Promise<string> {
    const { out, written } = gated({ color })
    await out.write(text, destination)
    return written()
  }

  /** Random text with many terminal control characters. */
  const nasty = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '\x1b[31m',
          '\x1b[2J',
          '\x1b]0;t\x07',
          '\x9b1A',
          '\r',
          '\u202e',
          '\u200d',
          '\ufeff',
          '\u{e0041}',
        ),
        fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      ),
    )
    .map((parts) => parts.join(''))

  describe('text for people', () => {
    it.each([
      ['a newline stays, a tab is a space', 'a\tb\nc', 'a b\nc'],
      ['CR LF is a newline, a lone CR is replaced', 'a\r\nb\rc', 'a\nb\ufffdc'],
      ['an erased screen', '\x1b[2Jx', '\ufffd[2Jx'],
      ['a title', '\x1b]0;own\x07x', '\ufffd]0;own\ufffdx'],
      ['C1: CSI in one character', '\x9b31mx', '\ufffd31mx'],
      ['DEL and NUL', 'a\x7fb\0c', 'a\ufffdb\ufffdc'],
      ['line and paragraph separators', 'a\u2028b\u2029c', 'a\ufffdb\ufffdc'],
      ['turned direction', 'a\u202eb\u2066c\u061cd', 'a\ufffdb\ufffdc\ufffdd'],
      ['zero width, byte order mark, soft hyphen', 'a\u200bb\ufeffc\u00add', 'a\ufffdb\ufffdc\ufffdd'],
      ['tag characters', 'a\u{e0041}b', 'a\ufffdb'],
      ['lone surrogates, not pairs', '\ud800a\udc00 😀', '\ufffda\ufffd 😀'],
      [
        'a joiner between pictographs stays',
        '👩🏽\u200d🌾 👩\u200d❤️\u200d👩',
        '👩🏽\u200d🌾 👩\u200d❤️\u200d👩',
      ],
      ['a joiner in a script that joins stays', 'ක්\u200dෂ می\u200cخواهم', 'ක්\u200dෂ می\u200cخواهم'],
      [
        'a joiner anywhere else does not',
        'pay\u200dpal \u200d 👩\u200d\u200d👩',
        'pay\ufffdpal \ufffd 👩\ufffd\ufffd👩',
      ],
      [
        'a joiner between letters that join nothing does not, whichever they are',
        'thr\u200dee wa\u200cs he\u200dre а\u200dб 李\u200d李',
        'thr\ufffdee wa\ufffds he\ufffdre а\ufffdб 李\ufffd李',
      ],
      ['variation selectors stay', '❤\ufe0e ❤\ufe0f', '❤\ufe0e ❤\ufe0f'],
      ['letters with marks of any script stay', 'Đặng นงลักษณ์ é ñ 李', 'Đặng นงลักษณ์ é ñ 李'],
    ])('%s', async (_, text, shown) => {
      expect(await pass(text, 'people')).toBe(shown)
    })

    it("passes kiva's own colors only if color is on", async () => {
      const ours = '\x1b[1mA\x1b[22m \x1b[36mB\x1b[39m'
      expect(await pass(ours, 'people', true)).toBe(ours)
      expect(await pass(ours, 'people', false)).toBe('A B')
      expect(await pass('\x1b[31mred\x1b[0m \x1b[1;31mx \x1b[01m', 'people', true)).toBe(
        '\ufffd[31mred\ufffd[0m \ufffd[1;31mx \ufffd[01m',
      )
    })

    it('removes everything unsafe from random text', async () => {
      await fc.assert(
        fc.asyncProperty(nasty, fc.boolean(), async (text, color) => {
          const shown = await pass(text, 'people', color)
          expect(unsafeIn(shown.replaceAll(/\u200c|\u200d/g, ''))).toEqual([])
        }),
      )
    })
  })

  it('the gate knows exactly the sequences that chalk writes for the palette', () => {
    const chalk = new Chalk({ level: 1 })
    for (const { style, begin, end } of Object.values(roles)) {
      expect(chalk[style]('x')).toBe(`\x1b[${begin}mx\x1b[${end}m`)
    }
  })

  describe('text for machines', () => {
    it('JSON: escapes control characters and changes no value', async () => {
      await fc.assert(
        fc.asyncProperty(fc.dictionary(nasty, nasty), async (value) => {
          const text = await pass(`${JSON.stringify(value)}\n`, 'json')
          expect(unsafeIn(text)).toEqual([])
          expect(JSON.parse(text)).toEqual(value)
        }),
      )
    })

    it('XML: writes references, or U+FFFD for forbidden characters, and reports the first loss', async () => {
      let losses = 0
      const { out, written } = gated({ color: false, onLoss: () => losses++ })
      await out.write('<a>\x85\u202e\r</a>', 'xml')
      expect(losses).toBe(0)
      await out.write('<a>\x1b\ud800\ufffe\0</a>', 'xml')
      await out.write('<a>\x01</a>', 'xml')
      expect(written()).toBe('<a>&#x85;&#x202e;&#xd;</a><a>\ufffd\ufffd\ufffd\ufffd</a><a>\ufffd</a>')
      expect(losses).toBe(1)
    })
  })

  describe('raw bytes from the API', () => {
    const bytes = new Uint8Array([0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xff, 0x0d, 0x0a, 0xc3, 0xa9])

    it('reach a pipe unchanged', async () => {
      const sink = memory(false)
      await openGate(sink, { color: true }).write(bytes, 'wire')
      expect(sink.raw).toEqual([bytes])
    })

    it("reach a terminal sanitized, without kiva's own colors", async () => {
      expect(await pass(bytes, 'wire', true)).toBe('\ufffd[31m\ufffd\né\n')
      expect(await pass('\x1b[1mx', 'wire', true)).toBe('x\n')
    })

    it('end with a newline on a terminal, and stay unchanged in a pipe', async () => {
      for (const text of ['x', 'x\n', 'x\r\n', 'x\ny'])
        expect(await pass(text, 'wire', true)).toBe(text.replaceAll('\r', '').replace(/\n?$/, '\n'))
      expect(await pass('\n\n', 'wire', true)).toBe('\n\n')
      expect(await pass('', 'wire', true)).toBe('')
      const { out, written } = gated({ color: false }, false)
      await out.write('x', 'wire')
      expect(written()).toBe('x')
    })

    it('reach a terminal unchanged with force', async () => {
      const sink = memory(true)
      await openGate(sink, { color: false, force: true }).write(bytes, 'wire')
      expect(sink.raw).toEqual([bytes])
    })
  })

  describe('each destination', () => {
    it.each<[Destination, string, string]>([
      ['people', 'a\tb\r\nc\rd\x1b[2Ke', 'a b\nc\ufffdd\ufffd[2Ke'],
      ['people', '\x1b[1mx\x1b[22m \x1b[31mr\x1b[39m', '\x1b[1mx\x1b[22m \ufffd[31mr\x1b[39m'],
      [
        'json',
        '"\x1b[1m\x1b[3m\u2028\x7f\u{e0061}"\t\n',
        '"\x1b[1m\\u001b[3m\\u2028\\u007f\\udb40\\udc61"\t\n',
      ],
      ['xml', '<a>\u2028\x7f\u{e0061}\t</a>\n', '<a>&#x2028;&#x7f;&#xe0061;\t</a>\n'],
      ['wire', '\x1b[1mx\x1b[22m\ty\n', 'x y\n'],
      ['status', '\x1b[1mx\x1b[22m\ty\nz', 'x y z'],
    ])('%s %j', async (destination, text, shown) => {
      expect(await pass(text, destination, true)).toBe(shown)
    })

    it.each<[Destination, string]>([
      ['people', '\ufffd[2Jx\n'],
      ['json', '\\u001b[2Jx\n'],
      ['xml', '\ufffd[2Jx\n'],
    ])('output for %s is sanitized in a pipe and with force too', async (destination, safe) => {
      for (const isTerminal of [true, false]) {
        const { out, written } = gated({ color: true, force: true }, isTerminal)
        await out.write('\x1b[2Jx\n', destination)
        expect(written()).toBe(safe)
      }
    })

    it("kiva's own colors are removed if color is off", async () => {
      expect(await pass('\x1b[1mé\x1b[22m\n', 'people', false)).toBe('é\n')
    })

    it('empty text is not written', async () => {
      const sink = memory(true)
      const out = openGate(sink, { color: true })
      await out.write('', 'people')
      await out.write('', 'status')
      expect(sink.raw).toEqual([])
    })

    it('XML with a lost character is written without a loss callback', async () => {
      expect(await pass('<a>\0</a>', 'xml')).toBe('<a>\ufffd</a>')
    })

    it('columns follow the sink', () => {
      const sink = { ...memory(true), columns: 80 }
      const out = openGate(sink, { color: true })
      sink.columns = 50
      expect(out.columns).toBe(50)
    })

    it('isGone follows the sink', () => {
      const sink = { ...memory(true), isGone: false }
      const out = openGate(sink, { color: true })
      expect([out.isGone, out.isTerminal, out.color]).toEqual([false, true, true])
      sink.isGone = true
      expect(out.isGone).toBe(true)
      expect(openGate(memory(false), { color: false })).toMatchObject({ isTerminal: false, color: false })
    })

    it('a status line is not written to a pipe, even with force', async () => {
      const { out, written } = gated({ color: false, force: true }, false)
      await out.write('x', 'status')
      await out.write('y\n', 'people')
      expect(written()).toBe('y\n')
    })
  })

  describe('a status line', () => {
    it('is overwritten by the next one, and erased before other text', async () => {
      const { out, written } = gated({ color: true })
      await out.write('one', 'status')
      await out.write('two\x1b[2J\nthree', 'status')
      await out.write('text\n', 'people')
      await out.write('', 'status')
      expect(written()).toBe('one\r\x1b[2Ktwo\ufffd[2J three\r\x1b[2Ktext\n')
    })

    it('is not written to a pipe', async () => {
      const { out, written } = gated({ color: false }, false)
      await out.write('one', 'status')
      expect(written()).toBe('')
    })
  })

  it('write() waits for the sink', async () => {
    let release = () => {}
    const out = openGate(
      {
        isTerminal: false,
        columns: 80,
        isGone: false,
        write: () => new Promise<void>((resolve) => (release = resolve)),
      },
      { color: false },
    )
    let done = false
    const writing = out.write('x', 'people').then(() => (done = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toBe(false)
    release()
    await writing
  })
})

/** Hyperlinks in a terminal: the gate passes only kiva's own links to the website. */
describe('links', () => {
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
})
