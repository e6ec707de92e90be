/** From the raw world and the settings to what commands see: sinks behind the gate, the network behind one door. */
import { catalogue } from '../commands/index.ts'
import type { Context, Json, Out, Secrets, Send, Settings, World } from '../context.ts'
import { destinationOf, loadRenderer } from '../output/formats.ts'
import { cleanLines } from '../output/gate/text.ts'
import { logged } from './with-logging.ts'
import { waited } from './with-spinner.ts'

/** What a run has besides its world. The sinks are gated already. */
export interface Equipment {
  readonly settings: Settings
  readonly stdout: Out
  readonly stderr: Out
  readonly secrets: Secrets
}

/** Makes the context of one run. */
export function makeContext(world: World, equipment: Equipment): Context {
  const { settings, stdout, stderr, secrets } = equipment
  let opened: Promise<Send> | undefined
  const open = async () => {
    const send = waited(await openSend(world, settings), { stderr, settings, sleep: world.sleep })
    return settings.verbosity > 0 ? logged(send, { stderr, settings, secrets, now: world.now }) : send
  }
  return {
    ...world,
    ...equipment,
    send: () => {
      opened ??= open()
      return opened
    },
    say: async (line) => {
      if (!settings.quiet) await stderr.write(`${cleanLines(line)}\n`, 'people')
    },
    print: async (record) => {
      const render = await loadRenderer(settings.output)
      const width = stdout.isTerminal ? stdout.columns : undefined
      const view = {
        returns: undefined,
        single: true,
        detail: true,
        width,
        colour: stdout.colour,
        now: undefined,
      }
      for await (const text of render(once(record), view))
        await stdout.write(text, destinationOf[settings.output])
    },
  }
}

async function openSend(world: World, settings: Settings): Promise<Send> {
  if (settings.sandbox) return (await import('../sandbox/in-process.ts')).openSandbox(world, catalogue)
  return world.connect({ timeout: settings.timeout, caFile: settings.caFile })
}

async function* once(record: Json): AsyncGenerator<Json> {
  yield record
}
