/**
 * All tests, in projects. `npx vitest run` runs `check`. KIVA_TESTS names other projects:
 *
 *     KIVA_TESTS='e2e executable' npx vitest run
 */
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import seconds from './test/seconds.json' with { type: 'json' }

type Options = NonNullable<TestProjectInlineConfiguration['test']>

const root = fileURLToPath(new URL('.', import.meta.url))

/** Files of `check` with tests that start processes, open sockets, read the built tool, or compute for seconds. */
export const slow = [
  'test/commands.test.ts',
  'test/equal/**/*.test.ts',
  'test/screens/**/*.test.ts',
  'test/node/**/*.test.ts',
  'test/output/real-answers.test.ts',
  'test/output/records/every-command.test.ts',
  'test/output/table/render-table.test.ts',
  'test/process/**/*.test.ts',
  'test/reference/commands-page.test.ts',
  'test/reference/examples.test.ts',
  'test/sandbox/faults*.test.ts',
  'test/sandbox/sandbox.test.ts',
  'test/sandbox/search.test.ts',
  'test/sandbox/served.test.ts',
  'test/sandbox/variety.test.ts',
  'test/sandbox/oauth/independent-client.test.ts',
  'test/startup.test.ts',
]

/**
 * Files for which a newcomer need not wait: whole matrices, random sessions, hostile text, kills, signals and pipes of real
 * processes, and what changes with one part of kiva alone. .ci/run has them too.
 */
export const gate = [
  'test/actions/doctor-schema.test.ts',
  'test/architecture/linter.test.ts',
  'test/explore/{faults,journeys,random,sizes}.test.ts',
  'test/node/network/send.test.ts',
  'test/node/terminal/raw-mode.test.ts',
  'test/**/hostile.test.ts',
  'test/output/screen/every-table.test.ts',
  'test/process/{compile-cache,explore,fault-table,jq,launcher,proxy,signals,streams,tls}.test.ts',
  'test/process/saving/{files,interrupted,killed}.test.ts',
  'test/recorder/{commands,conversation,files,values}.test.ts',
  'test/sandbox/{coherence,formats,totals}.test.ts',
]

/** They count the steps of code that no other file has compiled. */
export const linear = ['test/linear/**/*.test.ts']

/**
 * Files with tests that can end otherwise on another line of Node: modules (startup), the compile cache, decoding
 * of bytes and JSON (answers), sockets and TLS (network, proxy, sandbox, tls), standard streams and closed ones
 * (streams), signals and the prompt of a terminal (signals, login), WebAssembly (jq), SQLite (sql). Formats,
 * settings, cache and checkpoints are our own code over plain files.
 */
const perNode = [
  'test/startup.test.ts',
  'test/process/{answers,compile-cache,jq,login,network,proxy,sandbox,signals,sql,streams,tls}.test.ts',
]

/** What else needs a Node with SQLite, which the Node that runs vitest may lack. One line of Node is enough. */
const withSqlite = ['test/process/{mirror,mirror-*,sql-statements}.test.ts']

/** Where Bun does something itself that Node does otherwise (docs/packaging.md). */
const perRuntime = [
  'test/process/{executable,explore,jq,login,network,proxy,signals,sql,streams,tls}.test.ts',
]

/** `npm run test:long` does ten times as much in some tests. */
const patience = process.env['KIVA_LONG'] ? 10 : 1

/** What all projects have in common. */
const common = {
  pool: 'forks',
  setupFiles: ['test/support/cost.ts'],
  // They end a test that hangs. On a busy machine an honest one may take ten times as long as on an idle one.
  testTimeout: 60_000 * patience,
  hookTimeout: 60_000 * patience,
} satisfies Options

/**
 * What projects of files in `*.test.ts` have in common. Settings of the user's machine must not change a result. The files
 * that run in one process or thread share its modules, since loading them for each took a third of the processor time: a file
 * leaves the process as it found it.
 */
const tests = {
  ...common,
  isolate: false,
  setupFiles: ['test/support/cost.ts', 'test/support/canary-setup.ts'],
  env: { NODE_EXTRA_CA_CERTS: '', NO_COLOR: '', FORCE_COLOR: '' },
} satisfies Options

/** The built tool in other programs, whose paths are in `programs`: see test/support/process.ts. */
function inPrograms(programs: Readonly<Record<string, string>>, include: string[]): Options {
  for (const path of Object.values(programs)) {
    if (!existsSync(path))
      throw new Error(`There is no ${path}. .ci/download fetches Node, npm run build:binary the executable.`)
  }
  return { ...tests, include, env: { ...tests.env, ...programs } }
}

