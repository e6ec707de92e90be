/** Answers the requests of both eras: one table of methods. */
import type { Commands } from '../commands/action.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { version } from '../core/version.ts'
import type { RunAction } from './call.ts'
import { codes, type Era, ProtocolError, type Request, versions } from './message.ts'
import { oneAtATime, openQueue } from './one-at-a-time.ts'
import type { Server } from './operations.ts'
import type { Answer, Call } from './serve.ts'
import { instructionsFor, type Tool } from './tools.ts'

interface Method {
  /** The era that alone has it; both if unset. */
  readonly era?: Era
  /** Milliseconds for which a client may keep the result, if it may; and whether all users get the same one. */
  readonly ttl?: number
  readonly shared?: true
  readonly answer: (server: Server, request: Request, call: Call) => JsonObject | Promise<JsonObject>
}

const hour = 3_600_000
const minute = 60_000

const serverInfo = { name: 'kiva', version }
const capabilities = { tools: {}, resources: {} }

/** Loaded when needed, since clients wait for the first answer, which needs none of it. */
const operations = () => import('./operations.ts')

const methods: Readonly<Record<string, Method>> = {
  initialize: {
    era: 'legacy',
    answer: ({ context: { settings } }, { params }) => ({
      // A client knows versions before its own rather than later ones.
      protocolVersion:
        versions.legacy.find((known) => known <= String(params['protocolVersion'])) ?? versions.legacy[0],
      capabilities,
      serverInfo,
      instructions: instructionsFor(settings),
    }),
  },
  ping: { era: 'legacy', answer: () => ({}) },
  'server/discover': {
    era: 'modern',
    ttl: hour,
    shared: true,
    answer: ({ context: { settings } }) => ({
      supportedVersions: versions.modern,
      capabilities,
      instructions: instructionsFor(settings),
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    }),
  },
  'tools/list': { ttl: hour, answer: async (server) => (await operations()).listTools(server) },
  'tools/call': { answer: async (...asked) => (await operations()).callOne(...asked) },
  'resources/list': {
    ttl: hour,
    shared: true,
    answer: async () => ({ resources: (await import('./resources.ts')).listResources() }),
  },
  'resources/templates/list': {
    ttl: hour,
    shared: true,
    answer: async () => ({ resourceTemplates: (await import('./resources.ts')).listTemplates() }),
  },
  'resources/read': { ttl: minute, answer: async (...asked) => (await operations()).readOne(...asked) },
}

/** The stdin of calls, which refuses: that of the process is the connection with the client. */
const noInput: Context['stdin'] = {
  isTerminal: false,
  readAll: () => Promise.reject(noStdin()),
  readLine: () => Promise.reject(noStdin()),
  chunks: () => {
    throw noStdin()
  },
}

const noStdin = () => new KivaError('usage', 'a tool cannot read standard input')

/** Returns the function that answers requests with these tools. Its requests share one queue. */
export function answerWith(
  context: Context,
  commands: Commands,
  tools: readonly Tool[],
  runAction: RunAction,
): Answer {
  const open = oneAtATime(context.fetch, context.now)
  const server: Server = {
    context: { ...context, stdin: noInput },
    commands,
    tools,
    runAction,
    open,
    inTurn: openQueue(),
  }
  return async (request, call) => {
    const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
    if (!method || (method.era ?? request.era) !== request.era)
      throw new ProtocolError(codes.methodNotFound, 'Method not found')
    // Lists are whole, so no cursor was given out.
    const { cursor = null } = request.params
    if (request.method.endsWith('/list') && cursor !== null)
      throw new ProtocolError(codes.invalidParams, 'Unknown cursor')
    const result = await method.answer(server, request, call)
    if (request.era === 'legacy') return result
    const cached = { ttlMs: method.ttl ?? 0, cacheScope: method.shared ? 'public' : 'private' }
    return { ...result, resultType: 'complete', ...(method.ttl !== undefined && cached) }
  }
}
