import { test } from 'vitest'
import { formats } from '../../../src/output/formats.ts'
import { expectLinear } from '../../support/linear.ts'
import { each, viewOf } from '../helpers.ts'
import { samples } from '../samples.ts'

const programs = ['json', 'ndjson', 'xml', 'csv', 'tsv', 'yaml', 'geojson', 'parquet'] as const

test.each(programs)(
  '%s takes twice as long for twice as many records',
  { timeout: 60_000 },
  async (format) => {
    const [loan = {}] = samples.loan_detail
    const render = await formats[format].load()
    await expectLinear(100, async (count) => {
      const records = Array.from({ length: count }, () => loan)
      for await (const _ of render(each(records), viewOf('loan_detail')));
    })
  },
)
