import { maskNamed } from '../auth/masking.ts'
import type { HttpReply, Out, Secrets, Send, Settings } from '../context.ts'

interface Log {
  readonly stderr: Out
  readonly settings: Settings
  readonly secrets: Secrets
  now(): number
}

/** A `Send` that tells each request line, status and time on stderr (`-v`), and the headers with `--debug`. */
export function withLogging(send: Send, { stderr, settings, secrets, now }: Log): Send {
  const tell = (line: string) => stderr.write(`${line}\n`, 'people')
  return async (request, signal) => {
    const began = now()
    await tell(`> ${request.method} ${maskQuery(request.url, secrets)}`)
    if (settings.verbosity === 2) {
      // Ours, but for what the signature needs: that stands under its name.
      for (const [name, value] of Object.entries(request.headers))
        await tell(maskNamed(`> ${name}: ${value}`))
    }
    const reply: HttpReply = await send(request, signal)
    await tell(
      `< ${reply.status}, ${reply.body.byteLength} bytes, ${now() - began} ms${await cacheWords(reply)}`,
    )
    if (settings.verbosity === 2) {
      for (const [name, value] of Object.entries(reply.headers))
        await tell(`< ${secrets.quote(`${name}: ${value}`)}`)
    }
    return reply
  }
}

async function cacheWords({ cacheAge }: HttpReply): Promise<string> {
  if (cacheAge === undefined) return ''
  const { age } = await import('../output/words/span.ts')
  return `, from cache, ${age(cacheAge)} old`
}

/** Origin and path are of the catalogue; what stands after them, the person may have put there. */
function maskQuery(url: string, secrets: Secrets): string {
  const at = url.indexOf('?')
  return at < 0 ? url : `${url.slice(0, at)}?${secrets.mask(url.slice(at + 1))}`
}
