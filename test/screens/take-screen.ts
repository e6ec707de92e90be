/** Takes the screen of a command line, against the sandbox at a fixed time. */
import { run } from '../harness.ts'
import { loggedIn, soundService } from '../recorder/services.ts'
import { split } from '../support/endpoints.ts'
import { sampleState } from '../support/sample-state.ts'

const send = soundService()

/** Returns stdout and then stderr, without trailing spaces. */
export async function takeScreen(line: string, terminal: number, color: 'always' | 'never'): Promise<string> {
  const env = { ...loggedIn, KIVA_RETRIES: '', ...(color === 'never' && { NO_COLOR: '1' }) }
  const { stdout, stderr } = await run(split(line).slice(1), { send, env, terminal, state: sampleState() })
  return `${stdout}${stderr}`.replaceAll(/ +$/gm, '').trimEnd()
}
