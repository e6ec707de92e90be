import { configDefaults, defineConfig } from 'vitest/config'
import { shared, slow } from './vitest.shared.ts'

/** Quick tests. Their files share the modules of a thread, so each module is loaded once per thread. */
export default defineConfig({
  test: {
    ...shared,
    name: 'quick',
    exclude: [...configDefaults.exclude, ...slow],
    pool: 'threads',
    isolate: false,
    maxWorkers: '100%',
    sequence: { groupOrder: 1 },
  },
})
