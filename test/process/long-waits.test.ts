/** What may take long: no limit of anybody else's ends it. Needs `npm run build`. */
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { certificateFor } from '../support/certificates.ts'
import { kiva, preload } from '../support/process.ts'
import { closeServers, listening, serveHttp, serveHttps } from '../support/servers.ts'

afterEach(closeServers)

/** Time itself is what passes here, and nothing that could be waited for: for the tool, nearly a thousand seconds. */
const quarterOfAnHour = () => wait(900)

test('hours may pass between the request, the head and the body, where --timeout allows', async () => {
  const baseUrl = await serveHttp(async (_, response) => {
    await quarterOfAnHour()
    response.writeHead(200).write('{"loans":')
    await quarterOfAnHour()
    response.end('[]}')
  })
  const words = ['loans', 'newest', '-o', 'json', '--base-url', baseUrl, '--timeout', '86400']
  expect(await kiva(words, preload('fast-time.cjs'))).toMatchObject({ code: 0, stdout: '[]\n' })
})

test('hours may pass while a proxy connects and TLS is agreed on', async () => {
  const tls = await certificateFor('kiva.example')
  const to = await serveHttps(tls, (_, response) => void response.end())
  const slow = createServer().on('connect', async (_, client) => {
    await quarterOfAnHour()
    const through = connect(to, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    await quarterOfAnHour()
    through
      .on('error', () => {})
      .pipe(client.on('error', () => {}))
      .pipe(through)
  })
  const env = { ...preload('fast-time.cjs'), HTTPS_PROXY: `http://127.0.0.1:${await listening(slow)}` }
  const { stderr } = await kiva(
    ['loans', 'newest', '--base-url', 'https://kiva.example', '--timeout', '86400'],
    env,
  )
  // It came as far as the certificate.
  expect(JSON.parse(stderr).error.message).toContain('The connection to kiva.example is not safe')
})
