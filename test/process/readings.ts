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
let [rowsSeen, number] = [0, 0]
for (let id = 1; id <= Number(loans); id++) {
  const random = seedRandom(id)('readings', 0)
  // A page that is imported again has the same readings; another one of the same moment replaces them.
  const order = Array.from(
    { length: random.between(1, 12) },
    () => [random.between(0, 12), random.pick(['a', 'b', 'c'])] as const,
  )
  const readings = new Map<number, string>()
  let rows: readonly { readonly at: string; readonly until: string; readonly status: string }[] = []
  const problem = (what: string) =>
    wrong.push(`${what}: ${JSON.stringify({ id, order, readings: [...readings], rows })}`)
  for (const [at, status] of order) {
    readings.set(at, status)
    number += 1
    history.note(id, { number, at: timeOf(at), values: valuesOf(status) }, timeOf(30))
    rows = database
      .prepare('SELECT at, until, status FROM changes WHERE loan_id = ? ORDER BY at')
      .all(id)
      .map(([from, until, value]) => ({ at: String(from), until: String(until), status: String(value) }))
    const statusAt = (time: number) => rows.findLast((row) => row.at <= timeOf(time))?.status
    const [first, last] = [Math.min(...readings.keys()), Math.max(...readings.keys())]
    if (statusAt(at) !== status) problem(`the reading of ${at} is lost`)
    if (statusAt(first) !== readings.get(first)) problem('the first reading is lost')
    if (statusAt(last) !== readings.get(last)) problem('the last reading is lost')
    if (rows[0]?.at !== timeOf(first) || rows.at(-1)?.until !== timeOf(last))
      problem('a row does not reach its reading')
    const times = new Map([...readings].map(([time, value]) => [timeOf(time), value]))
    rows.forEach((row, place) => {
      const next = rows[place + 1]
      if (times.get(row.at) !== row.status || times.get(row.until) !== row.status)
        problem('a time is of no reading')
      if (row.until < row.at || (next && next.at <= row.until)) problem('rows overlap')
      if (next?.status === row.status) problem('a change changes nothing')
    })
  }
  rowsSeen += rows.length
}
database.close()
process.stdout.write(JSON.stringify({ wrong: wrong.slice(0, 3), rowsSeen }))
