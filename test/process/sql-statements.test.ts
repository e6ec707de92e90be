/**
 * `kiva sql`: what is the same on every runtime, such as statements that are refused, formats, hints and date_trunc.
 * sql.test.ts has the rest. Needs `npm run build`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { hasSqlite, toolLine } from '../support/process.ts'
import { errorOf, expectRefused, importText, loans, mirrorOfLoans, ndjsonOf } from './sql-loans.ts'

describe.runIf(hasSqlite)('on a runtime with SQLite', () => {
  const { folder, data, env } = mirrorOfLoans()

  // sql.test.ts has those that begin as a statement that reads.
  const copy = `'${join(data, 'copy.sqlite')}'`
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
    `VACUUM INTO ${copy}`,
    `VACUUM main INTO ${copy}`,
    `ATTACH ${copy} AS copy`,
    `/* SELECT */ ATTACH ${copy} AS copy`,
    `-- SELECT\nATTACH ${copy} AS copy`,
    `;; ATTACH ${copy} AS copy`,
    `\uFEFFATTACH ${copy} AS copy`,
    'DETACH main',
    'PRAGMA journal_mode = DELETE',
    'PRAGMA writable_schema = 1',
    'PRAGMA user_version = 7',
    `PRAGMA temp_store_directory = '${data}'`,
    'BEGIN; SELECT 1',
    'SAVEPOINT a',
    "INSERT INTO words (words) VALUES ('rebuild')",
    "INSERT INTO words (words) VALUES ('delete-all')",
    '.shell touch x',
    '',
    ';',
    '-- SELECT 1',
  ]

  test.concurrent.each(attempts)('%s neither writes nor opens a file', (statement) =>
    expectRefused(statement, data, env),
  )

  test('a character that ends a text in C is refused', async () => {
    const { code, stderr } = await kiva(['sql', '-'], env, `SELECT 1;\0 ATTACH ${copy} AS copy`)
    expect([code, errorOf(stderr).message]).toEqual([2, 'a statement cannot contain the character NUL'])
  })

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
  ])('%j runs, as a word', async (statement) => {
    const { code, stdout, stderr } = await kiva(['sql', statement, '-o', 'csv'], env)
    expect([code, stderr, stdout.split('\r\n')[1]]).toEqual([0, '', '1'])
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

  test.each([
    ['SELECT contry FROM loans', 'no such column: contry', 'Did you mean country?'],
    ['SELECT amont FROM payments', 'no such column: amont', 'Did you mean amount?'],
    ['SELECT due_date FROM loans', 'no such column: due_date', 'due_date is a column of scheduled_payments.'],
    [
      'SELECT qqqqqqqq FROM loans',
      'no such column: qqqqqqqq',
      'kiva sql lists the tables and their columns.',
    ],
    ['SELECT datetrunc(1, 2)', 'no such function: datetrunc', 'Did you mean date_trunc?'],
    ...[
      ['SELECT NOW()', 'no such function: NOW', "Use strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"],
      ['SELECT today()', 'no such function: today', "Use date('now')"],
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

  const group = 'of derived fields: use funding, repayment, people, budget, partner'
  test.each([
    ["derived(1, '__proto__.x')", `SQL: no group "__proto__" ${group}`],
    ["derived(1, 'constructor.x')", `SQL: no group "constructor" ${group}`],
    [`derived(1, '${'x'.repeat(50)}')`, `SQL: no group "${'x'.repeat(40)}…" ${group}`],
    [
      "derived(1, 'funding.__proto__')",
      expect.stringContaining('SQL: no field "__proto__" in "funding": use '),
    ],
  ])('%s is refused', async (expression, message) => {
    const { code, stderr } = await kiva(['sql', `SELECT ${expression}`], env)
    expect([code, errorOf(stderr).message]).toEqual([2, message])
  })

  test.each([
    ['SELECT id FROM loans WHERE id = 7', 1],
    ['VALUES (1), (2), (3)', 3],
    ['SELECT 1 UNION ALL SELECT 2', 2],
    ['SELECT id FROM loans LIMIT 1000', 1000],
  ])('%s prints all its rows', async (statement, count) => {
    const { stdout } = await kiva(['sql', statement, '-o', 'ndjson'], env)
    expect(stdout.trimEnd().split('\n').length).toBe(count)
  })

  test('without a statement, the columns stand in the order of their table', async () => {
    const { stdout } = await kiva(['sql', '-o', 'csv'], env)
    const listed = stdout.split('\r\n').filter((line) => line.startsWith('loans,'))
    const { stdout: header } = await kiva(['sql', 'SELECT * FROM loans LIMIT 1', '-o', 'csv'], env)
    expect(listed.map((line) => line.split(',')[1]).join()).toBe(header.split('\r\n')[0])
  })

  test('loans that are read again replace the words of the search', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'again') }
    for (const name of ['first', 'second', 'third']) {
      const named = loans.slice(0, 50).map((loan) => ({ ...loan, name: `${name} ${loan.id}` }))
      await importText(ndjsonOf(named), other)
    }
    const found = await Promise.all(
      ['second', 'third'].map(async (word) => {
        const words = ['--mirror', 'loans', 'search', '--q', word, '--all', '-o', 'json']
        return JSON.parse((await kiva(words, other)).stdout).length
      }),
    )
    expect(found).toEqual([0, 50])
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
    await importText(JSON.stringify({ loans: [loan(1, 500), loan(2, 900)] }), other)
    await importText(JSON.stringify({ partners: [partner] }), other)
    const statement = `SELECT derived(1, 'funding.left') AS a, derived(2, 'funding.left') AS b,
      (SELECT group_concat(derived(id, 'funding.hours_left')) FROM loans) AS hours, derived(1, 'partner.rating') AS rating,
      derived(1, 'partner.default_rate_median') AS median, derived(1, 'funding.days_to_fund') AS days`
    const [one, two] = [await kiva(['sql', statement], other), await kiva(['sql', statement], other)]
    expect(JSON.parse(one.stdout)).toMatchObject([{ a: 400, b: 800, rating: 3.5, median: 1.5, days: null }])
    expect(two.stdout).toBe(one.stdout)
    const read = { header: { date: '2020-01-01T00:00:00Z' } }
    const old = { ...loan(3, 500), partner_id: undefined, planned_expiration_date: '2020-01-11T00:00:00Z' }
    await importText(JSON.stringify({ ...read, loans: [old] }), other)
    const { stdout } = await kiva(
      ['sql', "SELECT derived(3, 'funding.hours_left') AS hours, derived(3, 'partner.rating') AS rating"],
      other,
    )
    expect(JSON.parse(stdout)).toEqual([{ hours: 240, rating: null }])
  })
})
