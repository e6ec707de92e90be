/** Each rule of biome.jsonc reports code that breaks it, because a rule that never fails checks nothing. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file, a line in it, and the rules that must report it. */
type Row = readonly [path: string, line: string, ...rules: readonly string[]]

const imports: readonly Row[] = [
  ['src/auth/a.ts', "export { createHash } from 'node:crypto'"],
  ['src/auth/a.ts', "export { randomBytes } from 'node:crypto'", 'noRestrictedImports'],
  ['src/api/a.ts', "export { b } from 'vitest'", 'noUndeclaredDependencies'],
  ['src/api/a.ts', "export { b } from 'nothing'", 'noUndeclaredDependencies'],
]

const words: readonly Row[] = [
  ['src/api/a.ts', 'export const a = process.env', 'noRestrictedGlobals'],
  ['src/api/a.ts', 'export const a = Date.now()', 'noJsRestrictedProperties'],
  ['src/api/a.ts', 'export const a = Math.random()', 'noJsRestrictedProperties'],
  ['src/api/a.ts', 'export const a = crypto.randomUUID()', 'noRestrictedGlobals'],
  ['src/api/a.ts', 'export const a = globalThis.name', 'noRestrictedGlobals'],
  ['src/api/a.ts', 'setTimeout(String, 5)', 'noRestrictedGlobals'],
  ['src/api/a.ts', 'export const a = { fetch }', 'noRestrictedGlobals'],
  ['src/api/a.ts', 'export const a = (fetch: () => void) => fetch()'],
  ['src/node/a.ts', 'export const a = process.env'],
  ['src/node/a.ts', 'process.exit(1)', 'noJsRestrictedProperties'],
  ['src/node/a.ts', 'export const { exit } = process', 'noJsRestrictedProperties'],
  ['bin/a.cjs', 'process.exit(1)', 'noJsRestrictedProperties'],
  ['src/api/a.ts', 'export const a: any = 1', 'noExplicitAny'],
  ['src/api/a.ts', '// @ts-ignore\nString()', 'noTsIgnore'],
  ['src/api/aB.ts', 'export const a = 1', 'useFilenamingConvention'],
  ['src/api/a.ts', 'String()\n'.repeat(401), 'noExcessiveLinesPerFile'],
]

const tests: readonly Row[] = [
  ['test/a.test.ts', "test.skip('a', () => {})", 'noSkippedTests'],
  ['test/a.test.ts', "describe.skip('a', () => {})", 'noSkippedTests'],
  ['test/a.test.ts', "test.only('a', () => {})", 'noFocusedTests'],
  ['test/a.test.ts', "vi.mock('a')", 'noJsRestrictedProperties'],
  ['test/a.test.ts', "test.skipIf(true)('a', () => {})"],
]

const circle: readonly Row[] = [
  ['src/api/one.ts', "export type { Two } from './two.ts'\nexport type One = string", 'noImportCycles'],
  ['src/api/two.ts', "export type { One } from './one.ts'\nexport type Two = string", 'noImportCycles'],
]

/** All rows share one project, so a number makes their file names unique. */
const rows = [...imports, ...words, ...tests, ...circle].map(([path, line, ...rules], at) => ({
  path: path.replace('/a.', `/a${at}.`),
  line,
  rules,
}))

const folder = folderForAll()
/** `path: rule` for each problem that the linter reported. */
let found: readonly string[]

beforeAll(() => {
  for (const name of ['biome.jsonc', 'package.json', '.gitignore'])
    cpSync(join(root, name), join(folder, name))
  for (const { path, line } of rows) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${line}\n`)
  }
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/@biomejs/biome/bin/biome'),
      'lint',
      '--reporter=github',
      '--max-diagnostics=none',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  const line = /^::\w+ title=lint\/\w+\/(?<rule>\w+),file=(?<file>[^,]+)/gm
  found = [...stdout.matchAll(line)].map(
    ({ groups }) => `${relative(folder, groups?.['file'] ?? '')}: ${groups?.['rule']}`,
  )
})

test.each(rows)('$path: $line', ({ path, rules }) => {
  expect(found.filter((one) => one.startsWith(`${path}: `))).toEqual(rules.map((rule) => `${path}: ${rule}`))
})
