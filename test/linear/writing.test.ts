/** Printing takes steps in proportion to the number of records. */
import { test } from 'vitest'
import { formats } from '../../src/output/formats.ts'
import { each, viewOf } from '../output/helpers.ts'
import { samples } from '../output/samples.ts'
import { expectLinear } from '../support/linear.ts'

test.each(['json', 'ndjson', 'xml', 'csv', 'tsv', 'yaml', 'geojson', 'parquet'] as const)(
  'records are printed as %s in linear steps',
  { timeout: 300_000 },
  async (format) => {
    const [loan = {}] = samples.loan_detail
    const render = await formats[format].load()
    await expectLinear(25, async (count) => {
      const records = Array.from({ length: count }, () => loan)
      for await (const _ of render(each(records), viewOf('loan_detail')));
    })
  },
)
