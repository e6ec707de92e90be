/** A terminal that others wrote: what it shows, and whatever else it was made to do. */
import addon from '@xterm/addon-unicode11'
import { Terminal } from '@xterm/headless'

export interface Screen {
  /** Its buffer, for who looks at cells. */
  readonly terminal: Terminal
  /** What it did besides showing: rang, took a title, answered, left a mode that it begins in. */
  readonly deeds: readonly string[]
}

/** A terminal of so many columns that has been sent a text; long enough for all of it. */
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
