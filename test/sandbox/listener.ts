/** The smallest real listener: what `kiva sandbox` is handed as `listen` in these tests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Listening, ListenOptions, Serve } from '../../src/context.ts'

export async function listen(serve: Serve, { port, tls }: ListenOptions): Promise<Listening> {
  const answer = (message: IncomingMessage, response: ServerResponse) => {
    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
    )
    const url = `${tls ? 'https' : 'http'}://${message.headers.host}${message.url}`
    serve({ method: message.method ?? 'GET', url, headers }).then(
      ({ status, headers, body, cutAfter }) => {
        response.writeHead(status, { ...headers, 'content-length': body.length })
        if (cutAfter === undefined) response.end(body)
        else response.write(body.subarray(0, cutAfter), () => response.destroy())
      },
      () => response.destroy(),
    )
  }
  const server = tls ? createSecureServer(tls, answer) : createServer(answer)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
