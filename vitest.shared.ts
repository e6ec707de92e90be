import { availableParallelism } from 'node:os'
import type { ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than 15 seconds, longest first. Vitest itself knows no durations in a fresh clone. */
const longest = [
  'test/e2e/bulk-streams.e2e.ts',
  'test/e2e/contributing.e2e.ts',
  'test/e2e/derived.e2e.ts',
  'test/e2e/killed-bulk.e2e.ts',
  'test/e2e/killed.e2e.ts',
  'test/e2e/explore.e2e.ts',
  'test/e2e/jq.e2e.ts',
  'test/e2e/bulk-ids.e2e.ts',
  'test/e2e/documents.e2e.ts',
  'test/e2e/recorder.e2e.ts',
  'test/e2e/completion.e2e.ts',
  'test/e2e/installed.e2e.ts',
  'test/process/saving.test.ts',
  'test/commands.test.ts',
  'test/process/fault-table.test.ts',
  'test/linear/writing.test.ts',
  'test/recorder/commands.test.ts',
  'test/explore/faults.test.ts',
  'test/process/mcp.test.ts',
  'test/process/jq.test.ts',
  'test/process/streams.test.ts',
]

/** Starts the longest files first: a long file that started last would run alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/** More than there are processors, because many tests wait: for a timer, a terminal or another process. */
export const moreWorkers = Math.ceil(availableParallelism() * 1.5)

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
