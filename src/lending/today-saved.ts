/** The saved commands of `kiva today`: which ones it reads, and what is new in them. */
import { type AnyEndpoint, listedParam, typeOf } from '../api/endpoint.ts'
import { type FieldPath, pick, selectionOf } from '../api/records/field-paths.ts'
import { sentIdOf } from '../api/records/field-values.ts'
import type { CommandSpec } from '../cli/command-spec.ts'
import { commandTree } from '../cli/command-tree.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { withMe } from '../cli/me.ts'
import { groups } from '../cli/options/groups.ts'
import { exploreOptions } from '../cli/options/index.ts'
import { type ParsedCommand, parse } from '../cli/parse.ts'
import { readInvocation } from '../cli/read-invocation.ts'
import { replaceBySearch } from '../cli/rewrite.ts'
import { lineOf, readSaved } from '../cli/saved.ts'
import { takesValues } from '../cli/saved-values.ts'
import { typedOptions } from '../cli/typed-options.ts'
import type { Commands } from '../commands/action.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json } from '../core/json.ts'
import type { StateFolder } from '../core/store.ts'
import type { SavedList, SavedNews, SkippedCommand } from '../output/page/today.ts'
import type { Column } from '../output/table/column.ts'
import { columnsOf } from '../output/table/record-columns.ts'
import { ReadingEnd } from '../records/ending.ts'
import { readingIdentity } from '../records/identity.ts'
import { type LookExtent, LookedAt, lookExtent } from '../records/look.ts'
import { newStage } from '../records/mark.ts'
import { openRecords } from '../records/open.ts'
import type { ReadPorts } from '../records/reading.ts'
import { extentOf } from '../records/request.ts'
import { RequestsSpent } from '../records/request-limit.ts'
import { expected, type PartPorts, portsOf, type Result } from './today-part.ts'

/** A saved command that lists records with an id; or the error that it ends with before a request. */
interface OpenedCommand {
  readonly name: string
  readonly command: string
  readonly invocation: EndpointInvocation | KivaError
  readonly list: SavedList
}

/** Returns the saved commands that list records with an id, and the others with the reason why they are skipped. */
export async function openSaved(state: StateFolder, commands: Commands, context: Context) {
  const root = commandTree(commands)
  const opened: OpenedCommand[] = []
  const skipped: SkippedCommand[] = []
  for (const [name, argv] of await readSaved(state)) {
    const command = lineOf(argv)
    try {
      const found = takesValues(argv)
        ? 'takes values'
        : await openCommand(replaceBySearch(parse(argv, root)), root, commands, context)
      if (typeof found === 'string') skipped.push({ name, command, why: found })
      else opened.push({ name, command, ...found })
    } catch (error) {
      opened.push({ name, command, invocation: expected(error), list: { kind: undefined, columns: [] } })
    }
  }
  return { opened, skipped }
}

/** Returns the list that a command reads, without its options about output, files and marks; or why it is skipped. */
async function openCommand(
  parsed: ParsedCommand,
  root: CommandSpec,
  commands: Commands,
  context: Context,
): Promise<Pick<OpenedCommand, 'invocation' | 'list'> | string> {
  const { command, words, problem } = parsed
  const { endpoint } = command
  if (problem) throw problem
  if (!endpoint) return 'not a list'
  if (!typeOf(endpoint).idFields) return 'records without an id'
  const typed = typedOptions(parsed)
  const service = typed.find(({ name }) => serviceOptions.includes(name))
  const { sandbox, mirror } = context.settings
  const isOurs = service?.name === 'sandbox' ? sandbox : service?.name === 'mirror' && mirror
  if (service && !isOurs) return `has ${service.long}`
  const options = typed.filter(({ name }) => optionsToRead(endpoint, parsed).includes(name))
  const argv = [
    ...command.path.split(' ').slice(1),
    ...options.map(({ long, value }) => (value === undefined ? long : `${long}=${value}`)),
    ...(words.some((word) => /^-./.test(word)) ? ['--'] : []),
    ...words,
  ]
  const { baseUrl } = context.settings
  const settings = async () => ({ baseUrl, output: 'table' as const })
  const invocation = await readInvocation(parse(argv, root), commands, settings, context)
  if (invocation.kind !== 'endpoint') return 'not a list'
  if (invocation.fromInput) return 'reads ids from standard input'
  const { kind } = typeOf(endpoint)
  return { invocation, list: { kind, columns: await columnsOf(endpoint.returns) } }
}

/** Options that select another service than that of this run. */
const serviceOptions: readonly string[] = ['sandbox', 'mirror', 'base_url', 'auth_url', 'day', 'profile']

