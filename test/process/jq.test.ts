/** `--jq` in the built tool: signals, memory limits and failing records. Needs `npm run build`. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { kiva, start, toolLine } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'
import { areQueuesEmpty } from '../support/sockets.ts'
import { until } from '../support/until.ts'

afterEach(closeServers)

const loans = Array.from({ length: 20 }, (_, at) => ({ id: at + 1, name: `Loan ${at + 1}` }))

/** Starts a service with three pages of loans. `wasAsked` resolves at its first reply. */
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

/** The processor time of a process in hundredths of a second. */
const ticksOf = (pid: number | undefined) => {
  const [, text = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = text.split(' ').map(Number)
  return (fields[11] ?? 0) + (fields[12] ?? 0)
}

/** Resolves after the request and 0.5 s more of processor time, which only an endless expression uses. */
async function untilSpinning(pid: number | undefined, wasAsked: Promise<void>): Promise<void> {
  await wasAsked
  const before = ticksOf(pid)
  await until('jq runs', () => ticksOf(pid) > before + 50)
}

const signals = [
  { signal: 'SIGINT', code: 130, kind: 'interrupted' },
  { signal: 'SIGTERM', code: 143, kind: 'terminated' },
] as const

describe.each(signals)('$signal', ({ signal, code, kind }) => {
  test('while a page is decoded: nothing is printed, and no other page is requested', async () => {
    const page = Array.from({ length: 15_000 }, (_, id) => ({ id, description: 'd'.repeat(600) }))
    const paging = { page: 1, total: 90_000, page_size: 15_000, pages: 6 }
    const body = JSON.stringify({ paging, loans: page })
    let [requests, isSent] = [0, false]
    const url = await serveHttp((_, response) => {
      requests++
      response.setHeader('content-type', 'application/json')
      response.end(body, () => {
        isSent = true
      })
    })
    const { child, ended } = start(search(url, '--all', '--concurrency', '1', '-o', 'ndjson', '--jq', '{id}'))
    await until('the page was received', () => isSent && areQueuesEmpty(Number(new URL(url).port)), {
      every: 1,
    })
    child.kill(signal)
    const { code: exitCode, stdout, stderr } = await ended
    expect([exitCode, stdout, requests]).toEqual([code, '', 1])
    expect(JSON.parse(stderr).error).toMatchObject({ kind, exit_code: code })
  })

  test.each([
    ['--jq', 'last(range(1e12))'],
    ['--jq', 'until(false; .)'],
    ['--where', 'until(false; .)'],
  ])('ends %s %s', async (option, expression) => {
    const { url, wasAsked } = await serveLoans()
    const { child, ended } = start(search(url, option, expression))
    await untilSpinning(child.pid, wasAsked)
    child.kill(signal)
    const { code: exitCode, stdout, stderr } = await ended
    expect([exitCode, stdout]).toEqual([code, ''])
    expect(JSON.parse(stderr).error).toMatchObject({ kind, exit_code: code })
  })

  test('ends an endless expression in --watch and restores the screen', async () => {
    const { url, wasAsked } = await serveLoans()
    const { pid, terminal } = await inTerminal(search(url, '--jq', endless, '--watch', '5s', '-o', 'table'))
    await untilSpinning(pid, wasAsked)
    if (signal === 'SIGINT') terminal.press('\x03')
    else process.kill(pid, signal)
    await terminal.shows(new RegExp(`left ${code}\\.`))
    expect(terminal.screen()).toContain('\x1b[?1049h')
    expect(terminal.screen().split('\x1b[?1049l')[1]?.replaceAll('\r', '')).toMatch(
      /^error: (interrupted|terminated)\nleft/,
    )
  })

  test('ends an endless --until and restores the screen', async () => {
    const { url, wasAsked } = await serveLoans()
    const { pid, terminal } = await inTerminal(
      search(url, '--until', endless, '--watch', '5s', '-o', 'table'),
    )
    await untilSpinning(pid, wasAsked)
    process.kill(pid, signal)
    await terminal.shows(new RegExp(`left ${code}\\.`))
    expect(terminal.screen()).toContain('\x1b[?1049l')
  })
})

/** Starts the tool in a terminal. The shell there outlives the tool and prints its exit code. */
async function inTerminal(words: readonly string[]) {
  const line = `sh -c 'echo "pid $$."; exec "$@"' sh ${toolLine(words)}`
  const terminal = openTerminal(`trap : INT; ${line}; echo "left $?."`, {
    env: { PATH: '/usr/bin:/bin', KIVA_CONFIG_DIR: '/nowhere' },
    cwd: tmpdir(),
    columns: 80,
  })
  const [, pid] = await terminal.shows(/pid (\d+)\./)
  return { pid: Number(pid), terminal }
}

test.each([
  ['for each record', []],
  ['for all of them', ['--slurp', '--all']],
])('Ctrl-C ends an endless expression, %s: exit code 130', async (_, words) => {
  const { url, wasAsked } = await serveLoans()
  const { pid, terminal } = await inTerminal(search(url, '--jq', endless, ...words))
  await untilSpinning(pid, wasAsked)
  terminal.press('\x03')
  await terminal.shows(/left 130\./)
  expect(terminal.screen()).toContain('error: interrupted')
})

test.each([
  ['loans', 'newest', '--jq', 'import "a" as a; .'],
  ['loans', 'newest', '--where', 'include "a"; .'],
  ['loans', 'newest', '--until', 'module {}; .', '--watch', '5s'],
  ['api', '/loans/newest', '--jq', 'import "a" as a; .'],
])('ends after a refused module directive: kiva %s %s %s %s', async (...words) => {
  const { child, ended } = start(['--sandbox', ...words])
  onTestFinished(() => void child.kill('SIGKILL'))
  const { code, stderr } = await ended
  expect([code, stderr]).toEqual([2, expect.stringContaining('import, include and module are not supported')])
})

test('ends after a usage error while the thread of jq starts', async () => {
  const { code, stderr } = await kiva(['--sandbox', 'loans', 'newest', '--jq', '.id', '--limit', 'x'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--limit')])
})

/** Doubles a text until memory runs out. */
const tooLarge = '(reduce range(40) as $i ("a"; . + .))'

test.each([
  { words: ['--jq', tooLarge], code: 2, kind: 'usage', records: 0 },
  { words: ['--jq', tooLarge, '--slurp', '--all'], code: 2, kind: 'usage', records: 0 },
  {
    words: ['--jq', `if .id == 315 then ${tooLarge} else . end`, '--all'],
    code: 9,
    kind: 'partial',
    records: 20,
  },
])(
  'jq that runs out of memory is reported as one JSON error: $words',
  async ({ words, code, kind, records }) => {
    const { url } = await serveLoans()
    const ran = await kiva(search(url, ...words, '-o', 'ndjson'))
    expect([ran.code, ran.stdout.split('\n').length - 1]).toEqual([code, records])
    const { error } = JSON.parse(ran.stderr)
    expect(error.kind).toBe(kind)
    expect(error.message).toContain('jq ran out of memory')
    const readFewer = words.includes('--slurp') ? 'jq gets all records at once: read fewer, or p' : 'P'
    expect(error.hint).toBe(`${readFewer}ipe the records to jq: -o ndjson | jq.`)
  },
)

test.each(['json', 'ndjson', 'table', 'xml'])(
  'the error names the record that jq failed on, -o %s',
  async (format) => {
    const { url } = await serveLoans()
    const fails = (id: number) =>
      kiva(search(url, '--all', '-o', format, '--jq', `if .id == ${id} then error("no") else {id} end`))
    const [first, later] = [await fails(101), await fails(315)]
    expect([first.code, first.stdout]).toEqual([2, ''])
    expect(first.stderr).toContain('jq failed on loan 101: no')
    expect(later.code).toBe(9)
    expect(later.stderr).toContain('jq failed on loan 315: no')
    expect(later.stdout.match(/\b[123]\d\d\b/g)?.length).toBe(54)
  },
)
