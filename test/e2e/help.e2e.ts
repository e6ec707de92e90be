/** Help in a terminal of 30 rows: as it is where it fits, through `less` where it does not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { type Machine, startMachine } from './machine.ts'

let machine: Machine
beforeAll(async () => {
  machine = await startMachine()
})
afterAll(() => machine.close())

const stopsWaiting = /\n:|\x1b\[K:/

test('what is longer than the screen waits in less, as wide as the screen, until it is left', async () => {
  const terminal = machine.terminal('kiva loans search --help; echo "left: $?"', { columns: 60 })
  await terminal.shows(/\x1b\[1mUsage:/)
  await terminal.shows(stopsWaiting)
  expect(terminal.screen()).not.toContain('Also: kiva help')
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

test('Ctrl-C is for less, and ends nothing', async () => {
  const terminal = machine.terminal('trap : INT; kiva help global-options; echo "left: $?"')
  await terminal.shows(stopsWaiting)
  terminal.press('\x03')
  // Until less has heard it, the terminal throws away what is typed.
  const showsTheEnd = () => {
    terminal.press('G')
    return terminal.screen().includes('--limit')
  }
  await until('the end is shown', showsTheEnd, { every: 300 })
  terminal.press('q')
  await terminal.shows(/left: 0/)
  await terminal.ended()
})

test('what fits is printed, and so is everything with --no-pager', async () => {
  for (const line of [
    'kiva loans --help',
    'kiva loans search --help --no-pager',
    'kiva loans search --help | cat',
  ]) {
    const terminal = machine.terminal(`${line}; echo "left: $?"`, { env: { KIVA_PAGER: 'false' } })
    await terminal.shows(/left: 0/)
    expect(terminal.screen()).toContain(line.includes('search') ? 'Also: kiva help' : 'More about a verb')
    await terminal.ended()
  }
})

test('records that do not fit wait in less too, and what is said of them waits for its end', async () => {
  const terminal = machine.terminal('kiva loans search --limit 60; echo "left: $?"', {
    env: { KIVA_SANDBOX: '1' },
  })
  await terminal.shows(/2102000/)
  await terminal.shows(stopsWaiting)
  expect(terminal.screen()).not.toContain('60 of')
  terminal.press('q')
  await terminal.shows(/60 of 2,000 loans[\s\S]*left: 0/)
  await terminal.ended()
})
