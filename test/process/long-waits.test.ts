/** Slow replies: only `--timeout` ends the wait, and no limit of Node or undici. Needs `npm run build`. */
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { certificateFor } from '../support/certificates.ts'
import { kiva, preload } from '../support/process.ts'
import { closeServers, listening, serveHttp, serveHttps } from '../support/servers.ts'

afterEach(closeServers)

/** Waits 0.9 s, in which timers of the tool advance 900 s (fast-time.cjs). There is no event to wait for. */
const quarterOfAnHour = () => wait(900)

test('the head and the body may each take 15 minutes if --timeout allows it', async () => {
  const baseUrl = await serveHttp(async (_, response) => {
    await quarterOfAnHour()
    response.writeHead(200).write('{"loans":')
    await quarterOfAnHour()
    response.end('[]}')
  })
  const words = ['loans', 'newest', '-o', 'json', '--base-url', baseUrl, '--timeout', '86400']
  expect(await kiva(words, preload('fast-time.cjs'))).toMatchObject({ code: 0, stdout: '[]\n' })
})

test('a proxy connection and a TLS handshake may each take 15 minutes', async () => {
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
  // The run got as far as the check of the certificate.
  expect(JSON.parse(stderr).error.message).toContain('cannot verify the certificate of kiva.example')
})
