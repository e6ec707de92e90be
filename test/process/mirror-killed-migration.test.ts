/**
 * Kills runs that change a mirror, with a log of changes beside it and with a journal. The next run undoes the half-made change,
 * and has all loans. `npm run test:long` kills fifty over 40,000 loans. Needs `npm run build`.
 */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemaVersion } from '../../src/mirror/tables.ts'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { isLong } from '../e2e/how-long.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import {
  drivesExecutable,
  type Env,
  hasSqlite,
  kiva as kivaThere,
  preload,
  runScript,
  start,
} from '../support/process.ts'
import { contentOf } from './content-of.ts'

/** Differs in each run. KIVA_CHAOS_SEED repeats the seed of a failure. */
const seed = Number(process.env['KIVA_CHAOS_SEED'] ?? Date.now() % 1_000_000)

const folder = folderForAll()
const fixtures = join(import.meta.dirname, '../fixtures')
const older = readFileSync(join(fixtures, 'mirror-35384aa7.sqlite'))
const copy = join(folder, 'older.sqlite')
beforeAll(() => writeFileSync(copy, older))
const structures: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(fixtures, 'mirror-structures.json'), 'utf8'),
)
let count = 0

/** Returns an environment with a data folder, and the path of the mirror in it. */
function emptyFolder() {
  const data = join(folder, `data-${count++}`)
  mkdirSync(data, { mode: 0o700 })
  return { env: { KIVA_DATA_DIR: data }, data, path: join(data, 'mirror.sqlite') }
}

const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error

type Mode = 'DELETE' | 'WAL'

/** Statements that multiply the loans of the fixture. */
const copies = (times: number) =>
  Array.from(
    { length: times - 1 },
    () =>
      'UPDATE more SET id = id + 1000; INSERT INTO loans SELECT * FROM more; UPDATE packed SET id = id + 1000; INSERT INTO records SELECT * FROM packed;',
  ).join('')

/** The statements that fill a store of version 2 as a store of version 1 is. */
const fromFirst = `
ATTACH '${copy}' AS old;
INSERT INTO store SELECT * FROM old.store;
INSERT INTO loans SELECT *, NULL FROM old.loans;
INSERT INTO records SELECT * FROM old.records;
INSERT INTO changes SELECT loan_id, at, at, status, funded_amount, basket_amount, paid_amount, lender_count, delinquent FROM old.changes;
INSERT INTO countries SELECT * FROM old.countries;
INSERT INTO my_lists SELECT * FROM old.lenders;
INSERT INTO lender_loans SELECT * FROM old.lender_loans;
DETACH old;
PRAGMA application_id = ${0x6b697661}; PRAGMA user_version = 2;`

/** Makes a store of a version, with the loans of the fixture as often as `times` says. */
async function storeOf(version: number, mode: Mode, times = 1) {
  const place = emptyFolder()
  const { path } = place
  writeFileSync(path, version === 1 ? older : '', { mode: 0o600 })
  await runScript(
    'make-database.ts',
    path,
    `PRAGMA main.synchronous = OFF; PRAGMA main.journal_mode = MEMORY;
     ${version === 1 ? '' : `BEGIN; ${structures[version]?.join(';')}; COMMIT; ${fromFirst}`}
     CREATE TEMP TABLE more AS SELECT * FROM main.loans; CREATE TEMP TABLE packed AS SELECT * FROM main.records;
     BEGIN; ${copies(times)} COMMIT; PRAGMA main.journal_mode = ${mode}`,
  )
  return place
}

/** Kills a run at statements of its change, and then lets one end. */
async function killAt(
  statements: readonly number[],
  after: string,
  env: Env,
  words: readonly string[],
  input = '',
) {
  for (const at of statements) {
    const killed = {
      ...env,
      ...preload('kill-at-statement.cjs'),
      TEST_KILL_AT: String(at),
      TEST_KILL_AFTER: after,
    }
    expect((await kiva(words, killed, input)).code).toBe(128 + 9)
  }
  const { code, stderr } = await kiva(words, env, input)
  expect([code, stderr]).toEqual([0, ''])
}

const modes: readonly Mode[] = ['DELETE', 'WAL']