/** Returns the names of the options that choose records. Groups of records have no ids. */
function optionsToRead(endpoint: AnyEndpoint, { given }: Pick<ParsedCommand, 'given'>): readonly string[] {
  const ofGroups = groups.options(endpoint).map(({ name }): string => name)
  const chosen = exploreOptions(endpoint).filter((name) => !ofGroups.includes(name))
  return [...chosen, 'requests', ...(given.has('where') ? ['arg'] : [])]
}

/** Returns the requests of a command that names its ids, such as `loans show`; 1 for a list. */
export function requestsById({ invocation }: OpenedCommand): number {
  if (invocation instanceof KivaError) return 1
  const { endpoint, values } = invocation
  const listed = listedParam(endpoint)
  const { maxIds = 1 } = typeOf(endpoint)
  return listed === undefined ? 1 : Math.ceil([values[listed]].flat().length / maxIds)
}

/** Reads what a saved command reads, and finds the records that no earlier look found. */
export async function readNew(
  { invocation: opened, list: { columns } }: OpenedCommand,
  ports: PartPorts,
): Promise<Result<Omit<SavedNews, 'name' | 'command'>>> {
  if (opened instanceof KivaError) throw opened
  const { context, marks } = ports
  const invocation = await withMe(opened, context.me)
  const { idFields = [] } = typeOf(invocation.endpoint)
  const { all, limit } = extentOf(invocation)
  const { filter, extent } = invocation
  const source = JSON.stringify([
    readingIdentity(invocation, context.settings),
    [all, limit, filter?.order, filter?.atMost],
  ])
  const opening = await marks.open(source, {
    idFields,
    isSilentAtFirst: true,
    looked: all && limit === undefined ? 'whole' : 'part',
  })
  const { mark } = opening
  const asked = lookExtent(invocation)
  const end = new ReadingEnd()
  const look = new LookedAt(idFields, limit, end)
  const { read, ending } = await openRecords(
    { ...invocation, extent: { ...extent, limit: undefined } },
    { ...context, ...portsWithin(asked, portsOf(ports)) },
    {
      // One page after the other, since any may be the last.
      extent: (whole) => ({
        ...whole,
        concurrency: 1,
        all: whole.all || limit !== undefined || asked.pages !== undefined,
        pages: asked.pages,
      }),
      endsWhenSpent: true,
      after: [look.stage, newStage(mark, asked.stopsAtKnown, end)],
    },
  )
  const found = new Map<string, Json>()
  try {
    for await (const { items } of read())
      for (const { record, outputs } of items) if (outputs.length > 0) found.set(mark.keyOf(record), record)
  } catch (error) {
    if (!(error instanceof RequestsSpent)) throw error
    if (look.looked === 0)
      throw new KivaError('partial', `${asked.requests} requests were not enough for a page`)
    end.at('requests')
  }
  for (const [key, record] of found) mark.skip(key, record)
  const keys = [...look.kept.keys()].slice(0, limit)
  const fresh = keys.flatMap((key) => (found.has(key) ? [[key, look.kept.get(key) ?? null] as const] : []))
  const brief = selectionOf(briefPaths(columns))
  const naming = columns.find(({ role }) => role === 'name')
  const ended = end.ending ?? ending()
  return {
    news: {
      first_look: mark.isFirst,
      read: keys.length,
      looked: look.looked,
      total: look.total ?? null,
      ended,
      new: fresh.length,
      ids: fresh.map(([key, record]) => sentIdOf(record, idFields) ?? key),
      first: fresh.slice(0, 3).map(([, record]) => pick(record, brief)),
    },
    names: fresh.map(([, record]) => (isObject(record) && naming?.value(record)) || null),
    mark: opening,
    ending: ended,
  }
}

/** Returns ports that end a reading after the requests that were asked for, and that plan for no more than a limit takes. */
function portsWithin({ limit, requests, pages: most }: LookExtent, ports: ReadPorts): ReadPorts {
  let sent = 0
  return {
    ...ports,
    fetch: (request, how) => {
      if (sent === requests) return Promise.reject(new RequestsSpent())
      sent += 1
      return ports.fetch(request, how)
    },
    emit: (event) => {
      if (event.kind !== 'page' || event.lastPage === undefined) return ports.emit(event)
      const { number, pages, records, lastPage } = event
      const wanted =
        most === undefined && limit !== undefined
          ? Math.ceil((limit * pages) / Math.max(1, records))
          : lastPage
      return ports.emit({ ...event, lastPage: Math.min(lastPage, number - pages + (requests ?? wanted)) })
    },
  }
}

/** Columns of a higher rank are the first that a narrow table drops. */
const briefPaths = (columns: readonly Column[]): readonly FieldPath[] =>
  columns
    .filter(({ rank }) => rank <= 5)
    .flatMap(({ path, reads = [] }) => (path === undefined ? reads : [path]))
    .map((path) => path.split('.'))
