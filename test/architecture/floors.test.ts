/** Imports of src go down the floors of floors.ts, and every row there refuses what it should. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { floorsTable, forbiddenImports } from './floors.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('imports of src go down', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const found = files.flatMap((path) =>
    forbiddenImports(path, readFileSync(join(root, path), 'utf8')).map((name) => `${path} imports ${name}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

test('docs/architecture.md has the table of the floors; npm run generate renews it', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  expect(text).toContain(`<!-- floors -->\n\n${floorsTable}\n\n<!-- /floors -->`)
})

test('a folder without a floor is an error', () => {
  expect(() => forbiddenImports('src/new/a.ts', "export { b } from '../api/b.ts'")).toThrow('on no floor')
})

const rows: readonly (readonly [path: string, line: string, forbidden?: 'forbidden'])[] = [
  ['src/api/a.ts', "export { b } from '../output/b.ts'", 'forbidden'],
  ['src/api/a.ts', "export type { B } from '../output/b.ts'", 'forbidden'],
  ['src/api/a.ts', "export const a = () => import('../output/b.ts')", 'forbidden'],
  ['src/api/a.ts', "export { b } from '../commands/index.ts'", 'forbidden'],
  ['src/api/a.ts', "export { main } from '../main.ts'", 'forbidden'],
  ['src/output/table/a.ts', "export { b } from '../../cli/b.ts'", 'forbidden'],
  ['src/output/table/a.ts', "export { b } from '../terminal/b.ts'"],
  ['src/output/table/a.ts', "export { b } from '../../api/b.ts'"],
  ['src/api/a.ts', "export { b } from '../domain/b.ts'", 'forbidden'],
  ['src/domain/a.ts', "export { b } from '../output/b.ts'", 'forbidden'],
  ['src/domain/a.ts', "export { b } from '../api/b.ts'"],
  ['src/output/a.ts', "export { b } from '../domain/b.ts'"],
  ['src/sandbox/a.ts', "export { b } from '../domain/b.ts'", 'forbidden'],
  ['src/auth/a.ts', "export { b } from '../commands/b.ts'", 'forbidden'],
  ['src/auth/a.ts', "export { b } from '../node/b.ts'", 'forbidden'],
  ['src/auth/a.ts', "export { b } from '../api/b.ts'"],
  ['src/commands/a.ts', "export const a = () => import('../actions/login.ts')", 'forbidden'],
  ['src/commands/a.ts', "export { b } from './index.ts'", 'forbidden'],
  ['src/commands/index.ts', "export { b } from './teams.ts'"],
  ['src/sandbox/oauth/a.ts', "export { b } from '../../auth/b.ts'", 'forbidden'],
  ['src/sandbox/oauth/a.ts', "export { b } from '../../commands/index.ts'", 'forbidden'],
  ['src/sandbox/oauth/a.ts', "export { b } from '../../commands/loans.ts'"],
  ['src/cli/a.ts', "export { b } from '../run/b.ts'", 'forbidden'],
  ['src/cli/a.ts', "export { b } from '../sandbox/b.ts'", 'forbidden'],
  ['src/cli/tree/a.ts', "export { b } from '../command-spec.ts'"],
  ['src/actions/a.ts', "export { b } from '../run/b.ts'", 'forbidden'],
  ['src/actions/a.ts', "export { b } from '../sandbox/b.ts'"],
  ['src/run/a.ts', "export const a = () => import('../sandbox/b.ts')"],
  ['src/run/a.ts', "export { b } from '../node/b.ts'", 'forbidden'],
  ['src/main.ts', "export { b } from './node/b.ts'", 'forbidden'],
  ['src/node/a.ts', "export { b } from '../output/b.ts'", 'forbidden'],
  ['src/node/a.ts', "export { b } from '../core/b.ts'"],
  ['src/core/a.ts', "export { b } from '../api/b.ts'", 'forbidden'],
  ['src/core/a.ts', "export type { B } from './b.ts'"],
  ['src/api/a.ts', "export { b } from 'node:fs'", 'forbidden'],
  ['src/node/a.ts', "export { b } from 'node:fs'"],
  ['src/auth/a.ts', "export { createHash } from 'node:crypto'"],
  ['src/sandbox/a.ts', "export { gzip } from 'node:zlib'"],
  ['src/sandbox/a.ts', "export { b } from 'node:fs'", 'forbidden'],
]

test.each(rows.map(([path, line, forbidden]) => ({ path, line, forbidden })))(
  '$path: $line',
  ({ path, line, forbidden }) => {
    expect(forbiddenImports(path, line)).toHaveLength(forbidden ? 1 : 0)
  },
)
