/** The table of equivalences: see `row.ts`. */
import type { Row } from './row.ts'
import { rowsOfFilters } from './rows-of-filters.ts'

export const rows: readonly Row[] = [...rowsOfFilters]
