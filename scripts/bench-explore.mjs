// Prints the measurements of `kiva explore` next to their targets: `npm run bench:explore`, `npm run bench:explore -- 15`
// for more rounds, `-- 9 start idle` for these alone. The rows are those of docs/performance.md, Explore. Needs Python 3,
// which plays the terminal, and Linux, which tells memory and processor time.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePool } from './bench/made-loans.mjs'
import { cleanEnvironment, isThere, serve } from './bench/processes.mjs'
import { root } from './bundle/load-sources.mjs'

const [given = '9', ...chosen] = process.argv.slice(2)
const runs = Number(given)
const folder = await mkdtemp(join(tmpdir(), 'kiva-bench-'))
const env = { ...cleanEnvironment(folder), KIVA_STATE_DIR: folder, KIVA_CACHE_DIR: folder }
const kiva = [process.execPath, join(root, 'bin', 'kiva.cjs')]
const pool = join(folder, 'pool.json')
const servers = []

/** The sandbox with 20 rows on the screen, and what a frame ends with. */
const sandbox = [...kiva, '--sandbox', 'explore']
const someRows = { until: String.raw`(?<!\d)2\d{6}(?!\d)`, distinct: 8 }
const allRows = { ...someRows, distinct: 20 }
const frameEnd = String.raw`\x1b\[\?2026l`
const [small, large] = [
  { columns: 80, rows: 24 },
  { columns: 160, rows: 45 },
]

const measurements = {
  start: async () => {
    const word = [process.execPath, '-e', 'console.log("word")']
    const nothing = [process.execPath, '-e', '0']
    const http = await start(kiva[1], 'sandbox', '--http')
    const at = ['--base-url', http.base_url, '--auth-url', http.base_url]
    const colored = ['-o', 'table', '--color', 'always']
    const programs = [
      { command: word, until: 'word' },
      { command: nothing },
      { command: sandbox, until: frameEnd },
      { command: sandbox, ...allRows },
      { command: [...kiva, '--sandbox', 'loans', 'search', ...colored] },
      { command: [...kiva, 'explore', 'loans', 'newest', ...at], ...allRows },
      { command: [...kiva, 'loans', 'newest', ...colored, ...at] },
    ]
    const [aWord, base, frame, made, table, network, newest] = await played({
      kind: 'starts',
      runs,
      programs,
    })
    row('empty frame, × node printing a word', [frame / aWord], [1.7], '×')
    row('20 rows of the sandbox: × node -e 0 more than T14', [(made - table) / base], [0.5], '×')
    row('20 rows over loopback: × node -e 0 more than T6', [(network - newest) / base], [0.5], '×')
    const times = { word: aWord, 'node -e 0': base, frame, made, T14: table, network, T6: newest }
    const list = Object.entries(times).map(([name, time]) => `${name} ${time.toFixed(0)}`)
    console.log(`     in ms: ${list.join(', ')}`)
  },
  frames: async () => {
    const [few, many] = [await session(10_000, large), await session(100_000, large)]
    const narrow = await session(10_000, small)
    row('frame p99, 160×45, 10,000 / 100,000 rows', [few.moved.first, many.moved.first], [4, 4], 'ms')
    row(
      'filter key p99, until all rows are looked at, same',
      [few.filtered.last, many.filtered.last],
      [5, 16],
      'ms',
    )
    row('filter key p99, first frame, same', [few.filtered.first, many.filtered.first], [], 'ms')
    row('bytes p99, cursor moves, 80×24 / 160×45', [narrow.moved.bytes, few.moved.bytes], [800, 1500], '')
    row('bytes p99, scrolled by one, same', [narrow.scrolled.bytes, few.scrolled.bytes], [900, 6000], '')
  },
  keys: async () => {
    const step = { kind: 'keys', ...(await loadedList(10_000)), ...large }
    const { moved, filtered } = await played(step)
    row('key → first byte on a pty, p99; filter, 10,000 rows', [moved, filtered], [8, 8], 'ms')
  },
  line: async () => {
    const held = (size) =>
      played({ kind: 'held', command: sandbox, ...someRows, rate: 20_000, trip: 0.3, seconds: 3, ...size })
    const [narrow, wide] = [await held(small), await held(large)]
    row(
      'key held 3 s, 20 KB/s, 300 ms: still after, 80×24 / 160×45',
      [narrow.after, wide.after],
      [0.7, 0.7],
      's',
    )
  },
  burst: async () => {
    // Within the loaded rows: nothing has to be read, so that the keys alone are measured.
    const burst = { kind: 'burst', command: sandbox, ...someRows, keys: `${'jk'.repeat(249)}jj`, ...large }
    const resizes = { kind: 'resizes', command: sandbox, ...someRows, times: 200 }
    row('500 keys in one write: frames', [(await played(burst)).frames], [1], '')
    row('200 resizes in 1 s: bytes', [(await played(resizes)).bytes], [200_000], '')
  },
  memory: async () => {
    const [few, many] = [
      await played({ kind: 'loaded', ...(await loadedList(10_000)), ...large }),
      await played({ kind: 'loaded', ...(await loadedList(100_000)), ...large }),
    ]
    row('memory, peak, 10,000 / 100,000 records', [few.peak, many.peak], [120, 240], 'MiB')
    row('memory after reading, same', [few.now, many.now], [], 'MiB')
    console.log(`     read in ${few.seconds.toFixed(1)} s and ${many.seconds.toFixed(1)} s`)
  },
  pause: async () => {
    const file = join(folder, 'pause.json')
    const { command, ...step } = await loadedList(100_000)
    const probed = [command[0], '-r', join(root, 'scripts', 'bench', 'pause-probe.cjs'), ...command.slice(1)]
    await played({ kind: 'loaded', command: probed, ...step, ...large }, { KIVA_BENCH_PAUSE: file })
    const [most, more, worst] = JSON.parse(await readFile(file, 'utf8'))
    row('worst pause while 100,000 arrive', [worst], [10], 'ms')
    console.log(`     99 % of the pauses ≤ ${most.toFixed(1)} ms, 99.9 % ≤ ${more.toFixed(1)} ms`)
  },
  idle: async () => {
    const { bytes, processor } = await played({ kind: 'idle', command: sandbox, ...someRows, seconds: 60 })
    row('idle 60 s: bytes; processor time', [bytes, processor], [0, 10], '; ms')
  },
}

