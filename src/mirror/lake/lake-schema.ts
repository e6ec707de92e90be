/** `kiva mirror schema`: the columns of the lake, made of the declarations that the export uses, and as sources of dbt. */
import type { JsonObject } from '../../core/json.ts'
import { columnBrief, listedTables } from '../listing.ts'
import { fieldsOf } from './delta-log.ts'
import { tableNames } from './export-lake.ts'
import { lakeGroups } from './lake-tables.ts'

/** A column of the lake. */
interface LakeColumn extends JsonObject {
  readonly table: string
  readonly column: string
  /** The type of Delta, such as `decimal(18,2)`. */
  readonly type: string
  readonly nullable: boolean
  /** Whether the column is of the key, whose values are those of one row. */
  readonly key: boolean
  readonly description: string
}

/** Returns the columns in the order of the tables. */
export function lakeColumns(): readonly LakeColumn[] {
  const tables = new Map(lakeGroups.flat().map(({ table }) => [table.name, table]))
  return tableNames.flatMap((name) => {
    const table = tables.get(name)
    if (!table) return []
    return fieldsOf(table).map(([column, type]) => ({
      table: name,
      column,
      type,
      nullable: !(table.filled.includes(column) || table.key.includes(column) || column === 'version'),
      key: table.key.includes(column),
      description: ownBriefs[column]?.(name) ?? columnBrief(name, column),
    }))
  })
}

/** What columns of the lake hold that `kiva sql` does not have. */
const ownBriefs: Readonly<Record<string, (table: string) => string>> = {
  version: () => 'export that wrote the row last',
  year: (table) =>
    table === 'lending_actions'
      ? 'year of date'
      : table === 'changes'
        ? 'year of at'
        : 'year in which the loan was posted',
}

/** Returns the tables as sources of dbt: https://docs.getdbt.com/reference/source-properties. */
export function dbtSources(): JsonObject {
  const columns = lakeColumns()
  return {
    version: 2,
    sources: [
      {
        name: 'kiva',
        description: 'Tables of kiva mirror export',
        tables: tableNames.map((name) => {
          const own = columns.filter(({ table }) => table === name)
          const keys = own.filter(({ key }) => key)
          return {
            name,
            description: listedTables[name]?.brief ?? '',
            columns: own.map(({ column, type, nullable, key, description }) => {
              const tests = [
                ...(key && keys.length === 1 ? ['unique'] : []),
                ...(nullable ? [] : ['not_null']),
              ]
              return {
                name: column,
                description,
                data_type: dbtTypes[type] ?? type,
                ...(tests.length > 0 && { data_tests: tests }),
              }
            }),
          }
        }),
      },
    ],
  }
}

/** The names of Delta's types in SQL. */
const dbtTypes: Readonly<Record<string, string>> = {
  long: 'bigint',
  integer: 'integer',
  string: 'varchar',
  timestamp: 'timestamp with time zone',
}
