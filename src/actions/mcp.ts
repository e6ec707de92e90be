/** `kiva mcp`: serves the endpoints as tools on stdin and stdout, until stdin ends. */

import type { OptionSpec } from '../cli/option-spec.ts'
import { globalOptions } from '../cli/settings/global-options.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { mcp as declared } from '../commands/actions/agents.ts'
import type { Context } from '../context.ts'
import { answerWith } from '../mcp/answer.ts'
import { serve } from '../mcp/serve.ts'
import { toolsOf } from '../mcp/tools.ts'
import type { Env } from '../ports/settings.ts'

/** On a terminal prints the settings of a host instead. Throws `KivaError` of kind `usage` for an unknown tool. */
export async function mcp(
  context: Context,
  { tools: only }: ActionValues<typeof declared>,
  { catalogue }: Pick<Commands, 'catalogue'>,
): Promise<void> {
  const { stdin, stdout, say } = context
  const tools = toolsOf(catalogue, only)
  if (stdin.isTerminal) {
    const args = ['mcp', ...(await flagsOf(context)), ...(only ? ['--tools', only.join()] : [])]
    const env = variablesOf(context)
    await say('kiva mcp talks to a program. Add this to the settings of your MCP host:')
    const kiva = { command: 'kiva', args, ...(Object.keys(env).length > 0 && { env }) }
    return stdout.write(`${JSON.stringify({ mcpServers: { kiva } }, undefined, 2)}\n`, 'people')
  }
  await serve(context, answerWith(context, catalogue, tools))
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

const folderVariables = ['KIVA_CONFIG_DIR', 'KIVA_CACHE_DIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']
