/** Runs statements on a database file. A test bundles it, and starts it on a Node.js that has SQLite. */
export {}

const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
  readonly DatabaseSync: new (path: string) => { exec(text: string): void; close(): void }
}
const [, , path = '', statements = ''] = process.argv
const database = new DatabaseSync(path)
database.exec(statements)
database.close()
