/** Certificate checks of the built tool. Needs `npm run build`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { certificateFor } from '../support/certificates.ts'
import { folderForAll } from '../support/folder.ts'
import { drivesExecutable, type Env, kiva, nodeLine } from '../support/process.ts'
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

describe('--ca-file', () => {
  /** Starts a proxy to a service with this certificate. Returns the words of a run that trusts another authority too. */
  async function throughProxy(certificate: Certificate) {
    const { port, caFile } = await serviceWith(certificate)
    const other = join(folder, 'other.pem')
    await writeFile(other, (await certificateFor('other.example')).cert)
    const proxy = await startProxy({ to: port })
    const words = ['loans', 'newest', '-o', 'json', '--base-url', 'https://kiva.example', '--ca-file', other]
    return { caFile, words, env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } }
  }
  const options = (line: string): Env => ({ NODE_OPTIONS: line, BUN_OPTIONS: line })

  test.each<[string, (caFile: string) => Env]>([
    ['NODE_EXTRA_CA_CERTS', (caFile) => ({ NODE_EXTRA_CA_CERTS: caFile })],
    ['--use-openssl-ca', (caFile) => ({ SSL_CERT_FILE: caFile, ...options('--use-openssl-ca') })],
    ['--use-system-ca', (caFile) => ({ SSL_CERT_FILE: caFile, ...options('--use-system-ca') })],
  ])('adds to the authorities of %s', async (name, envFor) => {
    // Node 20 does not know this option.
    if (name === '--use-system-ca' && !drivesExecutable && nodeLine < 22) return
    const { caFile, words, env } = await throughProxy(await certificateFor('kiva.example'))
    expect(await kiva(words, { ...env, ...envFor(caFile) })).toMatchObject({ code: 0, stdout: '[]\n' })
  })

  test('that did not sign, like the default authorities, is named in the hint', async () => {
    const { words, env } = await throughProxy(await certificateFor('kiva.example'))
    const { code, stderr } = await kiva(words, env)
    expect([code, JSON.parse(stderr).error.hint]).toEqual([
      7,
      expect.stringMatching(
        /^Neither a default authority nor one in .*other\.pem \(--ca-file or KIVA_CA_FILE\) signed it\.$/,
      ),
    ])
  })

  test('is the only authority for a service on this machine', async () => {
    const { port, caFile, requests } = await serviceWith(await certificateFor('localhost'))
    const { words } = await throughProxy(await certificateFor('kiva.example'))
    const { hint } = await failing([...words.slice(4), '--base-url', `https://localhost:${port}`], {
      NODE_EXTRA_CA_CERTS: caFile,
    })
    expect(hint).toMatch(/other\.pem \(--ca-file or KIVA_CA_FILE\) did not sign it/)
    expect(requests()).toBe(0)
  })
})
