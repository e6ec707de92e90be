/** The table of equivalences: see `row.ts`. */
import type { Row } from './row.ts'
import { rowsOfDays } from './rows-of-days.ts'
import { rowsOfFilters } from './rows-of-filters.ts'
import { rowsOfOutputs } from './rows-of-outputs.ts'
import { rowsOfReadings } from './rows-of-readings.ts'
import { rowsOfTables } from './rows-of-tables.ts'
import { rowsOfTools } from './rows-of-tools.ts'

export const rows: readonly Row[] = [
  ...rowsOfFilters,
  ...rowsOfReadings,
  ...rowsOfOutputs,
  ...rowsOfTables,
  ...rowsOfTools,
  ...rowsOfDays,
]
