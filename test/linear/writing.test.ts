/** Printing takes steps in proportion to the number of records and the length of their text. */
import { expect, test } from 'vitest'
import { formats } from '../../src/output/formats.ts'
import { wrap } from '../../src/output/terminal/width.ts'
import { each, printed, viewOf } from '../output/helpers.ts'
import { samples } from '../output/samples.ts'
import { expectLinear } from '../support/linear.ts'

test.each(['json', 'ndjson', 'xml', 'csv', 'tsv', 'yaml', 'geojson', 'parquet'] as const)(
  'records are printed as %s in linear steps',
  async (format) => {
    const [loan = {}] = samples.loan_detail
    const render = await formats[format].load()
    await expectLinear(25, async (count) => {
      const records = Array.from({ length: count }, () => loan)
      for await (const _ of render(each(records), viewOf('loan_detail')));
    })
  },
)

test.each(['x', '漢', 'é', '\u0e01\u0e33'])('a long word of %s is wrapped in linear steps', (letter) =>
  expectLinear(5_000, (size) => wrap(letter.repeat(size), 80)),
)

test.each(['x', '漢', 'ab '])(
  'a long text of %j is cut on a terminal, with a note, in linear steps',
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
