/**
 * Pulls from a service whose loans change, on a machine whose clock is wrong now and then, and prints what is wrong with
 * the rows of `changes` after each pull. A test bundles it, and starts it on a Node.js that has SQLite. Its arguments are
 * the data folder, the first seed and the number of seeds.
 */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { actionLoaders } from '../../src/actions/index.ts'
import { commands } from '../../src/commands/index.ts'
import type { Send } from '../../src/core/http.ts'
import { day, hour, iso, minute } from '../../src/core/time.ts'
import { main } from '../../src/main.ts'
import { readStore } from '../../src/mirror/store.ts'
import { tracked } from '../../src/mirror/tables.ts'
import { databaseFile } from '../../src/node/store/database.ts'
import { sendTo } from '../../src/sandbox/in-process.ts'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { makeWorld, noon } from '../harness/world.ts'

const { catalogue } = commands
const wrongClocks = [-400 * day, -2 * hour, 30 * day]

interface Row {
  readonly id: number
  readonly at: string
  readonly until: string
  readonly reading: number
  readonly values: readonly unknown[]
}

function contentOf(folder: string) {
  const { database } = readStore(databaseFile(folder, 'mirror'))
  const rows = database
    .prepare(`SELECT loan_id, at, until, reading, ${tracked.join(', ')} FROM changes ORDER BY loan_id, at`)
    .all()
    .map(
      ([id, at, until, reading, ...values]): Row => ({
        id: Number(id),
        at: String(at),
        until: String(until),
        reading: Number(reading),
        values,
      }),
    )
  const loans = database
    .prepare(`SELECT id, read_at, ${tracked.join(', ')} FROM loans`)
    .all()
    .map(([id, readAt, ...values]) => ({ id: Number(id), readAt: String(readAt), values }))
  database.close()
  return { rows, loans }
}

function byLoan(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) found.set(row.id, [...(found.get(row.id) ?? []), row])
  return found
}

/** Returns what is wrong with the rows after a pull at `now`, by its clock, given those before it. */
function problemsOf(before: readonly Row[], folder: string, now: string): readonly string[] {
  const { rows, loans } = contentOf(folder)
  const [old, found] = [byLoan(before), byLoan(rows)]
  return loans.flatMap(({ id, values }) => {
    const own = found.get(id) ?? []
    const has = (time: string, row: Row) =>
      own.some(
        ({ at, until, values }) => at <= time && time <= until && isDeepStrictEqual(values, row.values),
      )
    const last = own.toSorted((a, b) => a.reading - b.reading || (a.at < b.at ? -1 : 1)).at(-1)
    return [
      ...(old.get(id) ?? []).flatMap((row) => [
        has(row.at, row) && has(row.until, row) ? '' : 'a reading is lost',
        row.at > now && !own.some((other) => isDeepStrictEqual(row, other)) ? 'a later row has changed' : '',
      ]),
      ...own.map((row, place) => {
        const next = own[place + 1]
        return row.until < row.at || (next && next.at <= row.until) ? 'rows overlap' : ''
      }),
      isDeepStrictEqual(last?.values, values) ? '' : 'the last reading is not the last row',
    ]
      .filter((problem) => problem !== '')
      .map((problem) => `${problem}: loan ${id}`)
  })
}

const [, , data = '', from = '0', count = '1'] = process.argv
const wrong: unknown[] = []
let [told, rowsSeen] = [0, 0]
for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
  const random = seedRandom(seed)('clocks', 0)
  const folder = join(data, String(seed))
  const hasDate = random.chance(0.4)
  let time = noon
  let rows: readonly Row[] = []
  for (let pulls = 0; pulls < 9; pulls++) {
    // The last two are right.
    const off = pulls > 6 || random.chance(0.4) ? 0 : random.pick(wrongClocks)
    const days = Math.floor((time - noon) / day)
    const sandbox = sendTo(createSandbox({ catalogue, now: () => noon, loans: 40, day: days }).handle)
    const send: Send = async (request, signal) => {
      const { headers, ...reply } = await sandbox(request, signal)
      const { date: _, ...others } = headers
      return { ...reply, headers: hasDate ? { ...others, date: new Date(time).toUTCString() } : others }
    }
    const { world, stderr } = makeWorld({
      env: { KIVA_BASE_URL: 'https://api.example', KIVA_RETRIES: '0' },
      now: () => time + off,
      send,
      world: {
        database: async (name) => databaseFile(folder, name),
        sleep: async (milliseconds) => {
          time += milliseconds
        },
      },
    })
    const code = await main(['mirror', 'pull', '-o', 'json'], world, {
      catalogue,
      loadAll: async () => ({ commands, actions: actionLoaders }),
    })
    const now = hasDate ? time : time + off
    const lines = stderr
      .text()
      .split('\n')
      .filter((line) => /^The clock of this machine is/.test(line))
    told += lines.length
    const readings = contentOf(folder).loans.map(({ readAt }) => Date.parse(readAt))
    const problems = [
      ...problemsOf(rows, folder, iso(now)),
      code === 0 ? '' : `exit code ${code}: ${stderr.text()}`,
      lines.length === Number(hasDate && off !== 0) ? '' : 'the clock is not told of once',
      Math.abs(Math.max(...readings.filter((at) => at <= now + minute)) - now) < hour
        ? ''
        : 'no reading is of now',
    ].filter((problem) => problem !== '')
    if (problems.length > 0)
      wrong.push({ seed, pulls, off: off / day, hasDate, problems: problems.slice(0, 5) })
    rows = contentOf(folder).rows
    rowsSeen = Math.max(rowsSeen, rows.length)
    time += random.pick([hour, day, 3 * day, 20 * day])
  }
}
process.stdout.write(JSON.stringify({ wrong: wrong.slice(0, 3), told, rowsSeen }))
