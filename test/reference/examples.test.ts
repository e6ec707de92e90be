/** The examples in the docs work: each kiva command in a code block runs here, up to a pipe or redirect. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MemoryTerminal, memoryTerminal } from '../harness/memory-terminal.ts'
import { type RunOptions, run } from '../harness.ts'
import { approve } from '../support/approve.ts'
import { split } from '../support/endpoints.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

const root = join(import.meta.dirname, '../..')
/** commands-page.test.ts checks `docs/commands.md`. */
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md') && name !== 'docs/commands.md',
)

/** Examples that cannot run here, with the reason. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['kiva --sandbox login', 'asks a person, and serves its pages meanwhile: test/e2e/sandbox-login.e2e.ts'],
  ['kiva --sandbox my account', 'follows that login'],
  ['kiva --sandbox auth status', 'follows that login'],
  ['kiva login', 'waits for a code: test/auth/login.test.ts'],
  ['kiva --profile work login', 'waits for a code: test/auth/profiles.test.ts'],
  ['kiva config edit', 'starts an editor: test/process/config.test.ts'],
  [
    `kiva loans show 2100001 --watch 30s --until '.[0].status != "fundraising"'`,
    'goes on until that holds: test/run/watch',
  ],
  ['kiva loans newest --watch 1m -o ndjson', 'goes on: test/run/watch'],
  ['kiva loans show @soon --with funding --across -o table', 'follows a pipe: test/e2e/recipes.e2e.ts'],
  ...[
    'kiva loans show @spring -o ndjson',
    'kiva partners list --all -o json',
    'kiva mirror pull --for 10m',
    'kiva --mirror loans search --status fundraising',
    'kiva sql "SELECT country, count(*) AS loans FROM loans GROUP BY 1 ORDER BY 2 DESC"',
    `kiva sql "SELECT date_trunc('month', posted_date) AS month, count(*) AS loans FROM loans GROUP BY 1 ORDER BY 1"`,
    'kiva mirror export --out lake',
  ].map((line) => [line, 'needs a mirror: test/process/mirror.test.ts'] as const),
  ...[
    'kiva mirror pull --for 2h --wait 30m -o json',
    'kiva mirror export --out lake --wait 30m -o json',
    'kiva mirror verify --sample 200 -o json',
  ].map((line) => [line, 'needs a mirror: test/process/mirror-nightly.test.ts'] as const),
  ['kiva --profile staging loans newest', 'asks a service that does not exist'],
])

/** A terminal on which someone presses q, which ends `kiva explore`. */
function terminalWithQ(): MemoryTerminal {
  const terminal = memoryTerminal({ columns: 80, rows: 24 })
  terminal.type('q')
  return terminal
}

/** Returns the kiva command in a line, without prompt, comment, and text after an unquoted `|<>&`. */
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
  // Enough for each example, and soon read whole.
  sandbox = await startSandbox(['--loans', '300'])
  const application = { KIVA_CLIENT_ID: sandbox.client_id, KIVA_CLIENT_SECRET: sandbox.client_secret }
  options = { ...sandbox.options, files: new Map(), folder: new Map(), state: new Map(), cached: new Map() }
  const env = { ...sandbox.options.env, ...application }
  const { stdout } = await run(['login', '--start', '-o', 'json'], { ...options, env })
  const code = await approve(sandbox, JSON.parse(stdout).authorize_url)
  await run(['login', '--finish'], { ...options, env, stdin: `${code}\n` })
})
afterAll(() => sandbox.stop())

test('each example that cannot run here is still in the docs', () => {
  const calls = new Set(blocks.map(({ call }) => call))
  expect(calls.size).toBeGreaterThan(30)
  expect([...elsewhere.keys()].filter((call) => !calls.has(call))).toEqual([])
})

/** A command on several pages runs once, for the first of them. */
const here = blocks.filter(
  ({ call }, index) => !elsewhere.has(call) && blocks.findIndex((block) => block.call === call) === index,
)

describe.each(here.filter(({ call }) => call.startsWith('kiva sandbox')))('$page', ({ call }) => {
  test(call, async () => {
    const served = await startSandbox(split(call).slice(2))
    expect(await served.stop()).toBe(0)
  })
})

describe.each(here.filter(({ call }) => !call.startsWith('kiva sandbox')))('$page', ({ call }) => {
  test(call, async () => {
    const words = split(call.replaceAll('https://api.kivaws.org', sandbox.base_url)).slice(1)
    const { code, stderr } = await run(words, { ...options, rawTerminal: terminalWithQ() })
    // A session with --print that is quit has printed nothing.
    const isCanceled = words[0] === 'explore' && words.includes('--print')
    const ended = isCanceled ? [130, expect.stringContaining('canceled: nothing was printed')] : [0, '']
    expect([code, code === 0 ? '' : stderr]).toEqual(ended)
  })
})
