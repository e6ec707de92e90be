/**
 * Kills pulls repeatedly while others read the mirror. In the end it has each loan once, and the same rows as after an
 * undisturbed pull. `npm run test:long` kills more often. Needs `npm run build`.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { isLong } from '../e2e/how-long.ts'
import { folderForAll } from '../support/folder.ts'
import { drivesExecutable, hasSqlite, kiva, node, start } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { closeServers, onClose, serveHttp } from '../support/servers.ts'

/** Differs in each run. KIVA_CHAOS_SEED repeats the seed of a failure. */
const seed = Number(process.env['KIVA_CHAOS_SEED'] ?? Date.now() % 1_000_000)
const kills = isLong ? 20 : 3

const folder = folderForAll()
afterAll(closeServers)

/** Columns that do not depend on when a loan was read. */
const rows =
  'SELECT id, status, funded_amount, paid_amount, delinquent, record(id) AS record FROM loans ORDER BY id'

/** Returns the result of quick_check, and how many loans, words of loans and ids to read a file has. */
function examine(path: string): unknown {
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1], { readOnly: true })
    const one = (text) => Object.values(database.prepare(text).get())[0]
    const counts = ['loans', 'words', 'wanted'].map((table) => one('SELECT count(*) FROM ' + table))
    console.log(JSON.stringify([one('PRAGMA quick_check'), ...counts]))`
  return JSON.parse(execFileSync(node, ['--no-warnings', '-e', program, path], { encoding: 'utf8' }))
}

test.runIf(hasSqlite)(
  `after ${kills} kills, a mirror is whole, seed ${seed}`,
  { timeout: 300_000 },
  async () => {
    const random = seedRandom(seed)('kills of a pull', 0)
    const sandbox = await startSandbox(['--http', '--loans', '1000'], { now: Date.now })
    onClose(() => void sandbox.stop())
    let requests = 0
    let onRequest = () => {}
    const url = await serveHttp(async ({ url: path }, response) => {
      requests += 1
      onRequest()
      const reply = await fetch(`${sandbox.base_url}${path}`)
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
    })
    const service = { KIVA_BASE_URL: url, KIVA_LENDER: 'robin1001' }
    const env = { ...service, KIVA_DATA_DIR: join(folder, 'killed') }
    const sql = async (statement: string, where: Readonly<Record<string, string>> = env) => {
      const { code, stdout, stderr } = await kiva(['sql', statement, '-o', 'ndjson'], where)
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    }
    const readers: Promise<void>[] = []
    for (let kill = 0; kill < kills; kill++) {
      const { child, ended } = start(['mirror', 'pull'], env)
      // A kill at any moment: when a request arrives, or some milliseconds later, while its reply is stored.
      const last = requests + 1 + random.below(kill === 0 ? 40 : 25)
      await new Promise<void>((resolve) => {
        onRequest = () => {
          if (requests >= last) setTimeout(resolve, random.below(30))
        }
        void ended.then(() => resolve())
      })
      if (kill > 0)
        readers.push(
          sql('SELECT count(*) = count(DISTINCT id) AS whole FROM loans').then((out) =>
            expect(JSON.parse(out)).toEqual({ whole: 1 }),
          ),
        )
      child.kill('SIGKILL')
      await ended
    }
    await Promise.all(readers)
    onRequest = () => {}
    expect((await kiva(['mirror', 'pull'], env)).code).toBe(0)
    requests = 0
    expect(JSON.parse((await kiva(['mirror', 'pull'], env)).stdout)).toMatchObject({
      new: 0,
      changed: 0,
      absent: 0,
    })
    // The details of the loans that change, a page of the newest loans, and the list of @me.
    expect(requests).toBeLessThan(1000 / 50 + 10)

    const whole = { ...service, KIVA_DATA_DIR: join(folder, 'whole') }
    expect((await kiva(['mirror', 'pull'], whole)).code).toBe(0)
    const [killed, undisturbed] = await Promise.all([sql(rows), sql(rows, whole)])
    expect(killed.trim().split('\n')).toHaveLength(1000)
    expect(killed === undisturbed).toBe(true)
    const lists =
      'SELECT lender_id, loan_id, NULL AS place FROM lender_loans UNION ALL SELECT name, id, place FROM partners ORDER BY 1, 2'
    expect((await sql(lists)) === (await sql(lists, whole))).toBe(true)
    expect(await sql('SELECT count(*) AS n, count(DISTINCT loan_id) AS loans FROM changes')).toBe(
      '{"n":1000,"loans":1000}\n',
    )
    // kiva sql reads neither the index of words nor the state of the file.
    if (!drivesExecutable)
      for (const { KIVA_DATA_DIR } of [env, whole])
        expect(examine(join(KIVA_DATA_DIR, 'mirror.sqlite'))).toEqual(['ok', 1000, 1000, 0])
  },
)
