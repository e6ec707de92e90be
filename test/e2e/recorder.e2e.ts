/**
 * The built tool in a pseudo-terminal, against a service with hostile text in every field: all output on the
 * screen must be allowed by test/recorder/allowed.ts.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatNames, formatOf } from '../../src/output/formats.ts'
import { expectOnList } from '../recorder/judge.ts'
import { showOn } from '../recorder/screen.ts'
import { endpoints } from '../support/endpoints.ts'
import { folderForAll } from '../support/folder.ts'
import { isLong } from './how-long.ts'
import { type Machine, type Service, startMachine } from './machine.ts'
import type { Terminal } from './terminal.ts'

const folder = folderForAll()
let machine: Machine
let service: Service
beforeAll(async () => {
  machine = await startMachine()
  service = await machine.serve(['--fault', 'hostile-text'])
})
afterAll(() => machine.close())

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
const kiva = (...words: readonly string[]) => ['kiva', ...words].map(quoted).join(' ')

/** Opens a terminal that does not change the output, such as by a CR before each LF. */
const open = (lines: readonly string[], env: Readonly<Record<string, string>> = {}, columns = 80) =>
  machine.terminal(['stty -opost', ...lines, 'true'].join('; '), {
    columns,
    env: { ...service.env, KIVA_PAGER: 'cat', ...env },
  })

async function record(terminal: Terminal, line: string): Promise<string> {
  await terminal.ended()
  const screen = terminal.screen()
  expect(screen.length).toBeGreaterThan(20)
  expectOnList(line, 'both', screen)
  expect((await showOn(80, screen)).deeds).toEqual([])
  return screen
}

describe.each(isLong ? [80, 200] : [80])('at %i columns', (columns) => {
  test('all commands print only allowed sequences', async () => {
    const lines = endpoints
      .filter(({ endpoint }) => !endpoint.auth)
      .map(({ words, first }) => kiva(...words, ...first))
    await record(open(lines, {}, columns), 'all commands')
  })
})

test('every format, --debug and --wire print only allowed sequences', async () => {
  const list = ['loans', 'search', '--limit', '5']
  const formats = formatNames.flatMap((name) => (formatOf(name).binary ? [] : [kiva(...list, '-o', name)]))
  await record(open([...formats, kiva(...list, '--debug'), kiva(...list, '--wire', 'xml')]), 'every format')
})

test('help, --version and usage errors print only allowed sequences', async () => {
  const lines = ['--help', '--version', 'loans --help', 'help output', 'loans serch', 'loans show', 'whoami']
  const words = lines.map((line) => kiva(...line.split(' ')))
  await record(open([...words, kiva('loans', 'show', '\x1b[2J\u202e'), kiva('\x9b1m\x1b]0;x\x07')]), 'help')
})

test('the status line prints only allowed sequences, also after Ctrl-C', async () => {
  const slow = await machine.serve(['--http', '--fault', 'slow,hostile-text'])
  const asked = open([kiva('loans', 'search', '--limit', '3')], slow.env)
  expect(await record(asked, 'a slow list')).toMatch(/\r\x1b\[2K/)
  const left = open([`${kiva('loans', 'search')} || true`], slow.env)
  await left.shows(/\u280b|\u2819|\u2839|\u2838/)
  left.press('\x03')
  await record(left, 'an interrupted list')
})

test('--watch prints only allowed sequences, also after Ctrl-C', async () => {
  const terminal = open([`${kiva('loans', 'newest', '--limit', '3', '--watch', '10s')} || true`])
  await terminal.shows(/\x1b\[\?2026l/)
  terminal.press('\x03')
  await record(terminal, 'kiva loans newest --watch')
})

test('the prompts of a login print only allowed sequences', async () => {
  const terminal = open([`${kiva('login', '--no-browser')} || true`])
  await terminal.shows(/[Cc]ode/)
  terminal.press('\x03')
  await record(terminal, 'a login')
})

test('a pager gets only allowed sequences', async () => {
  const given = join(folder, 'given')
  const terminal = open([kiva('help', 'output')], {
    KIVA_PAGER: `sh -c 'cat > "${given}"; echo that is all of it'`,
  })
  await terminal.shows(/that is all of it/)
  await terminal.ended()
  const text = await readFile(given, 'utf8')
  expect(text.length).toBeGreaterThan(1000)
  expectOnList('help in a pager', 'stdout', text)
})
