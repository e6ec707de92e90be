/** Takes the whole terminal. Messages on a terminal wait until it is closed. */
import type { ResolvedSettings } from '../../cli/settings/resolve-settings.ts'
import type { Context, World } from '../../core/context.ts'
import type { Out, Sink } from '../../core/streams.ts'
import { openTerminalGate } from '../../output/gate/terminal.ts'
import { decideColor } from '../../output/terminal/color.ts'
import { deferOutput } from './deferred-output.ts'

/** Where the messages of a run go. */
export interface Messages {
  /** The gate of stderr. */
  readonly stderr: Out
  /** The output that takes the next message. */
  current: Out
}

/** The ports of a context that take the whole terminal. */
export type FullScreen = Pick<Context, 'takeScreen' | 'takeTerminal'>

/** Returns the ports, behind the gate. */
export function fullScreen(
  messages: Messages,
  world: Pick<World, 'takeScreen' | 'takeTerminal' | 'env'>,
  settings: Pick<ResolvedSettings, 'color'>,
  gate: (sink: Sink) => Out,
): FullScreen {
  return {
    takeScreen: async () => {
      const { taken, release } = await holdFor(world.takeScreen, messages)
      const close = async () => {
        await taken.close()
        await release()
      }
      return { out: gate(taken), close }
    },
    takeTerminal: async () => {
      const { taken, release } = await holdFor(world.takeTerminal, messages)
      const color = decideColor(settings.color, world.env, true)
      if (taken) return openTerminalGate(taken, { color, onClose: () => void release() })
      await release()
      return undefined
    },
  }
}

interface Held<T> {
  readonly taken: T
  /** Prints the messages; later ones follow them. Later calls do nothing. */
  release(): Promise<void>
}

/** Erases the status line, and holds messages back from then on. They are released if `take` fails. */
async function holdFor<T>(take: () => Promise<T>, messages: Messages): Promise<Held<T>> {
  const { stderr } = messages
  await stderr.write('', 'status')
  const deferred = deferOutput(stderr, () => 'all')
  messages.current = deferred.out
  const release = async () => {
    if (messages.current !== deferred.out) return
    const released = deferred.release()
    const write: Out['write'] = (...written) => released.then(() => stderr.write(...written))
    messages.current = Object.create(stderr, { write: { value: write } })
    await released
    messages.current = stderr
  }
  try {
    return { taken: await take(), release }
  } catch (error) {
    await release()
    throw error
  }
}
