/** Malicious pictures, on the terminal of the built tool. Needs `npm run build`. */
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { progressiveJpeg } from '../output/pictures/pictures.ts'
import { toolLine } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

afterEach(closeServers)

test('a JPEG with 100 000 scans is left out', async () => {
  const picture = progressiveJpeg(100_000, { size: 2000 })
  const origin: string = await serveHttp(({ url = '', headers }, reply) => {
    const loans = [{ id: 1, name: 'Loan 1', image: { id: 1, template_id: 1 } }]
    const templates = [{ id: 1, pattern: `http://${headers.host}/<size>/<id>.jpg` }]
    if (url.endsWith('.jpg')) return void reply.setHeader('content-type', 'image/jpeg').end(picture)
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(url.includes('templates') ? { templates } : { loans }))
  })
  const words = ['loans', 'show', '1', '--images', '--no-pager', '--base-url', origin]
  const terminal = openTerminal(`${toolLine(words)}; echo "left: $?"`, {
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), LANG: 'C.UTF-8' },
    cwd: tmpdir(),
    columns: 80,
  })
  await terminal.shows(/1 picture not shown: a picture has too many scans\.\r\nleft: 0/)
  await terminal.ended()
  expect(terminal.screen()).toContain('Loan 1')
})
