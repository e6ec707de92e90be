import { node, runScript } from '../support/process.ts'
import { tablesOf } from './tables-of.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
type Loose = any

/** Returns all rows of all tables of a file, and how the tables are made. Starts a process if this Node.js may lack SQLite. */
export const contentOf = async (path: string): Promise<Loose> =>
  node === process.execPath ? tablesOf(path) : JSON.parse(await runScript('tables-of.ts', path))
