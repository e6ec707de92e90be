// Prints the measurements of the mirror next to their targets: `npm run bench:mirror`, `npm run bench:mirror -- 5` for 5
// rounds, `-- 5 10000` with so many loans (default: 100,000), `-- 5 100000 pages sql` for these rows alone. The rows are
// those of docs/performance.md, Mirror. Needs a Node with SQLite: this one, or that of build/node-24.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { cleanEnvironment, isThere, pair, serve } from './bench/processes.mjs'
import { readAll } from './bench/read-all.mjs'
import { executableFor, host } from './bundle/executables.mjs'
import { loadSources, root } from './bundle/load-sources.mjs'

async function measure(folder, [given = '5', loans = '100000', ...chosen]) {
  const runs = Number(given)
  const env = { ...cleanEnvironment(folder), KIVA_DATA_DIR: join(folder, 'data') }
  const kiva = join(root, 'bin', 'kiva.cjs')
  const file = join(folder, 'loans.ndjson')
  const store = join(folder, 'data', 'mirror.sqlite')
  const run = (words, input) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [kiva, ...words], {
      env,
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    if (status !== 0) throw new Error(`kiva ${words.join(' ')} ended with ${status}: ${stderr}`)
    return stdout
  }
  const sandbox = await serve(env, kiva, 'sandbox', '--http', '--loans', loans)
  const at = ['--base-url', sandbox.base_url, '--auth-url', sandbox.base_url]
  const ids = Array.from({ length: Number(loans) }, (_, index) => 2_100_001 + index)
  run(['loans', 'show', '-', '--out', file, ...at], ids.join('\n'))
  const partners = run(['partners', 'list', '--all', '-o', 'json', ...at])
  sandbox.stop()
  run(['--sandbox', 'mirror', 'import', file])
  run(['--sandbox', 'mirror', 'import', '-'], partners)
  console.log(`${loans} loans, medians of ${runs} rounds, Node ${process.versions.node}\n`)

  const { openMirror, databaseFile, catalogue, readStore, defineFunctions } = await loadSources(
    "export { openMirror } from './src/mirror/open-mirror.ts'",
    "export { readStore } from './src/mirror/store.ts'",
    "export { defineFunctions } from './src/mirror/functions.ts'",
    "export { databaseFile } from './src/node/store/database.ts'",
    "export { catalogue } from './src/commands/catalogue.ts'",
  )
  const database = () => databaseFile(join(folder, 'data'), 'mirror')

  const measurements = {
    import: async () => {
      const parse = join(folder, 'parse.mjs')
      await writeFile(parse, parser)
      const ratios = { processor: [], time: [] }
      const peaks = []
      for (let count = 0; count < runs; count += 1) {
        const other = { ...env, KIVA_DATA_DIR: join(folder, `import-${count}`) }
        const words = ['--sandbox', 'mirror', 'import', file]
        const { processor, seconds, peak } = await readAll([process.execPath, kiva, ...words], other)
        const printed = spawnSync(process.execPath, [parse, file], { env, encoding: 'utf8' }).stdout
        const [ofProcessor, ofTime] = printed.split(' ').map(Number)
        ratios.processor.push(processor / ofProcessor)
        ratios.time.push(seconds / ofTime)
        peaks.push(peak)
        await rm(other.KIVA_DATA_DIR, { recursive: true })
      }
      row('import, processor time against JSON.parse of the lines', median(ratios.processor), 18, '×')
      row('import, time against JSON.parse of the lines', median(ratios.time), 10, '×')
      row('import, memory at its peak', median(peaks), 220, 'MiB')
      const opened = readStore(database())
      const [packed] = opened.database.prepare('SELECT avg(length(record)) FROM records').get()
      opened.close()
      row('bytes of a packed record', packed, 750, '')
      const vacuumed = join(folder, 'vacuumed.sqlite')
      const whole = database().open('write')
      whole.execute(`VACUUM INTO '${vacuumed}'`)
      whole.close()
      row('bytes of a loan in the store, after VACUUM', statSync(vacuumed).size / Number(loans), 2100, '')
    },
    pages: async () => {
      const first = { 'the newest': '', status: 'status=paid', 'a partner': 'partner=104' }
      const others = {
        'status, by expiration': 'status=fundraising&sort_by=expiration',
        'country and sector': 'country_code=ke&sector=Retail',
        'region and gender, by popularity': 'region=af&gender=female&sort_by=popularity',
        'by amount remaining': 'sort_by=amount_remaining',
        'by repayment term': 'sort_by=repayment_term',
        'by loan amount': 'sort_by=loan_amount',
        'q=maize': 'q=maize',
        'q=maize kenya, paid': 'q=maize%20kenya&status=paid',
        'page 4,000': 'page=4000',
      }
      for (const [pages, target] of [
        [first, 15],
        [others, 100],
      ])
        for (const [name, query] of Object.entries(pages))
          row(`a page: ${name}`, await replyTime(`loans/search.json?${query}`), target, 'ms')
      row('loans show, the reply', await replyTime('loans/2100001.json'), 2, 'ms')
    },
    derived: async () => {
      const opened = readStore(database())
      defineFunctions(opened)
      const of = "FROM loans WHERE status = 'in_repayment'"
      const [count] = opened.database.prepare(`SELECT count(*) ${of}`).get()
      const times = repeated(() =>
        opened.database.prepare(`SELECT sum(derived(id, 'repayment.behind')) ${of}`).get(),
      )
      opened.close()
      row("derived(id, 'repayment.behind'), a loan", (median(times) * 1000) / count, 80, 'µs')
    },
    queries: async () => {
      if (!isThere('sqlite3')) return console.log('queries: sqlite3 is not installed')
      await writeFile(join(folder, 'queries.sql'), queries.map((query) => `${query};\n`).join(''))
      const opened = readStore(database())
      const ratios = []
      for (let count = -1; count < runs; count += 1) {
        const ours = milliseconds(() => queries.map((query) => opened.database.prepare(query).all()))
        const shell = `sqlite3 -json ${store} < ${folder}/queries.sql > /dev/null`
        const other = milliseconds(() => spawnSync('sh', ['-c', shell]))
        if (count >= 0) ratios.push(ours / other)
      }
      opened.close()
      row('ten queries, against sqlite3', median(ratios), 1.1, '×')
    },
    analysts: async () => {
      const opened = readStore(database())
      for (const [what, query] of Object.entries(analysts)) {
        const rows = opened.database.prepare(query).all().length
        if (rows === 0) throw new Error(`${what}: no rows`)
        const ours = median(repeated(() => opened.database.prepare(query).all()))
        const others = Array.from({ length: isThere('sqlite3') ? runs : 0 }, () => {
          const { stdout } = spawnSync('sqlite3', ['-json', store], {
            input: `.timer on\n${query};`,
            encoding: 'utf8',
            maxBuffer: 1 << 28,
          })
          const [, user, system] = /user ([\d.]+) sys ([\d.]+)\s*$/.exec(stdout)
          return 1000 * (Number(user) + Number(system))
        })
        const other = others.length > 0 ? `; sqlite3: ${median(others).toFixed(0)} ms` : ''
        row(`${what}: ${rows} rows${other}`, ours, 1000, 'ms')
      }
      opened.close()
    },
    sql: async () => {
      const query = 'SELECT name, loan_amount FROM loans WHERE id = 2100001'
      const [ours, nothing] = pair([process.execPath, kiva, 'sql', query], [process.execPath, '-e', '0'], {
        runs: 3 * runs,
        env,
      })
      row('kiva sql, a point query, against node -e 0', ours / nothing, 2, '×')
    },
    signal: async () => {
      const programs = { node: [process.execPath, kiva] }
      if (existsSync(executableFor(host))) programs.executable = [executableFor(host)]
      for (const busy of [0, 2]) {
        const loops = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', 'for (;;);']))
        for (const [name, [program, ...words]] of Object.entries(programs))
          for (const format of ['json', 'csv', 'table'])
            for (const to of ['file', '/dev/null', 'pipe']) {
              const times = []
              for (let count = 0; count < 6 * runs; count += 1) {
                const out = to === 'file' ? join(folder, 'rows') : to
                const stdout = to === 'pipe' ? 'pipe' : openSync(out, 'w')
                const child = spawn(program, [...words, 'sql', endless, '-o', format], {
                  env,
                  stdio: ['ignore', stdout, 'ignore'],
                })
                child.stdout?.resume()
                const ended = once(child, 'close')
                if (to !== 'pipe') closeSync(stdout)
                await setTimeout(500 + 20 * (count % 10))
                if (child.exitCode !== null) throw new Error(`${name} ended before the signal`)
                const began = performance.now()
                child.kill('SIGINT')
                await ended
                times.push(performance.now() - began)
              }
              const what = `Ctrl-C of kiva sql in the ${name}, ${format} to ${to}, ${busy} busy loops`
              row(`${what}: the slowest`, Math.max(...times), busy === 0 ? 200 : 500, 'ms')
            }
        for (const loop of loops) loop.kill('SIGKILL')
      }
    },
  }
  for (const name of chosen.length > 0 ? chosen : Object.keys(measurements)) await measurements[name]()

  /** The median of the milliseconds of processor time of a first reply: each round opens the mirror anew. */
  async function replyTime(path) {
    const times = []
    for (let count = -1; count < runs; count += 1) {
      const send = await openMirror({ ...ports, database: async () => database() }, catalogue)
      const request = { method: 'GET', url: `https://api.example/v1/${path}`, headers: {} }
      // The statements of SQL are compiled, and the pages of the file are in the system's memory.
      await send({ ...request, url: 'https://api.example/v1/loans/search.json?status=funded' }, signal)
      const before = processor()
      const { status } = await send(request, signal)
      if (status !== 200) throw new Error(`${path} was answered with ${status}`)
      if (count >= 0) times.push(processor() - before)
    }
    return median(times)
  }

  function repeated(work) {
    return Array.from({ length: runs }, () => {
      const before = processor()
      work()
      return processor() - before
    })
  }
}

