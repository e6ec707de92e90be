/** Builds the views of records for this run: of an endpoint's records, and of the tool's own. */
import { type AnyEndpoint, type Catalogue, idsParam, pathNames, typeOf } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { Context, Made } from '../../core/context.ts'
import { commandLine } from '../../core/shell-word.ts'
import type { Out } from '../../core/streams.ts'
import { marketTime } from '../../core/time.ts'
import { formatOf } from '../../output/formats.ts'
import { decidePlain } from '../../output/terminal/color.ts'
import type { View } from '../../output/view.ts'
import { recordTypeOf } from '../../records/stage.ts'

interface ViewContext extends Pick<Context, 'stdout' | 'now' | 'env'> {
  readonly made: () => Made
  readonly settings: RunSettings
  readonly catalogue: Catalogue
}

/** Returns the view of an endpoint's records. `single` is true for one record that is not in a list. */
export async function viewOf(
  invocation: EndpointInvocation,
  single: boolean,
  context: ViewContext,
): Promise<View> {
  const { endpoint, detail, fields, groups, jq } = invocation
  const { stdout, settings, catalogue } = context
  const isTable = [fields.paths, groups, jq].some((part) => part !== undefined)
  const readsByDefault = formatOf(settings.output).document
    ? isNamed(endpoint)
    : stdout.isTerminal && !settings.outputNamed && isRead(endpoint)
  const type = recordTypeOf(invocation)
  return {
    type,
    single,
    detail: single || isNamed(endpoint),
    detailOptions: { ...detail, read: detail.read || (readsByDefault && !isTable && !detail.across) },
    ...terminalView(context),
    columnSet: stdout.isTerminal ? settings.columns.get(type.key) : undefined,
    rows: stdout.isTerminal ? stdout.rows : undefined,
    isPaged: stdout.isPaged,
    // Repeats the header on every screen; the pager uses the last line.
    headerEvery: stdout.isPaged && stdout.rows !== undefined ? stdout.rows - 1 : undefined,
    now: stdout.isTerminal ? marketTime(context) : undefined,
    site: settings.site,
    mirror: settings.mirror,
    links: stdout.links,
    kiva: (words) => commandLine(settings, words),
    commandOfMethod: endpoint.returns === 'method_summary' ? await findCommand(catalogue) : undefined,
  }
}

/** Loads the lookup of commands by method, which only the API's description of itself needs. */
async function findCommand(catalogue: Catalogue): Promise<View['commandOfMethod']> {
  const { commandOfMethod } = await import('../../cli/help/command-of-method.ts')
  return (id) => commandOfMethod(id, catalogue)
}

/** Returns whether the user requested each record by id. */
const isNamed = (endpoint: AnyEndpoint) => idsParam(endpoint) !== undefined

/**
 * Returns whether records are shown one by one by default:
 * records requested by id, and letters about one thing.
 */
const isRead = (endpoint: AnyEndpoint) =>
  isNamed(endpoint) || (typeOf(endpoint).letter === true && pathNames(endpoint).length > 0)

interface TerminalViewContext extends Pick<Context, 'env'> {
  readonly made: () => Made
  readonly stdout: Out
  readonly settings: Pick<RunSettings, 'plain' | 'wide' | 'headers'>
}

/** Returns the part of a view that the tool's own records have too. The width is the current one. */
export const terminalView = ({
  stdout,
  settings,
  env,
  made,
}: TerminalViewContext): Pick<View, 'width' | 'color' | 'plain' | 'wide' | 'noHeaders' | 'made'> => ({
  width: stdout.isTerminal ? stdout.columns : undefined,
  color: stdout.color,
  plain: decidePlain(settings.plain, env, stdout.isTerminal),
  wide: settings.wide,
  noHeaders: !settings.headers,
  made,
})
