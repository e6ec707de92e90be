/**
 * `kiva sql`: what the runtime brings with it, such as SQLite's functions, threads, signals and memory.
 * sql-statements.test.ts has what is the same on every runtime. Node.js 20 has no SQLite. Needs `npm run build`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadata } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { callOf, eras, linesOf } from '../mcp/session.ts'
import { fullDisk } from '../support/full-disk.ts'
import { kivaHere } from '../support/here.ts'
import { ioOf } from '../support/io-of.ts'
import { isRunning } from '../support/is-running.ts'
import {
  drivesExecutable,
  hasSqlite,
  kiva,
  nodeLine,
  shell,
  start,
  startShell,
  tool,
  toolLine,
} from '../support/process.ts'
import { until } from '../support/until.ts'
import { errorOf, expectRefused, importText, loans, mirrorOfLoans, ndjsonOf } from './sql-loans.ts'

describe.runIf(hasSqlite)('on a runtime with SQLite', () => {
  const { folder, data, env } = mirrorOfLoans()

  // Those that kiva refuses by their first word are in sql-statements.test.ts.
  const copy = `'${join(data, 'copy.sqlite')}'`
  const attempts = [
    `SELECT 1; ATTACH ${copy} AS copy`,
    `SELECT 1;/* */ATTACH ${copy} AS copy`,
    `SELECT 1;-- \nVACUUM INTO ${copy}`,
    `SELECT 1; SELECT 2`,
    `EXPLAIN SELECT 1; ATTACH ${copy} AS copy`,
    'WITH a AS (SELECT 1) DELETE FROM loans',
    'WITH a AS (SELECT 1) UPDATE loans SET name = 1',
    'WITH a AS (SELECT 1) INSERT INTO loans (id) SELECT 1',
    'WITH a AS (SELECT 1) INSERT INTO loans (id) SELECT 1 RETURNING id',
    "SELECT load_extension('x')",
    "SELECT readfile('/etc/passwd')",
    `SELECT writefile(${copy}, 'y')`,
    `SELECT edit('x', 'touch ${join(data, 'copy.sqlite')}')`,
    "SELECT fts3_tokenizer('simple', x'00')",
    "SELECT * FROM fsdir('/')",
    "SELECT * FROM sqlite_dbpage('main')",
    'SELECT zeroblob(2000000000)',
    "SELECT replace(hex(zeroblob(500000000)), '0', 'xxxx')",
    'SELECT 1 INTO OUTFILE x',
  ]
  test.concurrent.each(attempts)('%s neither writes nor opens a file', (statement) =>
    expectRefused(statement, data, env),
  )

  test.each(['EXPLAIN DELETE FROM loans', 'EXPLAIN QUERY PLAN UPDATE loans SET name = 1'])(
    '%s changes nothing',
    async (statement) => {
      const before = readFileSync(join(data, 'mirror.sqlite'))
      await kivaHere(['sql', statement], env)
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
  ])('%j runs from standard input', async (statement) => {
    const { code, stdout, stderr } = await kivaHere(['sql', '-', '-o', 'csv'], env, statement)
    expect([code, stderr, stdout.split('\r\n')[1]]).toEqual([0, '', '1'])
  })

  test('infinite numbers are printed like NULL', async () => {
    const { code, stdout, stderr } = await kivaHere(
      ['sql', 'SELECT 9e999 AS a, -9e999 AS b', '-o', 'csv'],
      env,
    )
    expect([code, stdout, stderr]).toEqual([0, 'a,b\r\n,\r\n', '2 infinite numbers printed as NULL.\n'])
  })

  test('no rows are a success, and columns have a header', async () => {
    const { code, stdout, stderr } = await kivaHere(
      ['sql', 'SELECT id, name FROM loans WHERE 0', '-o', 'csv'],
      env,
    )
    expect([code, stdout, stderr]).toEqual([0, 'id,name\r\n', 'No rows found.\n'])
    expect((await kivaHere(['sql', 'SELECT 1 WHERE 0', '-o', 'json'], env)).stdout).toBe('[]\n')
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
    ['SELECT l.contry FROM loans l', 'no such column: l.contry', 'Did you mean country?'],
    ['SELECT 1 FROM lons', 'no such table: lons', 'Did you mean loans?'],
    ['SELECT recrd(1)', 'no such function: recrd', 'Did you mean record?'],
    [
      'SELECT posted_date::date FROM loans',
      'unrecognized token: ":"',
      'Use date(d) for d::date, and CAST(x AS INTEGER), REAL or TEXT for other types.',
    ],
    ['SELECT TOP 5 id FROM loans', 'near "5": syntax error', 'Use LIMIT 10 at the end.'],
    [
      'SELECT derived(1)',
      'wrong number of arguments to function derived()',
      'kiva sql lists the tables and their columns.',
    ],
  ])('SQLite rejects %s in the words for which there are hints', async (statement, message, hint) => {
    const { code, stderr } = await kivaHere(['sql', statement], env)
    expect([code, errorOf(stderr)]).toMatchObject([2, { message: `SQL: ${message}`, hint }])
  })

  test('date_trunc of what is no date is NULL, and an unknown unit is an error', async () => {
    const none = `SELECT date_trunc('day', NULL) AS a, date_trunc(NULL, '2026-01-01') AS b, date_trunc('day', 5) AS c,
      date_trunc('day', 5.5) AS d, date_trunc('day', x'32') AS e`
    const { stdout } = await kivaHere(['sql', none, '-o', 'json'], env)
    expect(JSON.parse(stdout)).toEqual([{ a: null, b: null, c: null, d: null, e: null }])
    for (const unit of ['decade', 'toString']) {
      const { code, stderr } = await kivaHere(['sql', `SELECT date_trunc('${unit}', '2026-01-01')`], env)
      expect([code, errorOf(stderr).message]).toEqual([
        2,
        `SQL: no unit "${unit.toLowerCase()}" of date_trunc: use year, quarter, month, week, day, hour`,
      ])
    }
  })

  test('a list in one line of 100 MB is imported in little memory', async () => {
    const child = spawn(tool[0], [...tool.slice(1), 'mirror', 'import', '-'], {
      env: {
        KIVA_DATA_DIR: join(folder, 'listed'),
        NODE_OPTIONS: '--max-old-space-size=64',
        BUN_JSC_forceRAMSize: '100000000',
      },
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
    writeFileSync(join(folder, 'few.ndjson'), ndjsonOf(loans.slice(0, 100)))
    const small = await shell(`${disk.before} $KIVA mirror import "$1"`, [join(folder, 'few.ndjson')], other)
    expect(small.code, small.stderr).toBe(0)
    const long = loans.map((loan) => ({ ...loan, id: loan.id + 5000, use: `${loan.name} `.repeat(300) }))
    writeFileSync(join(folder, 'long.ndjson'), ndjsonOf(long))
    const { code, stderr } = await shell(
      `${disk.before} $KIVA mirror import "$1"`,
      [join(folder, 'long.ndjson')],
      other,
    )
    expect([code, errorOf(stderr).message]).toEqual([3, expect.stringMatching(/the disk is full|failed/)])
    const counting = 'SELECT count(*) AS n FROM loans WHERE id <= 100'
    const kept = await kivaHere(['sql', counting, '-o', 'csv'], other)
    expect([kept.stdout, kept.stderr]).toEqual(['n\r\n100\r\n', ''])
  })

  /** Without an end. */
  const numbers = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)'
  const streaming = `${numbers} SELECT i, 'row ' || i AS name FROM n`
  /** Prints rows, and then computes for ever. */
  const computing = `${numbers} SELECT i FROM n WHERE i <= 1200 OR i < 0`
  /** Computes for ever after three rows, each a batch of its own: no row of a batch that never ends is printed. */
  const computingAfter3 = `${numbers} SELECT i, hex(zeroblob(500000)) AS text FROM n WHERE i <= 3 OR i < 0`

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
      const { child, ended, said } = start(['sql', computingAfter3, '-o', 'ndjson'], env)
      await said(/"i":3\b/)
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
    const { child, ended, said } = start(['sql', computingAfter3, '-o', 'ndjson'], env)
    await said(/"i":3\b/)
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
    if (!drivesExecutable && nodeLine !== 26) expect(await openedBy()).toBeGreaterThan(0)
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

  test.each([
    'record(9007199254740993)',
    "record('x')",
    'record(null)',
    'record(1e300)',
    'record(1.5)',
    "derived(1e300, 'a.b')",
    "derived(9007199254740993, 'funding.left')",
  ])('%s is null', async (expression) => {
    const { code, stdout } = await kivaHere(['sql', `SELECT ${expression} AS a`], env)
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ a: null }]])
  })

  test('record and derived take ids as SQL has them', async () => {
    const statement = `SELECT id, record(id) ->> 'name' AS name, record(id * 1.0) ->> 'id' AS again FROM loans WHERE id IN (1, 3)`
    const { stdout } = await kivaHere(['sql', statement], env)
    expect(JSON.parse(stdout)).toEqual([
      { id: 1, name: 'Borrower 0', again: 1 },
      { id: 3, name: 'Borrower 2', again: 3 },
    ])
  })

  test.each([
    ['EXPLAIN SELECT 1', 5],
    ["SELECT value FROM json_each('[1, 2, 3]')", 3],
    ['SELECT id FROM loans LIMIT 501', 501],
  ])('%s prints all its rows', async (statement, count) => {
    const { stdout } = await kivaHere(['sql', statement, '-o', 'ndjson'], env)
    expect(stdout.trimEnd().split('\n').length).toBe(count)
  })

  test('values beyond the first batch keep their kind', async () => {
    const row = "i, i + 9007199254740992 AS big, x'00ff' AS bytes, NULL AS none, i * 0.5 AS half"
    const { stdout } = await kivaHere(
      ['sql', `${numbers} SELECT ${row} FROM n LIMIT 701`, '-o', 'ndjson'],
      env,
    )
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      '{"i":701,"big":9007199254741693,"bytes":"00ff","none":null,"half":350.5}',
    )
  })

  test('names of columns are distinct, and whole numbers with text are no numbers', async () => {
    const { stdout } = await kivaHere(['sql', 'SELECT 1 AS a, 2 AS a, 3 AS a, 4 AS a_2', '-o', 'csv'], env)
    expect(stdout).toBe('a,a,a,a_2\r\n1,2,3,4\r\n')
    const out = join(folder, 'kinds.parquet')
    const kinds = "VALUES (1, 1, 1), (2.5, 2.5, 2), (NULL, 'x', 3)"
    expect((await kivaHere(['sql', kinds, '--out', out], env)).code).toBe(0)
    const { schema } = parquetMetadata(new Uint8Array(readFileSync(out)).buffer)
    expect(schema.slice(1, 4).map(({ type }) => type)).toEqual(['DOUBLE', 'BYTE_ARRAY', 'INT64'])
  })

  test('the mirror has a log, and a clear removes all its files', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'cleared') }
    await importText(JSON.stringify(loans[0]), other)
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
    await importText(ndjsonOf(loans), other)
    const path = join(folder, 'damaged', 'mirror.sqlite')
    execFileSync('python3', [
      '-c',
      `import sqlite3; d = sqlite3.connect('${path}'); d.execute('DELETE FROM words_data WHERE id > 10'); d.commit()`,
    ])
    const { code, stderr } = await kivaHere(
      ['--mirror', 'loans', 'search', '--q', 'borrower', '-o', 'json'],
      other,
    )
    expect([code, errorOf(stderr).message]).toEqual([3, `cannot use ${path}: it is damaged`])
  })

  test('an import waits for another program that writes, which sees nothing of it', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'shared') }
    await importText(JSON.stringify(loans[0]), other)
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

  test('loans with long texts are found by their last words: meanwhile the index has rows beyond 2^53', async () => {
    const other = { KIVA_DATA_DIR: join(folder, 'long') }
    const useOf = (word: string) => Array.from({ length: 200_000 }, (_, at) => `${word}${at}`).join(' ')
    for (const [word, count] of [
      ['old', 4],
      ['new', 2],
    ] as const) {
      await importText(ndjsonOf(loans.slice(0, count).map((loan) => ({ ...loan, use: useOf(word) }))), other)
    }
    const idsOf = async (word: string) => {
      const search = ['--mirror', 'loans', 'search', '--q', word, '--all', '-o', 'ids']
      return (await kivaHere(search, other)).stdout.trim().split('\n').toSorted()
    }
    expect(await idsOf('old199999')).toEqual(['3', '4'])
    expect(await idsOf('new199999')).toEqual(['1', '2'])
  })
})
