/**
 * Runs statements on a database file. With `killed`, the process then kills itself in the middle of a transaction. A test
 * bundles it, and starts it on a Node.js that has SQLite.
 */
export {}

const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly defensive: boolean },
  ) => { exec(text: string): void; close(): void }
}
const [, , path = '', statements = '', end] = process.argv
const database = new DatabaseSync(path, { defensive: false })
database.exec(statements)
if (end === 'killed') process.kill(process.pid, 'SIGKILL')
database.close()
