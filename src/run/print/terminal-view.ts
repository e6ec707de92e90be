/** The view settings shared by all records of a run, including the tool's own. */
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../core/context.ts'
import type { Out } from '../../core/streams.ts'
import { decidePlain } from '../../output/terminal/color.ts'
import type { View } from '../../output/view.ts'

interface TerminalViewContext extends Pick<World, 'env'> {
  readonly stdout: Out
  readonly settings: Pick<RunSettings, 'plain' | 'wide' | 'headers'>
}

/** Returns the part of a view that depends on the terminal and the settings. The width is the current one. */
export const terminalView = ({
  stdout,
  settings,
  env,
}: TerminalViewContext): Pick<View, 'width' | 'color' | 'plain' | 'wide' | 'noHeaders'> => ({
  width: stdout.isTerminal ? stdout.columns : undefined,
  color: stdout.color,
  plain: decidePlain(settings.plain, env, stdout.isTerminal),
  wide: settings.wide,
  noHeaders: !settings.headers,
})
