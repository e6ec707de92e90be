/** Runs output through xterm.js: what it displays, and any side effects. */
import addon from '@xterm/addon-unicode11'
import { Terminal } from '@xterm/headless'

export interface Screen {
  /** For tests that read its cells. */
  readonly terminal: Terminal
  /** Side effects: a bell, a new title, a reply, a changed mode. */
  readonly deeds: readonly string[]
}

/** Returns a terminal that has displayed a text, with enough rows for all of it. */
export async function showOn(columns: number, text: string): Promise<Screen> {
  const rows = Math.max(2, text.split('\n').length + 1)
  const terminal = new Terminal({
    cols: columns,
    rows,
    scrollback: 20_000,
    convertEol: true,
    allowProposedApi: true,
  })
  terminal.loadAddon(new addon.Unicode11Addon())
  terminal.unicode.activeVersion = '11'
  const usual = JSON.stringify(terminal.modes)
  const deeds: string[] = []
  terminal.onBell(() => deeds.push('rang'))
  terminal.onTitleChange((title) => deeds.push(`took the title ${JSON.stringify(title)}`))
  terminal.onData((answer) => deeds.push(`answered ${JSON.stringify(answer)}`))
  await new Promise<void>((resolve) => terminal.write(text, resolve))
  if (terminal.buffer.active.type !== 'normal') deeds.push('went to its other screen')
  if (JSON.stringify(terminal.modes) !== usual) deeds.push('was left in another mode')
  return { terminal, deeds }
}
