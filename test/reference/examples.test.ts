/** The examples of the pages run: each line of a code block that calls kiva, up to what a shell does with its output. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunOptions, run } from '../harness.ts'
import { approve } from '../support/approve.ts'
import { split } from '../support/endpoints.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

const root = join(import.meta.dirname, '../..')
/** What `docs/commands.md` shows is held by commands-page.test.ts. */
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md') && name !== 'docs/commands.md',
)

/** What cannot run here, and why. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['kiva --sandbox login', 'asks a person, and serves its pages meanwhile: test/e2e/sandbox-login.e2e.ts'],
  ['kiva --sandbox my account', 'follows that login'],
  ['kiva --sandbox auth status', 'follows that login'],
  ['kiva config edit', 'starts an editor: test/process/config.test.ts'],
  [
    `kiva loans show 2100001 --watch 30s --until '.[0].status != "fundraising"'`,
    'goes on until that holds: test/run/watch',
  ],
  ['kiva loans newest --watch 1m -o ndjson', 'goes on: test/run/watch'],
  ['kiva --profile staging loans newest', 'asks a service that does not exist'],
])

/** The call of kiva in a line: without prompt, comment, and what follows `|`, `>`, `<` or `&` outside of quotes. */
const callIn = (line: string) =>
  /^ {4}(?:\$ )?(kiva (?:"[^"]*"|'[^']*'|[^\s"'|<>&#]\S*|[^\S\n]+)*)/.exec(line)?.[1]?.trim()

const blocks = pages.flatMap((page) => {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const call = callIn(line)
    return call === undefined ? [] : [{ page, call }]
  })
})

let sandbox: RunningSandbox
let options: RunOptions
beforeAll(async () => {
  sandbox = await startSandbox()
  const application = { KIVA_CLIENT_ID: sandbox.client_id, KIVA_CLIENT_SECRET: sandbox.client_secret }
  options = { ...sandbox.options, files: new Map(), folder: new Map(), cached: new Map() }
  const env = { ...sandbox.options.env, ...application }
  const { stdout } = await run(['login', '--start', '-o', 'json'], { ...options, env })
  const code = await approve(sandbox, JSON.parse(stdout).authorize_url)
  await run(['login', '--finish'], { ...options, env, stdin: `${code}\n` })
})
afterAll(() => sandbox.stop())

test('what is said to run elsewhere is there', () => {
  const calls = new Set(blocks.map(({ call }) => call))
  expect(calls.size).toBeGreaterThan(30)
  expect([...elsewhere.keys()].filter((call) => !calls.has(call))).toEqual([])
})

const here = blocks.filter(({ call }) => !elsewhere.has(call))

describe.each(here.filter(({ call }) => call.startsWith('kiva sandbox')))('$page', ({ call }) => {
  test(call, async () => {
    const served = await startSandbox(split(call).slice(2))
    expect(await served.stop()).toBe(0)
  })
})

describe.each(here.filter(({ call }) => !call.startsWith('kiva sandbox')))('$page', ({ call }) => {
  test(call, async () => {
    const words = split(call.replaceAll('https://api.kivaws.org', sandbox.base_url)).slice(1)
    const { code, stderr } = await run(words, options)
    expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  })
})
