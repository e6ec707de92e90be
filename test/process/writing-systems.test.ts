/**
 * Every view of the built tool with text in thirteen scripts, an emoji and a euro sign, on a pipe and on a
 * terminal. Needs `npm run build`.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { run } from '../harness.ts'
import { kivaHere } from '../support/here.ts'
import { toolLine } from '../support/process.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

const scripts = {
  Latin: 'Đặng',
  Greek: 'Ελένη',
  Cyrillic: 'Богдан',
  Armenian: 'Գայանե',
  Hebrew: 'נועה',
  Arabic: 'ليلى',
  Devanagari: 'सुनीता',
  Thai: 'นงลักษณ์',
  Georgian: 'ნინო',
  Ethiopic: 'ሰላም',
  Han: '王小明',
  Hangul: '김민서',
  Kana: 'さくら',
  emoji: '🌱',
  euro: '€ 25',
} as const

const everything = Object.values(scripts).join(' ')

let sandbox: RunningSandbox
let server: Server
let env: Readonly<Record<string, string>>
/** The text that the service adds to its records. */
let written: string

beforeAll(async () => {
  sandbox = await startSandbox(['--http'])
  server = createServer(async (request, response) => {
    const reply = await fetch(`${sandbox.base_url}${request.url}`)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await reply.json(), write))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  env = { KIVA_BASE_URL: url, KIVA_AUTH_URL: url }
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await sandbox.stop()
})

/** Puts the text before each string, except numbers, dates, URLs, ids and values of a closed set. */
function write(key: string, value: unknown): unknown {
  const free = typeof value === 'string' && !/^(\d|-|#|[a-z_]+$|[A-Z]{1,3}$|https?:)/.test(value)
  return free && !/^(id|.*_id|uid|shortname|pairs)$/.test(key) ? `${written} ${value}` : value
}

const views = [
  'loans show 2100001',
  'lenders show graciela2199',
  'teams show 251',
  'teams using-shortname compass_scouts',
  'methods show GET*|loans|search',
  'loans newest',
  'loans lenders 2100001',
  'loans journal-entries 2100001',
  'loans updates 2100001',
  'lenders search',
  'teams search',
  'partners list',
  'journal-entries search',
  'journal-entries comments 500001',
  'lending-actions recent',
  'methods list',
].map((line) => line.split(' '))

test.each(Object.entries(scripts))('a loan in %s shows its text in the first line', async (_, text) => {
  written = text
  const { code, stdout, stderr } = await kivaHere(['loans', 'show', '2100001', '-o', 'table'], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n')[0]).toContain(text)
})

describe.each(views)('%s %s', (...words) => {
  test('prints every script on a pipe', async () => {
    written = everything
    const { code, stdout } = await kivaHere([...words, '-o', 'table'], env)
    expect(code).toBe(0)
    for (const text of Object.values(scripts)) expect(stdout).toContain(text)
  })

  test('prints the Latin text on a terminal', async () => {
    written = everything
    const { code, stdout } = await run(words, { ...sandbox.options, env, terminal: 132 })
    expect(code).toBe(0)
    // A narrow column may cut off later scripts, but never the first.
    expect(stdout).toContain(scripts.Latin)
  })
})

test.each([
  ['loans', 'show', '2100001'],
  ['loans', 'newest'],
])('%s %s prints the Latin text on a terminal of the system', async (...words) => {
  written = everything
  const terminal = openTerminal(toolLine(words), {
    cwd: tmpdir(),
    columns: 132,
    // A pager would wait for a key.
    env: {
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      KIVA_CONFIG_DIR: `${tmpdir()}/none`,
      KIVA_PAGER: 'cat',
      ...env,
    },
  })
  const code = await terminal.ended()
  expect({ code, screen: terminal.screen() }).toMatchObject({ code: 0 })
  expect(terminal.screen()).toContain(scripts.Latin)
})
