import { defineConfig, mergeConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** What starts processes, opens sockets, reads the built tool, or computes for seconds: all the rest is quick. */
const slow = [
  'test/architecture/linter.test.ts',
  'test/commands.test.ts',
  'test/recorder/{commands,conversation,files,values}.test.ts',
  'test/screens/**',
  'test/node/**',
  'test/output/**/hostile.test.ts',
  'test/output/real-answers.test.ts',
  'test/output/records/every-command.test.ts',
  'test/output/records/linear.test.ts',
  'test/output/table/table.test.ts',
  'test/process/**',
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

/** Files share a worker's modules, which are loaded once: that is most of what makes it quick. */
export default mergeConfig(
  whole,
  defineConfig({ test: { exclude: slow, isolate: false, maxWorkers: '100%', pool: 'threads' } }),
)
