/** Builds the command tree from the catalogue and the actions. */
import {
  type AnyEndpoint,
  type Endpoint,
  type Param,
  paramsOf,
  pathNames,
  type Resource,
} from '../api/endpoint.ts'
import type { Action, ActionParam, Commands } from '../commands/action.ts'
import { anyPath, api } from '../commands/api.ts'
import { loans } from '../commands/resources/loans.ts'
import { lazy } from '../core/lazy.ts'
import { dashed } from '../core/shell-word.ts'
import type { ArgumentSpec, CommandSpec } from './command-spec.ts'
import { me } from './me.ts'
import { type OptionSpec, valuesOfOption } from './option-spec.ts'
import { savingOptions } from './options/files.ts'
import { familyOptions } from './options/index.ts'
import { globalOptions, versionOption } from './settings/global-options.ts'

/** The trees that were built: a session of explore parses with the same one as the command line. */
const trees = new WeakMap<Commands, CommandSpec>()

/** Returns the tree of all commands, with `kiva` at the root. */
export function commandTree(commands: Commands): CommandSpec {
  const tree = trees.get(commands) ?? treeOf(commands)
  trees.set(commands, tree)
  return tree
}

function treeOf(commands: Commands): CommandSpec {
  const resources = Object.entries(commands.catalogue).map(([name, resource]) =>
    resourceCommand(name, resource, commands.actions),
  )
  const children = [...resources, apiCommand(), ...actionCommands(commands)]
  const options = [...globalOptions, versionOption]
  return { name: 'kiva', path: 'kiva', brief: '', aliases: [], args: [], options, children }
}

function resourceCommand(name: string, resource: Resource, actions: Commands['actions']): CommandSpec {
  const path = `kiva ${dashed(name)}`
  return groupCommand(path, resource.brief, () => [
    ...Object.entries(resource.endpoints).map(([verb, endpoint]) => endpointCommand(path, verb, endpoint)),
    ...actionsOfGroup(dashed(name), actions),
  ])
}

function actionCommands({ actions, groups }: Commands): readonly CommandSpec[] {
  const alone = actions.filter((action) => !action.name.includes(' ')).map(actionCommand)
  const grouped = Object.entries(groups).map(([name, brief]) =>
    groupCommand(`kiva ${name}`, brief, () => actionsOfGroup(name, actions)),
  )
  return [...alone, ...grouped]
}

const actionsOfGroup = (group: string, actions: Commands['actions']) =>
  actions
    .filter((action) => action.name.startsWith(`${group} `))
    .map((action) => {
      if (action.finds) return findingCommand(action, action.finds)
      return action.rewrite === 'search' ? searchCommand(action) : actionCommand(action)
    })

/** Builds children on first use: most runs need only one group. */
function groupCommand(path: string, brief: string, makeChildren: () => readonly CommandSpec[]): CommandSpec {
  const children = lazy(makeChildren)
  return {
    name: path.slice(path.lastIndexOf(' ') + 1),
    path,
    brief,
    aliases: [],
    args: [],
    options: [],
    get children() {
      return children()
    },
  }
}

/** Returns the command of an endpoint. Path params become arguments, all other params options. */
export function endpointCommand(group: string, verb: string, endpoint: Endpoint): CommandSpec {
  const { finds } = endpoint
  const names = finds === undefined ? pathNames(endpoint) : [finds]
  const options = lazy(() => endpointOptions(endpoint))
  return {
    name: dashed(verb),
    path: `${group} ${dashed(verb)}`,
    brief: endpoint.brief,
    aliases: verb === 'show' ? ['get', 'view'] : [],
    args: names.map((name) => argument(name, endpoint.params[name], endpoint.byName !== undefined)),
    // Only the options of the command that is run are needed.
    get options() {
      return options()
    },
    children: [],
    endpoint,
  }
}

