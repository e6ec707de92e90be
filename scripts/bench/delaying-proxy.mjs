// A process: hands TCP connections on to a port of this machine, each way half a round trip later.
// `node delaying-proxy.mjs 8443 60` prints the port on which it listens.
import { connect, createServer } from 'node:net'

const [port, roundTrip] = process.argv.slice(2).map(Number)

const server = createServer((near) => {
  const far = connect(port, '127.0.0.1')
  // On loopback a connection is there at once; its handshake would have taken one round trip.
  const ready = performance.now() + roundTrip
  forward(near, far, () => Math.max(ready - performance.now(), 0) + roundTrip / 2)
  forward(far, near, () => roundTrip / 2)
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })))

function forward(from, to, delay) {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), delay()))
  from.on('end', () => setTimeout(() => to.end(), delay()))
  from.on('error', () => to.destroy())
}
