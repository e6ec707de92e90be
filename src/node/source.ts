import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Source } from '../context.ts'

/** Standard input as a source. The stream is a function, because touching `process.stdin` costs milliseconds. */
export function streamSource(
  open: () => NodeJS.ReadStream,
  terminal: NodeJS.WriteStream,
  signal: AbortSignal,
): Source {
  return {
    get isTerminal() {
      return open().isTTY === true
    },
    async readAll() {
      const chunks: Buffer[] = []
      for await (const chunk of open().iterator({ destroyOnReturn: false })) {
        signal.throwIfAborted()
        chunks.push(Buffer.from(chunk))
      }
      return Buffer.concat(chunks).toString('utf8')
    },
    async readLine({ echo = true } = {}) {
      const input = open()
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
      const output = echo ? terminal : silent
      // Where typing shows, the terminal itself edits the line: readline would redraw it, over the question before it.
      const lines = createInterface({ input, output, terminal: !echo && input.isTTY === true })
      try {
        return await new Promise<string | undefined>((resolve, reject) => {
          lines.once('line', resolve)
          lines.once('close', () => resolve(undefined))
          // In a terminal's raw mode readline gets Ctrl-C before the process does.
          lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
      } finally {
        lines.close()
        input.pause()
      }
    },
  }
}
