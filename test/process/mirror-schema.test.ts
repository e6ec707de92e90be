/** `kiva mirror schema`, compared with the schema that an export writes. Needs `npm run build`. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { lakeTables as tables } from '../support/lake-rows.ts'
import { hasSqlite } from '../support/process.ts'
import { type Loose, logOf, readListed } from '../support/read-lake.ts'

const folder = folderForAll()
const data = { KIVA_DATA_DIR: join(folder, 'data') }
const lake = join(folder, 'lake')

/** The types of Delta, by the names that SQL has for them. */
const sqlTypes: Readonly<Record<string, string>> = {
  bigint: 'long',
  integer: 'integer',
  varchar: 'string',
  double: 'double',
  boolean: 'boolean',
  'decimal(18,2)': 'decimal(18,2)',
  'timestamp with time zone': 'timestamp',
}

async function schema(words: string): Promise<string> {
  const { code, stdout, stderr } = await kiva(`mirror schema ${words}`.split(' '))
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

describe.runIf(hasSqlite)('kiva mirror schema', () => {
  const written = (table: string): Loose[] =>
    JSON.parse(
      logOf(lake, table)
        .flat()
        .find(({ metaData }) => metaData).metaData.schemaString,
    ).fields

  test('has the columns, types, keys and nulls of an export', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => 2100001 + 9 * at).join('\n')
    const loans = await kiva(['--sandbox', 'loans', 'show', '-', '-o', 'json'], data, ids)
    const partners = await kiva(['--sandbox', 'partners', 'list', '--all', '-o', 'json'], data)
    for (const { stdout } of [loans, partners])
      await kiva(['--sandbox', 'mirror', 'import', '-'], data, stdout)
    await kiva(['--sandbox', 'mirror', 'pull', '--requests', '1'], data)
    expect((await kiva(['mirror', 'export', '--out', lake], data)).code).toBe(0)
    const columns: readonly Loose[] = JSON.parse(await schema('-o json'))
    expect([...new Set(columns.map(({ table }) => table))]).toEqual(tables)
    for (const table of tables) {
      const own = columns.filter((column) => column.table === table)
      expect(own.map(({ column, type }) => [column, type])).toEqual(
        written(table).map(({ name, type }) => [name, type]),
      )
      const rows = await readListed(lake, table)
      expect(rows.length, table).toBeGreaterThan(0)
      for (const { column } of own.filter(({ nullable }) => !nullable))
        expect(
          rows.filter((row) => row[column] === null),
          `${table}.${column}`,
        ).toEqual([])
      const keys = own.filter(({ key }) => key).map(({ column }) => column)
      const values = rows.map((row) => JSON.stringify(keys.map((key) => row[key])))
      if (keys.length > 0) expect(new Set(values).size, table).toBe(rows.length)
      for (const { column, description } of own) expect(description, `${table}.${column}`).not.toBe('')
    }
  })

  test('the sources of dbt can be read, and say the same', async () => {
    const { version, sources } = parse(await schema('--dbt -o yaml'))
    const columns: readonly Loose[] = JSON.parse(await schema('-o json'))
    expect([version, sources.length, sources[0].name]).toEqual([2, 1, 'kiva'])
    expect(sources[0].tables.map(({ name }: Loose) => name)).toEqual(tables)
    for (const { name, description, columns: found } of sources[0].tables) {
      expect(description).not.toBe('')
      const own = columns.filter(({ table }) => table === name)
      const fields = written(name)
      expect(found.map((column: Loose) => [column.name, sqlTypes[column.data_type]])).toEqual(
        fields.map((field) => [field.name, field.type]),
      )
      expect(found.map((column: Loose) => column.description)).toEqual(
        own.map((column) => column.description),
      )
      const keys = own.filter(({ key }) => key)
      expect(found.map((column: Loose) => column.data_tests ?? [])).toEqual(
        own.map(({ key, nullable }) => [
          ...(key && keys.length === 1 ? ['unique'] : []),
          ...(nullable ? [] : ['not_null']),
        ]),
      )
    }
  })
})

test('the schema needs no mirror', async () => {
  const { code, stdout } = await kiva(['mirror', 'schema', '-o', 'csv'], {
    KIVA_DATA_DIR: join(folder, 'none'),
  })
  expect([code, stdout.split('\r\n')[0]]).toEqual([0, 'table,column,type,nullable,key,description'])
})