function argument(name: string, param: Param | undefined, isNamed: boolean): ArgumentSpec {
  const label = dashed(name.replace(/^\w+_(?=ids?$)/, ''))
  const list = param?.list ?? false
  const more = list
    ? ', separated by spaces or commas; - reads them from standard input, @NAME from a shortlist'
    : ''
  const isLender = param?.pageOf === 'lender'
  return {
    name,
    label: `<${label}>`,
    usage: list ? `<${label}...>` : `<${label}>`,
    brief: `${param?.brief ?? ''}${isNamed ? ' or shortnames' : ''}${more}${isLender ? `; '${me}' is yours` : ''}`,
    list,
    offers: [...(list ? (['@shortlists'] as const) : []), ...(isLender ? ([me] as const) : [])],
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
  const args = [...pathNames(endpoint), endpoint.finds]
  const params = Object.entries(paramsOf(endpoint)).filter(([name]) => !args.includes(name))
  return [
    ...params.map(([name, param]) => paramOption(name, param)),
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

/** Returns the command of an action. */
function actionCommand(action: Action): CommandSpec {
  const params = Object.entries(action.params)
  const args = params.filter(([, param]) => param.argument)
  return {
    name: action.name.slice(action.name.lastIndexOf(' ') + 1),
    path: `kiva ${action.name}`,
    brief: action.brief,
    aliases: action.aliases ?? [],
    args: args.map(([name, param]) => actionArgument(name, param)),
    options: [
      ...params.filter(([, param]) => !param.argument).map(([name, param]) => actionOption(name, param)),
      ...(action.saves === undefined ? [] : savingOptions),
    ],
    children: [],
    action,
  }
}

function actionArgument(
  name: string,
  { brief, list, optional, rest, choices, offers, setting, placeholder = name }: ActionParam,
): ArgumentSpec {
  const words = `${dashed(placeholder)}${list ? '...' : ''}`
  return {
    name,
    label: `<${dashed(placeholder)}>`,
    usage: optional ? `[${words}]` : `${rest ? '-- ' : ''}<${words}>`,
    brief,
    list: list === true,
    ...(optional && { optional }),
    ...(rest && { rest }),
    ...(choices && { choices }),
    ...(offers && { offers }),
    ...(setting && { setting }),
  }
}

function actionOption(name: string, param: ActionParam): OptionSpec {
  return {
    name,
    long: `--${dashed(name)}`,
    ...(param.kind !== 'flag' && { value: param.placeholder?.toLowerCase() ?? dashed(name) }),
    brief: param.brief,
    group: 'Options',
    ...valuesOfOption(param),
    ...(param.file && { file: param.file }),
    ...(param.requires && { requires: param.requires }),
    ...(param.conflicts && { conflicts: param.conflicts }),
  }
}

/** Returns `kiva api`: its declared options, and every option of an unknown endpoint. */
function apiCommand(): CommandSpec {
  const declared = actionCommand(api)
  const options = lazy(() => {
    const fields = declared.options.map((option) => ({ ...option, short: '-f' }))
    return [...fields, ...endpointOptions(anyPath).filter(({ name }) => name !== 'param')]
  })
  return {
    ...declared,
    get options() {
      return options()
    },
  }
}

/** Options of the search that the suggestions set, and those that cannot be used with its filters. */
const excluded: readonly string[] = [
  'status',
  'lender',
  'sort_by',
  'page',
  'all',
  'wire',
  'force',
  'checkpoint',
  'resume',
]

/** Options of the search that are what suggestions are for. */
const suggesting: readonly string[] = ['budget', 'web']

/** Returns the command of an action with the options of the search that takes its place. */
function searchCommand(action: Action): CommandSpec {
  const options = endpointOptions(loans.endpoints.search).filter(({ name }) => !excluded.includes(name))
  const [own, others] = [true, false].map((isOwn) =>
    options.filter(({ name }) => suggesting.includes(name) === isOwn),
  )
  return {
    ...actionCommand(action),
    options: [
      ...(own ?? []).map(({ topic: _, ...option }) => ({ ...option, group: 'Options' as const })),
      ...(others ?? []).map((option) => (option.name === 'limit' ? { ...option, default: '10' } : option)),
    ],
  }
}

/** Options that say which part of a list to read. */
const ofParts: readonly string[] = ['page', 'strict_paging', 'wire', 'force', 'checkpoint', 'resume']

/** Returns the command of an action that finds records by id in a list. */
function findingCommand(action: Action, list: Endpoint): CommandSpec {
  const { name, brief, examples } = action
  const ids: Param = { kind: 'number', list: true, brief: action.params['ids']?.brief ?? '' }
  const [group = '', verb = ''] = name.split(' ')
  const endpoint: Endpoint = { ...list, brief, examples, params: { ids }, finds: 'ids' }
  const command = endpointCommand(`kiva ${group}`, verb, endpoint)
  const options = command.options.filter((option) => !ofParts.includes(option.name))
  return { ...command, options, action }
}
