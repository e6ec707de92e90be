/**
 * `kiva sql` of the built tool: statements that would write or open a file, what is printed and saved, and errors. Node.js
 * 20 has no SQLite. Needs `npm run build`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { fullDisk } from '../support/full-disk.ts'
import { drivesExecutable, kiva, node, shell, tool } from '../support/process.ts'

const version = execFileSync(node, ['--version'], { encoding: 'utf8' })
const hasSqlite = drivesExecutable || !version.startsWith('v20.')

const folder = folderForAll()
const data = join(folder, 'data')
const env = { KIVA_DATA_DIR: data }
const loans = Array.from({ length: 1200 }, (_, at) => ({
  id: 1 + at,
  name: at === 1 ? 'Ömer "the 2nd", 大' : `Borrower ${at}`,
  status: at % 2 === 0 ? 'paid' : 'fundraising',
  loan_amount: at === 1100 ? 25.5 : 25 * at,
  location: { country: at % 3 === 0 ? 'Kenya' : 'Peru' },
  terms: { scheduled_payments: [{ due_date: '2026-01-01T00:00:00Z', amount: 5 }] },
  payments: [{ payment_id: at, amount: 1.25 }],
}))

const importing = (input: string, other = env) => kiva(['mirror', 'import', '-'], other, input)
const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error

describe.runIf(hasSqlite)('on a runtime with SQLite', () => {
  beforeAll(async () => {
    const { code, stderr } = await importing(loans.map((loan) => JSON.stringify(loan)).join('\n'))
    expect([code, stderr]).toEqual([0, ''])
  })

  const at = (name: string) => `'${join(folder, 'data', name)}'`
  const attempts = [
    'INSERT INTO loans (id) VALUES (1)',
    'INSERT INTO loans (id) VALUES (1) RETURNING id',
    'REPLACE INTO loans (id) VALUES (1)',
    'DELETE FROM loans',
    'UPDATE loans SET name = 1',
    'UPDATE loans SET name = 1 RETURNING id',
    'DROP TABLE loans',
    'ALTER TABLE loans RENAME TO l',
    'CREATE TABLE t (a)',
    'CREATE TEMP TABLE t (a)',
    'CREATE TEMP VIEW t AS SELECT 1',
    'REINDEX',
    'ANALYZE',
    'VACUUM',
    `VACUUM INTO ${at('copy.sqlite')}`,
    `VACUUM main INTO ${at('copy.sqlite')}`,
    `ATTACH ${at('copy.sqlite')} AS copy`,
    `/* SELECT */ ATTACH ${at('copy.sqlite')} AS copy`,
    `-- SELECT\nATTACH ${at('copy.sqlite')} AS copy`,
    `;; ATTACH ${at('copy.sqlite')} AS copy`,
    `\uFEFFATTACH ${at('copy.sqlite')} AS copy`,
    `SELECT 1; ATTACH ${at('copy.sqlite')} AS copy`,
    `SELECT 1;/* */ATTACH ${at('copy.sqlite')} AS copy`,
    `SELECT 1;-- \nVACUUM INTO ${at('copy.sqlite')}`,
    `SELECT 1; SELECT 2`,
    `EXPLAIN SELECT 1; ATTACH ${at('copy.sqlite')} AS copy`,
    'DETACH main',
    'PRAGMA journal_mode = DELETE',
    'PRAGMA writable_schema = 1',
    'PRAGMA user_version = 7',
    `PRAGMA temp_store_directory = ${at('')}`,
    'BEGIN; SELECT 1',
    'SAVEPOINT a',
    'WITH a AS (SELECT 1) DELETE FROM loans',
    'WITH a AS (SELECT 1) UPDATE loans SET name = 1',
    'WITH a AS (SELECT 1) INSERT INTO loans (id) SELECT 1',
    'WITH a AS (SELECT 1) INSERT INTO loans (id) SELECT 1 RETURNING id',
    "SELECT load_extension('x')",
    "SELECT readfile('/etc/passwd')",
    `SELECT writefile(${at('copy.sqlite')}, 'y')`,
    `SELECT edit('x', 'touch ${join(data, 'copy.sqlite')}')`,
    "SELECT fts3_tokenizer('simple', x'00')",
    "SELECT * FROM fsdir('/')",
    "SELECT * FROM sqlite_dbpage('main')",
    "INSERT INTO words (words) VALUES ('rebuild')",
    "INSERT INTO words (words) VALUES ('delete-all')",
    'SELECT zeroblob(2000000000)',
    "SELECT replace(hex(zeroblob(500000000)), '0', 'xxxx')",
    'SELECT 1 INTO OUTFILE x',
    '.shell touch x',
    '',
    ';',
    '-- SELECT 1',
  ]

  test.concurrent.each(attempts)('%s neither writes nor opens a file', async (statement) => {
    const before = readFileSync(join(data, 'mirror.sqlite'))
    const { code, stdout } = await kiva(['sql', '-'], env, statement)
    expect([code, stdout]).toEqual([expect.toSatisfy((code) => code === 2 || code === 3), ''])
    // Readers may make the log and its index.
    expect(readdirSync(data).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(['mirror.sqlite'])
    expect(readFileSync(join(data, 'mirror.sqlite')).equals(before)).toBe(true)
  })

  test('a character that ends a text in C is refused', async () => {
    const { code, stderr } = await kiva(['sql', '-'], env, `SELECT 1;\0 ATTACH ${at('copy.sqlite')} AS copy`)
    expect([code, errorOf(stderr).message]).toEqual([2, 'a statement cannot contain the character NUL'])
  })

  test.each(['EXPLAIN DELETE FROM loans', 'EXPLAIN QUERY PLAN UPDATE loans SET name = 1'])(
    '%s changes nothing',
    async (statement) => {
      const before = readFileSync(join(data, 'mirror.sqlite'))
      await kiva(['sql', statement], env)
      expect(readFileSync(join(data, 'mirror.sqlite')).equals(before)).toBe(true)
    },
  )

  test.each([
    'SELECT 1 AS a',
    'values (1)',
    'WITH a AS (SELECT 1 AS a) SELECT * FROM a',
    '\uFEFF SELECT 1 AS a;',
    '-- a comment\n/* another */ SELECT 1 AS a -- and one more',
    'SELECT 1 AS a; -- the end\n;',
  ])('%j runs', async (statement) => {
    const { code, stdout, stderr } = await kiva(['sql', '-', '-o', 'csv'], env, statement)
    expect([code, stderr, stdout.split('\r\n')[1]]).toEqual([0, '', '1'])
  })

  const values = `SELECT 2 AS b, 1 AS "1", NULL AS none, x'00ff' AS bytes, 9007199254740993 AS big, 1.5 AS half,
    name, CASE WHEN id = 2 THEN 'a' END AS some FROM loans WHERE id < 3 ORDER BY id`
  const printed: Readonly<Record<string, string>> = {
    csv: `b,1,none,bytes,big,half,name,some\r\n2,1,,00ff,9007199254740993,1.5,Borrower 0,\r\n2,1,,00ff,9007199254740993,1.5,"Ömer ""the 2nd"", 大",a\r\n`,
    tsv: 'b\t1\tnone\tbytes\tbig\thalf\tname\tsome\n2\t1\t\t00ff\t9007199254740993\t1.5\tBorrower 0\t\n2\t1\t\t00ff\t9007199254740993\t1.5\tÖmer "the 2nd", 大\ta\n',
    ndjson:
      '{"1":1,"b":2,"none":null,"bytes":"00ff","big":9007199254740993,"half":1.5,"name":"Borrower 0","some":null}\n{"1":1,"b":2,"none":null,"bytes":"00ff","big":9007199254740993,"half":1.5,"name":"Ömer \\"the 2nd\\", 大","some":"a"}\n',
  }
  test.each(Object.entries(printed))('rows as %s are printed and saved alike', async (format, text) => {
    const { code, stdout, stderr } = await kiva(['sql', values, '-o', format], env)
    expect([code, stderr, stdout]).toEqual([0, '', text])
    const out = join(folder, `rows.${format}`)
    const saved = await kiva(['sql', values, '--out', out], env)
    expect([saved.code, saved.stdout, saved.stderr.replace(/ in .*\n/, '')]).toEqual([
      0,
      '',
      `Wrote 2 rows to ${out}: ${Buffer.byteLength(text)} bytes`,
    ])
    expect(readFileSync(out, 'utf8')).toBe(text)
    const again = await kiva(['sql', 'SELECT 3', '--out', out], env)
    expect([again.code, readFileSync(out, 'utf8')]).toEqual([3, text])
    expect((await kiva(['sql', 'SELECT 3', '--out', out, '--overwrite', '--quiet'], env)).stderr).toBe('')
    expect(readFileSync(out, 'utf8')).toContain('3')
  })

  test.each(['json', 'yaml', 'xml', 'table', 'parquet'])('rows can be saved as %s', async (format) => {
    const out = join(folder, `all.${format}`)
    const { code, stderr } = await kiva(['sql', 'SELECT * FROM loans', '--out', out, '-o', format], env)
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Wrote 1,200 rows to ${out}`)])
    expect(readFileSync(out).length).toBeGreaterThan(10_000)
  })

  test('a file that cannot be complete is not there', async () => {
    const out = join(folder, 'broken.csv')
    // The first failure comes after 1 000 rows.
    const late = "SELECT CASE WHEN id < 1000 THEN 1 ELSE derived(id, 'none.none') END AS a FROM loans"
    const saved = await kiva(['sql', late, '--out', out], env)
    expect([saved.code, saved.stdout, existsSync(out)]).toEqual([2, '', false])
    const { code, stdout } = await kiva(['sql', late, '-o', 'csv'], env)
    expect([code, stdout.split('\r\n').length > 400]).toEqual([9, true])
    expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([])
  })

  test('formats of loans are refused, and options that SQL has words for', async () => {
    for (const words of [
      ['-o', 'map'],
      ['-o', 'geojson'],
      ['--out', join(folder, 'x.geojson')],
      ['-o', 'parquet'],
    ])
      expect([words, (await kiva(['sql', 'SELECT 1', ...words], env)).code]).toEqual([words, 2])
    for (const [option, hint] of [
      ['--limit', 'LIMIT'],
      ['--where', 'WHERE'],
      ['--order', 'ORDER BY'],
      ['--fields', 'SELECT'],
      ['--jq', 'jq'],
    ] as const) {
      const { code, stderr } = await kiva(['sql', 'SELECT 1', option, '1'], env)
      expect([code, errorOf(stderr).hint]).toEqual([2, expect.stringContaining(hint)])
    }
  })

  test('no rows are a success, and columns have a header', async () => {
    const { code, stdout, stderr } = await kiva(
      ['sql', 'SELECT id, name FROM loans WHERE 0', '-o', 'csv'],
      env,
    )
    expect([code, stdout, stderr]).toEqual([0, 'id,name\r\n', 'No rows found.\n'])
    expect((await kiva(['sql', 'SELECT 1 WHERE 0', '-o', 'json'], env)).stdout).toBe('[]\n')
  })

  test('a reader that leaves ends the statement', async () => {
    const endless = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n'
    const { code, stdout, stderr } = await shell(
      '{ $KIVA sql "$1" -o ndjson; echo $? >&2; } | head -1',
      [endless],
      env,
    )
    expect([code, stdout, stderr]).toEqual([0, '{"i":1}\n', '0\n'])
  })

  test.each([
    ['SELECT contry FROM loans', 'no such column: contry', 'Did you mean country?'],
    ['SELECT l.contry FROM loans l', 'no such column: l.contry', 'Did you mean country?'],
    ['SELECT amont FROM payments', 'no such column: amont', 'Did you mean amount?'],
    ['SELECT due_date FROM loans', 'no such column: due_date', 'due_date is a column of scheduled_payments.'],
    ['SELECT 1 FROM lons', 'no such table: lons', 'Did you mean loans?'],
    ['SELECT recrd(1)', 'no such function: recrd', 'Did you mean record?'],
    [
      'SELECT qqqqqqqq FROM loans',
      'no such column: qqqqqqqq',
      'kiva sql lists the tables and their columns.',
    ],
  ])('%s names what was meant', async (statement, message, hint) => {
    const { code, stderr } = await kiva(['sql', statement], env)
    expect([code, errorOf(stderr)]).toEqual([
      2,
      expect.objectContaining({ message: `SQL: ${message}`, hint }),
    ])
  })

  test('without a mirror, it says how to fill one', async () => {
    const { code, stderr } = await kiva(['sql', 'SELECT 1'], { KIVA_DATA_DIR: join(folder, 'none') })
    expect([code, errorOf(stderr)]).toEqual([
      3,
      expect.objectContaining({ message: expect.stringContaining('there is no mirror at ') }),
    ])
  })

  test('doctor shows what the mirror has', async () => {
    const { stdout } = await kiva(['doctor', '--offline', '-o', 'ndjson'], env)
    const found = stdout.split('\n').find((line) => line.includes('"mirror"')) ?? ''
    expect(JSON.parse(found).found).toMatch(
      /mirror\.sqlite: .*, 1,200 loans, of https:\/\/api\.kivaws\.org, newest read at 20/,
    )
  })

  test('a list in one line of 100 MB is imported in little memory', async () => {
    const other = { ...env, KIVA_DATA_DIR: join(folder, 'long') }
    const child = spawn(tool[0], [...tool.slice(1), 'mirror', 'import', '-'], {
      env: { ...other, NODE_OPTIONS: '--max-old-space-size=64', BUN_JSC_forceRAMSize: '100000000' },
    })
    child.stdin.on('error', () => {})
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    const record = `${JSON.stringify({ id: 1, name: 'x'.repeat(4000) })},`.repeat(25)
    const write = (text: string) =>
      child.stdin.write(text) ? undefined : new Promise((resolve) => child.stdin.once('drain', resolve))
    await write('{"loans":[')
    for (let count = 0; count < 1000; count++) await write(record)
    child.stdin.end(`${JSON.stringify(loans[0])}]}`)
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, JSON.parse(printed)]).toEqual([0, expect.objectContaining({ loans: 1, listings: 25_000 })])
  })

  test('a full disk ends an import, and what is stored stays', async () => {
    const disk = fullDisk(1024)
    const other = { KIVA_DATA_DIR: join(disk.folder, 'data') }
    const few = loans.slice(0, 100).map((loan) => JSON.stringify(loan))
    writeFileSync(join(folder, 'few.ndjson'), few.join('\n'))
    const small = await shell(`${disk.before} $KIVA mirror import "$1"`, [join(folder, 'few.ndjson')], other)
    expect(small.code, small.stderr).toBe(0)
    const long = loans.map((loan) =>
      JSON.stringify({ ...loan, id: loan.id + 5000, use: `${loan.name} `.repeat(300) }),
    )
    writeFileSync(join(folder, 'long.ndjson'), long.join('\n'))
    const { code, stderr } = await shell(
      `${disk.before} $KIVA mirror import "$1"`,
      [join(folder, 'long.ndjson')],
      other,
    )
    expect([code, errorOf(stderr).message]).toEqual([3, expect.stringMatching(/the disk is full|failed/)])
    const kept = await kiva(['sql', 'SELECT count(*) AS n FROM loans WHERE id <= 100', '-o', 'csv'], other)
    expect([kept.stdout, kept.stderr]).toEqual(['n\r\n100\r\n', ''])
  })
})
