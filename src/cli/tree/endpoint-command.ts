import {
  type AnyEndpoint,
  type Endpoint,
  formatsOf,
  type Param,
  paramsOf,
  pathNames,
} from '../../api/endpoint.ts'
import { endpointHelp } from '../help/help.ts'
import { dashed, type OptionSpec, valuesOfOption } from '../option-spec.ts'
import { chartOptions } from '../options/chart-options.ts'
import { tellingOptions } from '../options/detail-options.ts'
import { bulkOptions } from '../options/extent-options.ts'
import { fileOptions } from '../options/files-options.ts'
import { recordOptions } from '../options/record-options.ts'
import { watchOptions } from '../options/watch-options.ts'
import { webOptions } from '../options/web-options.ts'
import type { ArgumentSpec, CommandSpec } from './command-spec.ts'

/** The command of an endpoint: path params are its arguments, all other params its options. */
export function endpointCommand(group: string, verb: string, endpoint: Endpoint): CommandSpec {
  const inPath = pathNames(endpoint)
  const command = {
    name: dashed(verb),
    path: `${group} ${dashed(verb)}`,
    brief: endpoint.brief,
    aliases: verb === 'show' ? ['get', 'view'] : [],
    args: inPath.map((name) => argument(name, endpoint.params[name])),
    options: endpointOptions(endpoint),
    children: [],
    endpoint,
  }
  return { ...command, help: () => endpointHelp(command) }
}

function argument(name: string, param: Param | undefined): ArgumentSpec {
  const label = dashed(name.replace(/^\w+_(?=ids?$)/, ''))
  const list = param?.list ?? false
  const more = list ? '; several with spaces or commas between, - reads them from standard input' : ''
  return {
    name,
    label: `<${label}>`,
    usage: list ? `<${label}...>` : `<${label}>`,
    brief: `${param?.brief ?? ''}${more}`,
    list,
  }
}

function paramOption(name: string, param: Param): OptionSpec {
  return {
    name,
    long: `--${dashed(name)}`,
    value: param.kind === 'number' ? 'n' : (dashed(name).split('-').at(-1) ?? name),
    brief: param.brief,
    group: 'Options',
    ...valuesOfOption(param),
  }
}

/** The options of an endpoint: its params that don't stand in the path, and what every endpoint takes. */
export function endpointOptions(endpoint: AnyEndpoint): readonly OptionSpec[] {
  const inPath = pathNames(endpoint)
  const own = Object.entries(paramsOf(endpoint)).filter(([name]) => !inPath.includes(name))
  return [
    ...own.map(([name, param]) => paramOption(name, param)),
    {
      name: 'param',
      long: '--param',
      value: 'key=value',
      brief: 'send a parameter that kiva does not know; repeats',
      group: 'Options',
    },
    ...bulkOptions(endpoint),
    ...tellingOptions(endpoint),
    ...recordOptions(endpoint),
    ...chartOptions(endpoint),
    ...webOptions(endpoint),
    ...watchOptions,
    ...fileOptions(endpoint),
    {
      name: 'wire',
      long: '--wire',
      value: 'format',
      brief: "print the service's own document as sent",
      group: 'Output options',
      choices: formatsOf(endpoint),
    },
    {
      name: 'force',
      long: '--force',
      beside: '--wire',
      brief: 'with --wire: unchanged to a terminal too',
      group: 'Output options',
    },
    {
      name: 'curl',
      long: '--curl',
      brief: 'print a line that sends the request by curl, and send nothing',
      group: 'Output options',
    },
    {
      name: 'dry_run',
      long: '--dry-run',
      brief: 'print the request, and send nothing',
      group: 'Output options',
    },
  ]
}
