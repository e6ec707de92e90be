/** Runs what a command line asks for: makes the context, and hands over to the endpoint runner or the action. */
import type { LoadAction } from '../actions/run-action.ts'
import type { EndpointInvocation, Invocation, TextInvocation } from '../cli/invocation.ts'
import type { Settled } from '../cli/settle.ts'
import type { Commands } from '../commands/commands.ts'
import type { Secrets, Sink, World } from '../context.ts'
import { KivaError } from '../errors.ts'
import { openGate } from '../output/gate/gate.ts'
import { decideColour } from '../output/terminal/colour.ts'
import { makeContext } from './context.ts'
import { runEndpoint } from './run-endpoint.ts'
import type { Run } from './saving/run-saved.ts'

/** What a run has besides its world. */
export interface Equipment {
  readonly commands: Commands
  readonly actions: Readonly<Record<string, LoadAction>>
  /** Filled on the way. */
  readonly secrets: Secrets
}

/** What is loaded for pictures, where they are asked for. */
async function picturesFor(invocation: EndpointInvocation, settings: Settled, world: World) {
  if (invocation.images === undefined || invocation.preview) return undefined
  return (await import('./pictures/open-rack.ts')).openRack(invocation, settings, world)
}

/** Runs an invocation in a world. Throws `KivaError`, or `ReaderGone`. */
export async function run(
  invocation: Exclude<Invocation, TextInvocation>,
  settings: Settled,
  world: World,
  { commands, actions, secrets }: Equipment,
): Promise<void> {
  const pictures = invocation.kind === 'endpoint' && (await picturesFor(invocation, settings, world))
  const { rack, note: noPictures } = pictures || {}
  const gate = (sink: Sink, onLoss?: () => void, colour = settings.colour) =>
    openGate(sink, {
      colour: decideColour(colour, world.env, sink.isTerminal),
      pictures: sink === world.stdout ? rack : undefined,
      force: invocation.kind === 'endpoint' && invocation.force,
      ...(onLoss && { onLoss }),
    })
  let lost = false
  const onLoss = () => {
    lost = true
  }
  const stdout = gate(world.stdout, onLoss)
  const stderr = gate(world.stderr)
  const { catalogue } = commands
  const context = makeContext(world, { settings, stdout, stderr, rack, secrets, catalogue })
  if (noPictures) await context.say(noPictures)

  try {
    if (invocation.kind === 'endpoint') {
      const run: Run = (where, ledger) => runEndpoint(invocation, where, catalogue, ledger)
      const { out, missing } = invocation.saving
      // A preview is no answer: no file is touched for it.
      if (invocation.preview || (out === undefined && missing === undefined)) await run(context)
      else {
        const { runSaved } = await import('./saving/run-saved.ts')
        await runSaved(invocation, context, (sink) => gate(sink, onLoss, 'never'), run)
      }
    } else if (invocation.kind === 'records') await context.print(invocation.records)
    else {
      const load = actions[invocation.action.name]
      if (!load) throw new KivaError('bug', `The action ${invocation.action.name} does nothing`)
      await (await load()).default(context, invocation.values, commands)
    }
  } finally {
    await context.progress.end()
  }
  if (lost) await context.say('Characters that XML 1.0 cannot hold were replaced by U+FFFD.')
}
