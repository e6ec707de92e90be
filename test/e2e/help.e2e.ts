/** Help in a terminal of 30 rows: printed if it fits, and shown in `less` if not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { type Machine, startMachine } from './machine.ts'

let machine: Machine
beforeAll(async () => {
  machine = await startMachine()
})
afterAll(() => machine.close())

const stopsWaiting = /\n:|\x1b\[K:/

test('help longer than the screen opens in less, as wide as the screen, until q is pressed', async () => {
  const terminal = machine.terminal('kiva loans search --help; echo "left: $?"', { columns: 60 })
  await terminal.shows(/\x1b\[1mUsage:/)
  await terminal.shows(stopsWaiting)
  expect(terminal.screen()).not.toContain('See also: kiva help')
  expect(terminal.screen()).not.toContain('left:')
  const lines = terminal
    .screen()
    .replaceAll(/\x1b\[[\d;?]*[a-zA-Z]/g, '')
    .split(/\r?\n/)
  const [longest = 0] = lines
    .filter((line) => !/^ {2}kiva /.test(line))
    .map((line) => line.length)
    .sort((a, b) => b - a)
  expect(longest).toBeLessThanOrEqual(60)
  terminal.press('q')
  await terminal.shows(/left: 0/)
  expect(await terminal.ended()).toBe(0)
})

test('Ctrl-C in less ends neither less nor kiva', async () => {
  const terminal = machine.terminal('trap : INT; kiva help global-options; echo "left: $?"')
  await terminal.shows(stopsWaiting)
  terminal.press('\x03')
  // Until less has handled Ctrl-C, the terminal discards typed keys.
  const showsTheEnd = () => {
    terminal.press('G')
    return terminal.screen().includes('--limit')
  }
  await until('the end is shown', showsTheEnd, { every: 300 })
  terminal.press('q')
  await terminal.shows(/left: 0/)
  await terminal.ended()
})

test('help that fits is printed, and so is all help with --no-pager or in a pipe', async () => {
  for (const line of [
    'kiva loans --help',
    'kiva loans search --help --no-pager',
    'kiva loans search --help | cat',
  ]) {
    const terminal = machine.terminal(`${line}; echo "left: $?"`, { env: { KIVA_PAGER: 'false' } })
    await terminal.shows(/left: 0/)
    expect(terminal.screen()).toContain(
      line.includes('search') ? 'See also: kiva help' : 'Help for a command',
    )
    await terminal.ended()
  }
})

test('records that do not fit open in less, and their footer is printed after it ends', async () => {
  const terminal = machine.terminal('kiva loans search --limit 60; echo "left: $?"', {
    env: { KIVA_SANDBOX: '1' },
  })
  await terminal.shows(/2102000/)
  await terminal.shows(stopsWaiting)
  expect(terminal.screen()).not.toContain('60 of')
  // less shows its first screen before it has the last record, and quitting before then ends the run without a footer.
  terminal.press('G')
  await terminal.shows(/\(END\)/)
  terminal.press('q')
  await terminal.shows(/60 of 2,000 loans[\s\S]*left: 0/)
  await terminal.ended()
})

test('less shows letters of all scripts where no locale is set', async () => {
  const terminal = machine.terminal(
    'unset LANG LC_ALL LC_CTYPE; kiva loans search --limit 60; echo "left: $?"',
    {
      env: { KIVA_SANDBOX: '1' },
    },
  )
  await terminal.shows(stopsWaiting)
  terminal.press('G')
  await terminal.shows(/\(END\)/)
  terminal.press('q')
  await terminal.shows(/left: 0/)
  await terminal.ended()
  expect(terminal.screen()).toMatch(/[\u00c0-\u024f]\p{L}+/u)
  expect(terminal.screen()).not.toMatch(/<[\dA-F]{2}>/)
})

test('kiva alone prints its first screen on 24 rows, without a pager', async () => {
  const terminal = machine.terminal('kiva; echo "left: $?"', {
    columns: 80,
    rows: 24,
    env: { KIVA_PAGER: 'false' },
  })
  await terminal.shows(/left: 0/)
  expect(terminal.screen()).toContain('Start here:')
  expect(terminal.screen().split('\n').length).toBeLessThanOrEqual(24)
  await terminal.ended()
})

test('a table waits in less with its footer if the screen is too small for both, so its header stays visible', async () => {
  const line = 'kiva loans search --limit 20'
  const env = { KIVA_SANDBOX: '1', NO_COLOR: '1' }
  const shorter = machine.terminal(`${line}; echo "left: $?"`, { columns: 80, rows: 40, env })
  await shorter.shows(/left: 0/)
  await shorter.ended()
  // The rows that the output takes without the prompt: one less does not fit.
  const rows = shorter
    .screen()
    .split(/\r?\n/)
    .findIndex((text) => text.includes('left: 0'))
  const fitting = machine.terminal(`${line}; echo "left: $?"`, { columns: 80, rows: rows + 1, env })
  await fitting.shows(/left: 0/)
  await fitting.ended()
  const terminal = machine.terminal(`${line}; echo "left: $?"`, { columns: 80, rows, env })
  await terminal.shows(stopsWaiting)
  expect(terminal.screen()).toMatch(/ID +NAME/)
  expect(terminal.screen()).not.toContain('left:')
  terminal.press('q')
  await terminal.shows(/left: 0/)
  await terminal.ended()
})
