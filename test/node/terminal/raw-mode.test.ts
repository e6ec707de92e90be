/** The terminal in raw mode on a real pseudo-terminal: every way out gives it back as it was. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTerminal, type Terminal } from '../../e2e/terminal.ts'
import { folderForAll } from '../../support/folder.ts'
import { shell } from '../../support/process.ts'
import { until } from '../../support/until.ts'

const folder = folderForAll()
const program = join(folder, 'child.cjs')
const child = `'${process.execPath}' '${program}'`

beforeAll(async () => {
  await build({
    input: join(import.meta.dirname, 'raw-mode-child.ts'),
    platform: 'node',
    output: { file: program, format: 'cjs', codeSplitting: false },
  })
})

const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?1000h\x1b[?1006h'
const leave = '\x1b[?2026l\x1b[r\x1b[0m\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l'

const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8' }
/** Runs shell lines, and compares the settings of the terminal before and after them. */
function open(lines: string): Terminal {
  const compared = `before=$(stty -a); ${lines}; [ "$before" = "$(stty -a)" ] && echo "as before"`
  const terminal = openTerminal(compared, { env, cwd: folder, columns: 60 })
  // A test that fails leaves no process behind.
  onTestFinished(() => terminal.close())
  return terminal
}

/** Waits for the program, and returns its process id. */
const ready = async (terminal: Terminal) => Number((await terminal.shows(/ready 60x30 pid (\d+)\./))[1])

/** What the shell shows after the program. */
async function rest(terminal: Terminal): Promise<string> {
  await terminal.ended()
  const parts = terminal.screen().split(leave)
  expect(parts).toHaveLength(2)
  return (parts[1] ?? '').replaceAll('\r', '')
}

test.each(['q', 'Q'])('close gives the terminal back, and the process ends: %s', async (key) => {
  const terminal = open(`${child}; echo "left: $?"`)
  await ready(terminal)
  terminal.press('\x1b[<0;3;4M')
  await terminal.shows(/got "\\u001b\[<0;3;4M"/)
  // In raw mode, Ctrl-C and Ctrl-Z are keys.
  for (const pressed of ['\x03', '\x1a', '\r']) {
    terminal.press(pressed)
    await terminal.shows(new RegExp(`got ${JSON.stringify(pressed).replaceAll('\\', '\\\\')}`))
  }
  terminal.press(key)
  expect(await rest(terminal)).toBe('left: 0\nas before\n')
  expect(terminal.screen().split(enter)).toHaveLength(2)
})

test('an uncaught exception is printed after the terminal was given back', async () => {
  const terminal = open(`${child}; echo "left: $?"`)
  await ready(terminal)
  terminal.press('x')
  expect(await rest(terminal)).toMatch(/Error: a bug.*left: 1\nas before\n$/s)
})

test.each([
  ['SIGINT', 'ended: interrupted\nleft: 9\n'],
  ['SIGTERM', 'ended: terminated\nleft: 9\n'],
  ['SIGHUP', 'ended: terminated: the terminal was closed\nHangup\nleft: 129\n'],
])('%s gives the terminal back before anything is printed', async (name, expected) => {
  const terminal = open(`${child}; echo "left: $?"`)
  process.kill(await ready(terminal), name)
  expect(await rest(terminal)).toBe(`${expected}as before\n`)
})

test('suspend gives the terminal back and stops; fg takes it again in its new size, five times', async () => {
  const round = 'stty -a > "$HOME/stopped"; stty cols $((60 + n)); n=$((n + 1)); read go; sleep 0.1; fg'
  const terminal = open(
    `stty -a > "$HOME/before"; set -m; n=1; ${child}; ` +
      `while [ $n -le 5 ]; do echo "stopped $n."; ${round}; done; echo "left: $?"; stty cols 60`,
  )
  await ready(terminal)
  for (let n = 1; n <= 5; n += 1) {
    terminal.press('z')
    await terminal.shows(new RegExp(`stopped ${n}\\.\\r\\n`))
    expect(terminal.screen().split(leave)).toHaveLength(n + 1)
    expect(terminal.screen().split(enter)).toHaveLength(n + 1)
    terminal.type('')
    await terminal.shows(new RegExp(`redraw ${60 + n}x30`))
    terminal.press('a')
    await until('keys arrive again', () => terminal.screen().split('got "a"').length === n + 1)
  }
  terminal.press('q')
  await terminal.shows(/left: 0.*as before/s)
  await terminal.ended()
  expect(terminal.screen().split(enter)).toHaveLength(7)
  expect(terminal.screen().split(leave)).toHaveLength(7)
})

