import { expect, test } from 'vitest'
import { decideHyperlinks } from '../../../src/output/terminal/hyperlinks.ts'

test.each<[Readonly<Record<string, string>>, boolean]>([
  [{}, false],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'foot' }, true],
  [{ TERM: 'xterm-256color', VTE_VERSION: '6003' }, true],
  [{ TERM: 'xterm-256color', VTE_VERSION: '5000' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.4.23' }, true],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0.15' }, false],
  [{ TERM_PROGRAM: 'iTerm.app' }, false],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.100.0' }, true],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.8.2' }, false],
  [{ TERM_PROGRAM: 'WezTerm' }, true],
  [{ TERM_PROGRAM: 'Apple_Terminal', TERM_PROGRAM_VERSION: '455' }, false],
  [{ TERM_PROGRAM: 'constructor' }, false],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, true],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a', VTE_VERSION: '6003' }, false],
  [{ TERM: 'screen', VTE_VERSION: '6003', KONSOLE_VERSION: '220400' }, false],
  [{ WT_SESSION: 'a' }, true],
  [{ KONSOLE_VERSION: '220400' }, true],
  [{ TERM: 'xterm', FORCE_HYPERLINK: '1' }, true],
  [{ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }, false],
  [{ TERM: 'dumb', FORCE_HYPERLINK: '1' }, false],
])('%j: %s', (env, expected) => {
  expect(decideHyperlinks(env, true)).toBe(expected)
  expect(decideHyperlinks(env, false)).toBe(false)
})
