import type { HttpReply, Out, Secrets, Send, Settings } from '../context.ts'

interface Log {
  readonly stderr: Out
  readonly settings: Settings
  readonly secrets: Secrets
  now(): number
}

/** A `Send` that tells each request line, status and time on stderr (`-v`), and the headers with `--debug`. */
export function logged(send: Send, { stderr, settings, secrets, now }: Log): Send {
  const tell = (line: string) => stderr.write(`${secrets.mask(line)}\n`, 'people')
  const tellHeaders = async (mark: string, headers: Readonly<Record<string, string>>) => {
    if (settings.verbosity < 2) return
    for (const [name, value] of Object.entries(headers)) await tell(`${mark} ${name}: ${value}`)
  }
  return async (request, signal) => {
    const began = now()
    await tell(`> ${request.method} ${request.url}`)
    await tellHeaders('>', request.headers)
    const reply: HttpReply = await send(request, signal)
    await tell(`< ${reply.status}, ${reply.body.byteLength} bytes, ${now() - began} ms`)
    await tellHeaders('<', reply.headers)
    return reply
  }
}
