import { headerLine, maskNamed } from '../../auth/masking.ts'
import { cleanLines } from '../../output/gate/text.ts'
import { age } from '../../output/words/span.ts'
import type { HttpReply, Send } from '../../ports/http.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { Settings } from '../../ports/settings.ts'
import type { Out } from '../../ports/streams.ts'
import { maskUrl } from '../transport/mask-url.ts'

interface Log {
  readonly stderr: Out
  readonly settings: Settings
  readonly secrets: Secrets
  now(): number
}

/**
 * A `Send` that tells each request line, status, size and time on stderr (`-v`), and the headers with `--debug`. Where
 * several are under way, each line says to which of them it belongs: `[3] < 200, …`.
 */
export function withRequestLog(send: Send, { stderr, settings, secrets, now }: Log): Send {
  const underWay = new Set<{ beside: boolean }>()
  let started = 0
  return async (request, signal) => {
    started += 1
    const number = started
    const exchange = { beside: false }
    underWay.add(exchange)
    if (underWay.size > 1) for (const each of underWay) each.beside = true
    const tell = (line: string) =>
      stderr.write(`${exchange.beside ? `[${number}] ` : ''}${cleanLines(line)}\n`, 'people')
    const began = now()
    try {
      await tell(`> ${request.method} ${maskUrl(request.url, secrets)}`)
      if (settings.verbosity === 2) {
        // Ours, but for what the signature needs: that stands under its name.
        for (const [name, value] of Object.entries(request.headers))
          await tell(`> ${headerLine(name, value, maskNamed)}`)
      }
      const reply = await send(request, signal)
      await tell(`< ${reply.status}, ${sizeOf(reply)}, ${timeOf(reply, now() - began)}`)
      if (settings.verbosity === 2) {
        for (const [name, value] of Object.entries(reply.headers))
          await tell(`< ${headerLine(name, value, secrets.quote)}`)
      }
      return reply
    } catch (error) {
      await tell(`< ${signal.aborted ? 'given up' : 'no answer'}, ${now() - began} ms`)
      throw error
    } finally {
      underWay.delete(exchange)
    }
  }
}

function sizeOf({ body, transfer }: HttpReply): string {
  const packed = transfer && transfer.bytes !== body.byteLength ? ` (packed ${transfer.bytes})` : ''
  return `${body.byteLength} ${body.byteLength === 1 ? 'byte' : 'bytes'}${packed}`
}

function timeOf({ transfer, cacheAge }: HttpReply, milliseconds: number): string {
  const head = transfer ? ` (headers after ${transfer.untilHead} ms)` : ''
  return `${milliseconds} ms${head}${cacheAge === undefined ? '' : `, from cache, ${age(cacheAge)} old`}`
}
