/** HTTP through undici: its only door. The bundler narrows it to what this file uses (scripts/stand-ins). */
import { setFlagsFromString } from 'node:v8'
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import type { HttpReply, HttpRequest, Send, Transport } from '../context.ts'
import { KivaError } from '../errors.ts'
import { networkProblem } from './network-problem.ts'

/** A body is not read beyond this, packed or unpacked. */
const mostBytes = 50 * 1024 * 1024
const connectTimeout = 10_000

/** Opens the network. Throws `KivaError` of kind `config` for a CA file that can't be read. */
export async function openNetwork(transport: Transport): Promise<Send> {
  // undici parses HTTP in WebAssembly, which Node 20 would optimise in the background and wait for at exit:
  // 150 ms of a run that makes one request.
  setFlagsFromString('--wasm-tiering-budget=2000000000')
  const ca = transport.caFile === undefined ? undefined : await readCa(transport.caFile)
  const ways = new Map<boolean, Way>()
  const wayFor = async (url: URL) => {
    const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
    const way = ways.get(loopback) ?? (await (loopback ? wayToThisMachine(ca) : wayOut(ca)))
    ways.set(loopback, way)
    return way
  }
  return async (request, signal) => {
    const url = new URL(request.url)
    try {
      return await exchange(
        await wayFor(url),
        request,
        url,
        AbortSignal.any([signal, AbortSignal.timeout(transport.timeout)]),
      )
    } catch (cause) {
      signal.throwIfAborted()
      throw networkProblem(cause, url, transport)
    }
  }
}

interface Way {
  readonly dispatcher: Dispatcher
  /** Added to each request. */
  readonly headers: Readonly<Record<string, string>>
}

/** A certificate here comes from nobody but its own authority, and packing gains nothing. Never through a proxy. */
async function wayToThisMachine(ca: string | undefined): Promise<Way> {
  return { dispatcher: new Agent({ connect: { timeout: connectTimeout, ...(ca && { ca }) } }), headers: {} }
}

/** Through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, if any. */
async function wayOut(ca: string | undefined): Promise<Way> {
  const trusted = ca ? { ca: [...(await import('node:tls')).rootCertificates, ca] } : {}
  const connect = { timeout: connectTimeout, ...trusted }
  const proxied = Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name))
  return {
    dispatcher: proxied ? new EnvHttpProxyAgent({ connect, requestTls: trusted }) : new Agent({ connect }),
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  }
}

async function exchange(way: Way, request: HttpRequest, url: URL, signal: AbortSignal): Promise<HttpReply> {
  const { statusCode, headers, body } = await way.dispatcher.request({
    origin: url.origin,
    // As written, not as `URL` would rewrite it: these are the bytes that were signed.
    path: request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2)),
    method: request.method as Dispatcher.HttpMethod,
    headers: { ...request.headers, ...way.headers },
    body: request.body ?? null,
    signal,
  })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > mostBytes)
      throw new KivaError('network', `The answer is larger than ${mostBytes / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  const plain = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
  return {
    status: statusCode,
    headers: plain,
    body: await unpack(Buffer.concat(chunks), plain['content-encoding']),
  }
}

async function unpack(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array> {
  if (bytes.byteLength === 0 || encoding === undefined) return bytes
  const unpacker = (await import('./unpack.ts')).unpackers[encoding]
  return unpacker ? unpacker(bytes, { maxOutputLength: mostBytes }) : bytes
}

async function readCa(path: string): Promise<string> {
  let text: string
  try {
    text = await (await import('node:fs/promises')).readFile(path, 'utf8')
  } catch (cause) {
    throw new KivaError('config', `The CA file ${path} can not be read`, {
      cause,
      hint: 'Check --ca-file or KIVA_CA_FILE.',
    })
  }
  if (await holdsCertificate(text)) return text
  throw new KivaError('config', `The CA file ${path} holds no PEM certificate that can be read`, {
    hint: 'It must be a text that begins with a line -----BEGIN CERTIFICATE-----, and whole.',
  })
}

/** Whether the first certificate of a PEM text can be read: TLS would pass over one that can't, and trust nobody. */
async function holdsCertificate(text: string): Promise<boolean> {
  const { X509Certificate } = await import('node:crypto')
  try {
    return new X509Certificate(text).raw.length > 0
  } catch {
    return false
  }
}
