/** From a command line to a run: match, settle, check, and hand over to the endpoint runner or the action. */

import { actionValues, callOf, readWords } from '../cli/invocation.ts'
import { type Commands, parse } from '../cli/parse.ts'
import { resolveSettings } from '../cli/settings.ts'
import type { Out, Secrets, Sink, World } from '../context.ts'
import { openGate } from '../output/gate/gate.ts'
import { decideColour } from '../output/terminal/colour.ts'
import { makeContext } from './context.ts'
import { runEndpoint } from './run-endpoint.ts'

/** Runs a command line in a world. `secrets` is filled on the way. Throws `KivaError`, or `ReaderGone`. */
export async function run(
  argv: readonly string[],
  world: World,
  commands: Commands,
  secrets: Secrets,
): Promise<void> {
  const matched = parse(argv, commands)
  if ('text' in matched) {
    await openGate(world.stdout, { colour: false }).write(matched.text, 'people')
    return
  }
  const { colour, ...settings } = resolveSettings(matched.globals, world)
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
  const stderr = hiding(gate(world.stderr), secrets)
  const context = makeContext(world, { settings, stdout, stderr, secrets })
  if (call) await runEndpoint(call, context)
  else if (action && values) await (await action.load()).default(context, values)
  if (lost) await context.say('Characters that XML 1.0 can not hold were replaced by U+FFFD.')
}

/** Nothing that is a secret of this run is said in conversation, whoever says it. */
function hiding(out: Out, secrets: Secrets): Out {
  return {
    ...out,
    get columns() {
      return out.columns
    },
    write: (chunk, destination) =>
      out.write(typeof chunk === 'string' ? secrets.hide(chunk) : chunk, destination),
  }
}