test('SIGTSTP from outside is handled like suspend', async () => {
  const terminal = open(`set -m; ${child}; echo stopped; read go; fg; echo "left: $?"`)
  const pid = await ready(terminal)
  process.kill(pid, 'SIGTSTP')
  await terminal.shows(/stopped\r\n/)
  expect(terminal.screen().split(leave)).toHaveLength(2)
  terminal.type('')
  await terminal.shows(/redraw 60x30/)
  terminal.press('q')
  await terminal.shows(/left: 0.*as before/s)
})

test('suspend where nothing can stop takes the terminal again', async () => {
  // The leader of a session is in no job of a shell, so the system ignores the stop.
  const terminal = open(`exec ${child}`)
  await ready(terminal)
  terminal.press('z')
  await terminal.shows(/redraw 60x30/)
  expect(terminal.screen().split(enter)).toHaveLength(3)
  terminal.press('q')
  expect(await terminal.ended()).toBe(0)
})

test('after SIGSTOP and SIGCONT the terminal is in raw mode again', async () => {
  const terminal = open(`set -m; ${child}; stty sane; echo stopped; read go; fg; echo "left: $?"`)
  process.kill(await ready(terminal), 'SIGSTOP')
  await terminal.shows(/stopped\r\n/)
  expect(terminal.screen()).not.toContain(leave)
  terminal.type('')
  await terminal.shows(/redraw 60x30/)
  terminal.press('\x03')
  await terminal.shows(/got "\\u0003"/)
  terminal.press('q')
  await terminal.shows(/left: 0/)
  await terminal.ended()
  expect(terminal.screen().split(enter)).toHaveLength(3)
})

test('a new size is reported', async () => {
  const terminal = open(`(sleep 1; stty cols 50 < /dev/tty) & ${child}; stty cols 60`)
  await ready(terminal)
  await terminal.shows(/redraw 50x30/)
  terminal.press('q')
  expect(await rest(terminal)).toBe('as before\n')
})

test('the mouse stays off after a stop', async () => {
  const terminal = open(`set -m; ${child}; echo stopped; read go; fg`)
  await ready(terminal)
  terminal.press('m')
  await until('the mouse is off', () => terminal.screen().endsWith('\x1b[?1006l\x1b[?1000l'))
  terminal.press('z')
  await terminal.shows(/stopped\r\n/)
  terminal.type('')
  await terminal.shows(/redraw/)
  expect(terminal.screen().split('\x1b[?1000h')).toHaveLength(2)
  terminal.press('q')
  await terminal.shows(/as before/)
})

test('what is typed after close goes to the shell', async () => {
  const terminal = open(`${child}; read line; echo "line: $line"`)
  await ready(terminal)
  terminal.press('w')
  await terminal.shows(/closed/)
  terminal.type('typed early')
  await terminal.shows(/over.*line: typed early/s)
  await terminal.shows(/as before/)
})

describe('without a terminal on stdin or stdout', () => {
  test.each([
    `out=$(${child}; echo "left: $?"); echo "$out"`,
    `echo | ${child}; echo "left: $?"`,
    `${child} | cat; echo "left: 0"`,
  ])('/dev/tty is used: %s', async (line) => {
    const terminal = open(line)
    await ready(terminal)
    terminal.press('a')
    await terminal.shows(/got "a"/)
    terminal.press('q')
    expect(await rest(terminal)).toBe('left: 0\nas before\n')
  })

  test('a new size of /dev/tty is reported', async () => {
    const terminal = open(`(sleep 1; stty cols 50 < /dev/tty) & out=$(${child}); stty cols 60`)
    await ready(terminal)
    await terminal.shows(/redraw 50x30/)
    terminal.press('q')
    expect(await rest(terminal)).toBe('as before\n')
  })

  test('a process without a controlling terminal gets none', async () => {
    const { stdout } = await shell(`setsid -w ${child} < /dev/null`)
    expect(stdout).toBe('no terminal\n')
  })
})

test('a terminal that is closed ends the program by SIGHUP', async () => {
  const { stdout } = await shell(`python3 -c "$1" '${process.execPath}' '${program}'`, [hangUp], env)
  expect(stdout).toBe('signal 1\n')
})

test('the end of input is reported once to a program that ignores SIGHUP', async () => {
  const file = join(folder, 'end')
  await shell(`python3 -c "$1" '${process.execPath}' '${program}' '${file}'`, [hangUp], env)
  // Node 20 itself may abort when it ends without its terminal, so the exit code says nothing.
  expect(readFileSync(file, 'utf8')).toBe('end\n')
})

/** Starts a program in a terminal of its own, closes the terminal, and prints how the program ended. */
const hangUp = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
text = b''
while b'ready' not in text:
    text += os.read(terminal, 4096)
os.close(terminal)
_, status = os.waitpid(pid, 0)
print('signal', os.WTERMSIG(status)) if os.WIFSIGNALED(status) else print('code', os.WEXITSTATUS(status))
`
