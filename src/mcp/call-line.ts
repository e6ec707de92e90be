/** Calls a tool by a command line: of an action, and of a list with options that need more than its page. */
import type { Endpoint } from '../api/endpoint.ts'
import type { Selection } from '../api/records/field-paths.ts'
import { derivedKey } from '../api/records/record-types.ts'
import { loans } from '../commands/resources/loans.ts'
import { KivaError } from '../core/errors.ts'
import { isList, isObject, type Json, type JsonObject } from '../core/json.ts'
import { dashed } from '../core/shell-word.ts'
import { cleanRecord } from '../output/gate/text.ts'
import { type CallPorts, chooseFields, readValues, sourced, toShow } from './call.ts'
import { maxRequests } from './one-at-a-time.ts'
import { type LinePorts, runLine } from './run-line.ts'
import { argumentsOf, inputsOf, limits, optionParams, type Tool } from './tools.ts'

/** Returns whether a call gives one of the options, or names a derived field. */
export function needsLine(endpoint: Endpoint, given: Json): boolean {
  if (!isObject(given)) return false
  const names = Object.keys(optionParams(endpoint))
  const isDerived = [given['fields'] ?? []].flat().some((field) => /^derived\b/.test(String(field)))
  return names.some((name) => isGiven(given[name])) || (isDerived && names.includes('with'))
}

const isGiven = (value: Json | undefined) => value !== undefined && value !== null && value !== false

/** Returns the answer to a call. `given` are its arguments by name. Throws `KivaError`. */
export async function callLine(
  tool: Tool,
  given: Json,
  ports: CallPorts & Pick<LinePorts, 'context' | 'commands' | 'runAction'>,
): Promise<JsonObject> {
  const endpoint = endpointOf(tool)
  // JSON has a boolean for a flag.
  const plain = isObject(given)
    ? Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          isGiven(value) ? [[name, value === true ? 'true' : value] as const] : [],
        ),
      )
    : given
  const {
    limit,
    page = 1,
    fields,
    ...values
  } = await readValues({ path: endpoint?.path ?? '', params: inputsOf(tool) }, plain)
  const named = fields as readonly string[] | undefined
  const most = Number(limit ?? limits.usual)
  if (most > limits.most)
    throw new KivaError('usage', `invalid value "${most}" for limit: expected 1 to ${limits.most}`)
  const counted = ports.open(maxRequests.list)
  const emit: LinePorts['emit'] = (event) =>
    event.kind === 'page' ? ports.progress(event.pages, event.lastPage) : undefined
  const words = wordsOf(tool, { ...values, ...(named && !named.includes('*') && { fields: named }) })
  const printed = await runLine(words, { ...ports, counted, emit })
  if (printed.kind === 'value') {
    const value = cleanRecord(printed.value)
    return sourced(isObject(value) ? value : { records: value }, counted, ports)
  }
  const { records, missing, read, listed } = printed
  if (records.length === 0 && missing.length > 0) throw new KivaError('refused', `no records found`)
  const isGrouped = ['by', 'sum'].some((name) => values[name] !== undefined)
  // Of a longer list, the first records were read.
  const part = read < listed ? { read, listed } : {}
  if (values['count'] !== undefined && !isGrouped)
    return sourced({ count: records[0] ?? 0, ...part }, counted, ports)
  const isWhole = isGrouped || named !== undefined || endpoint === undefined
  const chosen = isWhole ? undefined : await chooseFields(endpoint, undefined)
  const selection: Selection = new Map<string, Selection>(
    chosen && [...chosen.selection, [derivedKey, new Map()]],
  )
  const start = (Number(page) - 1) * most
  const shown = isGrouped ? records : records.slice(start, start + most)
  const answer = {
    records: shown.map((record) => (isObject(record) ? toShow(record, selection, undefined) : record)),
    total: records.length,
    next_page: start + shown.length < records.length ? Number(page) + 1 : null,
    left_out: chosen?.leftOut ?? [],
    ...part,
    ...(missing.length > 0 && { missing }),
  }
  return sourced(answer, counted, ports)
}

/** The endpoint whose usual fields an answer has; `undefined` for an action with records of its own. */
function endpointOf({ of }: Tool): Endpoint | undefined {
  if ('endpoint' in of) return of.endpoint
  const { finds, rewrite } = of.action
  if (finds) return { ...finds, finds: 'ids' }
  return rewrite === 'search' ? loans.endpoints.search : undefined
}

/**
 * Returns the words after `kiva`: arguments come last, so that none is read as an option. `today` leaves the marks of
 * the user where they are: nothing here writes.
 */
function wordsOf(tool: Tool, values: Readonly<Record<string, unknown>>): readonly string[] {
  const { name, resource, of } = tool
  const isEndpoint = 'endpoint' in of
  const command = isEndpoint
    ? [resource, name.slice(resource.length + 1)].map(dashed)
    : [...of.action.name.split(' '), ...(of.action.name === 'today' ? ['--peek'] : [])]
  const args = argumentsOf(tool)
  const textsOf = (value: unknown) =>
    (isList(value as Json) ? (value as readonly Json[]) : [value]).map(String)
  const options = Object.entries(values).flatMap(([name, value]) => {
    if (args.includes(name) || value === undefined) return []
    if (name === 'count') return ['--count']
    return textsOf(value).map((text) => `--${dashed(name)}=${text}`)
  })
  const given = args.flatMap((name) => {
    const texts = values[name] === undefined ? [] : textsOf(values[name])
    // On a command line it stands for stdin, which is the connection with the client.
    if (texts.some((text) => text.trim() === '-'))
      throw new KivaError('usage', `invalid value "-" for ${name}`, {
        hint: 'A tool cannot read standard input. Give the values themselves.',
      })
    return texts
  })
  return [...command, ...options, '--', ...given]
}
