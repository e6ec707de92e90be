// Prints the measurements of bulk reading next to their targets: whole processes, run in turn with what they are
// compared with. `npm run bench:bulk`, `npm run bench:bulk -- 9` for more rounds, `-- 1 T8 T9` for these alone.
// The numbers are those of docs/performance.md, Bulk.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanEnvironment, isThere, medians, pair, serve } from './bench/processes.mjs'
import { readAll } from './bench/read-all.mjs'
import { root } from './bundle/load-sources.mjs'

const [given = '5', ...chosen] = process.argv.slice(2)
const runs = Number(given)
const folder = await mkdtemp(join(tmpdir(), 'kiva-bench-'))
const env = cleanEnvironment(folder)
const kiva = join(root, 'bin', 'kiva.cjs')
const page = join(folder, 'page.json')
/** A page of 1 000 loans. */
const manyLoans = join(folder, 'many-loans.json')
/** A page of 20 fundraising loans, the first to expire first. */
const raisingPage = join(folder, 'raising-page.json')
const servers = []

const measurements = {
  T7: async () => {
    const address = await serveList(400, 50)
    const curl = ['curl', '-sZ', '--parallel-max', '8', `${address}?page=[1-400]`]
    compare('T7', '400 pages, 50 ms, C = 8, against curl -Z --parallel-max 8', all(address, 8), curl, 1.15)
  },
  T8: async () => {
    const address = await serveList(200, 0)
    const each = `for page in $(seq 200); do curl -s "${address}?page=$page" | jq -c '.loans[]'; done`
    const once = `curl -s '${address}?page=[1-200]' | jq -c '.loans[]'`
    const shell = (line) => isThere('jq') && ['sh', '-c', line]
    compare('T8', '200 pages, no latency, against curl | jq -c for each', all(address), shell(each), 0.4)
    compare('', 'the same against one curl that knows the last page | one jq -c', all(address), shell(once))
  },
  gh: async () => {
    const address = await serveList(40, 50)
    const script = [process.execPath, join(root, 'scripts', 'bench', 'sequential.mjs'), address]
    compare(
      'gh',
      '40 pages, 50 ms, against a script that asks one by one, as gh api --paginate does',
      all(address),
      script,
    )
  },
  T9: () => compareMemory('T9', 'as fast as it goes', Number.POSITIVE_INFINITY, { most: 130, growth: 1.1 }),
  T10: () => compareMemory('T10', 'reader of 8 MB/s', 8e6, { most: 150, growth: 1.1 }),
  T11: async () => {
    const address = await serveList(500, 0)
    const alone = [process.execPath, join(root, 'scripts', 'bench', 'sequential.mjs'), address, 'alone']
    const targets = {
      csv: 2.6,
      ndjson: 2.6,
      xml: 2.6,
      json: undefined,
      tsv: undefined,
      geojson: undefined,
      yaml: 3,
    }
    for (const [format, target] of Object.entries(targets))
      compare(
        'T11',
        `10 000 rows as ${format}, against a script that reads them alone`,
        all(address, undefined, format),
        alone,
        target,
      )
    const file = ['--out', join(folder, 'rows.parquet'), '--overwrite']
    compare('T11', 'the same as parquet, to a file', [...all(address, undefined, 'parquet'), ...file], alone)
  },
  T19: async () => {
    const rows = 40_000
    for (const [format, target] of Object.entries({ json: undefined, table: 0.08 })) {
      const address = await serveList(rows / 1000, 0, manyLoans)
      const runsOf = []
      for (let count = 0; count < runs; count += 1)
        runsOf.push(await readAll(all(address, undefined, format), env))
      const { seconds, peak } = runsOf.sort((a, b) => a.seconds - b.seconds)[Math.floor(runs / 2)]
      const each = (seconds * 1000) / rows
      console.log(
        `T19  ${each.toFixed(3)} ms a row ${verdict(each, target)}, ${peak.toFixed(0)} MiB: 40 000 rows as ${format}`,
      )
    }
  },
  T20: async () => {
    const address = await serveList(5000, 0, raisingPage)
    const derived = [...all(address), '--with', 'funding']
    compare('T20', '100 000 loans --with funding, against the same without', derived, all(address), 1.3)
    const times = []
    for (let count = 0; count < runs; count += 1)
      times.push((await readAll(derived, env)).processor / (await readAll(all(address), env)).processor)
    const ratio = times.sort((a, b) => a - b)[Math.floor(runs / 2)]
    console.log(`     ${ratio.toFixed(2)} × by processor time`)
  },
  T21: () => comparePeaks('T21', ['--order', 'loan_amount:desc', '--limit', '20'], { most: 150 }),
  T22: () => comparePeaks('T22', ['--where', '.id % 1000 == 7'], { most: 150, growth: 1.1 }),
  T30: async () => {
    const address = await serveList(5000, 0)
    const [html, csv] = [all(address, undefined, 'html'), all(address, undefined, 'csv')]
    compare('T30', '100 000 rows as html, against csv', html, csv, 2.5)
    await comparePeaks('', ['-o', 'html'], { growth: 1.1 })
  },
  C: async () => {
    const address = await serveList(200, 50)
    const counts = [1, 2, 4, 8, 16]
    const times = medians(
      counts.map((count) => all(address, count)),
      { runs, env, stdout: 'ignore' },
    )
    console.log('\n--concurrency, 200 pages, 50 ms')
    for (const [index, count] of counts.entries())
      console.log(
        `${String(count).padStart(4)}  ${times[index].toFixed(0).padStart(6)} ms  ${(times[0] / times[index]).toFixed(1)} × as fast as one`,
      )
  },
}

