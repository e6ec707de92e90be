/** The tool as one function: a command line and a world in, an exit code out. */
import { createSecrets } from './auth/masking.ts'
import type { Commands } from './cli/parse.ts'
import { guessOutput } from './cli/settings.ts'
import { actions, catalogue, groups } from './commands/index.ts'
import type { Secrets, World } from './context.ts'
import { KivaError, ReaderGone } from './errors.ts'
import { exitCodes } from './exit-codes.ts'
import { errorStyle } from './output/formats.ts'
import { openGate } from './output/gate/gate.ts'
import { tellProblem } from './output/problem.ts'
import { run } from './run/run.ts'

/** Runs a command line to its end. Never throws: this is the only try/catch that ends a run. */
export async function main(
  argv: readonly string[],
  world: World,
  commands: Commands = { catalogue, actions, groups },
): Promise<number> {
  const secrets = createSecrets()
  try {
    await run(argv, world, commands, secrets)
    return exitCodes.ok.code
  } catch (error) {
    if (error instanceof ReaderGone) return exitCodes.ok.code
    // Whatever a signal tore down on its way, the signal is what happened.
    const reason: unknown = world.signal.aborted ? world.signal.reason : error
    await tell(reason, argv, world, secrets)
    return exitCodes[reason instanceof KivaError ? reason.kind : 'bug'].code
  }
}

async function tell(error: unknown, argv: readonly string[], world: World, secrets: Secrets): Promise<void> {
  const style = errorStyle(guessOutput(argv, world), { isTerminal: world.stderr.isTerminal, asked: true })
  const problem = tellProblem(error, { style, debug: argv.includes('--debug') })
  try {
    await openGate(world.stderr, { colour: false }).write(secrets.mask(problem.text), problem.destination)
  } catch {
    // Nobody listens on stderr any more; the exit code still tells.
  }
}
