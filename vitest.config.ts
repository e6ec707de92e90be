import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/canary-setup.ts'],
    // What a user's machine may have set must not decide a test.
    env: { NODE_EXTRA_CA_CERTS: '', NO_COLOR: '', FORCE_COLOR: '' },
    testTimeout: 20_000,
  },
})
