/**
 * Chooses how to show pictures from the environment. Querying the terminal is avoided, since its answer could
 * arrive too late.
 */
import type { ImageProtocolChoice } from './image-protocols.ts'

/**
 * The protocol: files or pixels that the terminal draws, placeholders that tmux positions, or colored
 * half-blocks.
 */
export type ImageProtocol = 'kitty' | 'placeholders' | 'iterm2' | 'sixel' | 'blocks' | 'blocks-256'

/** The chosen protocol and the reason, or the reason why pictures are off. */
export interface Decision {
  readonly way: ImageProtocol | undefined
  readonly by: string
}

type Env = Readonly<Record<string, string | undefined>>

/** An environment variable, and its values that identify a terminal. */
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

/**
 * Terminals that support 24-bit colors without setting COLORTERM; tmux converts colors for its outer
 * terminal.
 */
const deepSigns: readonly Sign[] = [
  ['COLORTERM', /^(truecolor|24bit)$/],
  ['TERM_PROGRAM', /^(iTerm\.app|WezTerm|mintty|ghostty|vscode|tmux)$/],
  ['TERM', /-direct$/],
]

/**
 * Chooses by the `--images` value and the environment. Inside tmux, `auto` always chooses half-blocks: the
 * environment does not show whether tmux passes sequences through, or to which terminal.
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
