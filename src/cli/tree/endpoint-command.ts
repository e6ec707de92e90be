import { type AnyEndpoint, type Endpoint, type Param, paramsOf, pathNames } from '../../api/endpoint.ts'
import { lazy } from '../../lazy.ts'
import { dashed, type OptionSpec, valuesOfOption } from '../option-spec.ts'
import { familyOptions } from '../options/index.ts'
import type { ArgumentSpec, CommandSpec } from './command-spec.ts'

/** Returns the command of an endpoint. Path params become arguments, all other params options. */
export function endpointCommand(group: string, verb: string, endpoint: Endpoint): CommandSpec {
  const inPath = pathNames(endpoint)
  const options = lazy(() => endpointOptions(endpoint))
  return {
    name: dashed(verb),
    path: `${group} ${dashed(verb)}`,
    brief: endpoint.brief,
    aliases: verb === 'show' ? ['get', 'view'] : [],
    args: inPath.map((name) => argument(name, endpoint.params[name])),
    // Only the options of the command that is run are needed.
    get options() {
      return options()
    },
    children: [],
    endpoint,
  }
}

function argument(name: string, param: Param | undefined): ArgumentSpec {
  const label = dashed(name.replace(/^\w+_(?=ids?$)/, ''))
  const list = param?.list ?? false
  const more = list
    ? ', separated by spaces or commas; - reads them from standard input, @NAME from a shortlist'
    : ''
  return {
    name,
    label: `<${label}>`,
    usage: list ? `<${label}...>` : `<${label}>`,
    brief: `${param?.brief ?? ''}${more}`,
    list,
  }
}

/** Placeholders for params whose last word says too little. */
const placeholders: Readonly<Record<string, string>> = { q: 'text', sort_by: 'order' }

function paramOption(name: string, param: Param): OptionSpec {
  return {
    name,
    long: `--${dashed(name)}`,
    value: param.kind === 'number' ? 'n' : (placeholders[name] ?? dashed(name).split('-').at(-1) ?? name),
    brief: param.brief,
    group: 'Options',
    ...valuesOfOption(param),
    ...(param.known === 'country_code' && { alias: '--country' }),
  }
}

/** Returns an endpoint's options: its params outside the path, `--param`, and the option families. */
export function endpointOptions(endpoint: AnyEndpoint): readonly OptionSpec[] {
  const inPath = pathNames(endpoint)
  const own = Object.entries(paramsOf(endpoint)).filter(([name]) => !inPath.includes(name))
  return [
    ...own.map(([name, param]) => paramOption(name, param)),
    {
      name: 'param',
      long: '--param',
      value: 'key=value',
      brief: 'send another query parameter',
      list: true,
      verbatim: true,
      group: 'Options',
    },
    ...familyOptions(endpoint),
  ]
}
