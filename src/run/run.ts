/** From a command line to a run: match, settle, check, and hand over to the endpoint runner or the action. */

import { commandLine } from '../api/mode.ts'
import { actionValues, callOf, readWords } from '../cli/invocation.ts'
import { type Commands, parse } from '../cli/parse.ts'
import { resolveSettings } from '../cli/settings.ts'
import type { Secrets, Sink, World } from '../context.ts'
import type { CommandLine } from '../errors.ts'
import { openGate } from '../output/gate/gate.ts'
import { decideColour } from '../output/terminal/colour.ts'
import { makeContext } from './context.ts'
import { runEndpoint } from './run-endpoint.ts'

/** What whoever tells how a run ended must know of it. */
export interface Session {
  /** Filled on the way. */
  readonly secrets: Secrets
  /** Called once the settings are known: how a command is typed for the same service. */
  readonly settled: (kiva: CommandLine) => void
}

/** Runs a command line in a world. Throws `KivaError`, or `ReaderGone`. */
export async function run(
  argv: readonly string[],
  world: World,
  commands: Commands,
  { secrets, settled }: Session,
): Promise<void> {
  const matched = parse(argv, commands)
  if ('text' in matched) {
    await openGate(world.stdout, { colour: false }).write(matched.text, 'people')
    return
  }
  const { colour, ...settings } = resolveSettings(matched.globals, world)
  settled((words) => commandLine(settings, words))
  const { endpoint, action } = matched.node
  const call = endpoint && callOf(endpoint, matched, await readWords(matched, world))
  const values = action && actionValues(matched)

  const gate = (sink: Sink, onLoss?: () => void) =>
    openGate(sink, {
      colour: decideColour(colour, world.env, sink.isTerminal),
      force: matched.options.has('force'),
      ...(onLoss && { onLoss }),
    })
  let lost = false
  const stdout = gate(world.stdout, () => {
    lost = true
  })
  const context = makeContext(world, { settings, stdout, stderr: gate(world.stderr), secrets })
  if (call) await runEndpoint(call, context)
  else if (action && values) await (await action.load()).default(context, values)
  if (lost) await context.say('Characters that XML 1.0 can not hold were replaced by U+FFFD.')
}
