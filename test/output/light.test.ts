/** What the light formats load: JSON must not load the code for tables (docs/performance.md). */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../src/output/', import.meta.url)

/** Returns the packages that a file imports, directly or through its static imports. */
function packagesOf(file: URL, seen = new Set<string>()): readonly string[] {
  if (seen.has(file.href) || file.pathname.endsWith('.json')) return []
  seen.add(file.href)
  const source = readFileSync(file, 'utf8')
  const imports = [...source.matchAll(/^(?:import|export)(?! type )[^'"]*? from '([^']+)'/gms)].map(
    ([, name = '']) => name,
  )
  return imports.flatMap((name) => (name.startsWith('.') ? packagesOf(new URL(name, file), seen) : [name]))
}

it.each([
  'gate/gate',
  'gate/text',
  'formats',
  'records/json',
  'records/xml',
  'records/delimited',
  'records/geojson',
  'problem',
  'terminal/color',
  'terminal/status-line',
])('%s loads no package', (name) => {
  expect(packagesOf(new URL(`${name}.ts`, folder))).toEqual([])
})

it('a table loads only the packages it needs', () => {
  expect([...new Set(packagesOf(new URL('table/render-table.ts', folder)))].sort()).toEqual([
    'chalk',
    'get-east-asian-width',
  ])
})
