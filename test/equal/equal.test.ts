/** Two ways to ask, one answer: requests made at random, over markets made at random. */
import { describe, expect, test } from 'vitest'
import { rows } from './rows.ts'

const { KIVA_ROW, KIVA_SEED, KIVA_PATH, KIVA_RUNS } = process.env
const seeds = KIVA_SEED === undefined ? [1, 2] : [Number(KIVA_SEED)]
const chosen = rows.filter(({ name }) => KIVA_ROW === undefined || name.includes(KIVA_ROW))

describe.each(chosen)('$name', (row) => {
  test.each(seeds)('seed %i', async (seed) => {
    const { runs, telling } = await row.check(
      seed,
      Number(KIVA_RUNS ?? Math.ceil(row.runs / seeds.length)),
      KIVA_PATH,
    )
    // Enough cases must compare records.
    if (KIVA_PATH === undefined) expect(telling).toBeGreaterThan(runs / 6)
  })
})
