/**
 * Prints what kiva says about the structure of stores as JSON: whole ones of each version, and each with one object removed.
 * A test bundles it, and starts it on a Node.js that has SQLite.
 */
import { readFileSync } from 'node:fs'
import type { Database } from '../../src/core/database.ts'
import { checkStructure } from '../../src/mirror/structure.ts'
import { schema, schemaVersion } from '../../src/mirror/tables.ts'

interface Raw {
  prepare(text: string): { setReturnArrays(on: boolean): void; all(): readonly (readonly unknown[])[] }
  exec(text: string): void
}

const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
  readonly DatabaseSync: new (path: string) => Raw
}
const earlier: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)

const ask = (raw: Raw, text: string) => {
  const statement = raw.prepare(text)
  statement.setReturnArrays(true)
  return statement.all()
}

/** Returns the message of the refusal, or null. */
function problemOf(version: number, statements: string): string | null {
  const raw = new DatabaseSync(':memory:')
  raw.exec(statements)
  try {
    checkStructure(
      { path: 'FILE' },
      { prepare: (text: string) => ({ all: () => ask(raw, text) }) } as never as Database,
      version,
    )
    return null
  } catch (problem) {
    return String((problem as Error).message)
  }
}

/** Returns the statements that remove one object each. */
function removals(statements: string): readonly string[] {
  const raw = new DatabaseSync(':memory:')
  raw.exec(statements)
  const made =
    "SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'words\\_%' ESCAPE '\\'"
  return ask(raw, made).map(([type, name]) => `DROP ${type} ${name}`)
}

const versions: readonly (readonly [number, string])[] = [
  ...Object.entries(earlier).map(([version, list]) => [Number(version), `${list.join(';\n')};`] as const),
  [schemaVersion, schema],
]
const only = (statements: string, kind: string) =>
  removals(statements)
    .filter((text) => text.startsWith(`DROP ${kind}`))
    .join(';')
process.stdout.write(
  JSON.stringify(
    versions.map(([version, statements]) => ({
      version,
      whole: problemOf(version, statements),
      filling: problemOf(version, `${statements}${only(statements, 'trigger')};${only(statements, 'index')}`),
      removed: Object.fromEntries(
        removals(statements).map((removal) => [removal, problemOf(version, `${statements}${removal}`)]),
      ),
      lacking: problemOf(version, `${statements}${only(statements, 'trigger written')};DROP TABLE written`),
      later: versions.map(([other]) => problemOf(other, statements)),
    })),
  ),
)
