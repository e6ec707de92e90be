/** `kiva explore` in real shells, in tmux, and on slow lines. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Terminal } from '@xterm/headless'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tool, toolLine } from '../support/process.ts'
import { until } from '../support/until.ts'
import { type LineOptions, openPseudoTerminal, type PseudoTerminal } from './pseudo-terminal.ts'

let home: string
const opened: PseudoTerminal[] = []
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kiva-explore-'))
  await mkdir(join(home, 'bin'))
  await writeFile(join(home, 'bin/kiva'), `#!/bin/sh\nexec ${toolLine()} "$@"\n`, { mode: 0o755 })
  await writeFile(join(home, '.bashrc'), "PS1='READY> '\n")
  await writeFile(join(home, '.zshrc'), "PS1='READY> '\n")
})
afterAll(async () => {
  await Promise.all(opened.map((terminal) => terminal.close()))
  await rm(home, { recursive: true, force: true })
})

const environment = () => ({
  HOME: home,
  ZDOTDIR: home,
  PATH: `${home}/bin:/usr/bin:/bin`,
  LANG: 'C.UTF-8',
  KIVA_SANDBOX: '1',
})

type Options = Partial<Omit<LineOptions, 'env' | 'cwd'>>

async function open(command: readonly string[], options: Options = {}): Promise<PseudoTerminal> {
  const all = { columns: 80, rows: 24, ...options, env: environment(), cwd: home }
  const terminal = await openPseudoTerminal(command, all)
  opened.push(terminal)
  return terminal
}

/** Starts a session without a shell, and waits until everything is drawn. */
async function explore(words: readonly string[], options: Options = {}): Promise<PseudoTerminal> {
  const terminal = await open([...tool, 'explore', ...words], options)
  await terminal.shows(/ loaded/)
  await still(terminal)
  return terminal
}

/** Waits until nothing has been written for longer than any rest after which kiva draws something. */
async function still({ shown }: PseudoTerminal, every = 700): Promise<void> {
  let last = -1
  const isStill = () => {
    const before = last
    last = shown.length
    return last === before
  }
  await until('the screen is still', isStill, { every })
}

const frameStart = '\x1b[?2026h'
const countFrames = (text: string) => text.split(frameStart).length - 1

/** What a terminal of this size shows after a text: the rows, and whether they are on the alternate screen. */
async function screenOf(text: string, columns: number, rows: number) {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true })
  await new Promise<void>((resolve) => terminal.write(Buffer.from(text, 'latin1'), resolve))
  const { active } = terminal.buffer
  const lines = Array.from({ length: rows }, (_, row) => active.getLine(row)?.translateToString(true) ?? '')
  // The time of the last reading changes.
  return {
    isAlternate: active.type === 'alternate',
    lines: lines.map((line) => line.replace(/read .*/, '').trimEnd()),
  }
}

/**
 * The list of a terminal of 80×24. What stands below it is drawn later. In the hour before midnight, the loans that end
 * then show minutes.
 */
async function listOf(terminal: PseudoTerminal) {
  const { isAlternate, lines } = await screenOf(terminal.text(), 80, 24)
  // An hour may pass meanwhile.
  return { isAlternate, lines: lines.slice(2, 15).map((line) => line.replace(/ *\d+(?:min|h|d)$/, ' soon')) }
}

const cursorRow = async (terminal: PseudoTerminal) =>
  (await screenOf(terminal.text(), 80, 24)).lines.findIndex((line) => line.startsWith('>'))

const shells = {
  bash: ['bash', '--noprofile', '-i'],
  zsh: ['zsh', '-i'],
  fish: ['fish', '--no-config', '-i', '-C', 'function fish_prompt; echo -n "READY> "; end'],
} as const

