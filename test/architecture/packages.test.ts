/** What is bundled is declared in src/package.json; whoever installs kiva installs no package beside it. */
import { expect, test } from 'vitest'
import outer from '../../package.json' with { type: 'json' }
import inner from '../../src/package.json' with { type: 'json' }

test('the package that is packed has no dependencies, and runs nothing when it is installed', () => {
  expect(Object.keys(outer).filter((key) => /dependencies/i.test(key))).toEqual(['devDependencies'])
  expect(Object.keys(outer.scripts).filter((name) => /install|prepare|^dependencies/.test(name))).toEqual([])
})

test('what stands in both has one version', () => {
  const versions = new Map<string, string>(Object.entries(inner.dependencies))
  const both = Object.entries(outer.devDependencies).filter(([name]) => versions.has(name))
  expect(both.length).toBeGreaterThan(0)
  expect(both.filter(([name, version]) => versions.get(name) !== version)).toEqual([])
})
