import { expect, test } from 'vitest'
import type { Database } from '../../src/core/database.ts'
import { requireStore } from '../../src/mirror/store.ts'
import { applicationId, schemaVersion } from '../../src/mirror/tables.ts'

/** A database without tables, which another run makes a store after so many statements. */
function madeAfter(statements: number): Database {
  let asked = 0
  const get = (text: string) => {
    const isMade = asked++ >= statements
    if (text.includes('sqlite_schema')) return isMade ? [1] : undefined
    return [isMade ? (text.includes('application_id') ? applicationId : schemaVersion) : 0]
  }
  return { prepare: (text: string) => ({ get: () => get(text) }) } as unknown as Database
}

test.each([0, 1, 2, 3, 4])('a store that another run makes after %i statements is a store', (statements) => {
  expect(() => requireStore({ path: 'mirror.sqlite' }, madeAfter(statements))).not.toThrow()
})
