/** Two ways to ask, one answer: requests made at random, over markets made at random. `npm run equal` runs one row again. */
import { describe, expect, test } from 'vitest'
import { isLong } from '../e2e/how-long.ts'
import { rows } from './rows.ts'

const { KIVA_ROW = '', KIVA_SEED, KIVA_PATH, KIVA_RUNS } = process.env
const usual = isLong ? Array.from({ length: 45 }, (_, at) => at + 1) : [1, 3]
const seeds = KIVA_SEED === undefined ? usual : [Number(KIVA_SEED)]

describe.each(rows.filter(({ name }) => name.includes(KIVA_ROW)))('$name', (row) => {
  test.each(seeds)(
    'seed %i',
    async (seed) => {
      const count = Number(KIVA_RUNS ?? (isLong ? 2 : 0.5) * row.runs)
      const { runs, telling } = await row.check(seed, count, KIVA_PATH)
      // Enough cases must compare records.
      if (KIVA_PATH === undefined) expect(telling).toBeGreaterThan(runs / 8)
    },
    600_000,
  )
})
