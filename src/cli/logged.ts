import type { HttpReply, Out, Send, Settings } from '../context.ts'

interface Log {
  readonly stderr: Out
  readonly settings: Settings
  now(): number
}

/** A `Send` that tells each request line, status and time on stderr (`-v`), and the headers with `--debug`. */
export function logged(send: Send, log: Log): Send {
  const tell = (line: string) => log.stderr.write(`${line}\n`, 'people')
  const tellHeaders = async (mark: string, headers: Readonly<Record<string, string>>) => {
    if (log.settings.verbosity < 2) return
    for (const [name, value] of Object.entries(headers)) await tell(`${mark} ${name}: ${masked(name, value)}`)
  }
  return async (request, signal) => {
    const began = log.now()
    await tell(`> ${request.method} ${request.url}`)
    await tellHeaders('>', request.headers)
    const reply: HttpReply = await send(request, signal)
    await tell(`< ${reply.status}, ${reply.body.byteLength} bytes, ${log.now() - began} ms`)
    await tellHeaders('<', reply.headers)
    return reply
  }
}

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])

const masked = (name: string, value: string) => (secretHeaders.has(name) ? '****' : value)
