/** `kiva mcp`: serves the endpoints as tools on stdin and stdout, until stdin ends. */

import type { OptionSpec } from '../cli/option-spec.ts'
import { globalOptions } from '../cli/settings/global-options.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { mcp as declared } from '../commands/actions/agents.ts'
import type { Context } from '../core/context.ts'
import type { Env } from '../core/settings.ts'
import { answerWith } from '../mcp/answer.ts'
import type { RunAction } from '../mcp/call.ts'
import { serve } from '../mcp/serve.ts'
import { toolsOf } from '../mcp/tools.ts'
import type { LoadAction } from './run-action.ts'

/** On a terminal prints the settings of a host instead. Throws `KivaError` of kind `usage` for an unknown tool. */
export async function mcp(
  context: Context,
  { tools: only, config }: ActionValues<typeof declared>,
  commands: Commands,
): Promise<void> {
  const { stdin, stdout, say } = context
  const tools = toolsOf(commands, { only, mirror: context.settings.mirror })
  if (stdin.isTerminal || config !== undefined) {
    const args = ['mcp', ...(await flagsOf(context)), ...(only ? ['--tools', only.join()] : [])]
    const env = variablesOf(context)
    const host = hosts[config ?? 'claude-code']
    await say(
      config === undefined
        ? 'kiva mcp talks to a program. Add this to the settings of your MCP host:'
        : `Add this to ${host.file}:`,
    )
    const kiva = { ...host.more, command: 'kiva', args, ...(Object.keys(env).length > 0 && { env }) }
    return stdout.write(`${JSON.stringify({ [host.key]: { kiva } }, undefined, 2)}\n`, 'people')
  }
  const runAction: RunAction = async (name, values, calling) => {
    const act = await actionTools[name]?.()
    await act?.(calling, values as never, commands)
  }
  await serve(context, answerWith(context, commands, tools, runAction))
}

/** The settings of each application: the file, its key of servers, and what a server needs besides the command. */
const hosts: Readonly<Record<NonNullable<ActionValues<typeof declared>['config']>, Host>> = {
  'claude-code': { file: '.mcp.json in the folder of your project', key: 'mcpServers' },
  'claude-desktop': {
    file: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    key: 'mcpServers',
  },
  cursor: { file: '.cursor/mcp.json in your project or home folder', key: 'mcpServers' },
  vscode: { file: '.vscode/mcp.json in your workspace', key: 'servers', more: { type: 'stdio' } },
}

interface Host {
  readonly file: string
  readonly key: string
  readonly more?: { readonly type: 'stdio' }
}

/** The actions whose JSON is the answer of a tool. */
const actionTools: Readonly<Record<string, LoadAction>> = {
  'portfolio show': async () => (await import('./portfolio-show.ts')).portfolioShow,
  today: async () => (await import('./today.ts')).today,
}

/** The options that concern requests: those of output mean nothing to a server. */
const requestOptions: readonly OptionSpec[] = globalOptions.filter(({ group }) => group === 'Global options')

/** Returns the options of this run that its server needs too. */
async function flagsOf({ settings: { mode, offline }, report }: Context): Promise<readonly string[]> {
  const { settings } = await report()
  const others = settings.filter(
    ({ setting, source, place }) =>
      source === 'flag' && !mode.includes(place) && requestOptions.some(({ name }) => name === setting),
  )
  return [
    ...mode,
    ...(offline ? ['--offline'] : []),
    ...others.flatMap(({ place, value }) => [place, String(value)]),
  ]
}

/** Returns the variables that the server needs too, because a host does not pass on those of a shell. None is a secret. */
function variablesOf({ env }: Pick<Context, 'env'>): Env {
  const names = [...requestOptions.flatMap((option) => option.env ?? []), ...folderVariables]
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}

const folderVariables = [
  ...['KIVA_CONFIG_DIR', 'KIVA_STATE_DIR', 'KIVA_CACHE_DIR', 'KIVA_DATA_DIR'],
  ...['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'],
]
