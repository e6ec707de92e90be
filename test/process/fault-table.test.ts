/**
 * Faults of networks, services and systems, one per row. Each run must end with the exact exit code, print
 * only whole records, report an error that programs can parse, and print no secret. Needs `npm run build`.
 */
import { XMLValidator } from 'fast-xml-parser'
import { afterAll, describe, expect, test } from 'vitest'
import { expectNoSecret } from '../support/canary.ts'
import { kivaHere } from '../support/here.ts'
import { type Ended, preload, startShell, timeoutOnSignal, timeoutSignal } from '../support/process.ts'
import { closeServers } from '../support/servers.ts'
import { connectionRows } from './fault-table/connections.ts'
import { diskRows } from './fault-table/disks.ts'
import { phaseRows } from './fault-table/phases.ts'
import { proxyRows } from './fault-table/proxies.ts'
import { retryRows } from './fault-table/retries.ts'
import { type Place, type Row, secrets, usualWords } from './fault-table/row.ts'
import { statusRows } from './fault-table/statuses.ts'
import { streamRows } from './fault-table/streams.ts'
import { tlsRows } from './fault-table/tls.ts'

// The tests of this file run concurrently, so no test may close the servers of another.
afterAll(closeServers)

/** Milliseconds after which a run counts as hanging, even on a busy machine. */
const patience = 60_000

async function run(row: Row, place: Place): Promise<Ended> {
  const { baseUrl, env, words = [], reached, tells = /^> GET/, before, preload: files = [] } = place
  const signal = row.timeout === undefined ? row.signal : timeoutSignal
  const line = [
    ...(row.words ?? usualWords),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
    ...words,
    ...(row.timeout === undefined ? [] : ['--timeout', row.timeout]),
    ...(signal && !reached ? ['-v'] : []),
  ]
  const isPlain =
    !signal && !before && !row.redirect && !row.deaf && files.length === 0 && !line.includes('--jq')
  // Proxies and authorities are read from the environment of the process.
  if (isPlain && !Object.keys(env ?? {}).some((name) => /proxy|^NODE_/i.test(name)))
    return kivaHere(line, { ...secrets, ...env }, row.input)
  const started = startShell(
    `${before ?? ''} exec $KIVA "$@" ${row.redirect ?? ''}`,
    line,
    {
      ...secrets,
      ...(row.timeout === undefined ? preload(...files) : timeoutOnSignal(row.timeout, ...files)),
      ...env,
    },
    row.input,
  )
  if (row.deaf) started.child[row.deaf]?.destroy()
  const hanging = setTimeout(() => started.child.kill('SIGKILL'), patience)
  if (signal) {
    await (reached ?? started.told(tells))
    if (row.records) await started.said(/\n/)
    await place.settle?.()
    started.child.kill(signal)
  }
  return started.ended.finally(() => clearTimeout(hanging))
}

/** Parses the records on stdout. The closing bracket of a JSON array may be missing. */
function recordsIn(stdout: string): readonly unknown[] {
  if (stdout.startsWith('[')) return JSON.parse(stdout.endsWith(']\n') ? stdout : `${stdout}]`)
  if (stdout.startsWith('<')) return [XMLValidator.validate(stdout)]
  const lines = stdout.split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line))
}

/** Returns the error on stderr, which is one line of JSON or two of text. Skips the lines of `-v`. */
function errorIn(stderr: string, note = /^/): { readonly said: string; readonly code?: unknown } {
  expect(stderr).toMatch(note)
  const told = stderr.replace(/^[<>*] .*\n/gm, '').replace(note, '')
  const [, message, hint] = /^error: (.*)\n(?:hint: (.*)\n)?$/.exec(told) ?? []
  if (message !== undefined) return { said: `${message} ${hint ?? ''}` }
  expect(told).toMatch(/^[^\n]*\n$/)
  const { error } = JSON.parse(told)
  return { said: `${error.message} ${error.hint ?? ''}`, code: error.exit_code }
}

const tables: Readonly<Record<string, readonly Row[]>> = {
  answers: statusRows,
  connections: connectionRows,
  retries: retryRows,
  TLS: tlsRows,
  proxies: proxyRows,
  phases: phaseRows,
  streams: streamRows,
  disks: diskRows,
}

describe.concurrent.each(Object.entries(tables))('%s', (_, rows) => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', { timeout: 2 * patience }, async (_, row) => {
    const place = await row.place()
    const { code, stdout, stderr } = await run(row, place)
    place.check?.()
    const isTold = row.deaf !== 'stderr' && !row.redirect?.includes('2>') && code !== 0
    expect({ code, records: recordsIn(stdout).length }).toEqual({ code: row.code, records: row.records ?? 0 })
    expectNoSecret(row.name, stdout + stderr, [...Object.values(secrets).slice(1), 'secret-of-the-proxy'])
    if (!isTold) return
    const error = errorIn(stderr, row.note)
    expect(error.said).toMatch(row.says ?? /./)
    const isJson = !/-o (?:xml|table)/.test(row.words?.join(' ') ?? '')
    expect(error.code).toBe(isJson ? (row.exitCode ?? code) : undefined)
  })
})

test('the table has more than 80 rows, and no two have the same name', () => {
  const names = Object.values(tables).flatMap((rows) => rows.map(({ name }) => name))
  expect(names.length).toBeGreaterThan(80)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