describe.runIf(hasSqlite && !drivesExecutable)('a run that changes a mirror', () => {
  test.each(modes.flatMap((mode) => [1, 2].map((version) => [version, mode] as const)))(
    'killed while it brings version %i in mode %s to this one is made up for by the next',
    async (version, mode) => {
      const { env, path } = await storeOf(version, mode)
      const before = await contentOf(path)
      await killAt([1, 3], 'journal_mode = WAL', env, ['mirror', 'info'])
      const after = await contentOf(path)
      expect([after.rows.loans.length, after.rows.records]).toEqual([59, before.rows.records])
      const fresh = emptyFolder()
      expect((await kiva(['mirror', 'import', '-'], fresh.env, '{"id":1,"terms":{}}')).code).toBe(0)
      expect(after.schema).toEqual((await contentOf(fresh.path)).schema)
      expect(after.version).toBe(schemaVersion)
    },
  )

  test.each(modes)(
    'killed when it has brought a store in mode %s to this version leaves the change in the log, and the next reads it',
    async (mode) => {
      const { env, path } = await storeOf(2, mode)
      await killAt([0], 'COMMIT', env, ['mirror', 'info'])
      expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
      const { rows, version } = await contentOf(path)
      expect([rows.loans.length, version]).toEqual([59, schemaVersion])
    },
  )

  test.each(modes)(
    'killed while it fills an empty store in mode %s is made up for by the next',
    async (mode) => {
      const { env, path } = emptyFolder()
      const words = ['mirror', 'import', '-', '--quiet']
      expect((await kiva(words, env, '[]')).code).toBe(0)
      await runScript('make-database.ts', path, `PRAGMA journal_mode = ${mode}`)
      const text = Array.from({ length: 700 }, (_, at) => `{"id":${at + 1},"terms":{}}\n`).join('')
      await killAt([1, 2, 40], 'journal_mode = WAL', env, words, text)
      const { stdout } = await kiva(['sql', 'SELECT count(*) AS n FROM loans', '-o', 'json'], env)
      expect(JSON.parse(stdout)).toEqual([{ n: 700 }])
    },
  )
})

/** Leaves a store as a run does that is killed while SQLite writes to the file: some pages are new, and the old ones in a journal. */
async function leaveHalf(path: string): Promise<void> {
  const statements = `PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN IMMEDIATE;
    UPDATE loans SET name = 'half'; UPDATE records SET record = zeroblob(4000);`
  await runScript('make-database.ts', path, statements, 'killed').catch(() => {})
  expect(statSync(`${path}-journal`).size).toBeGreaterThan(512)
}

const isRoot = process.getuid?.() === 0
const mounted: string[] = []
afterAll(() => {
  for (const place of mounted) spawnSync('umount', ['-l', place])
})

