/** A terminal's text is wrapped and cut in steps in proportion to its length. */
import { expect, test } from 'vitest'
import { wrap } from '../../src/output/terminal/width.ts'
import { printed, viewOf } from '../output/helpers.ts'
import { expectLinear } from '../support/linear.ts'

test.each(['x', '漢', 'é', '\u0e01\u0e33'])(
  'a long word of %s is wrapped in linear steps',
  { timeout: 300_000 },
  (letter) => expectLinear(5_000, (size) => wrap(letter.repeat(size), 80)),
)

test.each(['x', '漢', 'ab '])(
  'a long text of %j is cut on a terminal, with a note, in linear steps',
  { timeout: 300_000 },
  (piece) => {
    const view = viewOf('loan_detail', { detail: true, width: 80 })
    return expectLinear(40_000 / piece.length, async (size) => {
      const text = piece.repeat(size)
      const loan = { id: 7, name: text, description: { texts: { en: text } }, use: text, odd: text }
      const page = await printed('table', [loan], view)
      expect(page.length).toBeLessThan(500_000)
      expect(page).toContain(' more: see -o json')
    })
  },
)
