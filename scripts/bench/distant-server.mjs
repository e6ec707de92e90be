// A process: one answer over https, each way half a round trip later. `node distant-server.mjs answer.json 60` prints
// where it listens; the file holds `key`, `cert` and `body`. (The sandbox answers to its own address only.)
import { readFileSync } from 'node:fs'
import { createServer as createHttps } from 'node:https'
import { connect, createServer } from 'node:net'

const { key, cert, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const roundTrip = Number(process.argv[3])

const service = createHttps({ key, cert }, (_, reply) => {
  reply.setHeader('content-type', 'application/json')
  reply.end(body)
})
const road = createServer((near) => {
  const far = connect(service.address().port, '127.0.0.1')
  // On loopback a connection is there at once; its handshake would have taken one round trip.
  const ready = performance.now() + roundTrip
  forward(near, far, () => Math.max(ready - performance.now(), 0) + roundTrip / 2)
  forward(far, near, () => roundTrip / 2)
})
service.listen(0, '127.0.0.1', () =>
  road.listen(0, '127.0.0.1', () =>
    console.log(JSON.stringify({ base_url: `https://127.0.0.1:${road.address().port}` })),
  ),
)

function forward(from, to, delay) {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), delay()))
  from.on('end', () => setTimeout(() => to.end(), delay()))
  from.on('error', () => to.destroy())
}
