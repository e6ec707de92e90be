/** The width of text, compared with the cursor position on a real terminal emulator. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shorten, width } from '../../../src/output/terminal/width.ts'
import { showOn } from '../../recorder/screen.ts'
import { printed, viewOf } from '../helpers.ts'
import { loans } from '../samples.ts'

const columns = 120

/** Returns the cursor column after a text that starts in the first column. */
async function cursorBehind(text: string): Promise<number> {
  const { terminal } = await showOn(columns, text)
  return terminal.buffer.active.cursorX
}

type Case = readonly [text: string, columns: number]

describe.each<readonly [script: string, ...cases: Case[]]>([
  ['Latin', ['Ana', 3], ['Đặng', 4], ['Söhne', 5], ['“so” — …', 8]],
  ['letters with marks', ['e\u0301mile', 5], ['e\u0301\u0302', 1], ['n\u0303', 1]],
  ['right to left', ['کیوا', 4], ['العربية', 7], ['עִבְרִית', 5], ['می\u200cخواهم', 7]],
  ['Chinese, Japanese, Korean', ['李小龙', 6], ['日本語', 6], ['한국어', 6], ['\u1112\u1161\u11ab', 2]],
  ['wide and halfwidth forms', ['ｗｉｄｅ', 8], ['ﾊﾝｶｸ', 4], ['ﾊﾞ', 2]],
  ['Thai and Lao', ['นงลักษณ์', 6], ['น้ำ', 2], ['หมู่', 2], ['ກ່ຽວ', 3], ['ນ້ຳ', 2]],
  ['Indic scripts', ['का', 2], ['हिन्दी', 5], ['বাংলা', 5], ['தமிழ்', 4], ['ශ්\u200dරී', 2], ['ശ്രീ', 3]],
  ['Burmese and Khmer', ['မြန်မာ', 5], ['ខ្មែរ', 4]],
  ['other scripts', ['Ελληνικά', 8], ['Кириллица', 9], ['አማርኛ', 4], ['ქართული', 7], ['Հայերեն', 7]],
  ['pictures', ['🍞', 2], ['🌱🌱', 4], ['🇰🇪', 2], ['☎', 1], ['❤', 1]],
  ['bars and lines', ['██░░', 4], ['⣿⠿', 2], ['·', 1]],
])('%s', (...[, ...cases]) => {
  it.each(cases as Case[])('%s takes %d columns', async (text, taken) => {
    expect(width(text)).toBe(taken)
    expect(await cursorBehind(text)).toBe(taken)
  })
})

/** A terminal that draws joined emoji as one picture uses two columns; this emulator draws the parts. */
it.each([
  ['👩\u200d🌾', 4],
  ['👨\u200d👩\u200d👧', 6],
  ['🤝🏽', 4],
  ['🏳\ufe0f\u200d🌈', 3],
  ['❤\ufe0f', 1],
  ['1\ufe0f\u20e3', 1],
])('%s takes 2 columns as one picture, and %d on the emulator', async (text, apart) => {
  expect(width(text)).toBe(2)
  expect(await cursorBehind(text)).toBe(apart)
})

it('words of many scripts have the computed width, whole and shortened', async () => {
  const scripts =
    'Հայերեն العربية ไทย中文 日本語 한국어 हिन्दी বাংলা தமிழ் ខ្មែរ Ελληνικά Кириллица עברית አማርኛ ქართული ລາວ'
  const words = fc.array(fc.constantFrom(...scripts.split(' ')), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(words, fc.integer({ min: 1, max: 40 }), async (some, most) => {
      const text = some.join(' ')
      expect(await cursorBehind(text)).toBe(width(text))
      const short = shorten(text, most)
      expect(await cursorBehind(short)).toBe(width(short))
    }),
    { numRuns: 40 },
  )
})

it('table columns line up on the screen next to names of any script', async () => {
  const names = [
    'Ana',
    '李小龙',
    'Đặng',
    'นงลักษณ์',
    'น้ำ',
    'کیوا',
    'हिन्दी',
    'e\u0301mile',
    '한국어',
    'ﾊﾝｶｸ',
    '🍞',
  ]
  const records = names.map((name) => ({ ...loans[0], name }))
  const table = await printed('table', records, viewOf('loan_listing', { width: 100, color: true }))
  const { terminal } = await showOn(columns, table)
  const lines = names.map((_, at) => terminal.buffer.active.getLine(at + 1))
  // The number of screen cells before the country is the same in each line.
  const before = lines.map((line) => {
    const cells = Array.from({ length: columns }, (_, at) => line?.getCell(at)?.getChars() ?? '')
    return cells.findIndex((_, at) => cells.slice(at, at + 5).join('') === 'Kenya')
  })
  expect(new Set(before).size).toBe(1)
  expect(before[0]).toBeGreaterThan(0)
})
