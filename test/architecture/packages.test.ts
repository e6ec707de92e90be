/** src/package.json declares the bundled packages. An installation of kiva adds no other package. */
import { expect, test } from 'vitest'
import outer from '../../package.json' with { type: 'json' }
import inner from '../../src/package.json' with { type: 'json' }

test('the published package has no dependencies and no install scripts', () => {
  expect(Object.keys(outer).filter((key) => /dependencies/i.test(key))).toEqual(['devDependencies'])
  expect(Object.keys(outer.scripts).filter((name) => /install|prepare|^dependencies/.test(name))).toEqual([])
})

test('a package in both package.json files has the same version', () => {
  const versions = new Map<string, string>(Object.entries(inner.dependencies))
  const both = Object.entries(outer.devDependencies).filter(([name]) => versions.has(name))
  expect(both.length).toBeGreaterThan(0)
  expect(both.filter(([name, version]) => versions.get(name) !== version)).toEqual([])
})

test('the description fits into a formula of Homebrew: at most 80 characters', () => {
  expect(outer.description.length).toBeLessThanOrEqual(80)
})
