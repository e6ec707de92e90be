/** Prints the tables of a database as JSON. A test bundles it, and starts it on a Node.js that has SQLite. */
import { tablesOf } from './tables-of.ts'

process.stdout.write(JSON.stringify(tablesOf(process.argv[2] ?? '')))
