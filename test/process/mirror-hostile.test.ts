/**
 * A file at the place of the mirror that another program wrote or changed: kiva refuses it before anything in it runs, and
 * deletes it if asked to. Needs `npm run build`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { schemaVersion } from '../../src/mirror/tables.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { hasSqlite, runScript } from '../support/process.ts'

const folder = folderForAll()
const fixtures = join(import.meta.dirname, '../fixtures')
const older = readFileSync(join(fixtures, 'mirror-35384aa7.sqlite'))
let count = 0

/** Returns an environment with a data folder that has a file, and that file's path. */
function storeOf(bytes: Uint8Array) {
  const data = join(folder, `data-${count++}`)
  mkdirSync(data, { mode: 0o700 })
  const path = join(data, 'mirror.sqlite')
  writeFileSync(path, bytes, { mode: 0o600 })
  return { env: { KIVA_DATA_DIR: data }, data, path }
}

const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error

const hint = expect.stringMatching(
  /^Move it away, set KIVA_DATA_DIR to another folder, or delete it with .*mirror clear\.$/,
)

/** All that the check knows of the structure of a version. */
interface Structures {
  readonly version: number
  readonly whole: string | null
  readonly filling: string | null
  readonly removed: Readonly<Record<string, string | null>>
  readonly lacking: string | null
  readonly later: readonly (string | null)[]
}

describe.runIf(hasSqlite)('the structure of a store', () => {
  let found: readonly Structures[] = []
  beforeAll(async () => {
    found = JSON.parse(await runScript('structures.ts', join(fixtures, 'mirror-structures.json')))
  })

  test('of each version is known', () => {
    expect(found.map(({ version, whole }) => [version, whole])).toEqual(
      Array.from({ length: schemaVersion }, (_, at) => [at + 1, null]),
    )
  })

  test('may lack indexes and triggers together from version 2 on: a first fill has none', () => {
    expect(found.map(({ filling }) => filling === null)).toEqual(found.map(({ version }) => version > 1))
  })

  test('of version 1 may lack what later stores of that version brought', () => {
    const [first, ...others] = found
    expect(first?.lacking).toBe(null)
    expect(others.map(({ lacking }) => lacking)).toEqual(
      others.map(() => 'FILE was changed by another program: table written is missing'),
    )
  })

  test('lacks nothing else', () => {
    const allowed = found.flatMap(({ version, removed }) =>
      Object.entries(removed).flatMap(([removal, problem]) => (problem === null ? [[version, removal]] : [])),
    )
    expect(allowed).toEqual([[1, 'DROP table unproven']])
    for (const { removed } of found) {
      expect(Object.keys(removed).length).toBeGreaterThan(25)
      for (const [removal, problem] of Object.entries(removed))
        if (problem !== null)
          expect(problem).toBe(
            `FILE was changed by another program: ${removal.replace('DROP ', '')} is missing`,
          )
    }
  })

  test('of version 1 is not that of a later one', () => {
    expect(found[0]?.later.map((problem) => problem === null)).toEqual([true, false, false])
    expect(found.at(-1)?.later[0]).not.toBe(null)
  })
})

const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)'

/** What another program does to a store, and what of it the refusal names. */
const files: readonly (readonly [title: string, named: string, change: string])[] = [
  ['version 0', 'version 0 is unknown', 'PRAGMA user_version = 0'],
  ['version -5', 'version -5 is unknown', 'PRAGMA user_version = -5'],
  ['version 1 over a newer store', 'table \\w+ is unknown', 'PRAGMA user_version = 1'],
  [
    'a trigger',
    'trigger evil is unknown',
    'CREATE TRIGGER evil AFTER INSERT ON loans BEGIN DELETE FROM partners; END',
  ],
  [
    'a trigger with the name of ours',
    'trigger counted_insert differs',
    'DROP TRIGGER counted_insert; CREATE TRIGGER counted_insert AFTER INSERT ON loans BEGIN DELETE FROM partners; END',
  ],
  ['an endless view', 'view evil is unknown', `CREATE VIEW evil AS ${endless} SELECT n FROM r`],
  [
    'an endless view in place of a table',
    'view wanted is unknown',
    `DROP TABLE wanted; CREATE VIEW wanted AS ${endless} SELECT n AS id, NULL AS asked_at FROM r`,
  ],
  [
    'a generated column',
    'table partners differs',
    'ALTER TABLE partners ADD COLUMN evil TEXT AS (hex(zeroblob(100000000)))',
  ],
  [
    'a CHECK constraint',
    'table wanted differs',
    'DROP TABLE wanted; CREATE TABLE wanted (id INTEGER PRIMARY KEY, asked_at TEXT CHECK (hex(zeroblob(100000000)) > 1)) STRICT',
  ],
  ['an index on an expression', 'index evil is unknown', 'CREATE INDEX evil ON loans (abs(id))'],
  [
    'an index with the name of ours, on another table',
    'index loans_by_partner differs',
    'DROP INDEX loans_by_partner; CREATE INDEX loans_by_partner ON records (id)',
  ],
  ['a virtual table', 'table evil is unknown', 'CREATE VIRTUAL TABLE evil USING fts5(a)'],
  ['a table with the name of a function', 'table json_each is unknown', 'CREATE TABLE json_each (a)'],
  ['no trigger of ours', 'trigger counted_delete is missing', 'DROP TRIGGER counted_delete'],
  [
    'tables that share their pages',
    'table countries is damaged|table partners is damaged',
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'partners') WHERE name = 'countries'",
  ],
]

