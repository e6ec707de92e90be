/** The command tree as values: what each node is called, takes, and says of itself. Free of any parser. */
import { type Endpoint, formatsOf, type Param, paramsOf, pathNames, type Resource } from '../api/endpoint.ts'
import { knownValues } from '../api/gaps.ts'
import type { Action, ActionParam } from '../commands/action.ts'
import { actionHelp, endpointHelp, groupHelp, rootHelp } from './help.ts'
import { globalOptions } from './options.ts'
import type { Commands } from './program.ts'

export interface ArgumentNode {
  /** Such as `<ids...>`. */
  readonly usage: string
  readonly label: string
  readonly name: string
  readonly brief: string
}

export interface OptionNode {
  /** The param's own name, `_` and all; ours for the options that every endpoint has. */
  readonly name: string
  readonly flags: string
  readonly brief: string
  readonly group: string
  readonly choices?: readonly string[]
  /** Of an open set. */
  readonly known?: readonly string[]
  readonly default?: string
  readonly list?: boolean
}

export interface Node {
  /** The last word. */
  readonly name: string
  /** All words, `kiva` first. */
  readonly path: string
  readonly brief: string
  readonly aliases: readonly string[]
  readonly args: readonly ArgumentNode[]
  readonly options: readonly OptionNode[]
  readonly children: readonly Node[]
  readonly endpoint?: Endpoint
  readonly action?: Action
  /** Its whole help text for so many columns. */
  help(width: number): string
}

const dashed = (name: string) => name.replaceAll('_', '-')

/** The tree of everything. */
export function rootNode(commands: Commands): Node {
  const resources = Object.entries(commands.catalogue).map(([name, resource]) => resourceNode(name, resource))
  const options = Object.entries(globalOptions).map(([name, option]) => ({ name, ...option }))
  const children = [...resources, ...actionNodes(commands)]
  const root = { name: 'kiva', path: 'kiva', brief: '', aliases: [], args: [], options, children }
  return { ...root, help: (width) => rootHelp(root, width) }
}

function resourceNode(name: string, resource: Resource): Node {
  const path = `kiva ${dashed(name)}`
  const children = Object.entries(resource.endpoints).map(([verb, endpoint]) =>
    endpointNode(path, verb, endpoint),
  )
  return groupNode(path, resource.brief, children)
}

function actionNodes({ actions, groups }: Commands): readonly Node[] {
  const alone = actions.filter((action) => !action.name.includes(' ')).map(actionNode)
  const grouped = Object.entries(groups).map(([name, brief]) =>
    groupNode(
      `kiva ${name}`,
      brief,
      actions.filter((action) => action.name.startsWith(`${name} `)).map(actionNode),
    ),
  )
  return [...alone, ...grouped]
}

function groupNode(path: string, brief: string, children: readonly Node[]): Node {
  const node = { name: lastWord(path), path, brief, aliases: [], args: [], options: [], children }
  return { ...node, help: (width) => groupHelp(node, width) }
}

function endpointNode(group: string, verb: string, endpoint: Endpoint): Node {
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
  const { brief, choices, known } = param
  return {
    name,
    flags: `--${dashed(name)} <${param.kind === 'number' ? 'n' : dashed(name).split('-').at(-1)}>`,
    brief,
    group: 'Options',
    ...(choices && { choices }),
    ...(known && { known: knownValues[known] }),
    ...(param.default !== undefined && { default: param.default }),
    ...(param.list && { list: true }),
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

function actionNode(action: Action): Node {
  const params = Object.entries(action.params)
  const args = params.filter(([, param]) => param.argument)
  const node = {
    name: lastWord(action.name),
    path: `kiva ${action.name}`,
    brief: action.brief,
    aliases: [],
    args: args.map(([name, param]) => ({
      name,
      label: `<${dashed(name)}>`,
      usage: `<${dashed(name)}${param.list ? '...' : ''}>`,
      brief: param.brief,
    })),
    options: params.filter(([, param]) => !param.argument).map(([name, param]) => actionOption(name, param)),
    children: [],
    action,
  }
  return { ...node, help: (width) => actionHelp(node, width) }
}

function actionOption(name: string, param: ActionParam): OptionNode {
  const value = param.kind === 'flag' ? '' : ` <${param.placeholder?.toLowerCase() ?? dashed(name)}>`
  return {
    name,
    flags: `--${dashed(name)}${value}`,
    brief: param.brief,
    group: 'Options',
    ...(param.choices && { choices: param.choices }),
    ...(param.default !== undefined && { default: param.default }),
    ...(param.list && { list: true }),
  }
}

const lastWord = (path: string) => path.slice(path.lastIndexOf(' ') + 1)