try {
  await makePages()
  await check()
  console.log(`medians of ${runs} interleaved rounds; × is the ratio of medians\n`)
  console.log('       ours ms  other ms      ×  target')
  for (const name of chosen.length > 0 ? chosen : Object.keys(measurements)) await measurements[name]()
} finally {
  for (const server of servers) server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Pages of loans as the sandbox lists them, each with as many of its payments as make it a thousand bytes. */
async function makePages() {
  const sandbox = await serve(env, kiva, 'sandbox', '--http')
  const ask = async (path, query = '') =>
    (await (await fetch(`${sandbox.base_url}/v1/loans/${path}.json${query}`)).json()).loans
  const listed = async (path, query) => {
    const loans = await ask(path, query)
    const details = await ask(loans.map(({ id }) => id).join())
    return loans.map((loan) =>
      lengthened(
        loan,
        details.find(({ id }) => id === loan.id),
      ),
    )
  }
  const newest = await listed('newest')
  const raising = await listed('search', '?status=fundraising&sort_by=expiration')
  sandbox.stop()
  const repeated = (loans, times) =>
    JSON.stringify({ loans: Array.from({ length: times }, () => loans).flat() })
  await writeFile(page, repeated(newest, 1))
  await writeFile(manyLoans, repeated(newest, 50))
  await writeFile(raisingPage, repeated(raising, 1))
}

function lengthened(loan, { terms }) {
  const scheduled_payments = []
  const longer = { ...loan, terms: { scheduled_payments } }
  for (const payment of terms.scheduled_payments)
    if (JSON.stringify(longer).length < 1000) scheduled_payments.push(payment)
  return longer
}

/** The address of a list with so many pages of a file, each so many milliseconds away, in a process of its own. */
async function serveList(pages, latency, file = page) {
  const program = join(root, 'scripts', 'bench', 'page-server.mjs')
  const server = await serve(env, program, file, String(pages), String(latency))
  servers.push(server)
  return `${server.base_url}/v1/loans/newest.json`
}

/** `kiva` reading all of a list. */
function all(address, concurrency, format = 'ndjson') {
  const { origin } = new URL(address)
  const at = ['--base-url', origin, '--auth-url', origin]
  const many = concurrency === undefined ? [] : ['--concurrency', String(concurrency)]
  return [process.execPath, kiva, 'loans', 'newest', '--all', '-o', format, ...at, ...many]
}

/** What does not print every record is not measured. */
async function check() {
  const { lines } = await readAll(all(await serveList(30, 1), 8), env)
  if (lines !== 600) throw new Error(`${lines} of 600 records were printed`)
}

function compare(name, what, ours, other, target) {
  if (!other)
    return console.log(`${name.padEnd(3)}  not measured, what it is compared with is not installed: ${what}`)
  const [a, b] = pair(ours, other, { runs, env, stdout: 'ignore' })
  const cells = [a.toFixed(0).padStart(8), b.toFixed(0).padStart(9), (a / b).toFixed(2).padStart(6)]
  console.log(`${name.padEnd(3)}  ${cells.join(' ')}  ${verdict(a / b, target)}  ${what}`)
}

async function compareMemory(name, what, bytesPerSecond, { most, growth }) {
  const peakOf = async (pages) => {
    const { peak, lines, seconds } = await readAll(all(await serveList(pages, 0)), env, bytesPerSecond)
    if (lines !== pages * 20) throw new Error(`${lines} of ${pages * 20} records were printed`)
    return { peak, seconds }
  }
  const [few, more, many] = [await peakOf(200), await peakOf(2000), await peakOf(20_000)]
  const peaks = `${mebibytes(few)} at 200 pages, ${mebibytes(more)} at 2 000, ${mebibytes(many)} at 20 000`
  const ratio = many.peak / few.peak
  console.log(`${name.padEnd(3)}  ${peaks} (${many.seconds.toFixed(0)} s): ${what}`)
  console.log(`     ${ratio.toFixed(2)} × ${verdict(ratio, growth)}; ${verdict(many.peak, most)}`)
}

/** Compares the peak memory of options for 20 000 and for 100 000 loans. */
async function comparePeaks(name, words, { most, growth }) {
  const peakOf = async (pages) => readAll([...all(await serveList(pages, 0)), '--quiet', ...words], env)
  const [few, many] = [await peakOf(1000), await peakOf(5000)]
  const peaks = `${mebibytes(few)} for 20 000 loans, ${mebibytes(many)} for 100 000`
  console.log(`${name.padEnd(3)}  ${peaks} (${many.seconds.toFixed(0)} s): ${words.join(' ')}`)
  console.log(
    `     ${(many.peak / few.peak).toFixed(2)} × ${verdict(many.peak / few.peak, growth)}; ${verdict(many.peak, most)}`,
  )
}

function mebibytes({ peak }) {
  return `${peak.toFixed(0)} MiB`
}

function verdict(value, target) {
  if (target === undefined) return ' '.repeat(13)
  return `≤ ${target < 10 ? target.toFixed(2) : target} ${value <= target ? 'held' : 'MISSED'}`
}
