/** `--trace`: records every exchange of a run as it ends. */
import type { Context, World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { Listener } from '../../ports/events.ts'
import type { Trace } from '../../ports/files.ts'
import type { Send } from '../../ports/http.ts'
import { version } from '../../version.ts'
import { type Exchange, harEntry } from './har-entry.ts'

const known = '{"log":{"version":"1.2","creator":{"name":"kiva",'

/** The HAR 1.2 text around the entries. */
const frame = { known, head: `${known}"version":${JSON.stringify(version)}},"entries":[`, tail: '\n]}}\n' }

type Ports = Pick<World, 'openTrace' | 'now'> & Pick<Context, 'secrets'> & { readonly emit: Listener }

/**
 * Returns a `Send` that records each exchange in a file, failed ones too. Throws `KivaError` of kind `config`
 * if the file cannot be opened. If a later write fails, this is reported once and the run continues without a
 * trace.
 */
export async function withTrace(send: Send, path: string, ports: Ports): Promise<Send> {
  const { secrets, now, emit } = ports
  let trace: Trace | undefined = await ports.openTrace(path, frame)
  const add = async (exchange: Exchange) => {
    try {
      trace?.add(JSON.stringify(harEntry(exchange, secrets)))
    } catch (error) {
      if (!(error instanceof KivaError)) throw error
      trace = undefined
      await emit({ kind: 'disabled', part: 'trace', problem: error })
    }
  }
  return async (request, signal) => {
    const began = now()
    const end = (outcome: Exchange['outcome']) => add({ request, outcome, began, ended: now() })
    const reply = await send(request, signal).catch(async (error: unknown) => {
      await end({ error })
      throw error
    })
    await end({ reply })
    return reply
  }
}
