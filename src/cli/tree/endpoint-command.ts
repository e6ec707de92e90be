import { type Endpoint, formatsOf, type Param, paramsOf, pathNames } from '../../api/endpoint.ts'
import type { ArgumentSpec, CommandSpec } from '../command-spec.ts'
import { endpointHelp } from '../help/help.ts'
import { dashed, type OptionSpec, valuesOfOption } from '../option-spec.ts'
import { bulkOptions } from './bulk-options.ts'
import { fileOptions } from './file-options.ts'

/** The command of an endpoint: path params are its arguments, all other params its options. */
export function endpointCommand(group: string, verb: string, endpoint: Endpoint): CommandSpec {
  const inPath = pathNames(endpoint)
  const own = Object.entries(paramsOf(endpoint)).filter(([name]) => !inPath.includes(name))
  const command = {
    name: dashed(verb),
    path: `${group} ${dashed(verb)}`,
    brief: endpoint.brief,
    aliases: verb === 'show' ? ['get', 'view'] : [],
    args: inPath.map((name) => argument(name, endpoint.params[name])),
    options: [...own.map(([name, param]) => paramOption(name, param)), ...endpointOptions(endpoint)],
    children: [],
    endpoint,
  }
  return { ...command, help: (width) => endpointHelp(command, width) }
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

/** What every endpoint takes beside its params. */
function endpointOptions(endpoint: Endpoint): readonly OptionSpec[] {
  return [
    {
      name: 'param',
      long: '--param',
      value: 'key=value',
      brief: 'send a parameter that kiva does not know; repeats',
      group: 'Options',
    },
    ...bulkOptions(endpoint),
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
      brief: 'with --wire: unchanged to a terminal too',
      group: 'Output options',
    },
  ]
}
