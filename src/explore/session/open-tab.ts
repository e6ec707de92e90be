/** Turns a command line into a tab. */

import { mayNeedWarning } from '../../api/endpoint.ts'
import type { CommandSpec } from '../../cli/command-spec.ts'
import type { ActionInvocation, EndpointInvocation } from '../../cli/invocation.ts'
import { withMe } from '../../cli/me.ts'
import { exploreOptions } from '../../cli/options/index.ts'
import { type ParsedCommand, parse } from '../../cli/parse.ts'
import { readInvocation } from '../../cli/read-invocation.ts'
import { rewritten } from '../../cli/rewrite.ts'
import { globalOptions } from '../../cli/settings/global-options.ts'
import { typedOptions } from '../../cli/typed-options.ts'
import type { Commands } from '../../commands/action.ts'
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import { commandLine, shellWord } from '../../core/shell-word.ts'
import { marketTime } from '../../core/time.ts'
import { typeColumnsOf } from '../../output/table/derived-columns.ts'
import { filterColumnsOf } from '../../records/filter-columns.ts'
import { type How, openRecords, type RecordsContext } from '../../records/open.ts'
import { parseFilter } from '../../records/row-filter.ts'
import { recordTypeOf } from '../../records/stage.ts'
import { Rows } from '../rows/rows.ts'
import { Selection } from '../rows/selection.ts'
import type { OpenEffect } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { orderWords, queryWords } from '../tabs/query-words.ts'

export interface OpenPorts {
  readonly context: Context
  readonly commands: Commands
  readonly root: CommandSpec
  /** Runs an action in this context. */
  readonly runAction: (invocation: ActionInvocation, context: Context) => Promise<void>
}

/** A command line, read: one of an endpoint, or of an action that runs within a session. */
interface ReadLine {
  readonly parsed: ParsedCommand
  readonly invocation: EndpointInvocation | ActionInvocation
  /** How to run it without explore. */
  readonly hint: string
}

/**
 * Reads a command line. `id` is that of the tab to open. Throws `KivaError` of kind `usage` for an invalid line, and
 * for a command that does not run within a session.
 */
export async function readLine(
  argv: readonly string[],
  id: number,
  { context, commands, root }: OpenPorts,
): Promise<ReadLine> {
  const typed = parse(argv, root)
  const { rewrite } = typed.command.action ?? {}
  // The first word may be the name of a saved command.
  const isOther = typed.command === root || rewrite === 'search' || rewrite === 'saved'
  const parsed = isOther ? await rewritten(typed, context) : typed
  const { baseUrl } = context.settings
  const settings = async () => ({ baseUrl, output: 'table' }) as const
  const invocation = await readInvocation(parsed, commands, settings, context)
  const line = argv.map(shellWord).join(' ')
  // The first tab is opened before the session starts.
  const isFirst = id === 1
  const hint = `${isFirst ? 'Run' : 'Quit and run'}: ${commandLine(context.settings, line)}`
  if (invocation.kind === 'endpoint')
    return { parsed, invocation: await withMe(invocation, context.me), hint }
  if (invocation.kind === 'action' && invocation.action.inExplore && !isFirst)
    return { parsed, invocation, hint }
  throw new KivaError('usage', `kiva ${line} is not a list or a record`, { hint })
}

/**
 * Returns the tab of a command line, with nothing read yet. Throws `KivaError` of kind `usage` for an invalid line,
 * and for one that is not a list or a record of the API. `read` is the line if it was read before.
 */
export async function openTab(
  { argv, cursor, saved, readsAll, pane, facetCursor, isMarkedOnly = false }: OpenEffect,
  id: number,
  ports: OpenPorts,
  read?: ReadLine,
): Promise<Tab> {
  const { context, commands } = ports
  const { parsed, invocation, hint } = read ?? (await readLine(argv, id, ports))
  if (invocation.kind !== 'endpoint')
    throw new KivaError('usage', `kiva ${argv.join(' ')} has no list of records`)
  checkOptions(parsed, invocation, hint)
  // A wrong filter is refused before anything is shown.
  if (invocation.filter) await openList(invocation, { ...context, catalogue: commands.catalogue })
  const type = recordTypeOf(invocation)
  const columns = await typeColumnsOf({ type })
  const rows = new Rows(type, await filterColumnsOf(type), () => marketTime(context))
  const nothing = {
    filter: parseFilter('', rows.columns),
    facets: new Map(),
    sort: undefined,
    keys: undefined,
  }
  return {
    id,
    argv: argvOf(parsed),
    invocation,
    query: queryWords(invocation, optionsOf(parsed), parsed.words),
    order: orderWords(invocation, optionsOf(parsed)),
    warnings: mayNeedWarning(invocation)
      ? (await import('../../cli/value-warnings.ts')).warningsOn(invocation, context.settings)
      : [],
    type,
    columns,
    rows,
    count: 0,
    selection: new Selection(rows, nothing),
    progress: 'more',
    total: undefined,
    pageSize: type.pageSize,
    readAt: undefined,
    problem: undefined,
    isAskedFor: false,
    readsAll: readsAll ?? (invocation.extent.all && !invocation.filter),
    cursor,
    top: 0,
    filter: '',
    facets: new Map(),
    sort: undefined,
    isMarkedOnly,
    view: invocation.groups ? 'chart' : 'list',
    isRaw: false,
    pane: pane ?? 'list',
    isZoomed: false,
    scroll: 0,
    facetCursor,
    wider: [],
    expanded: new Set(),
    totals: new Map(),
    changes: new Map(),
    isWatched: false,
    watchedAt: undefined,
    detailedKeys: new Set(),
    saved,
  }
}

/**
 * Opens the list of a tab, which draws the groups of its records itself. Throws `KivaError` of kind `usage`, before
 * anything is sent.
 */
export const openList = (invocation: EndpointInvocation, context: RecordsContext, how?: How) =>
  openRecords({ ...invocation, groups: undefined }, context, how)

/** Returns the words of a command line in one form: `--option value`, global options left out. */
function argvOf({ command, params, words }: ParsedCommand): readonly string[] {
  const options = optionsOf({ command, params }).flatMap(({ long, value }) => {
    if (value === undefined) return [long]
    return value.startsWith('-') ? [`${long}=${value}`] : [long, value]
  })
  const end = words.some((word) => /^-./.test(word)) ? ['--'] : []
  return [...command.path.split(' ').slice(1), ...options, ...end, ...words]
}

/** Returns the options of a command line, without the global ones. */
const optionsOf = (parsed: Pick<ParsedCommand, 'command' | 'params'>) =>
  typedOptions(parsed).filter(({ name }) => !globalOptions.some((option) => option.name === name))

/** Options about output, files and single requests have no meaning on a screen. */
function checkOptions(
  parsed: ParsedCommand,
  { endpoint, fromInput, groups }: EndpointInvocation,
  hint: string,
): void {
  const allowed = exploreOptions(endpoint)
  const refused = typedOptions(parsed).find(({ name }) => !allowed.includes(name))
  if (refused) throw new KivaError('usage', `${refused.long} cannot be used in explore`, { hint })
  if (groups?.isCount) throw new KivaError('usage', '--count cannot be used in explore', { hint })
  if (fromInput) throw new KivaError('usage', '- cannot be used in explore: stdin is used for keys', { hint })
}
