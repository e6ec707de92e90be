import { defineConfig } from 'vitest/config'
import { LongestFirst } from './vitest.shared.ts'

/** Every test but those of test/e2e, in two groups: see the two files. */
export default defineConfig({
  test: {
    projects: ['vitest.quick.config.ts', 'vitest.slow.config.ts'],
    sequence: { sequencer: LongestFirst },
  },
})
