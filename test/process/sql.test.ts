/**
 * `kiva sql` of the built tool: statements that would write or open a file, what is printed and saved, and errors. Node.js
 * 20 has no SQLite. Needs `npm run build`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadata } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { callOf, eras, linesOf } from '../mcp/session.ts'
import { folderForAll } from '../support/folder.ts'
import { fullDisk } from '../support/full-disk.ts'
import { ioOf } from '../support/io-of.ts'
import { isRunning } from '../support/is-running.ts'
import { drivesExecutable, kiva, node, shell, start, startShell, tool, toolLine } from '../support/process.ts'
import { until } from '../support/until.ts'

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
    '--a comment\nSELECT 1 AS a',
    '-- a = 2\n-- b\nSELECT 1 AS a',
    '--\n\tSELECT 1 AS a',
  ])('%j runs, as a word and from standard input', async (statement) => {
    for (const [word, input] of [
      ['-', statement],
      [statement, ''],
    ] as const) {
      const { code, stdout, stderr } = await kiva(['sql', word, '-o', 'csv'], env, input)
      expect([code, stderr, stdout.split('\r\n')[1]]).toEqual([0, '', '1'])
    }
  })

  test.each(['table', 'json', 'ndjson', 'xml', 'csv', 'tsv', 'ids', 'yaml', 'md', 'parquet'])(
    'infinite numbers are printed like NULL as %s, and counted',
    async (format) => {
      const out = join(folder, `infinite.${format}`)
      const rows = async (unknown: string) => {
        const statement = `SELECT ${unknown} AS a, 1 AS id UNION ALL SELECT 2.5, 2 UNION ALL SELECT -${unknown}, 3`
        const { code, stderr } = await kiva(
          ['sql', statement, '-o', format, '--out', out, '--overwrite'],
          env,
        )
        return { code, notes: stderr.replace(/^Wrote .*\n/m, ''), bytes: readFileSync(out) }
      }
      const [infinite, missing] = [await rows('9e999'), await rows('NULL')]
      expect([infinite.code, missing.code]).toEqual([0, 0])
      expect(infinite.bytes.equals(missing.bytes)).toBe(true)
      expect(infinite.bytes.length).toBeGreaterThan(5)
      expect(missing.notes).toBe('')
      expect(infinite.notes).toBe('2 infinite numbers printed as NULL.\n')
    },
  )

  const values = `SELECT 2 AS b, 1 AS "1", NULL AS none, x'00ff' AS bytes, 9007199254740993 AS big, 1.5 AS half,
    name, CASE WHEN id = 2 THEN 'a' END AS some FROM loans WHERE id < 3 ORDER BY id`
  const printed: Readonly<Record<string, string>> = {
    csv: `b,1,none,bytes,big,half,name,some\r\n2,1,,00ff,9007199254740993,1.5,Borrower 0,\r\n2,1,,00ff,9007199254740993,1.5,"Ömer ""the 2nd"", 大",a\r\n`,
    tsv: 'b\t1\tnone\tbytes\tbig\thalf\tname\tsome\n2\t1\t\t00ff\t9007199254740993\t1.5\tBorrower 0\t\n2\t1\t\t00ff\t9007199254740993\t1.5\tÖmer "the 2nd", 大\ta\n',
    ndjson:
      '{"b":2,"1":1,"none":null,"bytes":"00ff","big":9007199254740993,"half":1.5,"name":"Borrower 0","some":null}\n{"b":2,"1":1,"none":null,"bytes":"00ff","big":9007199254740993,"half":1.5,"name":"Ömer \\"the 2nd\\", 大","some":"a"}\n',
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

  const twice = 'SELECT 7 AS id, 8 AS id, 9 AS id_2, 10 AS "2"'
  test.each([
    ['csv', 'id,id,id_2,2\r\n7,8,9,10\r\n', ''],
    ['tsv', 'id\tid\tid_2\t2\n7\t8\t9\t10\n', ''],
    ['table', 'id  id  id_2   2\n 7   8     9  10\n', ''],
    ['ndjson', '{"id":7,"id_3":8,"id_2":9,"2":10}\n', 'id_3'],
    ['json', '[\n  {\n    "id": 7,\n    "id_3": 8,\n    "id_2": 9,\n    "2": 10\n  }\n]\n', 'id_3'],
    ['yaml', '---\nid: 7\nid_3: 8\nid_2: 9\n"2": 10\n', 'id_3'],
    [
      'xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<response>\n  <records type="list">\n    <record>\n      <id>7</id>\n      <id_3>8</id_3>\n      <id_2>9</id_2>\n      <_2 name="2">10</_2>\n    </record>\n  </records>\n</response>\n',
      'id_3',
    ],
  ])('columns of one name, and their order, as %s', async (format, text, renamed) => {
    const { code, stdout, stderr } = await kiva(['sql', twice, '-o', format], env)
    const said = renamed && `Columns with the name of another are printed as ${renamed}.\n`
    expect([code, stdout, stderr]).toEqual([0, text, said])
  })

  test('ids are those of the column id, and rows without one are counted', async () => {
    const statement = 'VALUES (1, 7), (2, NULL), (3, 9)'
    const named = `SELECT column1 AS n, column2 AS id FROM (${statement})`
    const { code, stdout, stderr } = await kiva(['sql', named, '-o', 'ids'], env)
    expect([code, stdout, stderr]).toEqual([0, '7\n9\n', 'Left out 1 row without an id.\n'])
    const unnamed = await kiva(['sql', statement, '-o', 'ids'], env)
    expect([unnamed.code, unnamed.stdout]).toEqual([2, ''])
  })

  test('a table has the names of SQL, exact numbers and NULL', async () => {
    const statement = `SELECT posted_date, loan_amount, 2026 AS y, NULL AS n, 'NULL' AS t, 1.5 AS c, 9007199254740993 AS big
      FROM loans WHERE id = 3`
    const { stdout } = await kiva(['sql', statement, '-o', 'table'], env)
    expect(stdout).toBe(
      'posted_date  loan_amount     y  n     t       c               big\nNULL                  50  2026  NULL  NULL  1.5  9007199254740993\n',
    )
  })

  test('rows that come late are cut nowhere in a pipe', async () => {
    const { stdout } = await kiva(
      [
        'sql',
        "SELECT id, CASE WHEN id > 1100 THEN printf('%.*c', id, 'x') END AS t FROM loans",
        '-o',
        'table',
      ],
      env,
    )
    const lines = stdout.split('\n')
    expect(lines[1200]).toBe(`1200  ${'x'.repeat(1200)}`)
  })

  test.each([
    [80, 6],
    [200, 17],
  ])(
    'a terminal of %i columns has the first columns of many, and says how many there are',
    async (columns, shown) => {
      const terminal = openTerminal(toolLine(['sql', 'SELECT * FROM loans LIMIT 3', '--color', 'never']), {
        env: { PATH: '/usr/bin:/bin', KIVA_CONFIG_DIR: '/nowhere', ...env },
        cwd: tmpdir(),
        columns,
      })
      expect(await terminal.ended()).toBe(0)
      const lines = terminal.screen().split('\r\n')
      expect(lines[0]?.split(/\s+/).filter(Boolean)).toHaveLength(shown)
      expect(lines[4]).toBe(`3 rows · 39 columns, ${shown} shown: --wide, -o csv or fewer names`)
      expect(lines.every((line) => line.length <= columns)).toBe(true)
    },
  )

  test('without a statement, every column of every table has a type and a phrase, in 80 columns', async () => {
    const listed = JSON.parse((await kiva(['sql', '-o', 'json'], env)).stdout)
    expect(listed.filter(({ brief }: { brief: string }) => brief.length < 3)).toEqual([])
    const names = listed.map(({ table, column }: { table: string; column: string }) => `${table}.${column}`)
    expect(names).toEqual(expect.arrayContaining(['loans.gender', 'stories.text', 'pulls.reason']))
    const { stdout } = await kiva(['sql', '-o', 'table'], env)
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines).toEqual(
      expect.arrayContaining([
        'loans: loans, as they were last read',
        expect.stringMatching(/^ {2}loan_amount +real +amount requested$/),
        expect.stringMatching(/^ {2}due_date +text +due date$/),
        expect.stringMatching(/^ {2}rating +real +risk rating/),
      ]),
    )
  })

  test.each([
    '.tables',
    '.schema loans',
    'show tables',
    'DESCRIBE loans',
    'desc loans',
    'pragma table_info(loans)',
    '\\d',
  ])('%s leads to the list of tables', async (statement) => {
    const { code, stderr } = await kiva(['sql', statement], env)
    expect([code, errorOf(stderr).hint]).toEqual([2, 'kiva sql lists the tables and their columns.'])
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
    ['SELECT datetrunc(1, 2)', 'no such function: datetrunc', 'Did you mean date_trunc?'],
    ...[
      ['SELECT NOW()', 'no such function: NOW', "Use strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"],
      ['SELECT today()', 'no such function: today', "Use date('now')"],
      ['SELECT posted_date::date FROM loans', 'unrecognized token: ":"', 'Use date(d) for d::date'],
      ["SELECT 1 FROM loans WHERE name NOT ILIKE 'a%'", 'near "ILIKE": syntax error', 'Use LIKE'],
      [
        'SELECT extract(year from posted_date) FROM loans',
        'near "from": syntax error',
        "Use CAST(strftime('%Y', d) AS INTEGER)",
      ],
      ['SELECT month(posted_date) FROM loans', 'no such function: month', "date_trunc('month', d)"],
      [
        "SELECT to_char(posted_date, 'YYYY') FROM loans",
        'no such function: to_char',
        "Use strftime('%Y-%m', d)",
      ],
      ['SELECT datediff(1, 2)', 'no such function: datediff', 'Use julianday(a) - julianday(b)'],
      ["SELECT posted_date - interval '1 day' FROM loans", 'no such column: interval', "Use date(d, '-7"],
      ['SELECT posted_date - INTERVAL 1 DAY FROM loans', 'near "1": syntax error', "Use date(d, '-7"],
      ['SELECT TOP 5 id FROM loans', 'near "5": syntax error', 'Use LIMIT'],
      ['SELECT id FROM FROM loans', 'near "FROM": syntax error', 'kiva sql lists the tables'],
      ['SELECT id FROM loans 5', 'near "5": syntax error', 'kiva sql lists the tables'],
      ['SELECT : FROM loans', 'unrecognized token: ":"', 'kiva sql lists the tables'],
    ].map(([statement = '', message = '', hint = '']) => [statement, message, expect.stringContaining(hint)]),
  ])('%s names what was meant', async (statement, message, hint) => {
    const { code, stderr } = await kiva(['sql', statement], env)
    expect([code, errorOf(stderr)]).toEqual([
      2,
      expect.objectContaining({ message: `SQL: ${message}`, hint }),
    ])
  })

  test.each([
    ['2026-11-18T23:45:30Z', '2026-01-01 2026-10-01 2026-11-01 2026-11-16 2026-11-18 2026-11-18T23:00:00Z'],
    ['2026-11-15', '2026-01-01 2026-10-01 2026-11-01 2026-11-09 2026-11-15 2026-11-15T00:00:00Z'],
    ['2024-02-29 12:00:00.5', '2024-01-01 2024-01-01 2024-02-01 2024-02-26 2024-02-29 2024-02-29T12:00:00Z'],
    [
      '2026-01-01T00:30:00+02:00',
      '2025-01-01 2025-10-01 2025-12-01 2025-12-29 2025-12-31 2025-12-31T22:00:00Z',
    ],
    ['0001-01-01T00:00:00Z', '0001-01-01 0001-01-01 0001-01-01 0001-01-01 0001-01-01 0001-01-01T00:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01 0000-01-01 0000-01-01 NULL 0000-01-01 0000-01-01T00:00:00Z'],
    ['2026-02-30', 'NULL NULL NULL NULL NULL NULL'],
    ['soon', 'NULL NULL NULL NULL NULL NULL'],
  ])('date_trunc gives the start of each unit of %s', async (date, starts) => {
    const units = ['YEAR', 'quarter', 'month', 'Week', 'day', 'hour']
    const values = units.map((unit) => `coalesce(date_trunc('${unit}', '${date}'), 'NULL')`)
    const { stdout } = await kiva(
      ['sql', `SELECT ${values.join(` || ' ' || `)} AS starts`, '-o', 'json'],
      env,
    )
    expect(JSON.parse(stdout)).toEqual([{ starts }])
  })

  test('date_trunc agrees with the dates of SQLite over ten years', async () => {
    const statement = `WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 8000),
        times AS (SELECT strftime('%Y-%m-%dT%H:%M:%SZ', '1999-12-25', (i * 11) || ' hours') AS d FROM n)
      SELECT count(*) AS times,
        sum(date_trunc('year', d) = date(d, 'start of year')) AS years,
        sum(date_trunc('quarter', d) = date(d, 'start of month', '-' || ((strftime('%m', d) - 1) % 3) || ' months')) AS quarters,
        sum(date_trunc('month', d) = date(d, 'start of month')) AS months,
        sum(date_trunc('week', d) = date(d, '-6 days', 'weekday 1')) AS weeks,
        sum(date_trunc('day', d) = date(d)) AS days,
        sum(date_trunc('hour', d) = strftime('%Y-%m-%dT%H:00:00Z', d)) AS hours FROM times`
    const { stdout } = await kiva(['sql', statement, '-o', 'json'], env)
    const all = 8001
    expect(JSON.parse(stdout)).toEqual([
      { times: all, years: all, quarters: all, months: all, weeks: all, days: all, hours: all },
    ])
  })

  test('date_trunc of what is no date is NULL, and an unknown unit is an error', async () => {
    const none = `SELECT date_trunc('day', NULL) AS a, date_trunc(NULL, '2026-01-01') AS b, date_trunc('day', 5) AS c,
      date_trunc('day', 5.5) AS d, date_trunc('day', x'32') AS e`
    const { stdout } = await kiva(['sql', none, '-o', 'json'], env)
    expect(JSON.parse(stdout)).toEqual([{ a: null, b: null, c: null, d: null, e: null }])
    for (const unit of ['decade', 'toString']) {
      const { code, stderr } = await kiva(['sql', `SELECT date_trunc('${unit}', '2026-01-01')`], env)
      expect([code, errorOf(stderr).message]).toEqual([
        2,
        `SQL: no unit "${unit.toLowerCase()}" of date_trunc: use year, quarter, month, week, day, hour`,
      ])
    }
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

  /** Without an end. */
  const numbers = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)'
  const streaming = `${numbers} SELECT i, 'row ' || i AS name FROM n`
  /** Prints rows, and then computes for ever. */
  const computing = `${numbers} SELECT i FROM n WHERE i <= 1200 OR i < 0`

  const rowsIn = (text: string) => text.match(/row \d/g)?.length ?? 0

  const signals = [
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
  ] as const

  describe.each(signals)('$signal', ({ signal, code }) => {
    test('ends a run at any moment while rows are read', async () => {
      for (let run = 0; run < 8; run++) {
        const { child, ended, said } = start(['sql', streaming, '-o', 'ndjson'], env)
        await said(/\n/)
        await new Promise((resolve) => setTimeout(resolve, 35 * run))
        child.kill(signal)
        const { stderr, ...exit } = await ended
        expect([exit.code, errorOf(stderr).kind]).toEqual([
          code,
          expect.stringMatching(/^(interrupt|terminat)ed$/),
        ])
      }
    })

    test.each(['json', 'ndjson', 'csv', 'tsv', 'table', 'yaml', 'xml', 'md'])(
      'ends a run that writes %s to a file within the rows that were read ahead',
      async (format) => {
        const out = join(folder, `rows-${code}.${format}`)
        const { child, ended } = startShell(
          'exec $KIVA sql "$1" -o "$2" > "$3"',
          [streaming, format, out],
          env,
        )
        const size = () => (existsSync(out) ? statSync(out).size : 0)
        await until('rows were written', () => size() > 100_000)
        // What it writes while this process waits for the processor is not counted.
        child.kill('SIGSTOP')
        await until('it stands', () => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8')))
        const before = size()
        const row = before / rowsIn(readFileSync(out, 'utf8'))
        child.kill(signal)
        child.kill('SIGCONT')
        expect((await ended).code).toBe(code)
        // Two batches of 500 rows are under way while one is written.
        expect((size() - before) / row).toBeLessThan(1600)
      },
    )

    test('ends a run while SQLite computes', async () => {
      const { child, ended, said } = start(['sql', computing, '-o', 'ndjson'], env)
      await said(/"i":1000\b/)
      child.kill(signal)
      expect((await ended).code).toBe(code)
    })

    test('leaves no file of --out', async () => {
      const out = join(folder, `${signal}.csv`)
      const files = () => readdirSync(folder).filter((name) => name.includes(signal))
      const { child, ended } = start(['sql', computing, '--out', out], env)
      await until('the file was begun', () => files().length > 0)
      child.kill(signal)
      expect([(await ended).code, files()]).toEqual([code, []])
    })
  })

  test('SIGALRM ends a run by this signal while SQLite computes', async () => {
    const { child, ended, said } = start(['sql', computing, '-o', 'ndjson'], env)
    await said(/"i":1000\b/)
    child.kill('SIGALRM')
    expect((await ended).code).toBe(142)
  })

  test('Ctrl-C in a terminal ends a run while SQLite computes', async () => {
    const line = toolLine(['sql', computing, '-o', 'ndjson', '--color', 'never'])
    const terminal = openTerminal(`trap : INT; ${line}; echo "code $?."`, {
      env: { PATH: '/usr/bin:/bin', KIVA_CONFIG_DIR: '/nowhere', ...env },
      cwd: tmpdir(),
      columns: 80,
    })
    await terminal.shows(/"i":\s*1\b/)
    terminal.press('\u0003')
    const [, exited] = await terminal.shows(/code (\d+)\./)
    await terminal.ended()
    expect(Number(exited)).toBe(130)
  })

  test('a reader that leaves ends a run while SQLite computes', async () => {
    const { code, stdout, stderr } = await shell(
      '{ $KIVA sql "$1" -o ndjson; echo $? >&2; } | head -1',
      [computing],
      env,
    )
    expect([code, stdout, stderr]).toEqual([0, '{"i":1}\n', '0\n'])
  })

  test('a slow reader bounds the memory', async () => {
    const { child, ended, said } = start(['sql', streaming, '-o', 'ndjson'], env)
    await said(/\n/)
    child.stdout?.pause()
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
    const before = memory()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(memory() - before).toBeLessThan(150_000)
    child.kill('SIGKILL')
    child.stdout?.resume()
    await ended
  })

  test('a large sort uses temporary files, and none with --temp memory', async () => {
    const sort = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
      SELECT max(place) AS n FROM (SELECT row_number() OVER (ORDER BY hex(i) || hex(zeroblob(50))) AS place FROM n)`
    const openedBy = async (...words: readonly string[]) => {
      const temporary = mkdtempSync(join(folder, 'temporary-'))
      // The kernel keeps what happened in a folder until it is read, so that no file is missed.
      let opened = 0
      const watcher = watch(temporary, () => {
        opened += 1
      })
      const { code, stdout } = await kiva(['sql', sort, '-o', 'json', ...words], {
        ...env,
        SQLITE_TMPDIR: temporary,
      })
      await new Promise(setImmediate)
      watcher.close()
      expect([code, JSON.parse(stdout)]).toEqual([0, [{ n: 300_000 }]])
      return opened
    }
    // Bun and Node 26 keep all in memory.
    if (!drivesExecutable && !version.startsWith('v26.')) expect(await openedBy()).toBeGreaterThan(0)
    expect(await openedBy('--temp', 'memory')).toBe(0)
  })

  test('kiva mcp that is killed leaves no process behind', async () => {
    const { child, ended } = start(['mcp', '--mirror'], env)
    child.stdin?.write(linesOf(eras[1], [callOf('sql', { statement: `${numbers} SELECT count(*) FROM n` })]))
    const childrenOf = (pid: number | undefined): readonly number[] => {
      const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      return found.trim().split(/\s+/).map(Number)
    }
    let below: readonly number[] = []
    await until('the statement runs', () => {
      try {
        below = childrenOf(child.pid)
        const secondsOf = (pid: number) =>
          Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[11]) / 100
        const [runner = 0] = below
        try {
          below = [runner, ...childrenOf(runner)]
        } catch {
          // The statement has no process of its own.
        }
        return below.some((pid) => secondsOf(pid) > 0.7)
      } catch {
        return false
      }
    })
    child.kill('SIGKILL')
    await ended
    await until('its processes have ended', () => !below.some(isRunning))
  })

  test.each([
    'select zeroblob(900000000)',
    'select hex(zeroblob(400000000))',
    "select printf('%.*c', 600000000, 'x')",
    "select record(printf('%.*c', 600000000, 'x'))",
    "select replace(hex(zeroblob(20000000)), '0', 'xxxx')",
    'select randomblob(200000000)',
    'select group_concat(hex(zeroblob(1000000))) from loans',
    'select length(json_group_array(hex(zeroblob(1000000)))) from loans',
  ])('%s is told to be too long', async (statement) => {
    const { code, stdout, stderr } = await kiva(['sql', statement], env)
    expect([code, stdout, errorOf(stderr)]).toEqual([
      2,
      '',
      expect.objectContaining({
        kind: 'usage',
        message: expect.stringMatching(/^SQL: (value too long|the statement needs too much memory)/),
        hint: expect.stringContaining('substr()'),
      }),
    ])
  })

  test('a value can have some megabytes, and many of them need little memory', async () => {
    const { code, stdout } = await kiva(
      ['sql', 'select hex(zeroblob(5000000)) as a from loans limit 20'],
      env,
    )
    expect([code, JSON.parse(stdout).length]).toEqual([0, 20])
  })

  const group = 'of derived fields: use funding, repayment, people, budget, partner'
  test.each([
    ["derived(1, '__proto__.x')", `SQL: no group "__proto__" ${group}`],
    ["derived(1, 'constructor.x')", `SQL: no group "constructor" ${group}`],
    [`derived(1, '${'x'.repeat(50)}')`, `SQL: no group "${'x'.repeat(40)}…" ${group}`],
    ['derived(1)', 'SQL: wrong number of arguments to function derived()'],
    [
      "derived(1, 'funding.__proto__')",
      expect.stringContaining('SQL: no field "__proto__" in "funding": use '),
    ],
  ])('%s is refused', async (expression, message) => {
    const { code, stderr } = await kiva(['sql', `SELECT ${expression}`], env)
    expect([code, errorOf(stderr).message]).toEqual([2, message])
  })

  test.each([
    'record(9007199254740993)',
    "record('x')",
    'record(null)',
    'record(1e300)',
    'record(1.5)',
    "derived(1e300, 'a.b')",
    "derived(9007199254740993, 'funding.left')",
  ])('%s is null', async (expression) => {
    const { code, stdout } = await kiva(['sql', `SELECT ${expression} AS a`], env)
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ a: null }]])
  })

  test('record and derived take ids as SQL has them', async () => {
    const statement = `SELECT id, record(id) ->> 'name' AS name, record(id * 1.0) ->> 'id' AS again FROM loans WHERE id IN (1, 3)`
    const { stdout } = await kiva(['sql', statement], env)
    expect(JSON.parse(stdout)).toEqual([
      { id: 1, name: 'Borrower 0', again: 1 },
      { id: 3, name: 'Borrower 2', again: 3 },
    ])
  })

  test.each([
    ['EXPLAIN SELECT 1', 5],
    ["SELECT value FROM json_each('[1, 2, 3]')", 3],
    ['SELECT id FROM loans WHERE id = 7', 1],
    ['VALUES (1), (2), (3)', 3],
    ['SELECT 1 UNION ALL SELECT 2', 2],
    ['SELECT id FROM loans LIMIT 501', 501],
    ['SELECT id FROM loans LIMIT 1000', 1000],
  ])('%s prints all its rows', async (statement, count) => {
    const { stdout } = await kiva(['sql', statement, '-o', 'ndjson'], env)
    expect(stdout.trimEnd().split('\n').length).toBe(count)
  })

  test('values beyond the first batch keep their kind', async () => {
    const row = "i, i + 9007199254740992 AS big, x'00ff' AS bytes, NULL AS none, i * 0.5 AS half"
    const { stdout } = await kiva(['sql', `${numbers} SELECT ${row} FROM n LIMIT 701`, '-o', 'ndjson'], env)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      '{"i":701,"big":9007199254741693,"bytes":"00ff","none":null,"half":350.5}',
    )
  })

  test('names of columns are distinct, and whole numbers with text are no numbers', async () => {
    const { stdout } = await kiva(['sql', 'SELECT 1 AS a, 2 AS a, 3 AS a, 4 AS a_2', '-o', 'csv'], env)
    expect(stdout).toBe('a,a,a,a_2\r\n1,2,3,4\r\n')
    const out = join(folder, 'kinds.parquet')
    const kinds = "VALUES (1, 1, 1), (2.5, 2.5, 2), (NULL, 'x', 3)"
    expect((await kiva(['sql', kinds, '--out', out], env)).code).toBe(0)
    const { schema } = parquetMetadata(new Uint8Array(readFileSync(out)).buffer)
    expect(schema.slice(1, 4).map(({ type }) => type)).toEqual(['DOUBLE', 'BYTE_ARRAY', 'INT64'])
  })

  test('without a statement, the columns stand in the order of their table', async () => {
    const { stdout } = await kiva(['sql', '-o', 'csv'], env)
    const listed = stdout.split('\r\n').filter((line) => line.startsWith('loans,'))
    const { stdout: header } = await kiva(['sql', 'SELECT * FROM loans LIMIT 1', '-o', 'csv'], env)
    expect(listed.map((line) => line.split(',')[1]).join()).toBe(header.split('\r\n')[0])
  })

  test('the mirror has a log, and a clear removes all its files', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'cleared') }
    await kiva(['mirror', 'import', '-'], other, JSON.stringify(loans[0]))
    const path = join(folder, 'cleared', 'mirror.sqlite')
    // https://sqlite.org/fileformat.html: 2 for a log.
    expect([...readFileSync(path).subarray(18, 20)]).toEqual([2, 2])
    // As a killed run leaves them.
    for (const end of ['-wal', '-shm']) writeFileSync(path + end, '')
    expect((await kiva(['mirror', 'clear', '--yes'], other)).code).toBe(0)
    expect(readdirSync(join(folder, 'cleared')).filter((name) => name.startsWith('mirror.sqlite'))).toEqual(
      [],
    )
  })

  test('an index that is damaged is told', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'damaged') }
    await kiva(['mirror', 'import', '-'], other, loans.map((loan) => JSON.stringify(loan)).join('\n'))
    const path = join(folder, 'damaged', 'mirror.sqlite')
    execFileSync('python3', [
      '-c',
      `import sqlite3; d = sqlite3.connect('${path}'); d.execute('DELETE FROM words_data WHERE id > 10'); d.commit()`,
    ])
    const { code, stderr } = await kiva(
      ['--mirror', 'loans', 'search', '--q', 'borrower', '-o', 'json'],
      other,
    )
    expect([code, errorOf(stderr).message]).toEqual([3, `cannot use ${path}: it is damaged`])
  })

  test('an import waits for another program that writes, which sees nothing of it', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'shared') }
    await kiva(['mirror', 'import', '-'], other, JSON.stringify(loans[0]))
    const path = join(folder, 'shared', 'mirror.sqlite')
    const writer = spawn('python3', [
      '-uc',
      `import sqlite3, sys; d = sqlite3.connect('${path}', isolation_level=None); d.execute('BEGIN IMMEDIATE')
print('held'); sys.stdin.readline(); d.execute("UPDATE loans SET name = 'other'"); d.execute('COMMIT')`,
    ])
    await new Promise((resolve) => writer.stdout.once('data', resolve))
    const { child, ended } = start(
      ['mirror', 'import', '-'],
      other,
      JSON.stringify({ ...loans[0], use: 'new' }),
    )
    let isOver = false
    ended.then(() => {
      isOver = true
    })
    await until('the import waits', () => isOver || ioOf(child.pid).read > 0)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(isOver).toBe(false)
    writer.stdin.end('\n')
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('loans that are read again replace the words of the search', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'again') }
    for (const name of ['first', 'second', 'third']) {
      const lines = loans.slice(0, 50).map((loan) => JSON.stringify({ ...loan, name: `${name} ${loan.id}` }))
      expect(await kiva(['mirror', 'import', '-'], other, lines.join('\n'))).toMatchObject({ code: 0 })
    }
    const found = await Promise.all(
      ['second', 'third'].map(async (word) => {
        const words = ['--mirror', 'loans', 'search', '--q', word, '--all', '-o', 'json']
        return JSON.parse((await kiva(words, other)).stdout).length
      }),
    )
    expect(found).toEqual([0, 50])
  })

  test('loans with long texts are found by their last words: meanwhile the index has rows beyond 2^53', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'long') }
    const useOf = (word: string) => Array.from({ length: 200_000 }, (_, at) => `${word}${at}`).join(' ')
    for (const [word, count] of [
      ['old', 4],
      ['new', 2],
    ] as const) {
      const lines = loans.slice(0, count).map((loan) => JSON.stringify({ ...loan, use: useOf(word) }))
      expect(await kiva(['mirror', 'import', '-'], other, lines.join('\n'))).toMatchObject({ code: 0 })
    }
    const idsOf = async (word: string) => {
      const search = ['--mirror', 'loans', 'search', '--q', word, '--all', '-o', 'ids']
      return (await kiva(search, other)).stdout.trim().split('\n').toSorted()
    }
    expect(await idsOf('old199999')).toEqual(['3', '4'])
    expect(await idsOf('new199999')).toEqual(['1', '2'])
  })

  test('derived fields are of their loan, its partner and the time when it was read', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'derived') }
    const days = 86_400_000
    const dateOf = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '')
    const loan = (id: number, amount: number) => ({
      ...{ id, name: 'x', status: 'fundraising', loan_amount: amount, funded_amount: 100, partner_id: '7' },
      planned_expiration_date: dateOf(Date.now() + 10 * days),
      posted_date: dateOf(Date.now() - 3 * days),
      terms: {},
    })
    const partner = {
      id: 7,
      name: 'Seven',
      status: 'active',
      rating: '3.5',
      countries: [],
      delinquency_rate: 2.5,
      default_rate: 1.5,
    }
    await kiva(['mirror', 'import', '-'], other, JSON.stringify({ loans: [loan(1, 500), loan(2, 900)] }))
    await kiva(['mirror', 'import', '-'], other, JSON.stringify({ partners: [partner] }))
    const statement = `SELECT derived(1, 'funding.left') AS a, derived(2, 'funding.left') AS b,
      (SELECT group_concat(derived(id, 'funding.hours_left')) FROM loans) AS hours, derived(1, 'partner.rating') AS rating,
      derived(1, 'partner.default_rate_median') AS median, derived(1, 'funding.days_to_fund') AS days`
    const [one, two] = [await kiva(['sql', statement], other), await kiva(['sql', statement], other)]
    expect(JSON.parse(one.stdout)).toMatchObject([{ a: 400, b: 800, rating: 3.5, median: 1.5, days: null }])
    expect(two.stdout).toBe(one.stdout)
    const read = { header: { date: '2020-01-01T00:00:00Z' } }
    const old = { ...loan(3, 500), partner_id: undefined, planned_expiration_date: '2020-01-11T00:00:00Z' }
    await kiva(['mirror', 'import', '-'], other, JSON.stringify({ ...read, loans: [old] }))
    const { stdout } = await kiva(
      ['sql', "SELECT derived(3, 'funding.hours_left') AS hours, derived(3, 'partner.rating') AS rating"],
      other,
    )
    expect(JSON.parse(stdout)).toEqual([{ hours: 240, rating: null }])
  })
})