describe.runIf(hasSqlite)('a mirror beside the journal of a killed run', () => {
  const read = [
    'mirror info',
    'sql VALUES(1)',
    '--mirror loans newest',
    'mirror changes 2100001',
    '--mirror loans show 2100001',
  ]

  test.each([1, 2].flatMap((version) => read.map((line) => [version, line] as const)))(
    'of version %i is as before the killed run for %s',
    async (version, line) => {
      const { env, path } = await storeOf(version, 'DELETE')
      await leaveHalf(path)
      const { code, stderr } = await kiva(line.split(' '), env)
      expect([code, stderr.replace(/^20 of .*\n/, '')]).toEqual([0, ''])
      expect(existsSync(`${path}-journal`)).toBe(false)
      const { stdout } = await kiva(
        ['sql', "SELECT count(*) AS n, sum(name = 'half') AS half FROM loans", '-o', 'json'],
        env,
      )
      expect(JSON.parse(stdout)).toEqual([{ n: 59, half: 0 }])
    },
  )

  test('is deleted with the journal', async () => {
    const { env, data, path } = await storeOf(2, 'DELETE')
    // One that holds nothing to undo stays beside the file.
    writeFileSync(`${path}-journal`, Buffer.alloc(1024), { mode: 0o600 })
    const { code, stdout } = await kiva(['mirror', 'clear', '--yes', '-o', 'json'], env)
    expect([code, JSON.parse(stdout).bytes % 4096]).toEqual([0, 1024])
    expect(readdirSync(data)).toEqual([])
  })

  test.runIf(isRoot)('on read-only storage says which files to copy: exit code 3', async () => {
    const { env, data, path } = await storeOf(2, 'DELETE')
    await leaveHalf(path)
    const files = readdirSync(data).map((name) => [join(data, name), readFileSync(join(data, name))] as const)
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'mode=700', 'tmpfs', data]).status).toBe(0)
    mounted.push(data)
    for (const [name, bytes] of files) writeFileSync(name, bytes, { mode: 0o600 })
    expect(spawnSync('mount', ['-o', 'remount,ro', data]).status).toBe(0)
    const { code, stderr } = await kiva(['mirror', 'info'], env)
    expect([code, errorOf(stderr)]).toEqual([
      3,
      expect.objectContaining({
        message: `cannot read ${path}: changes wait in ${path}-journal, and its folder is read-only`,
        hint: 'Copy both files to a folder that you can write to, and set KIVA_DATA_DIR to it.',
      }),
    ])
  })

  test('stays as it is if the journal names another file, which SQLite would delete', async () => {
    const { env, data, path } = await storeOf(2, 'DELETE')
    await leaveHalf(path)
    const named = join(data, 'notes.txt')
    writeFileSync(named, 'notes')
    // The end of a journal of several databases: the page of locks, the name, its length and sum, and the mark.
    const name = Buffer.from(named)
    const [page, numbers] = [Buffer.alloc(4), Buffer.alloc(8)]
    page.writeUInt32BE(2 ** 30 / 4096 + 1)
    numbers.writeUInt32BE(name.length)
    numbers.writeUInt32BE(
      name.reduce((sum, byte) => sum + byte, 0),
      4,
    )
    appendFileSync(
      `${path}-journal`,
      Buffer.concat([page, name, numbers, Buffer.from('d9d505f920a163d7', 'hex')]),
    )
    for (const line of ['mirror info', '--sandbox mirror pull --requests 1', 'mirror clear --yes']) {
      const { code } = await kiva(line.split(' '), env)
      expect([line, code, existsSync(named)]).toEqual([line, 3, true])
    }
  })
})

describe.runIf(hasSqlite && isLong)('kills at any moment', () => {
  const kinds = modes.flatMap((mode) => [1, 2, 0].map((version) => [version, mode] as const))

  test.each(kinds)(
    `nine kills of a change of 40,000 loans of version %i (0: an import) in mode %s lose nothing, seed ${seed}`,
    { timeout: 900_000 },
    async (version, mode) => {
      const random = seedRandom(seed)(`kills of version ${version} in mode ${mode}`, 0)
      const lines = Array.from({ length: 40_000 }, (_, at) => `{"id":${at + 1},"terms":{}}\n`).join('')
      const words = version === 0 ? ['mirror', 'import', '-', '--quiet'] : ['mirror', 'info', '--quiet']
      const input = version === 0 ? lines : ''
      const make = async () => {
        if (version > 0) return storeOf(version, mode, 678)
        const place = emptyFolder()
        expect((await kiva(words, place.env, '[]')).code).toBe(0)
        await runScript('make-database.ts', place.path, `PRAGMA journal_mode = ${mode}`)
        return place
      }
      const { env } = await make()
      const making = performance.now()
      expect((await kivaThere(words, env, input)).code).toBe(0)
      const whole = performance.now() - making
      for (let chain = 0; chain < 3; chain++) {
        const { env: other, path } = await make()
        for (let kill = 0; kill < 3; kill++) {
          const { child, ended } = start(words, other, input)
          // The mode of the file changes at the start.
          await setTimeout(kill === 0 ? 50 + random.below(500) : random.below(Math.ceil(whole)))
          child.kill('SIGKILL')
          await ended
        }
        const { code, stderr } = await kiva(words, other, input)
        expect([code, stderr]).toEqual([0, ''])
        const { stdout } = await kiva(['sql', 'SELECT count(*) AS n FROM loans', '-o', 'json'], other)
        expect(JSON.parse(stdout)).toEqual([{ n: version === 0 ? 40_000 : 59 * 678 }])
        // After a kill at the end of the change, it is in the log, and no reader moves it.
        await runScript('make-database.ts', path, 'PRAGMA wal_checkpoint')
        expect(readFileSync(path).readUInt32BE(60)).toBe(schemaVersion)
      }
    },
  )
})
