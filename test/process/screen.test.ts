/** The whole terminal, taken by the built tool and given back. Needs `npm run build`. */
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { toolLine } from '../support/process.ts'

const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), LANG: 'C.UTF-8', KIVA_SANDBOX: '1' }
const open = (words: string, columns = 60) =>
  openTerminal(`trap : INT; ${toolLine()} ${words}; echo "left: $?"`, { env, cwd: tmpdir(), columns })

const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l'
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l'
/** A frame that is shown at once: from the first line on, each line cleared behind its text, and all below. */
const frame = /\x1b\[\?2026h\x1b\[H([^\x1b]|\x1b\[(?:K|1m|2m|22m|33m|36m|39m))*\x1b\[J\x1b\[\?2026l/g

test('--watch gives the terminal back at Ctrl-C, and leaves with 130', async () => {
  const terminal = open('loans newest --limit 3 --watch 5s')
  await terminal.shows(/next in/)
  terminal.press('\x03')
  await terminal.shows(/left: 130/)
  await terminal.ended()
  const [before = '', shown = '', after = ''] = terminal.screen().split(/\x1b\[\?1049[hl]/)
  expect(before).toBe('')
  expect(terminal.screen()).toContain(enter)
  expect(terminal.screen()).toContain(leave)
  expect(shown.match(frame)?.length).toBeGreaterThan(0)
  expect(shown.replaceAll(frame, '').replace('^C', '')).toBe('\x1b[?25l\x1b[?7l\x1b[?7h\x1b[?25h')
  expect(after.replaceAll('\r', '')).toBe('error: Interrupted\nleft: 130\n')
})

test('what --until waited for stays on the terminal', async () => {
  const terminal = open("loans newest --limit 2 --fields id --watch 5s --until 'length == 2'")
  await terminal.shows(/left: 0/)
  await terminal.ended()
  const [, , after = ''] = terminal.screen().split(/\x1b\[\?1049[hl]/)
  expect(after.replaceAll(/\r|\x1b\[\d+m/g, '')).toMatch(/^ *ID\n\d+\n\d+\nleft: 0\n$/)
})
