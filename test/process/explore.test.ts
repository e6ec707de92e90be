/** `kiva explore` on a real terminal: every way out gives it back as it was. Needs `npm run build`. */
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTerminal, type Terminal } from '../e2e/terminal.ts'
import { ioOf } from '../support/io-of.ts'
import { isRunning } from '../support/is-running.ts'
import { drivesExecutable, kiva, preload, shell, toolLine } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?1000h\x1b[?1006h'
const leave = '\x1b[?2026l\x1b[r\x1b[0m\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l'
const explore = ` ${toolLine(['--sandbox', 'explore'])}`

const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), LANG: 'C.UTF-8' }

/** Runs shell lines, and compares the settings of the terminal before and after them. */
function open(lines: string, more: Readonly<Record<string, string>> = {}): Terminal {
  const compared = `before=$(stty -a); ${lines}; [ "$before" = "$(stty -a)" ] && echo "as before"`
  const options = { env: { ...env, ...more }, cwd: tmpdir(), columns: 80, rows: 24, answersAfter: 0 }
  const terminal = openTerminal(compared, options)
  // A test that fails leaves no process behind.
  onTestFinished(() => terminal.close())
  return terminal
}

/** Waits until rows are shown. */
const rows = (terminal: Terminal) => terminal.shows(/ loaded/)

/** What the shell shows after the program. */
async function rest(terminal: Terminal): Promise<string> {
  await terminal.ended()
  const parts = terminal.screen().split(leave)
  expect(parts).toHaveLength(2)
  expect(parts[0]?.split(enter)).toHaveLength(2)
  return (parts[1] ?? '').replaceAll('\r', '')
}

describe('the terminal is given back before anything is printed', () => {
  test.each([
    { keys: 'q', printed: '', code: 0 },
    { keys: '\x03', printed: '', code: 0 },
    { keys: '  q', printed: '2 marked: kiva --sandbox loans show \\d+ \\d+\n', code: 0 },
    { keys: 'p', printed: '\\d+\n', code: 0 },
    { keys: '  py', printed: '\\d+\n\\d+\n', code: 0 },
    { keys: '\r', option: '--print ids', printed: '\\d+\n', code: 0 },
    { keys: '  j \r', option: '--print ids', printed: '\\d+\n\\d+\n\\d+\n', code: 0 },
    { keys: 'q', option: '--print ids', printed: 'error: canceled: nothing was printed\n', code: 130 },
    { keys: '\x1b', option: '--print ids', printed: 'error: canceled: nothing was printed\n', code: 130 },
  ])('after the keys $keys $option', async ({ keys, option = '', printed, code }) => {
    const terminal = open(`${explore} ${option}; echo "left: $?"`)
    await rows(terminal)
    terminal.press(keys)
    expect(await rest(terminal)).toMatch(new RegExp(`^${printed}left: ${code}\nas before\n$`))
  })

  test.each([
    ['SIGINT', /^error: interrupted\nleft: 130\nas before\n$/],
    ['SIGTERM', /^error: terminated\nleft: 143\nas before\n$/],
    ['SIGHUP', /^error: terminated: the terminal was closed\nHangup\s*\nleft: 129\nas before\n$/],
    ['SIGQUIT', /^error: terminated by SIGQUIT\nQuit\s*\nleft: 131\nas before\n$/],
    ['SIGABRT', /^error: terminated by SIGABRT\nAborted\s*\nleft: 134\nas before\n$/],
    ['SIGALRM', /^error: terminated by SIGALRM\nAlarm clock\s*\nleft: 142\nas before\n$/],
    ['SIGUSR1', /^error: terminated by SIGUSR1\nUser defined signal 1\s*\nleft: 138\nas before\n$/],
    ['SIGUSR2', /^error: terminated by SIGUSR2\nUser defined signal 2\s*\nleft: 140\nas before\n$/],
  ])('after %s', async (name, expected) => {
    // Some signals would write the memory to a file.
    const terminal = open(`ulimit -c 0; sh -c 'echo "pid $$."; exec "$@"' sh ${explore}; echo "left: $?"`)
    const [, pid] = await terminal.shows(/pid (\d+)\./)
    await rows(terminal)
    process.kill(Number(pid), name)
    expect(await rest(terminal)).toMatch(expected)
  })

  test('after an unexpected failure', async () => {
    const terminal = open(`${explore}; echo "left: $?"`, preload('bug-on-copy.cjs'))
    await rows(terminal)
    terminal.press('yi')
    expect(await rest(terminal)).toMatch(/^error: unexpected failure: a bug\n.*left: 1\nas before\n$/s)
  })
})

