interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
  ) => {
    exec(text: string): void
    prepare(text: string): {
      setReadBigInts(on: boolean): void
      all(): readonly Readonly<Record<string, unknown>>[]
    }
    close(): void
  }
}

/** Returns all rows of all tables of a file, how the tables are made, and the user version. */
export function tablesOf(path: string) {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as Sqlite
  const database = new DatabaseSync(path)
  const made = database
    .prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name')
    .all()
  const tables = made.filter(({ sql }) => /^CREATE TABLE/.test(String(sql))).map(({ name }) => String(name))
  const plain = (value: unknown) => {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
  }
  const rowsOf = (query: string) => {
    const statement = database.prepare(query)
    // The full-text index has ids beyond 2^53.
    statement.setReadBigInts(true)
    return statement
      .all()
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])))
  }
  const hasWords = made.some(({ name }) => name === 'words')
  if (hasWords)
    database.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'words', 'instance')")
  const content = {
    version: database.prepare('PRAGMA user_version').all()[0]?.['user_version'],
    schema: Object.fromEntries(
      made.map(({ name, sql }) => [
        name,
        String(sql)
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/ ?([(),]) ?/g, '$1'),
      ]),
    ),
    rows: Object.fromEntries(tables.map((table) => [table, rowsOf(`SELECT * FROM ${table} ORDER BY 1, 2`)])),
    /** Which loan has which word. */
    vocabulary: hasWords ? rowsOf('SELECT term, doc FROM vocabulary ORDER BY 1, 2') : [],
  }
  database.close()
  return content
}
