/** The tool as one function: a command line and a world in, an exit code out. */
import { createSecrets } from './auth/masking.ts'
import type { Commands } from './cli/parse.ts'
import { guessOutput } from './cli/settings.ts'
import { actions, catalogue, groups } from './commands/index.ts'
import type { World } from './context.ts'
import { type CommandLine, KivaError, ReaderGone } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { openGate } from './output/gate/gate.ts'
import { type Telling, tellProblem } from './output/problem.ts'
import { run } from './run/run.ts'

/** Runs a command line to its end. Never throws: this is the only try/catch that ends a run. */
export async function main(
  argv: readonly string[],
  world: World,
  commands: Commands = { catalogue, actions, groups },
): Promise<number> {
  const secrets = createSecrets()
  // Until the settings are known, commands are named without a mode.
  let kiva: CommandLine = (words) => `kiva ${words}`
  const settled = (inMode: CommandLine) => {
    kiva = inMode
  }
  try {
    await run(argv, world, commands, { secrets, settled })
    return exitCodes.ok.code
  } catch (error) {
    if (error instanceof ReaderGone) return exitCodes.ok.code
    // Whatever a signal tore down on its way, the signal is what happened.
    const reason: unknown = world.signal.aborted ? world.signal.reason : error
    const how = { format: guessOutput(argv, world), debug: argv.includes('--debug'), secrets, kiva }
    await tell(reason, how, world)
    return exitCodes[reason instanceof KivaError ? reason.kind : 'bug'].code
  }
}

async function tell(error: unknown, how: Telling, world: World): Promise<void> {
  const problem = tellProblem(error, how)
  try {
    await openGate(world.stderr, { colour: false }).write(problem.text, problem.destination)
  } catch {
    // Nobody listens on stderr any more; the exit code still tells.
  }
}
