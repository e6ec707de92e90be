/** Certificate checks of the built tool. Needs `npm run build`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { certificateFor } from '../support/certificates.ts'
import { folderForAll } from '../support/folder.ts'
import { type Env, kiva } from '../support/process.ts'
import { closeServers, serveHttps, startProxy } from '../support/servers.ts'

const folder = folderForAll()
afterEach(closeServers)

type Certificate = Awaited<ReturnType<typeof certificateFor>>

/** Starts a service with this certificate, which it also writes to a CA file. Counts its requests. */
async function serviceWith(certificate: Certificate, more = {}) {
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, certificate.cert)
  let requests = 0
  const port = await serveHttps({ ...certificate, ...more }, (_, response) => {
    requests += 1
    response.end('{"loans":[]}')
  })
  return { port, caFile, requests: () => requests }
}

async function failing(words: readonly string[], env: Env = {}) {
  const { code, stdout, stderr } = await kiva(['loans', 'newest', '-o', 'json', ...words], env)
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
  // One line: Node adds no warning.
  expect(stderr).toMatch(/^[^\n]*\n$/)
  return JSON.parse(stderr).error as { readonly message: string; readonly hint: string }
}

const never = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored', async () => {
  const { port, requests } = await serviceWith(await certificateFor('localhost'))
  const { message, hint } = await failing(['--base-url', `https://localhost:${port}`], never)
  expect(message).toContain('cannot verify the certificate of')
  expect(hint).toContain('--ca-file')
  expect(requests()).toBe(0)
})

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored for a signed request', async () => {
  const { port, requests } = await serviceWith(await certificateFor('localhost'))
  const ended = await kiva(['my', 'account', '-o', 'json'], {
    ...never,
    KIVA_BASE_URL: `https://localhost:${port}`,
    KIVA_CLIENT_ID: 'org.example',
    KIVA_CLIENT_SECRET: 'a-client-secret',
    KIVA_OAUTH_TOKEN: 'a-token',
    KIVA_OAUTH_TOKEN_SECRET: 'a-token-secret',
  })
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 7, stdout: '' })
  expect(ended.stderr).not.toContain('Warning')
  expect(requests()).toBe(0)
})

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored for a proxy and for a host behind it', async () => {
  const certificate = await certificateFor('kiva.example')
  const { port, requests } = await serviceWith(certificate)
  const words = ['--base-url', 'https://kiva.example']
  const plain = await startProxy({ to: port })
  await failing(words, { ...never, HTTPS_PROXY: `http://127.0.0.1:${plain.port}` })
  expect([plain.asked, requests()]).toEqual([['kiva.example:443'], 0])
  const secure = await startProxy({ to: port }, certificate)
  await failing(words, { ...never, HTTPS_PROXY: `https://127.0.0.1:${secure.port}` })
  expect([secure.asked, requests()]).toEqual([[], 0])
})

test('the error for a certificate with a long name stays below 400 characters', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `host-${at}.example`).join('.')
  const { port, caFile } = await serviceWith(await certificateFor(names))
  const { message } = await failing(['--base-url', `https://localhost:${port}`, '--ca-file', caFile])
  expect(message.length).toBeLessThan(400)
})
