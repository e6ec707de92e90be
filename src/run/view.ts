/** How the records of an endpoint are to be shown in this run. */
import { type AnyEndpoint, listedParam, pathNames } from '../api/endpoint.ts'
import { commandLine } from '../api/mode.ts'
import type { View } from '../output/view.ts'
import { commandOfMethod } from './command-of-method.ts'
import type { RunContext } from './context.ts'

/** The view of an endpoint's records; `single` where one came that is no list of one. */
export function viewOf(
  endpoint: AnyEndpoint,
  single: boolean,
  { stdout, now, settings, catalogue }: Pick<RunContext, 'stdout' | 'now' | 'settings' | 'catalogue'>,
): View {
  const named = pathNames(endpoint).length > 0
  return {
    returns: endpoint.returns,
    single,
    detail: single || (named && !endpoint.paged && listedParam(endpoint) !== undefined),
    width: stdout.isTerminal ? stdout.columns : undefined,
    colour: stdout.colour,
    now: stdout.isTerminal ? now() : undefined,
    // The sandbox has no website.
    site: settings.sandbox ? undefined : settings.authUrl,
    links: stdout.links,
    kiva: (words) => commandLine(settings, words),
    commandOfMethod: (id) => commandOfMethod(id, catalogue),
  }
}
