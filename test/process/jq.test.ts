/** `--jq` in the built tool: what ends it, and what is said then. Needs `npm run build`. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { kiva, start, toolLine } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'
import { until } from '../support/until.ts'

afterEach(closeServers)

const loans = Array.from({ length: 20 }, (_, at) => ({ id: at + 1, name: `Loan ${at + 1}` }))

/** A service with three pages of loans, and what resolves when it was asked for the first. */
async function serveLoans() {
  let asked = () => {}
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const url = await serveHttp(({ url = '' }, response) => {
    const page = Number(/page=(\d+)/.exec(url)?.[1] ?? 1)
    const paging = { page, total: 60, page_size: 20, pages: 3 }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ paging, loans: loans.map((loan) => ({ ...loan, id: loan.id + page * 100 })) }),
    )
    asked()
  })
  return { url, wasAsked }
}

const search = (url: string, ...words: readonly string[]) => ['loans', 'search', '--base-url', url, ...words]

const endless = 'last(range(infinite))'

/** While jq runs, signals are nobody's but the system's. */
const isDeaf = (pid: number | undefined, signal: number) => {
  const caught = /SigCgt:\s*([\da-f]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
  return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 0n
}

test('SIGTERM ends an expression that never ends: 143', async () => {
  const { url, wasAsked } = await serveLoans()
  const { child, ended } = start(search(url, '--jq', endless))
  await wasAsked
  await until('jq runs', () => isDeaf(child.pid, 15))
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 143, stdout: '', stderr: '' })
})

test.each([
  ['for each record', []],
  ['for all of them', ['--slurp', '--all']],
])('Ctrl-C ends it, %s: 130', async (_, words) => {
  const { url, wasAsked } = await serveLoans()
  const line = toolLine(search(url, '--jq', endless, ...words))
  const terminal = openTerminal(`echo "pid $$."; exec ${line}`, {
    env: { PATH: '/usr/bin:/bin', KIVA_CONFIG_DIR: '/nowhere' },
    cwd: tmpdir(),
    columns: 80,
  })
  const [, pid] = await terminal.shows(/pid (\d+)\./)
  await wasAsked
  await until('jq runs', () => isDeaf(Number(pid), 2))
  terminal.press('\x03')
  expect(await terminal.ended()).toBe(130)
  expect(terminal.screen()).not.toContain('rror')
})

test.each([
  { words: ['--jq', '[range(1e9)]'], code: 1, kind: 'bug', records: 0 },
  { words: ['--jq', '[range(1e9)]', '--slurp', '--all'], code: 1, kind: 'bug', records: 0 },
  {
    words: ['--jq', 'if .id == 315 then [range(1e9)] else . end', '--all'],
    code: 9,
    kind: 'partial',
    records: 20,
  },
])('too much memory, $words: our words and no others', async ({ words, code, kind, records }) => {
  const { url } = await serveLoans()
  const ran = await kiva(search(url, ...words, '-o', 'ndjson'))
  expect([ran.code, ran.stdout.split('\n').length - 1]).toEqual([code, records])
  const { error } = JSON.parse(ran.stderr)
  expect(error.kind).toBe(kind)
  expect(error.message).toContain('more memory than jq has here')
})

test.each(['json', 'ndjson', 'table', 'xml'])(
  'a record for which it fails is named, -o %s',
  async (format) => {
    const { url } = await serveLoans()
    const fails = (id: number) =>
      kiva(search(url, '--all', '-o', format, '--jq', `if .id == ${id} then error("no") else {id} end`))
    const [first, later] = [await fails(101), await fails(315)]
    expect([first.code, first.stdout]).toEqual([1, ''])
    expect(first.stderr).toContain('The jq expression fails for 101 of loans: no')
    expect(later.code).toBe(9)
    expect(later.stderr).toContain('The jq expression fails for 315 of loans: no')
    expect(later.stdout.match(/\b[123]\d\d\b/g)?.length).toBe(54)
  },
)
