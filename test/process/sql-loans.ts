/** A mirror of 1,200 loans for the tests of `kiva sql`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'
import type { Env } from '../support/process.ts'

export const loans = Array.from({ length: 1200 }, (_, at) => ({
  id: 1 + at,
  name: at === 1 ? 'Ömer "the 2nd", 大' : `Borrower ${at}`,
  status: at % 2 === 0 ? 'paid' : 'fundraising',
  loan_amount: at === 1100 ? 25.5 : 25 * at,
  location: { country: at % 3 === 0 ? 'Kenya' : 'Peru' },
  terms: { scheduled_payments: [{ due_date: '2026-01-01T00:00:00Z', amount: 5 }] },
  payments: [{ payment_id: at, amount: 1.25 }],
}))

export const ndjsonOf = (records: readonly object[]) =>
  records.map((record) => JSON.stringify(record)).join('\n')

export async function importText(text: string, env: Env): Promise<void> {
  const { code, stderr } = await kivaHere(['mirror', 'import', '-'], env, text)
  expect([code, stderr]).toEqual([0, ''])
}

/** Makes the mirror for the tests of a `describe`. Its `data` is in `folder`, which they share. */
export function mirrorOfLoans(): { readonly folder: string; readonly data: string; readonly env: Env } {
  const folder = folderForAll()
  const data = join(folder, 'data')
  const env = { KIVA_DATA_DIR: data }
  beforeAll(() => importText(ndjsonOf(loans), env))
  return { folder, data, env }
}

/** Returns the last error on stderr. */
export const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error

/** Runs a statement that must be refused before SQLite writes or opens a file. */
export async function expectRefused(statement: string, data: string, env: Env): Promise<void> {
  const before = readFileSync(join(data, 'mirror.sqlite'))
  const { code, stdout } = await kivaHere(['sql', '-'], env, statement)
  expect([code, stdout]).toEqual([expect.toSatisfy((code) => code === 2 || code === 3), ''])
  // Readers may make the log and its index.
  expect(readdirSync(data).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(['mirror.sqlite'])
  expect(readFileSync(join(data, 'mirror.sqlite')).equals(before)).toBe(true)
}
