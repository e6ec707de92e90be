/** DuckDB, from the package in KIVA_E2E_TOOLS. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { e2eTools } from './requirements.ts'

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowsJson(): (string | null)[][] }>
}

/** The path of the package, for a program that requires it. */
export const duckdbPath = join(e2eTools, 'node_modules/@duckdb/node-api')

/** Returns the rows of a query, as parsed JSON. `before` are statements that run before it. */
export async function queryRows(
  sql: string,
  ...before: readonly string[]
): Promise<readonly Record<string, unknown>[]> {
  const { DuckDBInstance } = createRequire(import.meta.url)(duckdbPath)
  const instance = await DuckDBInstance.create(':memory:')
  const connection: Connection = await instance.connect()
  await connection.runAndReadAll("SET TimeZone = 'UTC'")
  for (const statement of before) await connection.runAndReadAll(statement)
  const rows = (await connection.runAndReadAll(`SELECT to_json(t) FROM (${sql}) t`)).getRowsJson()
  return rows.map(([text]) => JSON.parse(text ?? ''))
}
