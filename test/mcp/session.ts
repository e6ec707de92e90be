/** A client of `kiva mcp` in this process, for both eras of the protocol. */
import { expect } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts'
import { type Ran, type RunOptions, run } from '../harness.ts'

/** The versions that clients open with: with a handshake, and without. */
export const eras = ['2025-11-25', '2026-07-28'] as const
export type Era = (typeof eras)[number]

export interface Asked {
  readonly method: string
  readonly params?: JsonObject
}

export interface Session {
  readonly ran: Ran
  /** All messages in the order of stdout. */
  readonly messages: readonly JsonObject[]
  /** The replies in the order of the requests. */
  readonly replies: readonly JsonObject[]
}

/** The `_meta` of every request without a handshake. */
export const modernMeta = (version: string = eras[1]): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
})

/** Returns the lines that a client of this era sends. Requests have the ids 1, 2, 3 … */
export function linesOf(era: Era, asked: readonly Asked[]): string {
  const opening = [
    {
      id: 0,
      method: 'initialize',
      params: { protocolVersion: era, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    { method: 'notifications/initialized' },
  ]
  const requests = asked.map(({ method, params = {} }, at) => {
    const given = isObject(params['_meta']) ? params['_meta'] : {}
    const meta = era === eras[0] ? {} : { _meta: { ...modernMeta(), ...given } }
    return { id: at + 1, method, params: { ...params, ...meta } }
  })
  return [...(era === eras[0] ? opening : []), ...requests]
    .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    .join('')
}

/** Runs `kiva mcp` on these lines. Stdout must have whole messages and nothing else. */
export async function talk(
  lines: string,
  options: RunOptions = {},
  words = ['--sandbox'],
): Promise<Omit<Session, 'replies'>> {
  const ran = await run(['mcp', ...words], { stdin: lines, ...options })
  expect(ran.stdout).toMatch(/^(?:\{.*\}\n)*$/)
  const messages = ran.stdout
    .split('\n')
    .slice(0, -1)
    .map((line): JsonObject => JSON.parse(line))
  for (const { jsonrpc } of messages) expect(jsonrpc).toBe('2.0')
  return { ran, messages }
}

/** Sends requests in one of the eras, and returns their replies. Each must have exactly one. */
export async function session(
  era: Era,
  asked: readonly Asked[],
  options: RunOptions = {},
  words?: string[],
): Promise<Session> {
  const { ran, messages } = await talk(linesOf(era, asked), options, words)
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  const replies = asked.map((_, at) => {
    const [reply, other] = messages.filter(({ id }) => id === at + 1)
    expect(other).toBeUndefined()
    if (!reply) throw new Error(`no reply to request ${at + 1}: ${ran.stdout}`)
    return reply
  })
  return { ran, messages, replies }
}

export const callOf = (name: string, given: Json = {}, meta?: JsonObject): Asked => ({
  method: 'tools/call',
  params: { name, arguments: given, ...(meta && { _meta: meta }) },
})

/** Returns the result of a reply. */
export function resultOf(reply: JsonObject | undefined): JsonObject {
  const result = reply?.['result']
  if (!isObject(result)) throw new Error(`no result: ${JSON.stringify(reply)}`)
  return result
}

/** Returns the answer of a call, which is the same in both places. */
export function answerOf(reply: JsonObject | undefined): JsonObject {
  const { content, structuredContent } = resultOf(reply)
  const [only, other] = content as readonly JsonObject[]
  expect(other).toBeUndefined()
  expect(only?.['type']).toBe('text')
  expect(JSON.parse(String(only?.['text']))).toEqual(structuredContent)
  return structuredContent as JsonObject
}

/** Calls one tool, and returns its answer; of a refused call the error. */
export async function callOnce(
  name: string,
  given: Json = {},
  options: RunOptions = {},
  words?: string[],
): Promise<JsonObject> {
  const { replies } = await session(eras[1], [callOf(name, given)], options, words)
  const answer = answerOf(replies[0])
  return resultOf(replies[0])['isError'] === true ? (answer['error'] as JsonObject) : answer
}
