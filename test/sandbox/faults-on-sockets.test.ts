/** `kiva sandbox --fault …` on real sockets, as seen by any client. */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { Agent, get as getSecure } from 'node:https'
import { afterEach, describe, expect, test } from 'vitest'
import { run } from '../harness.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
afterEach(() => sandbox.stop())

const path = '/v1/loans/search.json'

/** Returns what a request received: the sizes of the chunks, and the code of the error. */
async function ask(what = path) {
  const url = sandbox.base_url + what
  const agent = new Agent({ ca: sandbox.ca_file && (await readFile(sandbox.ca_file)) })
  return new Promise<{ reply?: IncomingMessage; pieces: number[]; failed?: string }>((resolve) => {
    const pieces: number[] = []
    const fail = ({ code }: NodeJS.ErrnoException) => resolve({ pieces, failed: code ?? '' })
    const listen = (reply: IncomingMessage) =>
      reply
        .on('data', (chunk: Buffer) => pieces.push(chunk.length))
        .on('error', ({ code }: NodeJS.ErrnoException) => resolve({ reply, pieces, failed: code ?? '' }))
        .on('end', () => resolve({ reply, pieces }))
    const request = url.startsWith('https:')
      ? getSecure(url, { agent }, listen)
      : getPlain(url, { agent: false }, listen)
    request.on('error', fail)
  })
}

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)
const lengthOf = (reply: IncomingMessage | undefined) => Number(reply?.headers['content-length'])

describe.each([
  { scheme: 'http', words: ['--http'] },
  { scheme: 'https', words: [] },
])('over $scheme', ({ words }) => {
  const start = async (fault: string) => {
    sandbox = await startSandbox(['--loans', '60', '--fault', fault, ...words])
  }

  test('reset: the connection is reset before the reply', async () => {
    await start('reset')
    expect(await ask()).toEqual({ pieces: [], failed: 'ECONNRESET' })
  })

  test('reset-body: the connection is reset in the middle of the body', async () => {
    await start('reset-body')
    const { reply, pieces, failed } = await ask()
    expect(failed).toBe('ECONNRESET')
    expect(sum(pieces)).toBe(Math.floor(lengthOf(reply) / 2))
  })

  test('cut: the body ends in the middle', async () => {
    await start('cut')
    const { reply, pieces, failed } = await ask()
    expect(failed).toBe('ECONNRESET')
    expect(sum(pieces)).toBe(Math.floor(lengthOf(reply) / 2))
  })

  test('drip: the body arrives complete, in many chunks', async () => {
    await start('drip')
    const { reply, pieces, failed } = await ask('/v1/releases/api/current.json')
    expect(failed).toBeUndefined()
    expect(sum(pieces)).toBe(lengthOf(reply))
    expect(pieces.length).toBeGreaterThan(5)
  })
})

describe('kiva as the client', () => {
  test.each(['huge-body', 'gzip-bomb'])('rejects the reply of %s as too large', async (fault) => {
    sandbox = await startSandbox(['--http', '--loans', '60', '--fault', fault])
    const ended = await run(['loans', 'newest', '-o', 'json'], sandbox.options)
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 7, stdout: '' })
    expect(ended.stderr).toContain('is larger than 50 MiB')
  })
})

test('huge-body arrives complete at a client without a limit', async () => {
  sandbox = await startSandbox(['--http', '--loans', '60', '--fault', 'huge-body'])
  const { reply, pieces } = await ask()
  expect(sum(pieces)).toBe(lengthOf(reply))
  expect(sum(pieces)).toBeGreaterThan(51 * 1024 * 1024)
})

test('expired-certificate: the certificate has expired', async () => {
  sandbox = await startSandbox(['--loans', '60', '--fault', 'expired-certificate'])
  expect(await ask()).toEqual({ pieces: [], failed: 'CERT_HAS_EXPIRED' })
  const { validFrom, validTo } = new X509Certificate(await readFile(sandbox.ca_file))
  expect(Date.parse(validFrom)).toBeLessThan(Date.parse(validTo))
  const ended = await run(['loans', 'newest', '-o', 'json'], sandbox.options)
  expect(ended.code).toBe(7)
  expect(ended.stderr).toContain('certificate has expired')
})

test('the log reports a reset reply', async () => {
  sandbox = await startSandbox(['--http', '--loans', '60', '-v', '--fault', 'reset-body'])
  await ask()
  expect(sandbox.log()).toMatch(/^GET \/v1\/loans\/search\.json 200 reset \d+ms\n$/)
})
