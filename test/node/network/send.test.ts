import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createRawServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { KivaError } from '../../../src/core/errors.ts'
// Imported up front, because mutation testing tries a lazily loaded module only with the test that loads it.
import '../../../src/node/network/exchange.ts'
import { openNetwork } from '../../../src/node/network/send.ts'
import { certificateFor } from '../../support/certificates.ts'
import { folderForAll } from '../../support/folder.ts'
import { kivaErrorOf } from '../../support/kiva-error.ts'
import { closeServers, serveHttps, startProxy } from '../../support/servers.ts'

afterEach(closeServers)
const opened: Server[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) {
    await new Promise((resolve) => {
      server.close(resolve)
      if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections()
    })
  }
})

async function listening(server: Server): Promise<string> {
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serve = (listener: RequestListener) => listening(createServer(listener))
/** A server that writes these bytes and closes the connection. */
const raw = (bytes: string) =>
  listening(
    createRawServer((socket) => void socket.on('error', () => {}).end(bytes, () => socket.destroySoon())),
  )

const never = new AbortController().signal
const get = async (url: string, timeout = 5_000, signal = never) =>
  (await openNetwork({ timeout }))({ method: 'GET', url, headers: { accept: '*/*' } }, signal)

describe('a sent request', () => {
  test('has the path and query unchanged, with dots and escapes', async () => {
    let seen = ''
    const base = await serve((request, response) => {
      seen = request.url ?? ''
      response.end()
    })
    await get(`${base}/v1/loans/1,2.json?q=a%2Bb%20c&e=%F0%9F%8C%B1&empty=&x=%2e%2E`)
    expect(seen).toBe('/v1/loans/1,2.json?q=a%2Bb%20c&e=%F0%9F%8C%B1&empty=&x=%2e%2E')
  })

  test('has the body of a POST', async () => {
    let seen = ''
    const base = await serve(async (request, response) => {
      for await (const chunk of request) seen += chunk
      response.end()
    })
    const send = await openNetwork({ timeout: 5_000 })
    await send({ method: 'POST', url: `${base}/`, headers: {}, body: 'a=1&b=%20' }, never)
    expect(seen).toBe('a=1&b=%20')
  })
})

test('headers are sent unchanged; accept-encoding is added only for other hosts', async () => {
  let seen: IncomingHttpHeaders = {}
  const base = await serve((request, response) => {
    seen = request.headers
    response.end()
  })
  const send = await openNetwork({ timeout: 5_000 })
  const headers = { accept: '*/*', 'x-one': '1' }
  await send({ method: 'GET', url: `${base}/`, headers }, never)
  expect(seen).toMatchObject(headers)
  expect(seen).not.toHaveProperty('accept-encoding')
  // 0.0.0.0 reaches this machine but counts as another host.
  await send({ method: 'GET', url: `${base.replace('127.0.0.1', '0.0.0.0')}/`, headers }, never)
  expect(seen).toMatchObject({ ...headers, 'accept-encoding': 'gzip, deflate, br' })
})

describe('connections', () => {
  test('are reused for later requests', async () => {
    const server = createServer((_, response) => void response.end())
    let connections = 0
    server.on('connection', () => (connections += 1))
    const base = await listening(server)
    const send = await openNetwork({ timeout: 5_000 })
    for (let round = 0; round < 8; round++) {
      await send({ method: 'GET', url: `${base}/`, headers: {} }, never)
    }
    // Two, if the first was still busy with the reply before.
    expect(connections).toBeLessThanOrEqual(2)
  })

  test('are opened once for one request, although kiva connects before undici does', async () => {
    const { key, cert } = await certificateFor('localhost')
    for (const [scheme, server] of [
      ['http', createServer((_, response) => void response.end())],
      ['https', createSecureServer({ key, cert }, (_, response) => void response.end())],
    ] as const) {
      let connections = 0
      server.on('connection', () => (connections += 1))
      const port = new URL(await listening(server)).port
      // The trust in the certificate does not matter here.
      await get(`${scheme}://localhost:${port}/`).catch(() => {})
      expect(connections).toBe(1)
    }
  })

  test('are not opened for a request that is already aborted', async () => {
    const server = createServer()
    let connections = 0
    server.on('connection', () => (connections += 1))
    const base = await listening(server)
    const reason = new KivaError('interrupted', 'Interrupted')
    const send = await openNetwork({ timeout: 5_000 })
    const request = { method: 'GET', url: `${base}/`, headers: {} }
    await expect(send(request, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(connections).toBe(0)
  })

  test('of a timed out request do not block the next request', async () => {
    let silent = true
    const base = await serve((_, response) => {
      if (!silent) response.end()
    })
    const send = await openNetwork({ timeout: 150 })
    const request = { method: 'GET', url: `${base}/`, headers: {} }
    expect((await kivaErrorOf(send(request, never))).message).toMatch(/^no response from .* within 0\.15s$/)
    silent = false
    expect((await send(request, never)).status).toBe(200)
  })
})

describe('a received reply', () => {
  test('is decompressed', async () => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('{"loans":[]}'))
    })
    expect(new TextDecoder().decode((await get(`${base}/`)).body)).toBe('{"loans":[]}')
  })

  test.each<[string, (text: string) => Uint8Array]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['deflate', (text) => deflateRawSync(text, { level: 0 })],
    ['deflate', (text) => deflateSync(text, { windowBits: 9 })],
    ['br', brotliCompressSync],
    ['GZip', gzipSync],
    [' gzip ,', gzipSync],
    ['identity', Buffer.from],
    ['deflate, gzip', (text) => gzipSync(deflateSync(text))],
    ['br,identity,x-gzip,deflate,gzip', (text) => gzipSync(deflateSync(gzipSync(brotliCompressSync(text))))],
    ['', Buffer.from],
  ])('is decompressed from %j', async (encoding, pack) => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', encoding).end(pack('{"loans":[]}'))
    })
    expect(new TextDecoder().decode((await get(`${base}/`)).body)).toBe('{"loans":[]}')
  })

  test('is decompressed if several content-encoding headers name the encodings', async () => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', ['deflate', 'gzip']).end(gzipSync(deflateSync('[]')))
    })
    expect(new TextDecoder().decode((await get(`${base}/`)).body)).toBe('[]')
  })

  test.each([
    ['zstd', 'zstd'],
    ['gzip, Snappy', 'snappy'],
    ['toString', 'tostring'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['gzip;q=1', 'gzip;q=1'],
    ['gzip,gzip,gzip,gzip,gzip,gzip', 'gzip,gzip,gzip,gzip,gzip,gzip'],
  ])('with the unknown encoding %j is an error', async (encoding, named) => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', encoding).end(gzipSync('{}'))
    })
    const error = await kivaErrorOf(get(`${base}/`))
    expect(error.kind).toBe('bug')
    expect(error.message).toBe(`cannot decompress the response: unknown encoding "${named}"`)
    expect(error.hint).toContain('gzip, x-gzip, deflate, br, identity')
  })

  test('with an empty body and an unknown encoding is empty', async () => {
    const base = await serve((_, response) => void response.setHeader('content-encoding', 'zstd').end())
    expect((await get(`${base}/`)).body).toHaveLength(0)
  })

  test('that redirects is returned, never followed', async () => {
    let hits = 0
    const base = await serve((_, response) => {
      hits += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    const reply = await get(`${base}/`)
    expect([reply.status, reply.headers['location'], hits]).toEqual([302, '/elsewhere', 1])
  })

  test('may have 12 KiB of headers, and 17 KiB are an error', async () => {
    const base = await serve((request, response) => {
      const long = 'x'.repeat(request.url === '/' ? 12 * 1024 : 17 * 1024)
      response.setHeader('x-long', long).end()
    })
    expect((await get(`${base}/`)).headers['x-long']).toHaveLength(12 * 1024)
    expect((await kivaErrorOf(get(`${base}/more`))).kind).toBe('network')
  })

  test('has lower-case header names, and repeated headers are joined', async () => {
    const base = await serve((_, response) => {
      response.setHeader('X-A', ['1', '2']).end()
    })
    expect((await get(`${base}/`)).headers['x-a']).toBe('1, 2')
  })
})

