// A process: a marketplace of so many loans (made-loans.mjs). `node loan-server.mjs pool.json 10000` prints where it
// listens. `/served` returns the last page that was asked for.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { answerWith } from './made-loans.mjs'

const [file, total] = [process.argv[2], Number(process.argv[3])]
const answer = answerWith(JSON.parse(readFileSync(file, 'utf8')), total)
let served = 0

const server = createServer(({ url }, reply) => {
  if (url === '/served') return reply.end(String(served))
  served = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? served)
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(url)))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ base_url: `http://127.0.0.1:${server.address().port}` })),
)