const commands = [
  'mirror info',
  'mirror changes 1',
  'mirror pull --requests 1',
  'mirror import -',
  'mirror export --out lake',
  'sql',
  'sql VALUES(1)',
  '--mirror loans show 1',
  '--mirror loans newest',
  '--mirror explore --plain',
  'sandbox --mirror',
]

describe.runIf(hasSqlite)('a mirror that another program changed', () => {
  let store = new Uint8Array()
  beforeAll(async () => {
    const { env, path, data } = storeOf(new Uint8Array())
    const { code, stderr } = await kiva(
      ['mirror', 'import', '-'],
      env,
      '{"id":1,"status":"funded","terms":{}}',
    )
    expect([code, stderr]).toEqual([0, ''])
    await runScript('make-database.ts', path, 'PRAGMA journal_mode = DELETE')
    expect(readdirSync(data)).toEqual(['mirror.sqlite'])
    store = readFileSync(path)
  })

  /** Runs commands over a file, each of which refuses it, and then deletes it. */
  async function refuses(bytes: Uint8Array, named: string, lines: readonly string[]): Promise<void> {
    const { env, data, path } = storeOf(bytes)
    for (const line of lines) {
      const words = line.startsWith('mirror pull') ? ['--sandbox', ...line.split(' ')] : line.split(' ')
      const { code, stderr } = await kiva(words, env, '{"id":1,"terms":{}}')
      expect([line, code, errorOf(stderr)]).toEqual([
        line,
        3,
        expect.objectContaining({
          message: expect.stringMatching(`^.*mirror.sqlite was changed by another program: (?:${named})$`),
          hint,
        }),
      ])
      expect([line, readFileSync(path).equals(bytes), readdirSync(data)]).toEqual([
        line,
        true,
        ['mirror.sqlite'],
      ])
    }
    expect((await kiva(['mirror', 'clear', '--yes'], env)).code).toBe(0)
    expect(readdirSync(data)).toEqual([])
  }

  test.each(files)('by %s is refused: exit code 3', async (title, named, change) => {
    const { path } = storeOf(store)
    await runScript('make-database.ts', path, change)
    await refuses(readFileSync(path), named, title === 'a trigger' ? commands : ['mirror info'])
  })

  test('by a view in place of the list of what is in it is damaged, and nothing runs', async () => {
    const { env, path } = storeOf(store)
    const view = `CREATE VIEW sqlitX_schema AS ${endless} SELECT 'table' AS type, n AS name FROM r`
    await runScript('make-database.ts', path, view)
    const bytes = readFileSync(path, 'latin1').replaceAll('sqlitX', 'sqlite')
    writeFileSync(path, bytes, 'latin1')
    const { code, stderr } = await kiva(['mirror', 'info'], env)
    expect([code, errorOf(stderr)]).toEqual([
      3,
      expect.objectContaining({
        message: `cannot use ${path}: it is damaged`,
        hint: 'Move it away, or set KIVA_DATA_DIR to another folder.',
      }),
    ])
  })

  test('by statements in the name of a trigger runs none of them', async () => {
    const { path, data } = storeOf(older)
    const planted = join(data, 'planted.sqlite')
    const name = `later"; COMMIT; ATTACH '${planted}' AS p; CREATE TABLE p.t (a); BEGIN; --`
    const body = 'AFTER INSERT ON loans BEGIN SELECT 1; END'
    await runScript(
      'make-database.ts',
      path,
      `PRAGMA journal_mode = DELETE; CREATE TRIGGER "${name.replaceAll('"', '""')}" ${body}; CREATE TRIGGER later ${body}`,
    )
    await refuses(readFileSync(path), 'trigger later"; COMMIT; ATTACH .*', commands)
    expect(existsSync(planted)).toBe(false)
  })

  test('is named by doctor', async () => {
    const { env, path } = storeOf(store)
    await runScript(
      'make-database.ts',
      path,
      `DROP TABLE counts; CREATE VIEW counts AS ${endless} SELECT n FROM r`,
    )
    const { stdout } = await kiva(['doctor', '-o', 'json'], env)
    expect(stdout).toContain('was changed by another program: view counts is unknown')
  })
})
