/** Reads JSON-RPC messages of both eras of the protocol, and words the replies. Pure. */
import { parseJson } from '../api/wire/json.ts'
import { oneLine } from '../core/foreign-text.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { ExactNumber } from '../core/numbers.ts'

/** `modern`: each request carries its version in `_meta`. `legacy`: a handshake, `initialize`, chooses it. */
export type Era = 'modern' | 'legacy'

/** The versions of the protocol by era, newest first. 2025-03-26 is left out: it requires batches. */
export const versions = {
  modern: ['2026-07-28'],
  legacy: ['2025-11-25', '2025-06-18', '2024-11-05'],
} as const satisfies Record<Era, readonly string[]>

/** Ids of 64 bits keep their digits. */
type RequestId = string | number | ExactNumber

/** A request of the client. */
export interface Request {
  readonly kind: 'request'
  readonly id: RequestId
  readonly method: string
  readonly params: JsonObject
  readonly era: Era
}

/** A message of the client. `ignored`: a notification or a reply, to which there is no answer. */
type Message =
  | Request
  | { readonly kind: 'cancel'; readonly id: Json }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly reply: JsonObject }

/** JSON-RPC and MCP error codes. */
export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Of the legacy era; the modern one has `invalidParams` in its place. */
  resourceNotFound: -32002,
  unsupportedVersion: -32022,
} as const

/** A request that the protocol answers with an error. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: number
  readonly data: Json | undefined

  constructor(code: number, message: string, data?: Json) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Returns the reply to a request that failed. Without an id if the request has none that can be read. */
export function errorReply(id: RequestId | undefined, { code, message, data }: ProtocolError): JsonObject {
  return {
    jsonrpc: '2.0',
    ...(id !== undefined && { id }),
    error: { code, message, ...(data !== undefined && { data }) },
  }
}

/** Reads one line. `undefined` stands for a line that was too long. */
export function readMessage(line: string | undefined): Message {
  if (line === undefined) return invalid(undefined, codes.invalidRequest, 'message too long')
  let value: Json
  try {
    value = parseJson(line)
  } catch (problem) {
    if (!(problem instanceof RangeError)) return invalid(undefined, codes.parseError, 'invalid JSON')
    // The client waits for a reply with its id, which is valid however deep the rest is nested.
    return invalid(idOf(JSON.parse(line).id), codes.invalidRequest, problem.message)
  }
  if (!isObject(value) || value['jsonrpc'] !== '2.0')
    return invalid(undefined, codes.invalidRequest, 'not a JSON-RPC 2.0 message')
  const { id, method, params = {} } = value
  if (typeof method !== 'string') {
    const isReply = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')
    return isReply ? { kind: 'ignored' } : invalid(idOf(id), codes.invalidRequest, 'no method')
  }
  if (!Object.hasOwn(value, 'id')) return readNotification(method, params)
  const known = idOf(id)
  if (known === undefined)
    return invalid(undefined, codes.invalidRequest, 'the id is not a string or a whole number')
  if (!isObject(params)) return invalid(known, codes.invalidParams, 'params is not an object')
  return readRequest(known, method, params)
}

function readNotification(method: string, params: Json): Message {
  if (method !== 'notifications/cancelled' || !isObject(params)) return { kind: 'ignored' }
  return { kind: 'cancel', id: params['requestId'] ?? null }
}

const meta = 'io.modelcontextprotocol/'

function readRequest(id: RequestId, method: string, params: JsonObject): Message {
  const fields = isObject(params['_meta']) ? params['_meta'] : {}
  const version = fields[`${meta}protocolVersion`]
  const request = { kind: 'request', id, method, params } as const
  if (version === undefined && method !== 'server/discover') return { ...request, era: 'legacy' }
  const capabilities = fields[`${meta}clientCapabilities`]
  if (typeof version !== 'string' || !isObject(capabilities))
    return invalid(
      id,
      codes.invalidParams,
      `_meta needs ${meta}protocolVersion and ${meta}clientCapabilities`,
    )
  if ((versions.modern as readonly string[]).includes(version)) return { ...request, era: 'modern' }
  return invalid(id, codes.unsupportedVersion, 'Unsupported protocol version', {
    supported: versions.modern,
    requested: oneLine(version),
  })
}

const invalid = (id: RequestId | undefined, code: number, words: string, data?: Json): Message => ({
  kind: 'invalid',
  reply: errorReply(id, new ProtocolError(code, words, data)),
})

const idOf = (id: Json | undefined): RequestId | undefined =>
  typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) || isWhole(id) ? id : undefined

const isWhole = (id: Json | undefined): id is ExactNumber =>
  id instanceof ExactNumber && /^-?\d+$/.test(String(id))