const { signal } = new AbortController()
const ports = { signal, emit: () => {}, yieldToEvents: async () => {}, now: () => Date.now() }

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]

function row(what, value, target, unit) {
  const verdict = value <= target ? 'held' : 'MISSED'
  console.log(
    `${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${unit.padEnd(2)}  ≤ ${String(target).padEnd(5)} ${verdict.padEnd(6)}  ${what}`,
  )
}

/** The milliseconds of processor time that this process has taken. */
function processor() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The milliseconds that some work takes. */
function milliseconds(work) {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Prints the seconds of processor time, and of time, that JSON.parse takes for the lines of a file. */
const parser = `
import { readFileSync } from 'node:fs'
const lines = readFileSync(process.argv[2], 'utf8').split('\\n').filter(Boolean)
const [before, began] = [process.cpuUsage(), performance.now()]
let sum = 0
for (const line of lines) sum += JSON.parse(line).id
const { user, system } = process.cpuUsage(before)
process.stdout.write([(user + system) / 1e6, (performance.now() - began) / 1e3].join(' '))
`

const endless = 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT x FROM t'

const queries = [
  'SELECT count(*), sum(loan_amount), min(posted_date) FROM loans',
  'SELECT status, count(*), avg(loan_amount) FROM loans GROUP BY 1',
  'SELECT country, sector, sum(funded_amount) FROM loans GROUP BY 1, 2',
  'SELECT * FROM loans ORDER BY loan_amount DESC, id LIMIT 100',
  "SELECT id, name FROM loans WHERE status = 'fundraising' ORDER BY posted_date DESC, id LIMIT 100",
  `SELECT country, avg(julianday(funded_date) - julianday(posted_date)) FROM loans
   WHERE funded_date IS NOT NULL GROUP BY 1 ORDER BY 2`,
  'SELECT p.name, count(*) FROM loans l JOIN partners p ON p.id = l.partner_id GROUP BY p.id',
  'SELECT c.region, count(*) FROM loans l JOIN countries c ON c.code = l.country_code GROUP BY 1',
  'SELECT tag.value, count(*) FROM loans l, json_each(l.tags) AS tag GROUP BY 1',
  'SELECT substr(posted_date, 1, 7), count(*), sum(lender_count) FROM loans GROUP BY 1 ORDER BY 1',
]

const month = (date) => `substr(${date}, 1, 7)`

/** What analysts ask about money and people. None of the dates has an index. */
const analysts = {
  'count of payments': 'SELECT count(*) FROM payments',
  'payments by month': `SELECT ${month('settlement_date')} AS month, count(*), sum(amount) FROM payments GROUP BY 1 ORDER BY 1`,
  'payments by year and sector': `SELECT substr(p.settlement_date, 1, 4), l.sector, sum(p.amount) FROM payments p
    JOIN loans l ON l.id = p.loan_id GROUP BY 1, 2`,
  'payments by month and country': `SELECT ${month('p.settlement_date')}, l.country, sum(p.amount) FROM payments p
    JOIN loans l ON l.id = p.loan_id GROUP BY 1, 2`,
  'payments of a month': `SELECT count(*), sum(amount) FROM payments
    WHERE settlement_date >= '2025-03-01' AND settlement_date < '2025-04-01'`,
  'payments of each loan':
    'SELECT loan_id, count(*), sum(amount), max(settlement_date) FROM payments GROUP BY 1',
  'the hundred loans with the most payments': `SELECT loan_id, count(*) AS n FROM payments GROUP BY 1
    ORDER BY n DESC, loan_id LIMIT 100`,
  'payments of one loan': 'SELECT * FROM payments WHERE loan_id = (SELECT max(loan_id) FROM payments)',
  'currency losses by partner': `SELECT l.partner_id, sum(p.currency_exchange_loss_amount) FROM payments p
    JOIN loans l ON l.id = p.loan_id GROUP BY 1 ORDER BY 2 DESC`,
  'payments with a comment':
    'SELECT comment, count(*) FROM payments WHERE comment IS NOT NULL GROUP BY 1 ORDER BY 2 DESC',
  'days from processed to settled': `SELECT avg(julianday(settlement_date) - julianday(processed_date)) FROM payments`,
  'scheduled by month': `SELECT ${month('due_date')}, count(*), sum(amount) FROM scheduled_payments GROUP BY 1 ORDER BY 1`,
  'scheduled against paid, by loan': `SELECT s.loan_id, s.amount, p.amount FROM
    (SELECT loan_id, sum(amount) AS amount FROM scheduled_payments WHERE due_date < '2026-01-01' GROUP BY 1) AS s
    LEFT JOIN (SELECT loan_id, sum(amount) AS amount FROM payments GROUP BY 1) AS p ON p.loan_id = s.loan_id
    WHERE s.amount > coalesce(p.amount, 0)`,
  'scheduled against paid, by month': `SELECT coalesce(s.month, p.month), s.amount, p.amount FROM
    (SELECT ${month('due_date')} AS month, sum(amount) AS amount FROM scheduled_payments GROUP BY 1) AS s
    LEFT JOIN (SELECT ${month('settlement_date')} AS month, sum(amount) AS amount FROM payments GROUP BY 1) AS p
      ON p.month = s.month`,
  'loans by number of installments': `SELECT n, count(*) FROM
    (SELECT count(*) AS n FROM scheduled_payments GROUP BY loan_id) GROUP BY 1 ORDER BY 1`,
  'last installment by sector': `SELECT l.sector, avg(julianday(s.due) - julianday(l.posted_date)) FROM
    (SELECT loan_id, max(due_date) AS due FROM scheduled_payments GROUP BY 1) AS s JOIN loans l ON l.id = s.loan_id GROUP BY 1`,
  'borrowers by gender': 'SELECT gender, count(*), avg(pictured) FROM borrowers GROUP BY 1',
  'borrowers by country and gender': `SELECT l.country, b.gender, count(*) FROM borrowers b
    JOIN loans l ON l.id = b.loan_id GROUP BY 1, 2`,
  'loans by number of borrowers': `SELECT n, count(*) FROM (SELECT count(*) AS n FROM borrowers GROUP BY loan_id) GROUP BY 1`,
  'the most frequent first names':
    'SELECT first_name, count(*) FROM borrowers GROUP BY 1 ORDER BY 2 DESC LIMIT 50',
}

if (!process.getBuiltinModule('node:sqlite')) {
  const newer = join(root, `build/node-24/node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (!existsSync(newer)) throw new Error(`This Node has no SQLite, and there is none at ${newer}`)
  process.exitCode = spawnSync(newer, process.argv.slice(1), { stdio: 'inherit' }).status
} else {
  const folder = await mkdtemp(join(tmpdir(), 'kiva-bench-'))
  try {
    await measure(folder, process.argv.slice(2))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
