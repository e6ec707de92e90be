import { defineConfig } from 'vitest/config'
import { moreWorkers, shared, slow } from './vitest.shared.ts'

/** Slow tests, each file in a process of its own. */
export default defineConfig({
  test: { ...shared, name: 'slow', include: slow, pool: 'forks', maxWorkers: moreWorkers },
})
