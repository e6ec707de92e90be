import type { Out, Send, Settings, World } from '../context.ts'
import { showWaiting } from '../output/terminal/waiting.ts'

/** A `Send` that shows a sign of life on a terminal while it waits; not beside `-v`, which tells more. */
export function withSpinner(
  send: Send,
  { stderr, settings, sleep }: { stderr: Out; settings: Settings; sleep: World['sleep'] },
): Send {
  if (!stderr.isTerminal || settings.quiet || settings.verbosity > 0) return send
  return async (request, signal) => {
    const waiting = showWaiting(stderr, `Asking ${new URL(request.url).host} …`, sleep)
    try {
      return await send(request, signal)
    } finally {
      await waiting.stop()
    }
  }
}
