import { node, runScript } from '../support/process.ts'
import { tablesOf } from './tables-of.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
type Loose = any

/** Returns what `tablesOf` does, from another Node.js if that one runs the tool: this one may lack SQLite. */
export const contentOf = async (path: string): Promise<Loose> =>
  node === process.execPath ? tablesOf(path) : JSON.parse(await runScript('print-tables.ts', path))
