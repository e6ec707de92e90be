/** The mirror of the built tool: what it answers is compared with the sandbox, from which it is filled. Needs `npm run build`. */
import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../support/endpoints.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { drivesExecutable, hasSqlite, runScript, start } from '../support/process.ts'
import { until } from '../support/until.ts'

const folder = folderForAll()
const data = join(folder, 'data')
const env = { KIVA_DATA_DIR: data }
const ids = Array.from({ length: 2000 }, (_, at) => 2100001 + at)
const detailed = ['loans', 'show', '-', '-o', 'ndjson']

const linesOf = (text: string) => text.trim().split('\n')
const errorOf = (stderr: string) => JSON.parse(stderr).error

async function sql(statement: string) {
  const { code, stdout, stderr } = await kiva(['sql', statement, '-o', 'json'], env)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe.runIf(hasSqlite)('on a runtime with SQLite', () => {
  let loans: string
  beforeAll(async () => {
    const shown = await kiva(['--sandbox', ...detailed], env, ids.join('\n'))
    loans = shown.stdout
    const partners = await kiva(['--sandbox', 'partners', 'list', '--all', '-o', 'json'], env)
    writeFileSync(join(folder, 'loans.ndjson'), loans)
    const first = await kiva(['--sandbox', 'mirror', 'import', join(folder, 'loans.ndjson')], env)
    expect([first.code, first.stderr, JSON.parse(first.stdout).loans]).toEqual([0, '', 2000])
    const second = await kiva(['--sandbox', 'mirror', 'import', '-'], env, partners.stdout)
    expect([second.code, second.stderr, JSON.parse(second.stdout).loans]).toEqual([0, '', 0])
    expect(JSON.parse(second.stdout).partners).toBe(JSON.parse(partners.stdout).length)
  })

  const queries = [
    '',
    ...[
      'newest',
      'oldest',
      'popularity',
      'loan_amount',
      'expiration',
      'amount_remaining',
      'repayment_term',
    ].flatMap((order) => [`sort_by=${order}`, `sort_by=${order}&status=fundraising&page=3`]),
    ...[
      'status=funded,paid',
      'gender=female',
      'gender=male&page=2',
      'region=af',
      'region=sa,as',
      'country_code=ke,PE',
    ],
    ...[
      'sector=food',
      'partner=104,106',
      'q=maize',
      'q=maize%20kenya&status=paid',
      'q=%22',
      'q=nothing-like-it',
    ],
    ...['page=77', 'page=1000', 'per_page=500&page=3', 'ids_only=true', 'status=paid&sector=Retail&page=2'],
  ]
  test.each(queries)('a search with "%s" has the records of the sandbox', async (query) => {
    const path = `/v1/loans/search.json?${query}`
    const [mirror, sandbox] = await Promise.all(
      ['--mirror', '--sandbox'].map((source) => kiva([source, 'api', path, '--wire', 'json'], env)),
    )
    expect([mirror?.code, mirror?.stderr]).toEqual([0, ''])
    expect(JSON.parse(mirror?.stdout ?? '')).toEqual(JSON.parse(sandbox?.stdout ?? ''))
  })

  // A runtime runs the script, and an executable is none.
  test.runIf(!drivesExecutable)(
    '17 filters in 7 orders on 3 pages are those of the sandbox, key by key',
    async () => {
      const found = JSON.parse(await runScript('mirror-pages.ts', data))
      expect(found).toEqual({ equal: 357, records: expect.toSatisfy((count) => count > 2000), different: [] })
    },
  )

  test.each([
    'loans show 2100001,2101500',
    'loans newest --limit 30',
    'partners list',
    'loans search --all --wire xml',
  ])('kiva %s prints the same', async (line) => {
    const words = line.split(' ')
    const [mirror, sandbox] = await Promise.all(
      ['--mirror', '--sandbox'].map((source) => kiva([source, ...words, '--quiet'], env)),
    )
    expect(mirror).toEqual(sandbox)
  })

  test('what is not mirrored is refused, and nothing is made up', async () => {
    const mirrored = ['loans search', 'loans newest', 'loans show', 'partners list']
    const others = endpoints.filter(({ words }) => !mirrored.includes(words.join(' ')))
    expect(others.length).toBe(21)
    for (const { words, first } of others) {
      const { code, stdout } = await kiva(['--mirror', ...words, ...first], env)
      expect([words, stdout, code]).toEqual([words, '', 5])
    }
  })

  test('--region needs field partners, which know the regions of countries', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'without-partners') }
    await kiva(['mirror', 'import', '-'], other, '{"id":8,"terms":{}}')
    expect((await kiva(['--mirror', 'loans', 'search', '--region', 'af'], other)).code).toBe(5)
  })

  test('an unknown loan is not found', async () => {
    expect((await kiva(['--mirror', 'loans', 'show', '99'], env)).code).toBe(5)
    expect((await kiva(['--mirror', 'loans', 'show', '99', '2100001'], env)).code).toBe(9)
  })

  test('the file is private, and other programs can read it', async () => {
    for (const name of readdirSync(data)) expect(statSync(join(data, name)).mode & 0o777).toBe(0o600)
    const info = JSON.parse((await kiva(['mirror', 'info'], env)).stdout)
    expect(info).toMatchObject({ origin: 'https://sandbox.invalid', loans: 2000, changes: 2000 })
    const [table] = await sql('SELECT count(*) AS n, sum(loan_amount) AS asked FROM loans')
    const asked = linesOf(loans).reduce((sum, line) => sum + JSON.parse(line).loan_amount, 0)
    expect(table).toEqual({ n: 2000, asked })
  })

  test('payments, derived fields and whole records are within reach of SQL', async () => {
    const all = linesOf(loans).map((line) => JSON.parse(line))
    const payments = all.flatMap((loan) => loan.payments)
    const cents = payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    const [counted] = await sql(
      'SELECT count(*) AS n, CAST(round(sum(amount) * 100) AS INTEGER) AS cents FROM payments',
    )
    expect(counted).toEqual({ n: payments.length, cents })
    const shown = await kiva(
      ['--mirror', 'loans', 'show', '2100520', '--with', 'repayment', '-o', 'json'],
      env,
    )
    const [loan] = await sql("SELECT derived(id, 'repayment.behind') AS behind FROM loans WHERE id = 2100520")
    expect(loan.behind).toBe(JSON.parse(shown.stdout)[0].derived.repayment.behind)
    const [whole] = await sql("SELECT record(2100001) ->> '$.name' AS name, record(99) AS none")
    expect(whole).toEqual({ name: all[0].name, none: null })
  })

  test('rows have distinct names, and exact numbers', async () => {
    const twice = "SELECT 9007199254740993 > 0 AS a, 1 AS a, NULL AS b, x'00ff' AS c"
    const ran = await kiva(['sql', twice, '-o', 'ndjson'], env)
    expect([ran.stdout, ran.stderr]).toEqual([
      '{"a":1,"a_2":1,"b":null,"c":"00ff"}\n',
      'Columns with the name of another are printed as a_2.\n',
    ])
    const { stdout } = await kiva(['sql', 'SELECT 9007199254740993 AS big', '-o', 'csv'], env)
    expect(stdout).toBe('big\r\n9007199254740993\r\n')
    const listed = await kiva(['sql', '-o', 'csv'], env)
    expect(listed.stdout).toContain('loans,funded_date,text')
    expect(listed.stdout).toContain('payments,settlement_date,')
  })

  test('a long statement ends on Ctrl-C', async () => {
    const long = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
    const { child, ended } = start(['sql', long], env)
    const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
    // Before it runs, the handler of kiva answers; later the system does. Both end with 130.
    const again = setInterval(() => child.kill('SIGINT'), 700)
    const { code } = await ended
    clearInterval(again)
    clearTimeout(late)
    expect(code).toBe(130)
  })

  test('a loan that has changed keeps what it was', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'history') }
    const tracked = ['status', 'funded_amount', 'basket_amount', 'paid_amount', 'lender_count', 'delinquent']
    const seen = new Map<number, string>()
    let changes = 0
    for (const day of ['0', '3', '30']) {
      const { stdout } = await kiva(['--sandbox', '--day', day, ...detailed], env, ids.slice(-300).join('\n'))
      for (const line of linesOf(stdout)) {
        const loan = JSON.parse(line)
        const now = JSON.stringify(
          tracked.map((name) => loan[name] ?? (name === 'delinquent' ? false : null)),
        )
        if (seen.get(loan.id) !== now) changes += 1
        seen.set(loan.id, now)
      }
      const { code, stderr } = await kiva(['--sandbox', 'mirror', 'import', '-'], other, stdout)
      expect([code, stderr]).toEqual([0, ''])
    }
    expect(changes).toBeGreaterThan(400)
    expect(JSON.parse((await kiva(['mirror', 'info'], other)).stdout)).toMatchObject({ loans: 300, changes })
  })

  test('import shows its progress', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'progress') }
    const words = ['--sandbox', 'mirror', 'import', join(folder, 'loans.ndjson'), '--progress', 'json']
    const { code, stderr } = await kiva(words, other)
    const megabytes = Math.ceil(Buffer.byteLength(loans) / 1e6)
    const { progress } = JSON.parse(linesOf(stderr).at(-1) ?? '')
    expect([code, progress]).toEqual([
      0,
      expect.objectContaining({ records: 2000, pages: megabytes, pages_total: megabytes, seconds_left: 0 }),
    ])
  })

  test.each([
    ['{"loans": [', 0, 'cannot import: the text ends within a record'],
    ['hello', 0, 'cannot import: hello is not JSON of records'],
    ['{"lenders": []}', 0, 'cannot import: expected loans, but found lenders'],
    ['[1, 2]', 0, 'cannot import: 1, 2 is not JSON of records'],
  ])('import refuses %s', async (input, _, message) => {
    const other = { KIVA_DATA_DIR: join(folder, 'bad') }
    const { code, stderr } = await kiva(['mirror', 'import', '-'], other, input)
    expect([code, errorOf(stderr.trim().split('\n').at(-1) ?? '').message]).toEqual([3, message])
  })

  test('import counts what it leaves out, and refuses another origin', async () => {
    const input =
      '{"header":{"date":"2012-09-27T10:18:32Z"},"loans":[{"id":"x"},{"id":7,"name":"A"},{"id":8,"terms":{}}]}'
    const other = { KIVA_DATA_DIR: join(folder, 'counted') }
    const { code, stdout } = await kiva(['mirror', 'import', '-'], other, `${input}${input}`)
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ loans: 2, without_id: 2, listings: 2, partners: 0 }),
    ])
    expect(JSON.parse((await kiva(['mirror', 'info'], other)).stdout)).toMatchObject({
      origin: 'https://api.kivaws.org',
      loans: 1,
      oldest: '2012-09-27T10:18:32.000Z',
    })
    const mixed = await kiva(['--sandbox', 'mirror', 'import', '-'], other, input)
    expect([mixed.code, errorOf(mixed.stderr).message]).toEqual([
      3,
      'the mirror is of https://api.kivaws.org, not of the sandbox',
    ])
  })

  test('clear fails while an import writes, and takes nothing from it', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'held') }
    const path = join(other.KIVA_DATA_DIR, 'mirror.sqlite')
    const { child, ended } = start(['mirror', 'import', '-'], other)
    await until('the import holds the mirror', () => existsSync(`${path}.lock`) && existsSync(path))
    const { code, stderr } = await kiva(['mirror', 'clear', '--yes'], other)
    expect([code, errorOf(stderr).message]).toEqual([
      3,
      expect.stringMatching(/^another kiva \(process \d+\) is writing /),
    ])
    child.stdin?.end('{"id":8,"terms":{}}')
    expect((await ended).code).toBe(0)
    expect(JSON.parse((await kiva(['mirror', 'info'], other)).stdout)).toMatchObject({ loans: 1 })
    expect((await kiva(['mirror', 'clear', '--yes'], other)).code).toBe(0)
  })

  test('Ctrl-C ends an import after the loans that it is storing', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'interrupted') }
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const { child, ended } = start(['mirror', 'import', pipe], other)
    const input = createWriteStream(pipe)
    input.on('error', () => {})
    let id = 0
    const batch = () => {
      const lines = Array.from({ length: 2000 }, () => `{"id":${++id},"terms":{}}\n`)
      return new Promise((resolve) => input.write(lines.join(''), resolve))
    }
    await batch()
    await batch()
    const loansNow = async () => {
      const { code, stdout } = await kiva(['mirror', 'info'], other)
      return code === 0 ? Number(JSON.parse(stdout).loans) : 0
    }
    await until('a batch is stored', async () => (await loansNow()) >= 2000)
    child.kill('SIGINT')
    // The signal comes between two batches, whichever they are.
    for (let count = 0; count < 50 && child.exitCode === null; count++) await batch()
    input.end()
    const { code, stderr } = await ended
    const stored = await loansNow()
    expect([code, stderr]).toEqual([
      130,
      expect.stringContaining(`Stored ${stored.toLocaleString('en')} loans.`),
    ])
    expect([stored % 500, stored < id]).toEqual([0, true])
  })

  test('clear needs --yes where nobody can answer', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'cleared') }
    expect((await kiva(['mirror', 'clear', '--yes'], other)).code).toBe(3)
    expect((await kiva(['mirror', 'import', '-'], other, '{"id":8,"terms":{}}')).code).toBe(0)
    expect((await kiva(['mirror', 'clear'], other)).code).toBe(2)
    expect((await kiva(['mirror', 'clear', '--yes'], other)).code).toBe(0)
    expect(readdirSync(other.KIVA_DATA_DIR)).toEqual([])
    const { code, stderr } = await kiva(['--mirror', 'loans', 'newest'], other)
    const { message, hint } = errorOf(stderr)
    expect([code, message]).toEqual([3, expect.stringContaining('there is no mirror at ')])
    expect(hint).toBe(
      'Fill it from the service with kiva mirror pull, or from a file of loans with kiva mirror import FILE.',
    )
  })

  test('a file that is no database, or of a later kiva, stays as it is', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'foreign') }
    await kiva(['mirror', 'import', '-'], other, '{"id":8,"terms":{}}')
    const path = join(other.KIVA_DATA_DIR, 'mirror.sqlite')
    const late = readFileSync(path)
    // Bytes 60 to 63 of the header are the user version: https://sqlite.org/fileformat.html
    late.writeUInt32BE(999, 60)
    const files = [
      [late, 'was written by a later version of kiva (999)'],
      [Buffer.from('not a database, but long enough to have a header'.repeat(99)), 'it is not a database'],
    ] as const
    for (const [bytes, words] of files) {
      writeFileSync(path, bytes)
      for (const line of ['mirror info', 'sql', '--mirror loans newest', 'mirror import -']) {
        const { code, stderr } = await kiva(line.split(' '), other, '{"id":9,"terms":{}}')
        expect([line, code, errorOf(stderr).message]).toEqual([line, 3, expect.stringContaining(words)])
        expect(readFileSync(path).equals(bytes)).toBe(true)
      }
    }
  })
})
