/**
 * A store of an earlier version becomes one of this version, whole or not at all. The store of version 1 is that of
 * mirror-older.test.ts. That of version 2 was made by the code of commit 9ed2756b with the letters that commit 35384aa7
 * folded: imports of the sandbox's loans and of odd ones, and a pull. Needs `npm run build`.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { schemaVersion } from '../../src/mirror/tables.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { drivesExecutable, type Env, hasSqlite, preload, runScript } from '../support/process.ts'
import { contentOf } from './content-of.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
type Loose = any

const folder = folderForAll()
const fixtureOf = (commit: string) =>
  readFileSync(join(import.meta.dirname, `../fixtures/mirror-${commit}.sqlite`))
const fixture = fixtureOf('35384aa7')
const older = [
  [1, fixture],
  [2, fixtureOf('9ed2756b')],
] as const
let count = 0

/** Returns an environment with a data folder that has this file. */
function storeOf(bytes?: Uint8Array) {
  const data = join(folder, `data-${count++}`)
  mkdirSync(data, { mode: 0o700 })
  const path = join(data, 'mirror.sqlite')
  if (bytes) writeFileSync(path, bytes, { mode: 0o600 })
  return { env: { KIVA_DATA_DIR: data }, data, path }
}

const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error

/** Returns the whole records of a store by the ids of their loans. */
function recordsOf({ rows }: Loose): ReadonlyMap<number, Loose> {
  const dictionary = Buffer.from(rows.store.find(({ key }: Loose) => key === 'dictionary').value, 'hex')
  return new Map(
    rows.records.map(({ id, record }: Loose) => {
      const text = inflateRawSync(Buffer.from(record, 'hex'), { dictionary }).toString()
      return [id, JSON.parse(text)]
    }),
  )
}

