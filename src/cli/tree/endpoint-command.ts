import { type Endpoint, formatsOf, type Param, paramsOf, pathNames } from '../../api/endpoint.ts'
import { type ArgumentNode, dashed, type Node, type OptionNode, valuesOfOption } from '../command-spec.ts'
import { endpointHelp } from '../help/help.ts'

/** The node of an endpoint: path params are its arguments, all other params its options. */
export function endpointNode(group: string, verb: string, endpoint: Endpoint): Node {
  const inPath = pathNames(endpoint)
  const own = Object.entries(paramsOf(endpoint)).filter(([name]) => !inPath.includes(name))
  const node = {
    name: dashed(verb),
    path: `${group} ${dashed(verb)}`,
    brief: endpoint.brief,
    aliases: verb === 'show' ? ['get', 'view'] : [],
    args: inPath.map((name) => argumentNode(name, endpoint.params[name])),
    options: [...own.map(([name, param]) => paramOption(name, param)), ...endpointOptions(endpoint)],
    children: [],
    endpoint,
  }
  return { ...node, help: (width) => endpointHelp(node, width) }
}

function argumentNode(name: string, param: Param | undefined): ArgumentNode {
  const label = dashed(name.replace(/^\w+_(?=ids?$)/, ''))
  const usage = param?.list ? `<${label}...>` : `<${label}>`
  const more = param?.list ? '; several with spaces or commas between, - reads them from standard input' : ''
  return { name, label: `<${label}>`, usage, brief: `${param?.brief ?? ''}${more}` }
}

function paramOption(name: string, param: Param): OptionNode {
  return {
    name,
    flags: `--${dashed(name)} <${param.kind === 'number' ? 'n' : dashed(name).split('-').at(-1)}>`,
    brief: param.brief,
    group: 'Options',
    ...valuesOfOption(param),
  }
}

/** What every endpoint takes beside its params. */
function endpointOptions(endpoint: Endpoint): readonly OptionNode[] {
  const limit: OptionNode = {
    name: 'limit',
    flags: '--limit <n>',
    brief: 'print at most n',
    group: 'Options',
  }
  return [
    ...(endpoint.paged ? [limit] : []),
    {
      name: 'param',
      flags: '--param <key=value>',
      brief: 'send a parameter that kiva does not know; repeats',
      group: 'Options',
    },
    {
      name: 'wire',
      flags: '--wire <format>',
      brief: "print the service's own document as sent",
      group: 'Output options',
      choices: formatsOf(endpoint),
    },
    {
      name: 'force',
      flags: '--force',
      brief: 'with --wire: unchanged to a terminal too',
      group: 'Output options',
    },
  ]
}
