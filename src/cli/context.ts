/** From the raw world and the settings to what commands see: sinks behind the gate, the network behind one door. */
import type { Context, Out, Send, Settings, World } from '../context.ts'
import { loadRenderer } from '../output/renderers.ts'
import { destinationOf } from './destination.ts'
import { logged } from './logged.ts'

/** Makes the context of one run. `stdout` and `stderr` are gated already. */
export function makeContext(world: World, settings: Settings, stdout: Out, stderr: Out): Context {
  let opened: Promise<Send> | undefined
  const say = async (line: string) => {
    if (!settings.quiet) await stderr.write(`${line}\n`, 'people')
  }
  const context: Context = {
    ...world,
    stdout,
    stderr,
    settings,
    say,
    send: () => {
      opened ??= openSend(world, settings).then((send) =>
        settings.verbosity > 0 ? logged(send, { stderr, settings, now: world.now }) : send,
      )
      return opened
    },
    print: async (record) => {
      const render = await loadRenderer(settings.output)
      const view = {
        returns: undefined,
        single: true,
        detail: true,
        width: undefined,
        colour: stdout.colour,
        now: world.now(),
      }
      for await (const text of render(once(record), view))
        await stdout.write(text, destinationOf(settings.output))
    },
  }
  return context
}

async function openSend(world: World, settings: Settings): Promise<Send> {
  if (settings.sandbox) return (await import('../sandbox/in-process.ts')).openSandbox(world)
  return world.connect({ timeout: settings.timeout, caFile: settings.caFile })
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}
