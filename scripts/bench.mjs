// Prints the start-up and one-request measurements next to their targets: medians of interleaved runs of whole
// processes, as ratios, because the machine may be noisy. `npm run bench`, or `npm run bench -- 31` for more runs.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const kiva = join(root, 'bin', 'kiva.cjs')
const runs = Number(process.argv[2] ?? 15)
const folder = await mkdtemp(join(tmpdir(), 'kiva-bench-'))

// NODE_EXTRA_CA_CERTS alone costs Node 20 some 140 ms a start, and hides every ratio.
const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, NODE_COMPILE_CACHE, ...clean } = process.env
const env = { ...clean, KIVA_CONFIG_DIR: folder }

const http = await serve('--http')
const https = await serve()
const scripts = {
  undici: await script(
    'undici.mjs',
    `import { request } from ${JSON.stringify(join(root, 'node_modules/undici/index.js'))}
     const { body } = await request('${http.base_url}/v1/loans/newest.json')
     process.stdout.write(JSON.stringify((await body.json()).loans, null, 2))`,
  ),
  https: await script(
    'https.cjs',
    `const ca = require('node:fs').readFileSync(${JSON.stringify(https.ca_file)})
     require('node:https').get('${https.base_url}/v1/loans/newest.json', { ca }, (reply) => {
       let text = ''
       reply.on('data', (chunk) => { text += chunk })
       reply.on('end', () => process.stdout.write(JSON.stringify(JSON.parse(text).loans, null, 2)))
     })`,
  ),
}

const nothing = [process.execPath, '-e', '0']
const run = (...args) => [process.execPath, kiva, ...args]
const newest = ['loans', 'newest']
const plain = run(...newest, '-o', 'json', '--base-url', http.base_url)
const gh = spawnSync('gh', ['--version']).status === 0 ? ['gh', '--version'] : undefined

const measurements = [
  ['T1', 'kiva --version against node -e 0', run('--version'), nothing, 1.1],
  ['T1', 'kiva --version against gh --version', run('--version'), gh, 0.85],
  ['T2', 'kiva --help against node -e 0', run('--help'), nothing, 1.15],
  ['T3', 'kiva loans search --help against node -e 0', run('loans', 'search', '--help'), nothing, 1.6],
  ['T4', 'kiva loans newest -o json, http, against node -e 0', plain, nothing, 3.0],
  ['T4', 'the same against a script that imports undici', plain, [process.execPath, scripts.undici], 0.4],
  [
    'T5',
    'the same over https against a bare node:https script',
    run(...newest, '-o', 'json', '--base-url', https.base_url, '--ca-file', https.ca_file),
    [process.execPath, scripts.https],
    1.5,
  ],
]

try {
  console.log(`medians of ${runs} interleaved pairs; × is the ratio of medians\n`)
  console.log('      ours ms  other ms      ×  target')
  for (const [name, what, ours, other, target] of measurements) {
    if (!other) {
      console.log(`${name}  not measured: gh is not installed (${what})`)
      continue
    }
    const [a, b] = pair(ours, other)
    print(name, what, a, b, a / b, target)
  }
  const [table, bare] = pair(
    run(...newest, '-o', 'table', '--color', 'always', '--base-url', http.base_url),
    plain,
  )
  const [, base] = pair(nothing, nothing)
  print(
    'T6',
    'the same as a coloured table: T4 plus so many × node -e 0',
    table,
    bare,
    (table - bare) / base,
    1.2,
  )
} finally {
  http.stop()
  https.stop()
  await rm(folder, { recursive: true, force: true })
}

function print(name, what, ours, other, ratio, target) {
  const cells = [ours.toFixed(0).padStart(8), other.toFixed(0).padStart(9), ratio.toFixed(2).padStart(6)]
  const verdict = ratio <= target ? 'held' : 'MISSED'
  console.log(`${name}  ${cells.join(' ')}  ≤ ${target.toFixed(2)} ${verdict.padEnd(6)}  ${what}`)
}

/** Medians of two commands run in turn, in milliseconds; one warm-up each. */
function pair(first, second) {
  const times = [[], []]
  for (let count = -1; count < runs; count += 1) {
    for (const [index, command] of [first, second].entries()) {
      const took = time(command)
      if (count >= 0) times[index].push(took)
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)])
}

function time([program, ...args]) {
  const began = performance.now()
  const { status, stderr } = spawnSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return performance.now() - began
}

async function script(name, text) {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** A sandbox in a process of its own; what its first line tells, and how to stop it. */
async function serve(...args) {
  const child = spawn(process.execPath, [kiva, 'sandbox', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await new Promise((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).split('\n'))),
  )
  return { ...JSON.parse(line), stop: () => child.kill() }
}
