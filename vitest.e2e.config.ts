import { defineConfig } from 'vitest/config'
import { LongestFirst, moreWorkers } from './vitest.shared.ts'

/** The built tool in a pseudo-terminal, beside a real browser, and in bulk. Apart, because it needs what Debian brings. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/requirements.ts'],
    maxWorkers: moreWorkers,
    maxConcurrency: 6,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
