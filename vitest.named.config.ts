import { defineConfig } from 'vitest/config'
import { shared } from './vitest.shared.ts'

/** For mutation tests: nothing but the test files that `--tests` of scripts/mutate.mjs names. */
export default defineConfig({
  test: { ...shared, include: (process.env['NAMED_TESTS'] ?? '').split(' ') },
  // StrykerJS asks for threads, in which no test can act as another user.
  plugins: [
    {
      name: 'processes',
      configureVitest({ project }) {
        project.config.pool = 'forks'
      },
    },
  ],
})
