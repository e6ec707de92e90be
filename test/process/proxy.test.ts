/** The built tool behind real proxies. Needs `npm run build`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { certificateFor } from '../support/certificates.ts'
import { folderForAll } from '../support/folder.ts'
import { type Env, kiva } from '../support/process.ts'
import { closeServers, serveBytes, serveHttps, startProxy } from '../support/servers.ts'

const folder = folderForAll()
const caFile = join(folder, 'ca.pem')
let tls: { readonly key: string; readonly cert: string }
beforeAll(async () => {
  tls = await certificateFor('kiva.example')
  await writeFile(caFile, tls.cert)
})
afterEach(closeServers)

/** Starts a service that only a proxy can reach. */
async function service() {
  const asked: string[] = []
  const port = await serveHttps(tls, (request, response) => {
    asked.push(`${request.headers.host} ${request.url}`)
    response.end('{"loans":[{"id":1}]}')
  })
  return { port, asked }
}

const newest = (...words: readonly string[]) => ['loans', 'newest', '-o', 'json', ...words]
const ask = (env: Env, ...words: readonly string[]) =>
  kiva(newest('--base-url', 'https://kiva.example', '--ca-file', caFile, ...words), env)

async function failing(env: Env, ...words: readonly string[]) {
  const { code, stdout, stderr } = await ask(env, ...words)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^[^\n]*\n$/)
  const { error } = JSON.parse(stderr)
  expect(error.exit_code).toBe(code)
  return { code, message: error.message as string, hint: error.hint as string, stderr }
}

describe('a request uses the proxy', () => {
  test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
    'in %s',
    async (variable) => {
      const { port, asked } = await service()
      const proxy = await startProxy({ to: port })
      const ended = await ask({ [variable]: `http://127.0.0.1:${proxy.port}` })
      expect(ended).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(ended.stdout)).toEqual([{ id: 1 }])
      expect(proxy.asked).toEqual(['kiva.example:443'])
      expect(asked).toEqual(['kiva.example /v1/loans/newest.json'])
    },
  )

  test('without a scheme, with a user and a password that --debug does not print', async () => {
    const { port } = await service()
    const proxy = await startProxy({ to: port })
    const ended = await ask({ HTTPS_PROXY: `ada:pa%3Ass-word@127.0.0.1:${proxy.port}` }, '--debug')
    expect(ended.code).toBe(0)
    expect(proxy.users).toEqual([`Basic ${Buffer.from('ada:pa:ss-word').toString('base64')}`])
    expect(ended.stderr).not.toMatch(/ss-word/)
  })

  test('over TLS, if its certificate is trusted', async () => {
    const { port } = await service()
    const own = await certificateFor('localhost')
    const both = join(folder, 'both.pem')
    await writeFile(both, `${own.cert}\n${tls.cert}`)
    const proxy = await startProxy({ to: port }, own)
    const env = { HTTPS_PROXY: `https://localhost:${proxy.port}` }
    expect(await ask(env, '--ca-file', both)).toMatchObject({ code: 0, stderr: '' })
    expect(proxy.asked).toEqual(['kiva.example:443'])
    const { code, message } = await failing(env)
    expect(code).toBe(7)
    expect(message).toContain(
      `cannot verify the certificate of the proxy https://localhost:${proxy.port} (HTTPS_PROXY)`,
    )
  })

  test('for a host name that only resembles localhost', async () => {
    const proxy = await startProxy({ status: 403 })
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
    const hosts = ['notlocalhost', 'localhost.example', '127.0.0.1.example']
    for (const host of hosts) await kiva(newest('--base-url', `https://${host}`), env)
    expect(proxy.asked).toEqual(hosts.map((host) => `${host}:443`))
  })

  test('but not for localhost and the hosts in NO_PROXY', async () => {
    const proxy = await startProxy({ status: 403 })
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
    const { port } = await serveBytes('')
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect((await kiva(newest('--base-url', `https://${host}:${port}`), env)).code).toBe(7)
    }
    const { message } = await failing({ ...env, NO_PROXY: 'kiva.example' })
    expect(message).not.toContain('proxy')
    expect(proxy.asked).toEqual([])
  })

  test('but not for the networks in NO_PROXY', async () => {
    const proxy = await startProxy({ status: 403 })
    const env = { ALL_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: '0.0.0.0/8, ::/64' }
    const { port } = await serveBytes('')
    // These addresses reach this machine but count as other hosts.
    for (const host of ['0.0.0.0', '[::]']) {
      expect((await kiva(newest('--base-url', `https://${host}:${port}`), env)).code).toBe(7)
      expect(proxy.asked).toEqual([])
    }
    await kiva(newest('--base-url', `https://0.0.0.0:${port}`), { ...env, NO_PROXY: '1.0.0.0/8' })
    expect(proxy.asked).toEqual([`0.0.0.0:${port}`])
  })
})