test('a terminal that is closed ends the program', async () => {
  const terminal = open(`echo "from $PPID."; sh -c 'echo "pid $$."; exec "$@"' sh ${explore}`)
  const [, emulator, pid] = await terminal.shows(/from (\d+)\.\s*pid (\d+)\./)
  await rows(terminal)
  // Nothing else tells the program of the end: its terminal has gone.
  process.kill(Number(emulator), 'SIGKILL')
  await until('the process has ended', () => !isRunning(Number(pid)))
})

/** Fewer than the bytes of a screen, and more than those of a few signals. */
const screenBytes = 500

test('SIGTERM ends the program though the terminal has stopped reading', async () => {
  const terminal = open(`echo "from $PPID."; sh -c 'echo "pid $$."; exec "$@"' sh ${explore}`)
  const [, emulator, pid] = await terminal.shows(/from (\d+)\.\s*pid (\d+)\./)
  await rows(terminal)
  process.kill(Number(emulator), 'SIGSTOP')
  onTestFinished(() => void process.kill(Number(emulator), 'SIGCONT'))
  const written = () => ioOf(Number(pid)).written
  let before: number
  do {
    before = written()
    // After this signal the whole screen is drawn. The signal itself is a few bytes in a pipe of the process.
    process.kill(Number(pid), 'SIGCONT')
    const patience = performance.now() + 1000
    await until('it is drawn, or the terminal takes nothing more', () => {
      return written() - before >= screenBytes || performance.now() > patience
    })
  } while (written() - before >= screenBytes)
  process.kill(Number(pid), 'SIGTERM')
  await until('the process has ended', () => !isRunning(Number(pid)))
})

test('an answer of the terminal that comes after the last key does not reach the shell', async () => {
  const lines = `${explore}; echo given back; read line; echo "line: $line."`
  const terminal = openTerminal(lines, { env, cwd: tmpdir(), columns: 80, rows: 24, answersAfter: 150 })
  onTestFinished(() => terminal.close())
  await rows(terminal)
  terminal.press('jjq')
  // In raw mode, the terminal does not end a line at Enter.
  await terminal.shows(/\x1b\[\?1049l[\s\S]*given back/)
  terminal.type('typed')
  await terminal.shows(/line: typed\./)
  await terminal.ended()
})

describe('where stdin or stdout is no terminal', () => {
  test('the screen is drawn on /dev/tty, and ids go to the pipe', async () => {
    const terminal = open(`${explore} --print ids | sed 's/^/piped /'`)
    await rows(terminal)
    terminal.press(' j \r')
    expect(await rest(terminal)).toMatch(/^piped \d+\npiped \d+\nas before\n$/)
  })

  test('ids go to the shell', async () => {
    const terminal = open(`got=$(${explore} --print ids); echo "got $got"`)
    await rows(terminal)
    terminal.press('\r')
    expect(await rest(terminal)).toMatch(/^got \d+\nas before\n$/)
  })

  test.runIf(!drivesExecutable)('keys come from the terminal, not from the pipe', async () => {
    const terminal = open(`echo qqq | ${explore} --print ids; echo "left: $?"`)
    await rows(terminal)
    terminal.press('\r')
    expect(await rest(terminal)).toMatch(/^\d+\nleft: 0\nas before\n$/)
  })

  test.runIf(drivesExecutable)('the executable needs the terminal on stdin (docs/packaging.md)', async () => {
    const terminal = open(`echo qqq | ${explore} --print ids; echo "left: $?"`)
    await terminal.ended()
    expect(terminal.screen()).toContain('error: kiva explore needs a terminal')
    expect(terminal.screen()).toContain('left: 2')
  })

  test('without any terminal it is refused, and nothing is sent', async () => {
    let requests = 0
    const server = createServer(() => {
      requests += 1
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const line = `setsid -w $KIVA explore --base-url http://127.0.0.1:${port} < /dev/null`
    const { code, stdout, stderr } = await shell(line)
    server.close()
    expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: 0 })
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'usage',
      message: 'kiva explore needs a terminal',
    })
  })
})

