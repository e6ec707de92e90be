/** `kiva mirror schema`: the tables and columns that `kiva mirror export` writes. */
import type { ActionValues } from '../commands/action.ts'
import type { mirrorSchema as declared } from '../commands/actions/mirror.ts'
import { dbtSources, lakeColumns } from '../mirror/lake/lake-schema.ts'
import type { RunAction } from './run-action.ts'

/** Prints a record per column, or the sources of dbt. Needs no mirror. */
export const mirrorSchema: RunAction<ActionValues<typeof declared>> = async ({ print }, { dbt }) =>
  dbt ? print(dbtSources()) : print(lakeColumns())