const inShells = Object.keys(shells) as (keyof typeof shells)[]
const readyAfterStop = /\x1b\[\?1049l[\s\S]*READY> /
const drawnAfterFg = /\x1b\[\?1049h[\s\S]*\x1b\[5n/

describe.concurrent.each(inShells)('in %s', (shell) => {
  test('Ctrl-Z and fg, 50 times: the shell has its terminal, and the screen comes back', async () => {
    const terminal = await open(shells[shell])
    await terminal.shows(/READY> /)
    terminal.keys(`stty -a > before-${shell}; kiva explore\r`)
    await terminal.shows(/ loaded/)
    await still(terminal)
    for (let round = 0; round < 50; round += 1) {
      terminal.keys(round % 2 === 0 ? 'j' : 'k')
      const row = round % 2 === 0 ? 4 : 3
      await until('the cursor has moved', async () => (await cursorRow(terminal)) === row)
      const before = await listOf(terminal)
      const { length } = terminal.text()
      terminal.keys('\x1a')
      await terminal.shows(readyAfterStop, length)
      expect(await listOf(terminal)).toMatchObject({ isAlternate: false })
      const stopped = terminal.text().length
      terminal.keys(`stty -a | cmp - before-${shell} && echo SA""ME; fg\r`)
      await terminal.shows(/SAME/, stopped)
      await terminal.shows(drawnAfterFg, stopped)
      expect(await listOf(terminal)).toEqual(before)
    }
    const { length } = terminal.text()
    terminal.keys('q')
    await terminal.shows(readyAfterStop, length)
    await still(terminal)
    expect(terminal.text()).not.toMatch(/0n/)
  }, 180_000)

  test('no answer of a slow line reaches the shell', async () => {
    const terminal = await open(shells[shell], { rate: 20_000, roundTrip: 0.3 })
    await terminal.shows(/READY> /)
    // The second session ends before any answer has come.
    for (const keys of ['jjq', 'q', 'jj\x03']) {
      const { length } = terminal.text()
      terminal.keys('kiva explore\r')
      await terminal.shows(keys === 'q' ? /\x1b\[5n/ : / loaded/, length)
      terminal.keys(keys)
      await terminal.shows(readyAfterStop, length)
    }
    terminal.keys('jobs; echo EN""D\r')
    await terminal.shows(/END[\s\S]*READY> /)
    await still(terminal)
    expect(terminal.text()).not.toMatch(/0n/)
  })

  test('SIGSTOP and SIGCONT: the screen is drawn again', async () => {
    const terminal = await open(shells[shell])
    await terminal.shows(/READY> /)
    terminal.keys('kiva explore\r')
    await terminal.shows(/ loaded/)
    // SIGSTOP cannot be caught: a shell would read the terminal's answer to a frame that was still under way.
    await still(terminal, 4000)
    const before = await listOf(terminal)
    const { length } = terminal.text()
    process.kill(await childOf(terminal.pid), 'SIGSTOP')
    await terminal.shows(/READY> /, length)
    const stopped = terminal.text().length
    terminal.keys('fg\r')
    await terminal.shows(drawnAfterFg, stopped)
    expect(await listOf(terminal)).toEqual(before)
    terminal.keys('q')
    await terminal.shows(readyAfterStop, stopped)
  })
})

async function childOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['--ppid', String(pid), '-o', 'pid='])
  return Number(stdout.trim().split('\n')[0])
}

test.concurrent('20 seconds without a key: nothing is written, and hardly any time is used', async () => {
  const terminal = await explore([], { columns: 160, rows: 45 })
  // A busy machine takes long to draw the photo.
  await still(terminal, 4000)
  const shown = terminal.shown.length
  const used = ticksOf(terminal.pid)
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  expect(terminal.shown.length).toBe(shown)
  expect(ticksOf(terminal.pid) - used).toBeLessThanOrEqual(5)
})

describe.concurrent('a slow line: 20 KB a second, 300 ms there and back', () => {
  test('a key held for 3 s: one frame at a time is under way', async () => {
    const terminal = await explore([], { rate: 20_000, roundTrip: 0.3 })
    const start = terminal.shown.length
    const end = await terminal.send({ hold: 'j', every: 0.03, for: 3 })
    await still(terminal)
    const shown = terminal.shown.slice(start)
    const frames = countFrames(shown.map(({ text }) => text).join(''))
    const first = shown[0]?.at ?? 0
    const last = shown.at(-1)?.at ?? 0
    // A frame follows the answer to the one before, which takes a round trip.
    expect(frames).toBeGreaterThan(3)
    expect(frames).toBeLessThanOrEqual((last - first) / 0.3 + 1)
    const late = shown.filter(({ at }) => at > end).map(({ text }) => text)
    // What was under way, the last position, and the page of the last record.
    expect(countFrames(late.join(''))).toBeLessThanOrEqual(4)
  })

  test('a paste that arrives in pieces is a paste', async () => {
    // Replies to frames would come between two pieces, where no terminal sends them.
    const terminal = await explore([], { rate: 20_000, roundTrip: 0.3, isMute: true })
    for (const piece of ['\x1b[2', '00~q\x1b[20', '1~']) {
      terminal.keys(piece)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await terminal.shows(/Pasted text is neither ids nor an address/)
    const { length } = terminal.text()
    terminal.keys('q')
    await terminal.shows(/\x1b\[\?1049l/, length)
  })
})

test.concurrent('a terminal that never answers gets about ten frames a second', async () => {
  const terminal = await explore([], { columns: 160, rows: 45, isMute: true })
  const start = terminal.shown.length
  const measure = () => {
    const shown = terminal.shown.slice(start)
    const seconds = (shown.at(-1)?.at ?? 0) - (shown[0]?.at ?? 0)
    return { seconds, frames: countFrames(shown.map(({ text }) => text).join('')) }
  }
  // A reply counts as lost after two seconds. More frames than that: none of them waited for one.
  const isFast = () => measure().frames > measure().seconds / 2 + 2
  // A busy machine may give kiva no time while the key is held.
  for (let round = 0; round < 5 && !isFast(); round++) {
    await terminal.send({ hold: round % 2 === 0 ? 'j' : 'k', every: 0.02, for: 3 })
    await still(terminal)
  }
  expect(isFast()).toBe(true)
  const { frames, seconds } = measure()
  expect(frames).toBeLessThanOrEqual(seconds * 10 + 2)
  terminal.keys('q')
  expect(await terminal.ended()).toBe(0)
})

test('500 keys in one write move the cursor in one frame or two', async () => {
  const terminal = await explore(['loans', 'newest', '--limit', '20'])
  const before = terminal.text()
  await terminal.send({ keys: 'j'.repeat(500) })
  await still(terminal)
  const cursorIn = async (text: string) =>
    (await screenOf(text, 80, 24)).lines.find((line) => line.startsWith('>'))
  const last = () => cursorIn(terminal.text())
  const first = await cursorIn(before)
  await until('the cursor has moved', async () => (await last()) !== first)
  await still(terminal)
  const frames = terminal.text().slice(before.length).split(frameStart)
  const second = before + frames.slice(0, 3).join(frameStart)
  expect(await cursorIn(second)).toBe(await last())
})

test('200 sizes in a second cost at most 200 KB', async () => {
  const terminal = await explore([], { columns: 160, rows: 45 })
  const before = terminal.text().length
  const sizes = Array.from({ length: 200 }, (_, at) => [120 + (at % 40), 35 + (at % 10)] as const)
  await terminal.send({ sizes: [...sizes, [80, 24]], within: 1 })
  await still(terminal)
  // The last whole frame is that of the last size.
  const drawn = () => terminal.text().slice(before)
  const lastFrame = () => screenOf(drawn().slice(drawn().lastIndexOf('\x1b[2J')), 80, 24)
  await until('it fits', async () => /^ enter open/.test((await lastFrame()).lines[23] ?? ''))
  expect(drawn().length).toBeLessThan(200_000)
})

/** The processor time of a process in hundredths of a second: `man 5 proc_pid_stat`, fields 14 and 15. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

describe('in tmux', () => {
  /** Starts a session of tmux with its own server, in which bash runs. */
  async function openTmux() {
    const socket = join(await mkdtemp(join(home, 'tmux-')), 'socket')
    const run = async (...words: readonly string[]) => {
      const { stdout } = await promisify(execFile)('tmux', ['-S', socket, '-f', '/dev/null', ...words], {
        env: environment(),
      })
      return stdout
    }
    onTestFinished(() => run('kill-server').then(() => undefined))
    await run('new-session', '-d', '-x', '100', '-y', '30', 'bash --noprofile -i')
    const shows = (expected: RegExp) =>
      until(`tmux shows ${expected}`, async () => expected.test(await run('capture-pane', '-p')), {
        every: 50,
      })
    const keys = (...names: readonly string[]) => run('send-keys', ...names)
    await shows(/READY>/)
    return { run, shows, keys }
  }

  test('it starts, follows the size, and leaves the shell as it was', async () => {
    const { run, shows, keys } = await openTmux()
    await keys('echo ea""rly; kiva explore', 'Enter')
    await shows(/\[1 Loans\][\s\S]*enter open/)
    await run('resize-window', '-x', '140', '-y', '40')
    await shows(/1 Loans\] 2 Lenders/)
    await run('resize-window', '-x', '60', '-y', '20')
    await shows(/\[1 Loans\][\s\S]*\n enter open[^\n]*\n?$/)
    await keys('q')
    await shows(/^READY> .*\nearly\nREADY>\s*$/)
  })

  test('$(…) gets the chosen ids', async () => {
    const { shows, keys } = await openTmux()
    await keys('echo "chosen $(kiva explore --print ids)."', 'Enter')
    await shows(/\[1 Loans\][\s\S]*loaded/)
    await keys('Space', 'j', 'Space', 'Enter')
    await shows(/chosen \d+\n\d+\.\nREADY>/)
  })

  test('Ctrl-Z in $(…), where nothing can stop, draws the screen again', async () => {
    const { shows, keys } = await openTmux()
    await keys('echo "chosen $(kiva explore --print ids)."', 'Enter')
    await shows(/\[1 Loans\][\s\S]*loaded/)
    await keys('C-z')
    await keys('Space')
    await shows(/1 marked/)
    await keys('Enter')
    await shows(/chosen \d+\.\nREADY>/)
  })
})
