/** The operations on tools and resources. */

import { jsonText } from '../api/wire/json.ts'
import { findCredentials } from '../auth/credentials.ts'
import type { Commands } from '../commands/action.ts'
import type { Context } from '../core/context.ts'
import { oneLine } from '../core/foreign-text.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { commandLine } from '../core/shell-word.ts'
import { cleanRecord } from '../output/gate/text.ts'
import { fieldsOf } from '../output/problem.ts'
import type { CallPorts, RunAction } from './call.ts'
import { codes, ProtocolError, type Request } from './message.ts'
import type { CountedFetch } from './one-at-a-time.ts'
import type { Call } from './serve.ts'
import type { SqlPorts } from './sql.ts'
import { describeTool, sqlTool, type Tool } from './tools.ts'

/** What all requests share. */
export interface Server {
  readonly context: Context
  readonly commands: Commands
  readonly tools: readonly Tool[]
  readonly runAction: RunAction
  readonly open: (most?: number) => CountedFetch
  /** Runs statements of SQL one after the other. */
  readonly inTurn: SqlPorts['inTurn']
}

/** Lists the tools. An account can be shown only with a login. */
export async function listTools({ context, tools }: Server): Promise<JsonObject> {
  const isSigned = ({ of }: Tool) => 'endpoint' in of && of.endpoint.auth === true
  const needsLogin = tools.some(isSigned)
  const isLoggedIn = needsLogin && (await findCredentials(context).catch(() => undefined)) !== undefined
  return { tools: tools.filter((tool) => !isSigned(tool) || isLoggedIn).map(describeTool) }
}

/** Calls a tool. A failure of kiva is a result, so that the model can correct itself. */
export async function callOne(server: Server, request: Request, call: Call): Promise<JsonObject> {
  const { name, arguments: given = {} } = request.params
  const tool = server.tools.find((known) => known.name === name)
  if (!tool) throw new ProtocolError(codes.invalidParams, `Unknown tool: ${oneLine(jsonText(name ?? null))}`)
  try {
    if (tool.name === sqlTool) {
      const { callSql } = await import('./sql.ts')
      return content(await callSql(tool, given, { ...server.context, ...server, signal: call.signal }))
    }
    const { callTool } = await import('./call.ts')
    return content(await callTool(tool, given, portsOf(server, request, call)))
  } catch (error) {
    return { ...content({ error: problem(server, error) }), isError: true }
  }
}

/** Reads a resource. */
export async function readOne(server: Server, request: Request, call: Call): Promise<JsonObject> {
  const { uri } = request.params
  if (typeof uri !== 'string') throw new ProtocolError(codes.invalidParams, 'uri is not a string')
  const { readResource } = await import('./resources.ts')
  const found = await readResource(uri, portsOf(server, request, call)).catch((error: unknown) => {
    const failure = problem(server, error)
    throw new ProtocolError(codes.internalError, String(failure['message']), failure)
  })
  if (found !== undefined) return { contents: [{ uri, mimeType: 'application/json', text: jsonText(found) }] }
  const code = request.era === 'legacy' ? codes.resourceNotFound : codes.invalidParams
  throw new ProtocolError(code, 'Resource not found', { uri: oneLine(uri) })
}

/** Clients differ in which of the two a model gets. */
const content = (answer: JsonObject): JsonObject => ({
  content: [{ type: 'text', text: jsonText(answer) }],
  structuredContent: answer,
})

/** Returns an error as kiva prints it with `-o json`, without invisible and control characters. */
function problem({ context: { secrets, settings } }: Server, error: unknown): JsonObject {
  const kiva = (words: string) => commandLine(settings, words)
  return cleanRecord(JSON.parse(JSON.stringify(fieldsOf(error, { secrets, kiva })))) as JsonObject
}

function portsOf(
  { context, commands, runAction, open }: Server,
  { params }: Request,
  { signal, notify }: Call,
): CallPorts {
  const token = tokenOf(params['_meta'])
  let reported = 0
  const progress = async (pages: number, total: number | undefined) => {
    // A list that is read again starts over, but progress never goes back.
    if (token === undefined || pages <= reported) return
    reported = pages
    await notify('notifications/progress', {
      progressToken: token,
      progress: pages,
      ...(total !== undefined && { total }),
    })
  }
  return { context, commands, runAction, open, signal, progress }
}

function tokenOf(meta: Json | undefined): Json | undefined {
  const token = isObject(meta) ? meta['progressToken'] : undefined
  return typeof token === 'string' || Number.isInteger(token) ? token : undefined
}
