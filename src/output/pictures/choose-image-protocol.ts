/**
 * Chooses how to show pictures from the environment. Querying the terminal is avoided, since its answer could
 * arrive too late.
 */
import type { Env } from '../../core/settings.ts'
import type { ImageProtocolChoice } from './image-protocols.ts'

/**
 * The protocol: files or pixels that the terminal draws, placeholders that kitty fills, also through tmux, or
 * colored half-blocks.
 */
export type ImageProtocol =
  | 'kitty'
  | 'placeholders'
  | 'placeholders-tmux'
  | 'iterm2'
  | 'sixel'
  | 'blocks'
  | 'blocks-256'

/** The chosen protocol and the reason, or the reason why pictures are off. */
export interface Decision {
  readonly protocol: ImageProtocol | undefined
  readonly reason: string
}

/** An environment variable, and its values that identify a terminal. */
type EnvironmentSign = readonly [variable: string, values: RegExp]

const signs: readonly (readonly [
  protocol: 'kitty' | 'iterm2' | 'sixel',
  signs: readonly EnvironmentSign[],
])[] = [
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
const trueColorSigns: readonly EnvironmentSign[] = [
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
  if (!isTerminal) return { protocol: undefined, reason: 'stdout is not a terminal' }
  if (env['TERM'] === 'dumb') return { protocol: undefined, reason: 'TERM=dumb' }
  if (!color) return { protocol: undefined, reason: 'color is off' }
  const tmux = Boolean(env['TMUX'])
  if (choice === 'iterm2' && tmux) return { protocol: undefined, reason: 'tmux does not pass iTerm2 images' }
  if (choice === 'kitty' && tmux) return { protocol: 'placeholders-tmux', reason: 'images kitty, in tmux' }
  if (choice !== 'auto' && choice !== 'blocks') return { protocol: choice, reason: `images ${choice}` }
  if (choice === 'auto' && !tmux) {
    for (const [protocol, of] of signs) {
      const sign = findSign(env, of)
      if (sign) return { protocol, reason: sign }
    }
  }
  const trueColor = findSign(env, trueColorSigns)
  return { protocol: trueColor ? 'blocks' : 'blocks-256', reason: trueColor ?? 'no sign of 24-bit color' }
}

function findSign(env: Env, of: readonly EnvironmentSign[]): string | undefined {
  const found = of.find(([variable, values]) => values.test(env[variable] ?? ''))
  return found && `${found[0]}=${env[found[0]]}`
}
