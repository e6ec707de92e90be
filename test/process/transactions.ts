/**
 * Runs a transaction that fails, and one after it, and prints the rows of the table. A test bundles it, and starts it on a
 * Node.js that has SQLite. Its argument is the data folder.
 */
import { databaseFile } from '../../src/node/store/database.ts'

const database = databaseFile(process.argv[2] ?? '', 'transactions').open('write')
database?.execute('CREATE TABLE numbers (number INTEGER)')
const insert = (number: number) => database?.execute(`INSERT INTO numbers VALUES (${number})`)
try {
  database?.transaction(() => {
    insert(1)
    throw new Error('the change fails')
  })
} catch {
  database?.transaction(() => insert(2))
}
process.stdout.write(JSON.stringify(database?.prepare('SELECT number FROM numbers').all()))
