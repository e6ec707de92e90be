import type { ViteUserConfig } from 'vitest/config'

/** What every group of tests in `*.test.ts` has in common. */
export const shared = {
  include: ['test/**/*.test.ts'],
  setupFiles: ['test/support/canary-setup.ts'],
  // Settings of the user's machine must not change a result.
  env: { NODE_EXTRA_CA_CERTS: '', NO_COLOR: '', FORCE_COLOR: '' },
  // Ends a test that hangs. On a busy machine an honest one may take ten times as long as on an idle one.
  testTimeout: 60_000,
} satisfies ViteUserConfig['test']

/** Files with tests that start processes, open sockets, read the built tool, or compute for seconds. */
export const slow = [
  'test/architecture/linter.test.ts',
  'test/commands.test.ts',
  'test/recorder/{commands,conversation,files,values}.test.ts',
  'test/screens/**/*.test.ts',
  'test/explore/{faults,journeys,random}.test.ts',
  'test/linear/**/*.test.ts',
  'test/node/**/*.test.ts',
  'test/output/**/hostile.test.ts',
  'test/output/real-answers.test.ts',
  'test/output/records/every-command.test.ts',
  'test/output/screen/every-table.test.ts',
  'test/output/table/render-table.test.ts',
  'test/process/**/*.test.ts',
  'test/reference/commands-page.test.ts',
  'test/reference/examples.test.ts',
  'test/sandbox/coherence.test.ts',
  'test/sandbox/faults*.test.ts',
  'test/sandbox/formats.test.ts',
  'test/sandbox/sandbox.test.ts',
  'test/sandbox/search.test.ts',
  'test/sandbox/served.test.ts',
  'test/sandbox/variety.test.ts',
  'test/sandbox/oauth/protocol/independent-client.test.ts',
  'test/startup.test.ts',
]
