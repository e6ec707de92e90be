/**
 * Notes random readings of a loan in a random order, and prints what is wrong with the rows of `changes`. A test bundles
 * it, and starts it on a Node.js that has SQLite. Its arguments are the data folder, and how many loans.
 */
import { openHistory } from '../../src/mirror/history.ts'
import { schema, tracked } from '../../src/mirror/tables.ts'
import { databaseFile } from '../../src/node/store/database.ts'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'

const [, , folder = '', loans = '0'] = process.argv
const database = databaseFile(folder, 'readings').open('write')
if (!database) throw new Error('no database')
database.execute(schema)
const history = openHistory((text) => database.prepare(text))
const timeOf = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 3_600_000).toISOString()
const valuesOf = (status: string) => tracked.map((name) => (name === 'status' ? status : null))

const wrong: string[] = []
let rowsSeen = 0
for (let id = 1; id <= Number(loans); id++) {
  const random = seedRandom(id)('readings', 0)
  const readings = new Map<number, string>()
  const order: number[] = []
  for (let reading = random.between(1, 12); reading > 0; reading--) {
    const at = random.between(0, 20)
    // The same reading may come twice, as pages that are imported again.
    if (!readings.has(at)) readings.set(at, random.pick(['a', 'b', 'c']))
    order.push(at)
  }
  const now = timeOf(30)
  const problem = (what: string) =>
    wrong.push(`${what}: ${JSON.stringify({ order, readings: [...readings], rows })}`)
  let rows: readonly { readonly at: string; readonly until: string; readonly status: string }[] = []
  for (const at of order) {
    history.note(id, timeOf(at), valuesOf(readings.get(at) ?? ''), now)
    rows = database
      .prepare('SELECT at, until, status FROM changes WHERE loan_id = ? ORDER BY at')
      .all(id)
      .map(([at, until, status]) => ({ at: String(at), until: String(until), status: String(status) }))
    if (rows.findLast((row) => row.at <= timeOf(at))?.status !== readings.get(at))
      problem(`the reading of ${at} is lost`)
  }
  rowsSeen += rows.length
  const times = new Map([...readings].map(([at, status]) => [timeOf(at), status]))
  rows.forEach(({ at, until, status }, place) => {
    const next = rows[place + 1]
    if (times.get(at) !== status || times.get(until) !== status) problem('a time is of no reading')
    if (until < at || (next && next.at <= until)) problem('rows overlap')
    if (next?.status === status) problem('a change changes nothing')
  })
  const inOrder = order.every((at, place) => place === 0 || at >= (order[place - 1] ?? 0))
  const last = [...times.keys()].sort().at(-1)
  if (inOrder && rows.at(-1)?.until !== last) problem('the last reading is not the end')
}
database.close()
process.stdout.write(JSON.stringify({ wrong: wrong.slice(0, 3), rowsSeen }))
