/** Runs the command line in this process: real code, with a world in memory (`harness/world.ts`). */
import { actionLoaders } from '../src/actions/index.ts'
import type { LoadAction } from '../src/actions/run-action.ts'
import type { Commands } from '../src/commands/action.ts'
import { commands as allCommands } from '../src/commands/index.ts'
import { main } from '../src/main.ts'
import { makeWorld, type TestWorld, type WorldOptions } from './harness/world.ts'
import { expectOnList } from './recorder/judge.ts'
import { watch } from './support/canary.ts'

export { jsonReply, textReply } from './harness/replies.ts'
export { textSink } from './harness/sinks.ts'
export { noon } from './harness/world.ts'

export interface RunOptions extends WorldOptions {
  readonly commands?: Commands
  /** The implementations of the actions in `commands`. */
  readonly actions?: Readonly<Record<string, LoadAction>>
}

/** The results of a run. */
export interface Ran
  extends Pick<TestWorld, 'requests' | 'files' | 'folder' | 'state' | 'opened' | 'echoes' | 'traces'> {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `kiva` with the given words. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { world, stdout, stderr, ...left } = makeWorld(options)
  // `auth header` prints a signature and a token on purpose. All other output is searched for secrets.
  const line = `kiva ${argv.join(' ')}`
  if (!line.includes('auth header')) watch(`stdout of ${line}`, stdout.text)
  watch(`stderr of ${line}`, stderr.text)
  const { commands = allCommands, actions = actionLoaders } = options
  const { catalogue } = commands
  const code = await main(argv, world, { catalogue, loadAll: async () => ({ commands, actions }) })
  const ran = { ...left, code, stdout: stdout.text(), stderr: stderr.text() }
  // --force prints a document of the service unchanged, so its sequences are not checked.
  if (world.stdout.isTerminal && !argv.includes('--force')) expectOnList(line, 'stdout', ran.stdout)
  if (world.stderr.isTerminal) expectOnList(line, 'stderr', ran.stderr)
  return ran
}
