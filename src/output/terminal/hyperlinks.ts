/** Which terminals know links in their text (OSC 8). One that does not might show the address, or worse. */

type Env = Readonly<Record<string, string | undefined>>

/** By their names in TERM_PROGRAM, with the version that began with it; '' for every version. */
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
  // It keeps them from a terminal outside that does not know them.
  ['tmux', '3.4'],
])

/** By the beginning of TERM. */
const terms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm|rio)/

/** GNOME Terminal and others; the one version crashed. */
const knowsByVte = (version: number) => version > 5000

/** Whether links are drawn: never but on a terminal; FORCE_HYPERLINK says yes, or no with `0`. */
export function decideHyperlinks(env: Env, isTerminal: boolean): boolean {
  const forced = env['FORCE_HYPERLINK']
  if (!isTerminal || env['TERM'] === 'dumb') return false
  if (forced) return !['0', 'false'].includes(forced)
  const least = programs.get(env['TERM_PROGRAM'])
  if (least !== undefined) return isAtLeast(env['TERM_PROGRAM_VERSION'] ?? '', least)
  // What they inherit tells of the terminal outside.
  if (/^(?:screen|tmux)/.test(env['TERM'] ?? '')) return false
  if (env['WT_SESSION'] || env['KONSOLE_VERSION'] || env['DOMTERM']) return true
  return terms.test(env['TERM'] ?? '') || knowsByVte(Number(env['VTE_VERSION'] ?? 0))
}

function isAtLeast(version: string, least: string): boolean {
  const given = numbersOf(version)
  const wanted = numbersOf(least)
  const at = wanted.findIndex((part, index) => part !== (given[index] ?? 0))
  return at < 0 || (given[at] ?? 0) > (wanted[at] ?? 0)
}

const numbersOf = (version: string) => (version.match(/\d+/g) ?? []).map(Number)
