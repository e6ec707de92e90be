// A process: a list of so many pages of 20 loans, each page so many milliseconds after it was asked for.
// `node page-server.mjs page.json 400 50` prints where it listens; the file holds a page as the sandbox writes it.
// It does as little as it can for each request: copies the bytes of a page and writes numbers into them.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file, pages, latency] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const { loans } = JSON.parse(readFileSync(file, 'utf8'))

// Numbers of ten digits have room for every page.
const firstId = 1_000_000_000
const placeOfId = '"id":'
const placeOfPage = '"page":'
const template = Buffer.from(
  JSON.stringify({
    paging: { page: firstId, total: pages * loans.length, page_size: loans.length, pages },
    loans: loans.map((loan) => ({ ...loan, id: firstId })),
  }),
)
const pageAt = template.indexOf(placeOfPage) + placeOfPage.length
const idsAt = placesOf(`${placeOfId}${firstId}`).map((at) => at + placeOfId.length)
if (idsAt.length !== loans.length) throw new Error('a record holds what looks like its id')

function placesOf(text) {
  const places = []
  for (let at = template.indexOf(text); at >= 0; at = template.indexOf(text, at + 1)) places.push(at)
  return places
}

function pageOf(number) {
  const body = Buffer.from(template)
  body.write(String(number).padStart(10), pageAt, 'latin1')
  for (const [index, at] of idsAt.entries())
    body.write(String(firstId + (number - 1) * loans.length + index), at, 'latin1')
  return body
}

const headers = { 'content-type': 'application/json', 'content-length': template.length }
const server = createServer((request, reply) => {
  const number = Number(/[?&]page=(\d+)/.exec(request.url)?.[1] ?? 1)
  const answer = () => reply.writeHead(200, headers).end(pageOf(number))
  if (latency > 0) setTimeout(answer, latency)
  else answer()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () =>
  console.log(
    JSON.stringify({ base_url: `http://127.0.0.1:${server.address().port}`, bytes: template.length }),
  ),
)
