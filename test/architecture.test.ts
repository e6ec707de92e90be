/** The rules of the house, kept on every file. The checks themselves are tried in architecture/check.test.ts. */
import { describe, expect, test } from 'vitest'
import {
  bannedWords,
  builtinsInPlace,
  honestTests,
  importArrows,
  importCycles,
  kebabCase,
  noMachinePaths,
  noSilencing,
  oneDoorEach,
  shortFiles,
  undeclaredPackages,
  worldOnlyInNode,
} from './architecture/check.ts'
import { packagesIn, readSources } from './architecture/read-sources.ts'

const src = readSources('src', /\.ts$/)
const bin = readSources('bin', /\.[cm]?js$/)
const scripts = readSources('scripts', /\.(?:ts|[cm]?js)$/)
const tests = readSources('test', /\.(?:ts|[cm]?js)$/)

test('there are sources to look at', () => {
  expect(src.length).toBeGreaterThan(20)
  expect(src.map(({ path }) => path)).toContain('src/api/endpoint.ts')
})

describe('imports', () => {
  test('follow the arrows', () => expect(importArrows(src)).toEqual([]))
  test('never go round in a ring', () => expect(importCycles(src)).toEqual([]))
  test('reach each package through one door', () => expect(oneDoorEach(src)).toEqual([]))
  test('name only packages that are installed with the tool', () =>
    expect(undeclaredPackages(src, packagesIn('dependencies'))).toEqual([]))
  test("reach Node's own modules only where they belong", () => expect(builtinsInPlace(src)).toEqual([]))
})

describe('words', () => {
  test('the world is touched in src/node only', () => expect(worldOnlyInNode(src)).toEqual([]))
  test('process.exit and any are said nowhere', () => expect(bannedWords([...src, ...bin])).toEqual([]))
  test('the compiler is not silenced', () => expect(noSilencing(src)).toEqual([]))
  test('no path of a machine is named', () =>
    expect(noMachinePaths([...src, ...bin, ...scripts, ...tests])).toEqual([]))
})

describe('files', () => {
  test('have at most 150 lines, or say why not', () => expect(shortFiles(src)).toEqual([]))
  test('are named in kebab-case', () => expect(kebabCase([...src, ...bin, ...scripts, ...tests])).toEqual([]))
})

test('tests mock no module, and none is left out', () => expect(honestTests(tests)).toEqual([]))