describe('a command line', () => {
  test.each([
    ['nonsense', 'error: unknown command "kiva nonsense"'],
    ['loans search --sectr Food', 'error: unknown option --sectr\nhint: Did you mean --sector?'],
    ['loans search --jq .', 'error: --jq cannot be used in explore\nhint: Run: kiva --sandbox loans search'],
    ['login', 'is not a list or a record\nhint: Run: kiva --sandbox login\n'],
  ])('that cannot be explored is refused before the screen opens: %s', async (words, error) => {
    const terminal = open(`${explore} ${words}; echo "left: $?"`)
    await terminal.ended()
    const screen = terminal.screen().replaceAll('\r', '')
    expect(screen).toContain(error)
    expect(screen).toContain('left: 2\n')
    expect(screen).not.toContain('\x1b')
  })

  test('may have global options after the words of the list', async () => {
    const sandbox = await startSandbox(['--http'])
    const terminal = open(
      `${toolLine()} explore loans newest --base-url ${sandbox.base_url}; echo "left: $?"`,
    )
    await rows(terminal)
    expect(terminal.screen()).toContain('newest')
    terminal.press('q')
    expect(await rest(terminal)).toBe('left: 0\nas before\n')
    await sandbox.stop()
  })
})

test('NO_COLOR removes all colors', async () => {
  const terminal = open(explore, { NO_COLOR: '1' })
  await rows(terminal)
  terminal.press('q')
  await terminal.ended()
  expect(terminal.screen().replace(leave, '')).not.toMatch(/\x1b\[[\d;]*m/)
})

test.each(['explore', 'explore --plain'])(
  '--mirror needs a mirror before the screen opens: %s',
  async (words) => {
    const commands = ['loans search', words].map(
      (line) => `${toolLine(['--mirror'])} ${line}; echo "left: $?"`,
    )
    const terminal = open(commands.join('; '), { KIVA_DATA_DIR: join(tmpdir(), 'kiva-without-mirror') })
    await terminal.ended()
    // Both say the same.
    const screen = terminal.screen().replaceAll('\r', '')
    expect(screen).toMatch(/^(error: .*mirror.*\n(?:.*\n)*left: 3\n)\1as before\n$/)
  },
)

describe('the text mode', () => {
  test.each([
    ['TERM=dumb', `TERM=dumb ${explore}`],
    ['--plain', `${explore} --plain`],
  ])('runs with %s, without any sequence', async (_, line) => {
    const terminal = open(`${line}; echo "left: $?"`)
    await terminal.shows(/ loaded.*> /s)
    terminal.type('filter maize')
    await terminal.shows(/match "maize".*> /s)
    terminal.type('mark 2')
    await terminal.shows(/\r\n1 marked\r\n> /)
    terminal.type('quit')
    await terminal.shows(/1 marked: kiva --sandbox loans show \d+\r\nleft: 0\r\nas before/)
    await terminal.ended()
    expect(terminal.screen()).not.toContain('\x1b')
  })

  test('takes its lines from a pipe, and prints only ids to another', async () => {
    const words = ['--sandbox', '--plain', 'explore', '--print', 'ids']
    const { code, stdout, stderr } = await kiva(words, {}, 'mark 2\nmark 3\nprint\n')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\n\d+\n$/) })
    expect(stderr).toContain(' loaded')
  })

  test('ends where its lines end', async () => {
    const { code, stdout } = await kiva(['--sandbox', '--plain', 'explore'], {}, 'mark 2\n')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(' loaded') })
  })
})

test('% turns the mouse off and on', async () => {
  const terminal = open(explore)
  await rows(terminal)
  const since = (length: number) => terminal.screen().slice(length)
  for (const sequence of ['\x1b[?1006l\x1b[?1000l', '\x1b[?1000h\x1b[?1006h']) {
    const { length } = terminal.screen()
    terminal.press('%')
    await until('the mode is set', () => since(length).includes(sequence))
  }
  terminal.press('q')
  expect(await rest(terminal)).toBe('as before\n')
})

test('pasted lines are text of the filter, not keys', async () => {
  const terminal = open(`${explore}; echo "left: $?"`)
  await rows(terminal)
  terminal.press('/\x1b[200~maize\nq\rq\x1b[201~')
  await terminal.shows(/No loans match "maize q q"/)
  terminal.press('\rq')
  expect(await rest(terminal)).toBe('left: 0\nas before\n')
})
