import type { Listener } from '../ports/events.ts'
import type { Send } from '../ports/http.ts'

/** Returns a `Send` that emits each request, and its reply or failure. */
export function withEvents(send: Send, { emit, now }: { readonly emit: Listener; now(): number }): Send {
  return async (request, signal) => {
    const exchange = { request, began: now() }
    await emit({ kind: 'request', exchange })
    try {
      const reply = await send(request, signal)
      await emit({ kind: 'reply', exchange, reply, milliseconds: now() - exchange.began })
      return reply
    } catch (error) {
      const milliseconds = now() - exchange.began
      await emit({ kind: 'failure', exchange, isCanceled: signal.aborted, milliseconds })
      throw error
    }
  }
}
