/** The alternate screen, which the built tool enters and leaves. Needs `npm run build`. */
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { ioOf } from '../support/io-of.ts'
import { isRunning } from '../support/is-running.ts'
import { toolLine } from '../support/process.ts'
import { until } from '../support/until.ts'

const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), LANG: 'C.UTF-8', KIVA_SANDBOX: '1' }
const open = (words: string, columns = 60) =>
  openTerminal(`trap : INT; ${toolLine()} ${words}; echo "left: $?"`, { env, cwd: tmpdir(), columns })

const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l'
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l'
/** A synchronized frame: it starts at the first line, and clears the rest of each line and of the screen. */
const frame = /\x1b\[\?2026h\x1b\[H([^\x1b]|\x1b\[(?:K|1m|2m|22m|33m|36m|39m))*\x1b\[J\x1b\[\?2026l/g

test('--watch restores the terminal at Ctrl-C and exits with 130', async () => {
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
  expect(after.replaceAll('\r', '')).toBe('error: interrupted\nleft: 130\n')
})

test('the records that met --until stay on the terminal', async () => {
  const terminal = open("loans newest --limit 2 --fields id --watch 5s --until 'length == 2'")
  await terminal.shows(/left: 0/)
  await terminal.ended()
  const [, , after = ''] = terminal.screen().split(/\x1b\[\?1049[hl]/)
  expect(after.replaceAll(/\r|\x1b\[\d+m/g, '')).toMatch(/^ *ID\n\d+\n\d+\nleft: 0\n$/)
})

test('--watch restores the terminal at Ctrl-Z, and redraws in its new size after fg', async () => {
  const narrow = 'stty cols 30; echo stopped; read go; fg; echo "left: $?"'
  const terminal = openTerminal(`set -m; ${toolLine()} loans newest --limit 3 --watch 5s; ${narrow}`, {
    env,
    cwd: tmpdir(),
    columns: 60,
  })
  await terminal.shows(/next in/)
  terminal.press('\x1a')
  await terminal.shows(/stopped\r\n/)
  const [before = '', atShell = ''] = terminal.screen().split(leave)
  expect(before).toContain(enter)
  expect(atShell).toMatch(/^[^\x1b]*stopped\r\n$/)
  const length = terminal.screen().length
  const sinceThen = () => terminal.screen().slice(length)
  terminal.type('')
  await until('frames are as narrow as the terminal', () => widest(sinceThen().match(frame)?.at(-1)) < 30)
  const [, again = ''] = sinceThen().split(enter)
  expect(again.match(frame)?.length).toBeGreaterThan(1)
  expect(again.replaceAll(frame, '')).toBe('')
  terminal.press('\x03')
  await terminal.shows(/left: 130/)
  await terminal.ended()
  expect(sinceThen().split(leave)[1]?.replaceAll('\r', '')).toBe('error: interrupted\nleft: 130\n')
})

test('SIGCONT without a stop changes nothing', async () => {
  const watch = toolLine(['loans', 'newest', '--limit', '3', '--watch', '5s'])
  const terminal = openTerminal(`sh -c 'echo "pid $$."; exec "$@"' sh ${watch}; echo "left: $?"`, {
    env,
    cwd: tmpdir(),
    columns: 60,
  })
  const [, pid] = await terminal.shows(/pid (\d+)\./)
  await terminal.shows(/next in/)
  process.kill(Number(pid), 'SIGCONT')
  await terminal.shows(/(next in.*){2}/s)
  process.kill(Number(pid), 'SIGINT')
  await terminal.shows(/left: 130/)
  await terminal.ended()
  const [, shown = ''] = terminal.screen().split(enter)
  expect(shown.split(leave)[0]?.replaceAll(frame, '')).toBe('')
})

/** Columns of the longest line of a frame. */
const widest = (text = ' '.repeat(99)) =>
  Math.max(
    ...text
      .replaceAll(/\x1b\[[^A-Za-z]*[A-Za-z]/g, '')
      .split('\r\n')
      .map((line) => line.length),
  )

test('SIGTERM ends --watch though the terminal has stopped reading', async () => {
  const line = `echo "from $PPID."; sh -c 'echo "pid $$."; exec "$@"' sh ${toolLine()}`
  const words = 'loans newest --limit 60 --watch 5s'
  const terminal = openTerminal(`${line} ${words}`, { env, cwd: tmpdir(), columns: 200, rows: 60 })
  onTestFinished(() => terminal.close())
  const [, emulator, pid] = await terminal.shows(/from (\d+)\.\s*pid (\d+)\./)
  await terminal.shows(/next in/)
  process.kill(Number(emulator), 'SIGSTOP')
  onTestFinished(() => void process.kill(Number(emulator), 'SIGCONT'))
  let written = 0
  const takesNothing = () => {
    const before = written
    written = ioOf(Number(pid)).written
    return written < before + 1000
  }
  // The screen is drawn each second, with more bytes than the process writes to itself.
  await until('the terminal takes nothing more', takesNothing, { every: 2500 })
  process.kill(Number(pid), 'SIGTERM')
  await until('the process has ended', () => !isRunning(Number(pid)))
})
