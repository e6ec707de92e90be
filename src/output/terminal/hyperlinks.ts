/** Detects terminals that support hyperlinks (OSC 8). Other terminals might print the address, or worse. */
import type { Env } from '../../core/settings.ts'

/** Values of TERM_PROGRAM, with the first version that supports links; '' means every version. */
const programs: ReadonlyMap<string | undefined, string> = new Map([
  ['iTerm.app', '3.1'],
  ['WezTerm', ''],
  ['ghostty', ''],
  ['vscode', '1.72'],
  ['Hyper', ''],
  ['rio', ''],
  ['Tabby', ''],
  ['mintty', ''],
  ['zed', ''],
  // tmux 3.4 and later removes the links if the outer terminal does not support them.
  ['tmux', '3.4'],
])

/** Matches the start of TERM. */
const terms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm|rio)/

/** GNOME Terminal and others based on VTE. Version 5000 crashed. */
const knowsByVte = (version: number) => version > 5000

/**
 * Returns whether to print hyperlinks: only in a terminal. FORCE_HYPERLINK turns them on, or off with `0` or
 * `false`.
 */
export function decideHyperlinks(env: Env, isTerminal: boolean): boolean {
  const forced = env['FORCE_HYPERLINK']
  if (!isTerminal || env['TERM'] === 'dumb') return false
  if (forced) return !['0', 'false'].includes(forced)
  const minVersion = programs.get(env['TERM_PROGRAM'])
  if (minVersion !== undefined) return isAtLeast(env['TERM_PROGRAM_VERSION'] ?? '', minVersion)
  // The variables that programs inherit inside screen and tmux describe the outer terminal.
  if (/^(?:screen|tmux)/.test(env['TERM'] ?? '')) return false
  if (env['WT_SESSION'] || env['KONSOLE_VERSION'] || env['DOMTERM']) return true
  return terms.test(env['TERM'] ?? '') || knowsByVte(Number(env['VTE_VERSION'] ?? 0))
}

function isAtLeast(version: string, minVersion: string): boolean {
  const given = numbersOf(version)
  const wanted = numbersOf(minVersion)
  const at = wanted.findIndex((part, index) => part !== (given[index] ?? 0))
  return at < 0 || (given[at] ?? 0) > (wanted[at] ?? 0)
}

const numbersOf = (version: string) => (version.match(/\d+/g) ?? []).map(Number)
