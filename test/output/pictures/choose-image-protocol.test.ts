import { expect, test } from 'vitest'
import { chooseImageProtocol } from '../../../src/output/pictures/choose-image-protocol.ts'

const screen = { isTerminal: true, color: true }

test.each([
  [{ KITTY_WINDOW_ID: '1' }, 'kitty', 'KITTY_WINDOW_ID=1'],
  [{ TERM: 'xterm-kitty' }, 'kitty', 'TERM=xterm-kitty'],
  [{ TERM_PROGRAM: 'ghostty' }, 'kitty', 'TERM_PROGRAM=ghostty'],
  [{ TERM_PROGRAM: 'iTerm.app', COLORTERM: 'truecolor' }, 'iterm2', 'TERM_PROGRAM=iTerm.app'],
  [{ LC_TERMINAL: 'iTerm2' }, 'iterm2', 'LC_TERMINAL=iTerm2'],
  [{ TERM_PROGRAM: 'WezTerm' }, 'iterm2', 'TERM_PROGRAM=WezTerm'],
  [{ TERM: 'foot-extra' }, 'sixel', 'TERM=foot-extra'],
  [{ TERM: 'mlterm-256color' }, 'sixel', 'TERM=mlterm-256color'],
  [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'blocks', 'COLORTERM=truecolor'],
  [{ TERM: 'xterm-256color', COLORTERM: '24bit' }, 'blocks', 'COLORTERM=24bit'],
  [{ TERM: 'xterm-256color' }, 'blocks-256', 'no sign of 24-bit color'],
  [{}, 'blocks-256', 'no sign of 24-bit color'],
  // Inside tmux, the variables describe the terminal that started tmux, which may not be the current one.
  [{ TMUX: '/s,1,0', KITTY_WINDOW_ID: '1', TERM_PROGRAM: 'tmux' }, 'blocks', 'TERM_PROGRAM=tmux'],
])('by %j: %s', (env, protocol, reason) => {
  expect(chooseImageProtocol('auto', env, screen)).toEqual({ protocol, reason })
})

test.each([
  ['kitty', {}, 'kitty', 'images kitty'],
  ['kitty', { TMUX: '/s,1,0' }, 'placeholders-tmux', 'images kitty, in tmux'],
  ['iterm2', { KITTY_WINDOW_ID: '1' }, 'iterm2', 'images iterm2'],
  ['iterm2', { TMUX: '/s,1,0' }, undefined, 'tmux does not pass iTerm2 images'],
  ['sixel', { TMUX: '/s,1,0' }, 'sixel', 'images sixel'],
  ['blocks', { KITTY_WINDOW_ID: '1', COLORTERM: 'truecolor' }, 'blocks', 'COLORTERM=truecolor'],
  ['blocks', { KITTY_WINDOW_ID: '1' }, 'blocks-256', 'no sign of 24-bit color'],
] as const)('%s, with %j: %s', (choice, env, protocol, reason) => {
  expect(chooseImageProtocol(choice, env, screen)).toEqual({ protocol, reason })
})

test.each([
  [{}, { isTerminal: false, color: true }, 'stdout is not a terminal'],
  [{ TERM: 'dumb' }, screen, 'TERM=dumb'],
  [{ KITTY_WINDOW_ID: '1' }, { isTerminal: true, color: false }, 'color is off'],
])('no images with %j on %j', (env, stream, reason) => {
  for (const choice of ['auto', 'kitty'] as const)
    expect(chooseImageProtocol(choice, env, stream)).toEqual({ protocol: undefined, reason })
})
