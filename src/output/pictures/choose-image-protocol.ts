/** How a terminal is shown pictures, as far as its environment tells: it is not asked, since its answer could come late. */
import type { ImageProtocolChoice } from './image-protocols.ts'

/** What is sent: files or pixels for the terminal to draw, placeholders for tmux to place, or half-blocks in colors. */
export type ImageProtocol = 'kitty' | 'placeholders' | 'iterm2' | 'sixel' | 'blocks' | 'blocks-256'

/** A way and what decided on it, or why there is none. */
export interface Decision {
  readonly way: ImageProtocol | undefined
  readonly by: string
}

type Env = Readonly<Record<string, string | undefined>>

/** A variable, and the values of it that a terminal can be told by. */
type Sign = readonly [variable: string, values: RegExp]

const signs: readonly (readonly [way: 'kitty' | 'iterm2' | 'sixel', signs: readonly Sign[]])[] = [
  [
    'kitty',
    [
      ['KITTY_WINDOW_ID', /./],
      ['TERM', /^xterm-(kitty|ghostty)$/],
      ['TERM_PROGRAM', /^ghostty$/],
    ],
  ],
  [
    'iterm2',
    [
      ['TERM_PROGRAM', /^(iTerm\.app|WezTerm|mintty)$/],
      ['LC_TERMINAL', /^iTerm2$/],
    ],
  ],
  ['sixel', [['TERM', /^(foot|mlterm|yaft|contour)\b/]]],
]

/** Terminals that show 24-bit colors without saying so in COLORTERM; tmux makes them fit what it stands in. */
const deepSigns: readonly Sign[] = [
  ['COLORTERM', /^(truecolor|24bit)$/],
  ['TERM_PROGRAM', /^(iTerm\.app|WezTerm|mintty|ghostty|vscode|tmux)$/],
  ['TERM', /-direct$/],
]

/**
 * Decides by the choice and the environment. Inside of tmux none but half-blocks are chosen by themselves: whether it
 * lets anything through, and to which terminal, stands nowhere.
 */
export function chooseImageProtocol(
  choice: ImageProtocolChoice,
  env: Env,
  { isTerminal, color }: { readonly isTerminal: boolean; readonly color: boolean },
): Decision {
  if (!isTerminal) return { way: undefined, by: 'stdout is no terminal' }
  if (env['TERM'] === 'dumb') return { way: undefined, by: 'TERM=dumb' }
  if (!color) return { way: undefined, by: 'there is no colour' }
  const tmux = Boolean(env['TMUX'])
  if (choice === 'iterm2' && tmux) return { way: undefined, by: "iTerm2's do not go through tmux" }
  if (choice === 'kitty' && tmux) return { way: 'placeholders', by: 'images kitty, in tmux' }
  if (choice !== 'auto' && choice !== 'blocks') return { way: choice, by: `images ${choice}` }
  if (choice === 'auto' && !tmux) {
    for (const [way, of] of signs) {
      const sign = signIn(env, of)
      if (sign) return { way, by: sign }
    }
  }
  const deep = signIn(env, deepSigns)
  return { way: deep ? 'blocks' : 'blocks-256', by: deep ?? 'nothing tells of more' }
}

function signIn(env: Env, of: readonly Sign[]): string | undefined {
  const found = of.find(([variable, values]) => values.test(env[variable] ?? ''))
  return found && `${found[0]}=${env[found[0]]}`
}