describe('network errors', () => {
  test('a closed port', async () => {
    const base = await serve(() => {})
    const server = opened.pop()
    await new Promise((resolve) => server?.close(resolve))
    const error = await kivaErrorOf(get(`${base}/`))
    expect([error.kind, error.message]).toEqual([
      'network',
      expect.stringContaining('refused the connection'),
    ])
    expect(error.message).toContain(new URL(base).host)
  })

  test('an unknown host', async () => {
    const error = await kivaErrorOf(get('https://kiva.invalid/'))
    expect(error.kind).toBe('network')
    expect(error.message).toContain('kiva.invalid')
  })

  test.each([
    ['a body shorter than declared', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"loans"'],
    ['no answer at all', ''],
    ['a head that breaks off', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['something that is not HTTP', 'SSH-2.0-OpenSSH_9\r\n\r\n'],
    ['a broken gzip', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnope'],
  ])('%s', async (_, bytes) => {
    const error = await kivaErrorOf(get(`${await raw(bytes)}/`))
    expect(error.kind).toBe('network')
    expect(error.hint).toBeTruthy()
  })

  test('a timeout', async () => {
    const base = await serve(() => {})
    const error = await kivaErrorOf(get(`${base}/`, 100))
    expect(error.message).toMatch(/^no response from .* within 0\.1s$/)
  })

  const most = 50 * 1024 * 1024
  const tooLarge = (base: string) => ({
    kind: 'network',
    message: `the response from ${new URL(base).host} is larger than 50 MiB`,
    hint: 'Request fewer records at a time.',
  })

  test.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ])('a body of %s that decompresses to more than 50 MiB', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(most + 1))
    const base = await serve((_, response) => void response.setHeader('content-encoding', encoding).end(bomb))
    expect(await kivaErrorOf(get(`${base}/`))).toMatchObject(tooLarge(base))
  })

  test('a body of 50 MiB is read, compressed or not', async () => {
    const whole = Buffer.alloc(most)
    const base = await serve((request, response) => {
      if (request.url === '/packed') response.setHeader('content-encoding', 'gzip').end(gzipSync(whole))
      else response.end(whole)
    })
    expect((await get(`${base}/`)).body).toHaveLength(most)
    expect((await get(`${base}/packed`)).body).toHaveLength(most)
  })

  test.each([undefined, 'gzip'])('an endless body (%s) is aborted after 50 MiB', async (encoding) => {
    let written = 0
    const part = Buffer.alloc(1024 * 1024)
    let close = () => {}
    const closed = new Promise<void>((resolve) => {
      close = resolve
    })
    const base = await serve((_, response) => {
      if (encoding) response.setHeader('content-encoding', encoding)
      const more = () => {
        while (!response.destroyed && response.write(part)) written += part.length
      }
      response.on('drain', more).on('close', () => close())
      more()
    })
    expect(await kivaErrorOf(get(`${base}/`, 15_000))).toMatchObject(tooLarge(base))
    // The connection is aborted.
    await closed
    expect(written).toBeLessThan(most + 32 * part.length)
  })

  test('an interruption stays of kind interrupted', async () => {
    const stop = new AbortController()
    const base = await serve(() => stop.abort(new KivaError('interrupted', 'Interrupted')))
    expect((await kivaErrorOf(get(`${base}/`, 5_000, stop.signal))).kind).toBe('interrupted')
  })
})