async function sql(statement: string, env: Env): Promise<Loose[]> {
  const { code, stdout, stderr } = await kiva(['sql', statement, '-o', 'json'], env)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** Bytes 60 to 63 of the header are the user version, 68 to 71 the application id: https://sqlite.org/fileformat.html. */
const headerOf = (path: string) => {
  const bytes = readFileSync(path)
  return [bytes.readUInt32BE(60), bytes.toString('latin1', 68, 72)]
}

describe.runIf(hasSqlite && !drivesExecutable)('a store of version 1', () => {
  test('has the same tables as a new store, and the rows that it had', async () => {
    const { env, path } = storeOf(fixture)
    const before = await contentOf(path)
    expect(before.schema.loans).toBeDefined()
    expect((await kiva(['mirror', 'info'], env)).code).toBe(0)
    const fresh = storeOf()
    expect((await kiva(['mirror', 'import', '-'], fresh.env, '{"id":1,"terms":{}}')).code).toBe(0)
    const [now, made] = [await contentOf(path), await contentOf(fresh.path)]
    expect(now.schema).toEqual(made.schema)
    expect(headerOf(path)).toEqual([schemaVersion, 'kiva'])
    const { rows } = now
    for (const table of ['records', 'wanted', 'countries', 'lender_loans'])
      expect([table, rows[table]]).toEqual([table, before.rows[table]])
    // Readings of the same moment have the same number, the last one that of the store.
    const times = [...new Set(before.rows.changes.map(({ at }: Loose) => at))].toSorted()
    const numberOf = (at: string) => times.indexOf(at) + 1
    expect(rows.store.filter(({ key }: Loose) => key !== 'reading')).toEqual(before.rows.store)
    expect(rows.store).toContainEqual({ key: 'reading', value: times.length })
    expect(times.length).toBeGreaterThan(2)
    expect(rows.my_lists).toEqual(before.rows.lenders)
    const names = Object.keys(before.rows.loans[0])
    const as = (loan: Loose) => Object.fromEntries(names.map((name) => [name, loan[name]]))
    expect(rows.loans.map(as)).toEqual(before.rows.loans)
    expect(Object.keys(rows.loans[0]).slice(0, names.length)).toEqual(names)
    expect(rows.changes.map(({ until: _, ...change }: Loose) => change)).toEqual(
      before.rows.changes.map((change: Loose) => ({ ...change, reading: numberOf(change.at) })),
    )
    expect(rows.partners).toEqual(
      before.rows.partners.map(({ rating, ...partner }: Loose) => ({
        ...partner,
        rating: Number.isNaN(Number(rating)) ? null : Number(rating),
      })),
    )
    expect(new Set(before.rows.partners.map(({ rating }: Loose) => rating)).size).toBeGreaterThan(1)
    expect([rows.pulls, rows.lending_actions]).toEqual([[], []])
  })

  test('gets the new columns of loans from the records, and the last reading of each', async () => {
    const { env, path } = storeOf(fixture)
    // It was read again a day later, with the same values.
    await runScript(
      'make-database.ts',
      path,
      "UPDATE loans SET read_at = '2026-01-07T00:00:00.000Z' WHERE id = 2100001",
    )
    const entries = [...recordsOf(await contentOf(path))].map(([id, { journal_totals }]) => ({
      id,
      journal_entries: journal_totals?.entries ?? null,
    }))
    expect(await sql('SELECT id, journal_entries FROM loans ORDER BY id', env)).toEqual(entries)
    expect(new Set(entries.map(({ journal_entries }: Loose) => journal_entries)).size).toBeGreaterThan(2)
    const last = `SELECT count(*) AS n, sum(c.until = l.read_at) AS same FROM loans l
      JOIN changes c ON c.loan_id = l.id AND c.at = (SELECT max(at) FROM changes WHERE loan_id = l.id)`
    expect(await sql(last, env)).toEqual([{ n: 59, same: 59 }])
    const again = 'SELECT at < until AS later FROM changes WHERE loan_id = 2100001 ORDER BY at DESC LIMIT 1'
    expect(await sql(again, env)).toEqual([{ later: 1 }])
    const earlier =
      'SELECT count(*) AS n, sum(until = at) AS same FROM changes c WHERE at < (SELECT max(at) FROM changes WHERE loan_id = c.loan_id)'
    expect(await sql(earlier, env)).toEqual([{ n: 3, same: 3 }])
  })

  test('is as it was after Ctrl-C during its change: exit code 130', async () => {
    const { env, path } = storeOf(fixture)
    // More loans than are read between two looks at signals.
    const more = `UPDATE more SET id = id + 1000; INSERT INTO loans SELECT * FROM more;
      UPDATE packed SET id = id + 1000; INSERT INTO records SELECT * FROM packed;`
    const copies =
      'CREATE TEMP TABLE more AS SELECT * FROM loans; CREATE TEMP TABLE packed AS SELECT * FROM records;'
    await runScript('make-database.ts', path, copies + more.repeat(17))
    const before = await contentOf(path)
    const interrupted = {
      ...env,
      ...preload('kill-at-statement.cjs'),
      TEST_KILL_AT: '500',
      TEST_KILL_AFTER: 'BEGIN IMMEDIATE',
      TEST_KILL_SIGNAL: 'SIGINT',
    }
    expect((await kiva(['mirror', 'info'], interrupted)).code).toBe(130)
    expect(await contentOf(path)).toEqual(before)
    const { code, stdout } = await kiva(['mirror', 'info', '-o', 'json'], env)
    expect([code, JSON.parse(stdout).loans]).toEqual([0, 18 * 59])
  })

  test('is not changed while another run holds it: exit code 3, and the way out', async () => {
    const { env, path, data } = storeOf(fixture)
    mkdirSync(join(data, 'mirror.sqlite.lock'), { recursive: true })
    for (const line of ['mirror info', 'sql', '--mirror loans newest', 'mirror export --out lake']) {
      const { code, stderr } = await kiva(line.split(' '), env)
      expect([line, code, errorOf(stderr)]).toEqual([
        line,
        3,
        expect.objectContaining({
          message: expect.stringContaining(
            'was written by an earlier version of kiva, and cannot be changed now',
          ),
          hint: expect.stringContaining('Wait for the other run'),
        }),
      ])
    }
    expect(readFileSync(path).equals(fixture)).toBe(true)
  })
})

describe.runIf(hasSqlite && !drivesExecutable).each(older)('a store of version %i', (version, bytes) => {
  test('has the rows of a new store into which the same records went', async () => {
    const { env, path } = storeOf(bytes)
    expect(headerOf(path)[0]).toBe(version)
    expect((await kiva(['mirror', 'info'], env)).code).toBe(0)
    const now = await contentOf(path)
    const readings = new Map<number, string>(now.rows.loans.map(({ id, read_at }: Loose) => [id, read_at]))
    const pages = [...recordsOf(now)].map(([id, record]) =>
      JSON.stringify({ header: { date: readings.get(id) }, loans: [record] }),
    )
    const fresh = storeOf()
    expect((await kiva(['mirror', 'import', '-'], fresh.env, pages.join('\n'))).code).toBe(0)
    const made = await contentOf(fresh.path)
    expect(now.schema).toEqual(made.schema)
    expect(headerOf(path)).toEqual(headerOf(fresh.path))
    for (const table of ['loans', 'payments', 'scheduled_payments', 'borrowers', 'counts']) {
      expect(made.rows[table].length).toBeGreaterThan(0)
      expect([table, now.rows[table]]).toEqual([table, made.rows[table]])
    }
    expect(made.vocabulary.length).toBeGreaterThan(100)
    expect(now.vocabulary).toEqual(made.vocabulary)
  })

  test.each([
    ...[1, 2, 3, 4, 5, 20, 200].map((at) => ['BEGIN IMMEDIATE', at] as const),
    ...[
      'CREATE TABLE payments',
      'INSERT INTO payments',
      'INSERT INTO borrowers',
      'INSERT INTO words (rowid',
    ].flatMap((text) => [[text, 1] as const, [text, 30] as const]),
    // The last statements: indexes and triggers, the header, and the end of the transaction.
    ['CREATE INDEX', 1],
    ['PRAGMA application_id', 1],
  ] as const)('killed after %j, at statement %i, is as it was', async (after, at) => {
    const { env, path } = storeOf(bytes)
    const before = await contentOf(path)
    const killed = {
      ...env,
      ...preload('kill-at-statement.cjs'),
      TEST_KILL_AT: String(at),
      TEST_KILL_AFTER: after,
    }
    expect((await kiva(['mirror', 'info'], killed)).code).toBe(128 + 9)
    expect(await contentOf(path)).toEqual(before)
    // The next run makes the change.
    const { code, stdout } = await kiva(['mirror', 'info', '-o', 'json'], env)
    expect([code, JSON.parse(stdout).loans]).toEqual([0, before.rows.loans.length])
    expect(headerOf(path)).toEqual([schemaVersion, 'kiva'])
  })
})

describe.runIf(hasSqlite && !drivesExecutable)('a store of version 2', () => {
  test('is searched by letters that it did not fold', async () => {
    const { env } = storeOf(fixtureOf('9ed2756b'))
    for (const q of ['Łukasz', 'lukasz', 'AEBLER', 'sstrasse']) {
      const { code, stdout } = await kiva(['--mirror', 'loans', 'search', '--q', q, '-o', 'json'], env)
      expect([q, code, JSON.parse(stdout).map(({ id }: Loose) => id)]).toEqual([q, 0, [501]])
    }
  })

  test.each(['nothing', 'the lower half of the ids'])(
    'with %s left to sweep: ids between loans are asked for again',
    async (left) => {
      const { env, path } = storeOf(fixtureOf('9ed2756b'))
      const { rows: before } = await contentOf(path)
      const ids: readonly number[] = before.loans
        .map(({ id }: Loose) => id)
        .toSorted((a: number, b: number) => a - b)
      const next = left === 'nothing' ? 0 : (ids[Math.floor(ids.length / 2)] ?? 0)
      const wanted = 1 + (ids.findLast((id, at) => (ids[at + 1] ?? 0) - id === 2) ?? 0)
      const named = new Set([...before.wanted, ...before.unproven, { id: wanted }].map(({ id }) => id))
      await runScript(
        'make-database.ts',
        path,
        `INSERT OR REPLACE INTO store VALUES ('sweep_next', ${next}), ('sweep_bottom', 1);
       INSERT INTO wanted (id) VALUES (${wanted})`,
      )
      expect((await kiva(['mirror', 'info'], env)).code).toBe(0)
      const { absent } = (await contentOf(path)).rows
      const oldest = before.loans.map((loan: Loose) => loan.read_at).toSorted()[0]
      const expected = ids.flatMap((id, at) => {
        const above = ids[at + 1] ?? id
        // A wild id is far from all others.
        if (id <= next || above - id > 100_000) return []
        return Array.from({ length: above - id - 1 }, (_, more) => id + 1 + more)
      })
      expect(expected.length).toBeGreaterThan(1)
      expect(absent).toEqual(
        expected.filter((id) => !named.has(id)).map((id) => ({ id, tries: 1, asked_at: oldest })),
      )
    },
  )
})

describe.runIf(hasSqlite && !drivesExecutable)('a first fill that was killed', () => {
  test.each([2, 40, 300])('at statement %i leaves a store that the next run completes', async (at) => {
    const { env, path } = storeOf()
    const loans = Array.from({ length: 700 }, (_, place) => ({
      id: place + 1,
      terms: {},
      posted_date: '2020-05-05T00:00:00Z',
    }))
    const text = loans.map((loan) => `${JSON.stringify(loan)}\n`).join('')
    const killed = {
      ...env,
      ...preload('kill-at-statement.cjs'),
      TEST_KILL_AT: String(at),
      TEST_KILL_AFTER: 'DROP trigger',
    }
    expect((await kiva(['mirror', 'import', '-'], killed, text)).code).toBe(128 + 9)
    const lake = join(folder, `lake-${at}`)
    const rowsIn = async () => {
      const { code, stdout } = await kiva(['mirror', 'export', '--out', lake, '-o', 'json'], env)
      const { rows }: Loose = JSON.parse(stdout).find(({ table }: Loose) => table === 'loans')
      return [code, rows]
    }
    const [[before]] = (await sql('SELECT count(*) AS n FROM loans', env)).map(Object.values) as [[number]]
    const { stdout: told } = await kiva(['mirror', 'info', '-o', 'json'], env)
    expect(JSON.parse(told).loans).toBe(before)
    expect(await rowsIn()).toEqual([0, before])
    expect((await kiva(['mirror', 'import', '-'], env, text)).code).toBe(0)
    expect(await rowsIn()).toEqual([0, 700])
    const fresh = storeOf()
    expect((await kiva(['mirror', 'import', '-'], fresh.env, text)).code).toBe(0)
    const [now, made] = [await contentOf(path), await contentOf(fresh.path)]
    expect(now.schema).toEqual(made.schema)
    expect(Object.keys(now.schema).filter((name) => name.startsWith('loans_'))).toHaveLength(6)
    // Each year has a number by which the lake sees that it was written.
    const years = (rows: Loose) => rows.written.map(({ part, year }: Loose) => `${part} ${year}`)
    expect(years(made.rows)).toContain('loans 2020')
    expect(years(now.rows)).toEqual(years(made.rows))
  })
})

const isRoot = process.getuid?.() === 0
const mounted: string[] = []
afterAll(() => {
  for (const place of mounted) spawnSync('umount', ['-l', place])
})

/** Puts the files of a data folder on a disk of its own. Returns how to make it read-only. Root may write to any folder. */
function onOwnDisk(data: string, kilobytes = 10_000): () => void {
  if (!isRoot) return () => chmodSync(data, 0o500)
  const files = ['', '-wal'].flatMap((end) => {
    try {
      return [
        { name: join(data, `mirror.sqlite${end}`), bytes: readFileSync(join(data, `mirror.sqlite${end}`)) },
      ]
    } catch {
      return []
    }
  })
  const options = `mode=700,size=${kilobytes}k`
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', data]).status).toBe(0)
  mounted.push(data)
  for (const { name, bytes } of files) writeFileSync(name, bytes, { mode: 0o600 })
  return () => expect(spawnSync('mount', ['-o', 'remount,ro', data]).status).toBe(0)
}

describe.runIf(hasSqlite)('a store on read-only storage', () => {
  const read = [
    'mirror info',
    'sql',
    '--mirror loans search',
    '--mirror partners list',
    'mirror changes 2100001',
  ]

  test('of this version is read', async () => {
    const { env, data } = storeOf(fixture)
    expect((await kiva(['mirror', 'info'], env)).code).toBe(0)
    onOwnDisk(data)()
    for (const line of read) {
      const { code, stdout, stderr } = await kiva([...line.split(' '), '-o', 'json'], env)
      expect([line, code, stderr.replace(/^20 of .*\n/, '')]).toEqual([line, 0, ''])
      expect(stdout).not.toBe('')
    }
    const { code, stderr } = await kiva(['mirror', 'import', '-'], env, '{"id":1,"terms":{}}')
    expect([code, errorOf(stderr).message]).toEqual([3, expect.stringContaining('mirror.sqlite')])
  })

  test('of version 1 cannot be changed: exit code 3, and the way out', async () => {
    const { env, data } = storeOf(fixture)
    onOwnDisk(data)()
    for (const line of read) {
      const { code, stderr } = await kiva(line.split(' '), env)
      expect([line, code, errorOf(stderr)]).toEqual([
        line,
        3,
        expect.objectContaining({
          message: expect.stringContaining('was written by an earlier version of kiva'),
          hint: expect.stringContaining('copy it to another folder, and set KIVA_DATA_DIR'),
        }),
      ])
    }
  })

  test('with changes that wait beside it says which files to copy', async () => {
    const { env, data, path } = storeOf(fixture)
    expect((await kiva(['mirror', 'info'], env)).code).toBe(0)
    writeFileSync(`${path}-wal`, 'changes', { mode: 0o600 })
    onOwnDisk(data)()
    const { code, stderr } = await kiva(['mirror', 'info'], env)
    expect([code, errorOf(stderr)]).toEqual([
      3,
      expect.objectContaining({
        message: `cannot read ${path}: changes wait in ${path}-wal, and its folder is read-only`,
        hint: 'Copy both files to a folder that you can write to, and set KIVA_DATA_DIR to it.',
      }),
    ])
  })
})

describe.runIf(hasSqlite && !drivesExecutable && isRoot).each(older)('a store of version %i', (_, bytes) => {
  test.each(['CREATE TABLE payments', 'INSERT INTO borrowers', 'CREATE INDEX'])(
    'is as it was after its disk is full from %j on: exit code 3',
    async (after) => {
      const { env, data, path } = storeOf(bytes)
      onOwnDisk(data, 2000)
      const before = await contentOf(path)
      const filler = join(data, 'filler')
      const full = {
        ...env,
        ...preload('kill-at-statement.cjs'),
        TEST_KILL_AT: '1',
        TEST_KILL_AFTER: after,
        TEST_FILL: filler,
      }
      const { code, stderr } = await kiva(['mirror', 'info'], full)
      expect([code, errorOf(stderr).message]).toEqual([3, expect.stringMatching(/: the disk is full$/)])
      rmSync(filler)
      expect(await contentOf(path)).toEqual(before)
      expect((await kiva(['mirror', 'info'], env)).code).toBe(0)
      expect(headerOf(path)).toEqual([schemaVersion, 'kiva'])
    },
  )
})

describe.runIf(hasSqlite)('a file that is not whole, or not of kiva', () => {
  test.runIf(isRoot)('a store of version 1 on a disk that is nearly full stays as it is', async () => {
    const { env, data, path } = storeOf(fixture)
    onOwnDisk(data, 300)
    const { code, stderr } = await kiva(['mirror', 'info'], env)
    expect([code, errorOf(stderr)]).toEqual([
      3,
      expect.objectContaining({
        hint: expect.stringMatching(/^To bring it to this version takes up to \d+ ?kB more/),
      }),
    ])
    expect(readFileSync(path).equals(fixture)).toBe(true)
  })

  const lines = [
    'mirror info',
    'mirror changes 1',
    'mirror pull --requests 1',
    'mirror import -',
    'mirror export --out lake',
    'mirror clear --yes',
    'sql',
    '--mirror loans newest',
  ]

  test.each([
    ['application_id', 'CREATE TABLE t (a); PRAGMA application_id = 7; PRAGMA user_version = 2'],
    ['no marks', 'CREATE TABLE loans (a)'],
    ['the version of ours', 'CREATE TABLE loans (a); PRAGMA user_version = 1'],
  ])('a database of another program (%s) stays as it is: exit code 3', async (_, statements) => {
    const { env, path } = storeOf()
    await runScript('make-database.ts', path, statements)
    chmodSync(path, 0o600)
    const bytes = readFileSync(path)
    for (const line of lines) {
      const { code, stderr } = await kiva(
        ['--sandbox', ...line.split(' ')].slice(line.startsWith('--') ? 1 : 0),
        env,
        '{"id":1,"terms":{}}',
      )
      expect([line, code, errorOf(stderr).message]).toEqual([
        line,
        3,
        `${path} is a database of another program`,
      ])
      expect([line, readFileSync(path).equals(bytes)]).toEqual([line, true])
    }
  })

  test('a damaged record is named, and nothing is changed', async () => {
    const { env, path } = storeOf(fixture)
    expect((await kiva(['mirror', 'info'], env)).code).toBe(0)
    await runScript('make-database.ts', path, "UPDATE records SET record = x'00112233' WHERE id = 2100001")
    for (const line of [
      '--mirror loans show 2100001',
      'sql SELECT|record(2100001)',
      'sql SELECT|count(text)|FROM|stories',
    ]) {
      const { code, stderr } = await kiva(
        line.split(' ').map((word) => word.replaceAll('|', ' ')),
        env,
      )
      expect([line, code, errorOf(stderr).message]).toEqual([
        line,
        3,
        `the record of loan 2100001 in ${path} is damaged`,
      ])
    }
    expect((await kiva(['--mirror', 'loans', 'show', '2100238'], env)).code).toBe(0)
    // What cannot be read cannot fill a new column either.
    const damaged = storeOf(fixture)
    await runScript(
      'make-database.ts',
      damaged.path,
      "UPDATE records SET record = x'00112233' WHERE id = 2100001",
    )
    const { code, stderr } = await kiva(['mirror', 'info'], damaged.env)
    expect([code, errorOf(stderr).message]).toEqual([
      3,
      `the record of loan 2100001 in ${damaged.path} is damaged`,
    ])
    expect(headerOf(damaged.path)).toEqual([1, '\0\0\0\0'])
  })
})
