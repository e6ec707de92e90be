/** HTTP through undici: its only door. The bundler narrows it to what this file uses (scripts/build.ts). */
import { setFlagsFromString } from 'node:v8'
import { Agent, type Dispatcher } from 'undici'
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
  const agents = new Map<boolean, Dispatcher>()
  const agentFor = async (url: URL) => {
    // A certificate for loopback comes from nobody but its own authority; the others needn't be loaded then.
    const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
    const trusted =
      ca === undefined ? {} : { ca: loopback ? [ca] : [...(await import('node:tls')).rootCertificates, ca] }
    const agent = agents.get(loopback) ?? new Agent({ connect: { timeout: connectTimeout, ...trusted } })
    agents.set(loopback, agent)
    return agent
  }
  return async (request, signal) => {
    const url = new URL(request.url)
    try {
      return await exchange(
        await agentFor(url),
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

async function exchange(
  agent: Dispatcher,
  request: HttpRequest,
  url: URL,
  signal: AbortSignal,
): Promise<HttpReply> {
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    // As written, not as `URL` would rewrite it: these are the bytes that were signed.
    path: request.url.slice(request.url.indexOf('/', request.url.indexOf('//') + 2)),
    method: request.method as Dispatcher.HttpMethod,
    headers: request.headers,
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
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new KivaError('config', `The CA file ${path} holds no PEM certificate`, {
    hint: 'It must have a line -----BEGIN CERTIFICATE-----.',
  })
}
