/** `kiva mcp`: serves the endpoints as tools on stdin and stdout, until stdin ends. */
import type { ActionValues, Commands } from '../commands/action.ts'
import type { mcp as declared } from '../commands/actions/agents.ts'
import type { Context } from '../context.ts'
import { answerWith } from '../mcp/answer.ts'
import { serve } from '../mcp/serve.ts'
import { toolsOf } from '../mcp/tools.ts'

/** On a terminal prints the settings of a host instead. Throws `KivaError` of kind `usage` for an unknown tool. */
export async function mcp(
  context: Context,
  { tools: only }: ActionValues<typeof declared>,
  { catalogue }: Pick<Commands, 'catalogue'>,
): Promise<void> {
  const { stdin, stdout, say, settings } = context
  const tools = toolsOf(catalogue, only)
  if (stdin.isTerminal) {
    const args = ['mcp', ...settings.mode, ...(only ? ['--tools', only.join()] : [])]
    await say('kiva mcp talks to a program. Add this to the settings of your MCP host:')
    const hosts = { mcpServers: { kiva: { command: 'kiva', args } } }
    return stdout.write(`${JSON.stringify(hosts, undefined, 2)}\n`, 'people')
  }
  await serve(context, answerWith(context, catalogue, tools))
}
