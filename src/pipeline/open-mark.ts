/** Opens the mark of a run: the file with what earlier runs of the same command line have printed. */
import { typeOf } from '../api/endpoint.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { MarkRequest } from '../cli/options/readers/mark.ts'
import type { Context } from '../context.ts'
import { KivaError } from '../errors.ts'
import { marketTime } from '../market-time.ts'
import { isList, isObject, type Json, type JsonObject } from '../ports/json.ts'
import type { Settings } from '../ports/settings.ts'
import { Mark, type MarkContent } from '../stages/mark/mark.ts'
import { day } from '../time-units.ts'

export interface MarkPorts extends Pick<Context, 'state' | 'files' | 'now'> {
  readonly settings: Pick<Settings, 'baseUrl' | 'sandbox' | 'day'>
}

export interface OpenMark {
  readonly mark: Mark
  /** Saves what was printed, once so many records are delivered. Does nothing with `--peek`. */
  save(delivered: number, isComplete: boolean): Promise<void>
}

const fileVersion = 1

/** Throws `KivaError` of kind `config` for an invalid file, before anything is sent. */
export async function openMark(
  request: MarkRequest,
  invocation: EndpointInvocation,
  ports: MarkPorts,
): Promise<OpenMark> {
  const { endpoint } = invocation
  const state = await ports.state()
  const { digest } = await ports.files()
  const file = `marks/${request.name ?? digest(identityOf(invocation, ports.settings)).slice(0, 32)}.json`
  const parse = (text: string | undefined) => contentOf(text, endpoint.path, state.pathOf(file))
  const mark = new Mark(parse(await state.read(file)), {
    idFields: typeOf(endpoint).idFields ?? [],
    keepsRecords: request.kind === 'changes',
    isSilentAtFirst: request.silent,
    today: Math.floor(marketTime(ports) / day),
  })
  return {
    mark,
    save: async (delivered, isComplete) => {
      if (request.peek) return
      await state.update(file, (text) => {
        const content = mark.after(parse(text), delivered, isComplete)
        return `${JSON.stringify({ v: fileVersion, list: endpoint.path, ...content })}\n`
      })
    },
  }
}

/** Returns what a run reads, whatever it prints of it. */
function identityOf(
  { endpoint, values, extra, fromInput, filter }: EndpointInvocation,
  { baseUrl, sandbox }: MarkPorts['settings'],
): string {
  const { only, notLentBy, where } = filter ?? {}
  const entries = Object.entries({ ...values, page: undefined }).filter(([, value]) => value !== undefined)
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const service = sandbox ? 'sandbox' : baseUrl
  return JSON.stringify([service, endpoint.path, sorted, extra, fromInput?.words, only, notLentBy, where])
}

/** Returns the content of a file, or `undefined` without one. */
function contentOf(text: string | undefined, list: string, path: string): MarkContent | undefined {
  if (text === undefined) return undefined
  const content = parseObject(text)
  const { v, seen, records } = content
  if (v !== fileVersion || !isObject(seen) || !isObject(records) || !isDays(seen)) {
    throw new KivaError('config', `${path} is corrupt: expected a mark`, {
      hint: 'Repair it or move it away.',
    })
  }
  if (content['list'] === list) return { seen, records }
  throw new KivaError('usage', 'this mark belongs to another list', { hint: 'Use another name for --mark.' })
}

const isDays = (seen: JsonObject): seen is MarkContent['seen'] & JsonObject =>
  Object.values(seen).every((keys) => isList(keys) && keys.every((key) => typeof key === 'string'))

function parseObject(text: string): JsonObject {
  try {
    const content: Json = JSON.parse(text)
    return isObject(content) ? content : {}
  } catch {
    return {}
  }
}