describe('a proxy from the environment', () => {
  afterEach(() => {
    delete process.env['HTTP_PROXY']
    delete process.env['HTTPS_PROXY']
    delete process.env['NO_PROXY']
  })

  /** A proxy that connects every tunnel to one server and records the requested hosts. */
  async function proxyTo(target: string) {
    const asked: string[] = []
    const server = createServer()
    server.on('connect', (request, client) => {
      asked.push(request.url ?? '')
      const { port } = new URL(target)
      const through = connect(Number(port), '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
      through.pipe(client).pipe(through)
      for (const socket of [through, client]) socket.on('error', () => through.destroy())
    })
    return { asked, url: await listening(server) }
  }

  test('is used, except for hosts in NO_PROXY and this machine', async () => {
    const base = await serve((request, response) =>
      response.end(request.headers['accept-encoding'] ?? 'plain'),
    )
    const proxy = await proxyTo(base)
    process.env['HTTP_PROXY'] = proxy.url
    const reply = await get('http://kiva.example/v1/loans.json')
    expect(new TextDecoder().decode(reply.body)).toBe('gzip, deflate, br')
    expect(proxy.asked).toEqual(['kiva.example:80'])
    expect(new TextDecoder().decode((await get(`${base}/`)).body)).toBe('plain')
    process.env['NO_PROXY'] = 'kiva.invalid'
    expect((await kivaErrorOf(get('http://kiva.invalid/'))).message).toContain('kiva.invalid')
    expect(proxy.asked).toHaveLength(1)
  })
})

test('HTTP and HTTPS requests use their own proxy', async () => {
  const asked: string[] = []
  const refusing = (name: string) => {
    const server = createServer()
    server.on('connect', (request, client) => {
      asked.push(`${name} ${request.url}`)
      client.end('HTTP/1.1 403 No\r\n\r\n')
    })
    return listening(server)
  }
  process.env['HTTP_PROXY'] = await refusing('one')
  process.env['HTTPS_PROXY'] = await refusing('two')
  try {
    const send = await openNetwork({ timeout: 5_000 })
    for (const url of ['http://a.example/', 'https://a.example/', 'http://[2001:db8::1]:8080/']) {
      const { message } = await kivaErrorOf(send({ method: 'GET', url, headers: {} }, never))
      expect(message).toContain('refuses to connect to')
    }
    expect(asked).toEqual(['one a.example:80', 'two a.example:443', 'one [2001:db8::1]:8080'])
  } finally {
    delete process.env['HTTP_PROXY']
    delete process.env['HTTPS_PROXY']
  }
})

test('the error for a silent proxy names the proxy', async () => {
  const proxy = await startProxy('silent')
  process.env['HTTP_PROXY'] = `http://127.0.0.1:${proxy.port}`
  try {
    const { message } = await kivaErrorOf(get('http://kiva.example/', 150))
    expect(message).toBe(
      `no response from the proxy http://127.0.0.1:${proxy.port} (HTTP_PROXY) within 0.15s`,
    )
  } finally {
    delete process.env['HTTP_PROXY']
  }
})

describe('TLS', () => {
  const folder = folderForAll()
  afterEach(() => {
    delete process.env['HTTPS_PROXY']
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  })

  /** A service with this host name that replies with the negotiated protocol, and its CA file. */
  async function secureService(name: string) {
    const made = await certificateFor(name)
    const port = await serveHttps({ ...made, ALPNProtocols: ['h2', 'http/1.1'] }, (request, response) =>
      response.end(String((request.socket as TLSSocket).alpnProtocol)),
    )
    const caFile = join(folder, `${name}.pem`)
    await writeFile(caFile, made.cert)
    return { port, caFile }
  }
  const ask = async (url: string, caFile?: string) => {
    const send = await openNetwork({ timeout: 5_000, ...(caFile && { caFile }) })
    const { body } = await send({ method: 'GET', url, headers: {} }, never)
    return new TextDecoder().decode(body)
  }

  test('trusts a service of this machine with its CA file, and uses HTTP/1.1', async () => {
    const { port, caFile } = await secureService('localhost')
    expect(await ask(`https://localhost:${port}/`, caFile)).toBe('http/1.1')
  })

  test('trusts another host only with its CA file', async () => {
    const { port, caFile } = await secureService('kiva.example')
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${(await startProxy({ to: port })).port}`
    expect(await ask('https://kiva.example/', caFile)).toBe('http/1.1')
    expect((await kivaErrorOf(ask('https://kiva.example/'))).message).toContain('certificate')
  })

  test('rejects an unknown certificate even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const { port } = await secureService('localhost')
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    expect((await kivaErrorOf(ask(`https://localhost:${port}/`))).message).toContain('certificate')
    // Node would print a warning about the variable.
    expect(process.env).not.toHaveProperty('NODE_TLS_REJECT_UNAUTHORIZED')
  })
})

describe('the CA file', () => {
  const folder = folderForAll()

  test('that is missing is an error of kind config', async () => {
    const error = await kivaErrorOf(openNetwork({ timeout: 1, caFile: join(folder, 'none.pem') }))
    expect([error.kind, error.message]).toEqual(['config', expect.stringContaining('none.pem')])
  })

  test.each([
    ['holds no certificate', 'hello'],
    ['holds a broken one', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ])('that %s is an error of kind config', async (_, text) => {
    await writeFile(join(folder, 'empty.pem'), text)
    const error = await kivaErrorOf(openNetwork({ timeout: 1, caFile: join(folder, 'empty.pem') }))
    expect([error.kind, error.message]).toEqual([
      'config',
      expect.stringContaining('no valid PEM certificate'),
    ])
  })
})