/** Returns the path of the Node of a line, where .ci/download puts it. */
function nodeOf(line: string): string {
  const modules = join(root, `build/node-${line}/node_modules`)
  const [found = ''] = existsSync(modules) ? readdirSync(modules).filter((name) => /^node-/.test(name)) : []
  return join(modules, found, 'bin/node')
}

const onNode = (line: string, include: string[]) => inPrograms({ KIVA_NODE: nodeOf(line) }, include)

/** The single executable, where npm run build:binary puts it. Scripts of the tests run on a Node with SQLite, as it has SQLite. */
const inExecutable = (include: string[]) =>
  inPrograms({ KIVA_EXECUTABLE: join(root, 'build/binary/kiva-linux-x64'), KIVA_NODE: nodeOf('24') }, include)

/** Node.js 20 has none. */
const hasSqlite = process.getBuiltinModule('node:sqlite' as 'node:fs') !== undefined

const notInCheck = [...configDefaults.exclude, ...gate, ...linear, ...(hasSqlite ? [] : withSqlite)]

const projects: Readonly<Record<string, () => Options>> = {
  // `npm run check`. Quick and slow files share their processes, and so the modules.
  check: () => ({ ...tests, include: ['test/**/*.test.ts'], exclude: notInCheck }),
  quick: () => ({
    ...tests,
    include: ['test/**/*.test.ts'],
    exclude: [...notInCheck, ...slow],
    pool: 'threads',
  }),
  gate: () => ({ ...tests, include: gate }),
  linear: () => ({ ...tests, isolate: true, include: linear }),
  // The built tool in a pseudo-terminal, beside a real browser, and in bulk. Needs what .ci/download fetches. Each file has a
  // process of its own: one replaces RegExp before it loads kiva, another chooses a Node.
  e2e: () => ({
    ...common,
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/requirements.ts'],
    // The longest compares a whole marketplace: 10 s on an idle machine.
    testTimeout: 180_000 * patience,
    maxConcurrency: 6,
  }),
  // The slow tests of a release. They need the executables of all systems, and programs that .ci/release installs.
  release: () => ({
    ...common,
    include: ['test/e2e/**/*.release.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  }),
  // The tests of other lines of Node, on the Node that runs vitest.
  node: () => ({ ...tests, include: [...perNode, ...withSqlite] }),
  // On a Node with SQLite that runs vitest itself, most command lines need no process.
  sqlite: () => {
    const include = ['test/process/sql.test.ts', ...withSqlite]
    return hasSqlite ? { ...tests, include } : onNode('24', include)
  },
  bun: () => inExecutable(perRuntime),
  // .ci/nightly
  'node-22': () => onNode('22', perNode),
  'node-24': () => onNode('24', [...perNode, ...withSqlite]),
  'node-26': () => onNode('26', perNode),
  executable: () => inExecutable(['test/process/**/*.test.ts']),
  // For mutation tests: nothing but the files that `--tests` of scripts/mutate.mjs names.
  named: () => ({ ...tests, isolate: true, include: (process.env['NAMED_TESTS'] ?? '').split(' ') }),
}

/**
 * Starts the files first that took longest when `npm run test:slowest` last ran, and unknown ones before them: a
 * long file that started last would run alone at the end. The files of a project come in one block, so that they share
 * processes.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known: Readonly<Record<string, number>> = seconds
    const lengthOf = ({ moduleId }: TestSpecification) => known[relative(root, moduleId)] ?? 1000
    const placeOf = ({ project }: TestSpecification) => names.indexOf(project.name)
    return files.toSorted((one, other) => placeOf(one) - placeOf(other) || lengthOf(other) - lengthOf(one))
  }
}

const names = (process.env['KIVA_TESTS'] ?? 'check').split(' ')
const asked = names.map((name) => {
  const project = projects[name]
  if (project === undefined)
    throw new Error(`KIVA_TESTS names "${name}". There are ${Object.keys(projects).join(', ')}.`)
  return { ...project(), name }
})
const [first = {}] = asked

export default defineConfig({
  test: {
    // A single project is the root itself: StrykerJS sets options that a project would not take over.
    ...(asked.length === 1 ? first : { projects: asked.map((test) => ({ test })) }),
    sequence: { sequencer: LongestFirst },
    reporters: [
      'default',
      ...(process.env['GITHUB_ACTIONS'] ? ['github-actions'] : []),
      'test/support/cost-reporter.ts',
    ],
    // Many slow tests wait: for a timer, a terminal or another process. Quick ones compute. On two cores, three workers a
    // core take a sixth longer than two.
    maxWorkers: availableParallelism() * (names.join() === 'quick' ? 1 : 2),
  },
  plugins: [
    {
      name: 'processes',
      configureVitest({ project }) {
        // StrykerJS asks for threads, in which no test can act as another user.
        if (project.name === 'named') project.config.pool = 'forks'
      },
    },
  ],
})
