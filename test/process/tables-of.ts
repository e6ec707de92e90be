/** Prints the tables of a database and their rows as JSON. A test bundles it, and starts it on a Node.js that has SQLite. */
export {}

const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
  readonly DatabaseSync: new (
    path: string,
  ) => {
    prepare(text: string): { all(): readonly Readonly<Record<string, unknown>>[] }
    close(): void
  }
}
const database = new DatabaseSync(process.argv[2] ?? '')
const made = database.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all()
const tables = made.filter(({ sql }) => /^CREATE TABLE/.test(String(sql))).map(({ name }) => String(name))
const plain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
const rows = (table: string) =>
  database
    .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
    .all()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])))
process.stdout.write(
  JSON.stringify({
    schema: Object.fromEntries(
      made.map(({ name, sql }) => [
        name,
        String(sql)
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/ ?([(),]) ?/g, '$1'),
      ]),
    ),
    rows: Object.fromEntries(tables.map((table) => [table, rows(table)])),
  }),
)
database.close()