try {
  if (!isThere('python3')) throw new Error('python3 plays the terminal, and is not installed')
  await writePool(pool, env, kiva[1])
  console.log(`start: medians of ${runs} interleaved rounds\n`)
  for (const name of chosen.length > 0 ? chosen : Object.keys(measurements)) await measurements[name]()
} finally {
  for (const server of servers) server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function start(...args) {
  const server = await serve(env, ...args)
  servers.push(server)
  return server
}

/** A list of so many loans from a server of its own, and how to read all of it. */
async function loadedList(total) {
  const { base_url } = await start(join(root, 'scripts', 'bench', 'loan-server.mjs'), pool, String(total))
  const at = ['--base-url', base_url, '--auth-url', base_url]
  const command = [...kiva, 'explore', ...at, 'loans', 'search', '--param', 'per_page=100']
  return {
    command,
    until: String.raw`(?<!\d)30\d{5}(?!\d)`,
    distinct: 8,
    served: `${base_url}/served`,
    pages: total / 100,
  }
}

/** What the played terminal measured. */
async function played(step, more = {}) {
  const plan = JSON.stringify({ env: { ...env, ...more }, steps: [step] })
  const [result] = JSON.parse(
    await outputOf('python3', [join(root, 'scripts', 'bench', 'play-terminal.py')], plan),
  )
  return result
}

/** What a session in a process of its own measured, on a terminal in memory. */
async function session(total, { columns, rows }) {
  const program = join(root, 'scripts', 'bench', 'explore-session.mjs')
  return JSON.parse(await outputOf(process.execPath, [program, pool, total, columns, rows].map(String)))
}

async function outputOf(program, args, input = '') {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
  return output
}

/** Prints a row: what was measured, with its unit, and the targets. */
function row(what, values, targets, unit) {
  const isHeld = values.every((value, at) => targets[at] === undefined || value <= targets[at])
  const verdict = targets.length === 0 ? '' : isHeld ? 'held' : 'MISSED'
  const cells = [numbers(values), targets.length === 0 ? '' : `≤ ${numbers(targets)}`, unit]
  console.log(
    `${cells[0].padStart(16)} ${cells[2].padEnd(5)} ${cells[1].padEnd(16)} ${verdict.padEnd(6)}  ${what}`,
  )
}

/** The values of a row, with the digits that matter. */
function numbers(list) {
  const text = (value) => value.toFixed(Number.isInteger(value) || value >= 100 ? 0 : 2)
  return list.map(text).join(' / ')
}
