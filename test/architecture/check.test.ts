/** A check that can't fail keeps nothing: each is shown what it must find, and what it must let pass. */
import { describe, expect, test } from 'vitest'
import * as check from './check.ts'
import { bareCode, firstComment, importsOf } from './scan.ts'

const source = (path: string, text: string): check.Source => ({ path, text })
/** `§{` stands for the opening of a placeholder, which the linter wants in templates only. */
const filled = (text: string) => text.replaceAll('§{', '$'.concat('{'))
const squeezed = (text: string) => text.replaceAll(' ', '')
const one = (path: string, text: string) => [source(path, text)]

describe('bareCode', () => {
  test.each([
    ['a // process\nb', 'a           \nb'],
    ["x = 'pro' + y", "x = '   ' + y"],
    ["x = 'it\\'s' + y", "x = '     ' + y"],
    ['x = "a//b" // c', 'x = "    "     '],
    ['a /* x\n y */ b', 'a     \n      b'],
    ['t = `a §{b + `c §{d}`} e` + f', 't = `  §{b + `  §{d}`}  ` + f'],
    ['t = `§{{ a: 1 }}x`', 't = `§{{ a: 1 }} `'],
    ['t = `\\§{process}`', 't = `          `'],
    ["x.match(/['\"`/]/) + 'a'", "x.match(         ) + ' '"],
    ["x = a / b / c + 'd'", "x = a / b / c + ' '"],
    ["return /[/']x/g.test(y)", 'return          .test(y)'],
  ])('%j', (shown, bare) => {
    const text = filled(shown)
    expect(squeezed(bareCode(text))).toBe(squeezed(filled(bare)))
    expect(bareCode(text)).toHaveLength(text.length)
  })
})

describe('importsOf', () => {
  test.each([
    ["import { a } from './a.ts'", './a.ts', 'values'],
    ["import a, { type B } from './a.ts'", './a.ts', 'values'],
    ["import {\n  a,\n  b,\n} from './a.ts'", './a.ts', 'values'],
    ["import * as a from 'undici'", 'undici', 'values'],
    ["import type { A } from './a.ts'", './a.ts', 'types'],
    ["export type { A } from './a.ts'", './a.ts', 'types'],
    ["export { a } from '../package.json'", '../package.json', 'values'],
    ["export * from './a.ts'", './a.ts', 'values'],
    ["import './a.ts'", './a.ts', 'values'],
    ["const load = () => import('./a.ts')", './a.ts', 'lazy'],
    ["import type from './a.ts'", './a.ts', 'values'],
  ])('%j', (text, from, kind) => {
    expect(importsOf(text)).toEqual([{ from, kind }])
  })

  test.each([
    "// import { a } from './a.ts'",
    `const text = "import { a } from './a.ts'"`,
    "export function from(a: string) { return 'b' }",
    "export const a = 'b'\nconst from = 'c'",
  ])('nothing in %j', (text) => {
    expect(importsOf(text)).toEqual([])
  })
})

describe('importArrows', () => {
  test.each([
    ['src/api/a.ts', "import { b } from '../output/b.ts'"],
    ['src/api/a.ts', "import { b } from '../context.ts'"],
    ['src/api/a.ts', "import { b } from '../commands/index.ts'"],
    ['src/output/a.ts', "import { b } from '../cli/b.ts'"],
    ['src/sandbox/a.ts', "import { b } from '../node/b.ts'"],
    ['src/sandbox/oauth/a.ts', "import { b } from '../../auth/b.ts'"],
    ['src/auth/a.ts', "import { b } from '../node/b.ts'"],
    ['src/auth/a.ts', "import { b } from '../commands/action.ts'"],
    ['src/auth/a.ts', "import type { b } from '../commands/index.ts'"],
    ['src/node/a.ts', "import { b } from '../output/b.ts'"],
    ['src/node/a.ts', "import { main } from '../main.ts'"],
    ['src/cli/a.ts', "import { b } from '../sandbox/b.ts'"],
    ['src/cli/a.ts', "import { b } from '../node/b.ts'"],
    ['src/commands/loans.ts', "import { b } from '../api/values.ts'"],
    ['src/commands/loans.ts', "import { b } from './teams.ts'"],
    ['src/commands/login.ts', "import { b } from '../auth/login.ts'"],
    ['src/commands/login.ts', "import { b } from './action.ts'"],
    ['src/errors.ts', "import type { b } from './context.ts'"],
    ['src/context.ts', "import type { b } from './errors.ts'"],
    ['src/exit-codes.ts', "import { b } from './errors.ts'"],
    ['src/main.ts', "import { b } from './node/world.ts'"],
    ['src/api/a.ts', "import { b } from '../harness.ts'"],
    ['src/surprise.ts', 'export const a = 1'],
    ['src/surprise/a.ts', 'export const a = 1'],
  ])('%s: %s', (path, text) => {
    expect(check.importArrows(one(path, text))).toHaveLength(1)
  })

  test.each([
    ['src/api/a.ts', "import { b } from './b.ts'"],
    ['src/api/a.ts', "import type { b } from '../context.ts'"],
    ['src/output/details/a.ts', "import { b } from '../../api/b.ts'"],
    ['src/run/a.ts', "const b = import('../sandbox/b.ts')"],
    ['src/cli/a.ts', "import type { Action } from '../commands/action.ts'"],
    ['src/commands/loans.ts', "import { get } from '../api/endpoint.ts'"],
    [
      'src/commands/login.ts',
      "import type { Action } from './action.ts'\nconst a = import('../actions/login.ts')",
    ],
    ['src/commands/index.ts', "import { loans } from './loans.ts'"],
    ['src/auth/a.ts', "import type { RunAction } from '../commands/action.ts'"],
    ['src/version.ts', "export { version } from '../package.json'"],
    [
      'src/sandbox/world/a.ts',
      "import { b } from '../data/b.ts'\nimport { c } from '../../commands/index.ts'",
    ],
  ])('lets pass %s: %s', (path, text) => {
    expect(check.importArrows(one(path, text))).toEqual([])
  })
})

test('importCycles', () => {
  const ring = [
    source('src/api/a.ts', "import { b } from './b.ts'"),
    source('src/api/b.ts', "import { c } from './c.ts'"),
    source('src/api/c.ts', "import { a } from './a.ts'"),
  ]
  expect(check.importCycles(ring)).toEqual(['src/api/a.ts → src/api/b.ts → src/api/c.ts → src/api/a.ts'])
  const erased = [...ring.slice(0, 2), source('src/api/c.ts', "import type { A } from './a.ts'")]
  expect(check.importCycles(erased)).toEqual([])
})

describe('oneDoorEach', () => {
  test.each([
    [one('src/a.ts', "import a from 'chalk'\nimport { b } from 'chalk/source'")],
    [[...one('src/a.ts', "import a from 'chalk'"), ...one('src/b.ts', "import type { B } from 'chalk'")]],
    [[...one('src/a.ts', "import a from '@scope/x'"), ...one('src/b.ts', "const b = import('@scope/x/y')")]],
  ])('finds a second door: %j', (sources) => {
    expect(check.oneDoorEach(sources)).toHaveLength(1)
  })

  test('lets pass a lazy door with its types beside it, and other packages', () => {
    const sources = [
      ...one('src/a.ts', "import type { A } from 'conf'\nconst load = () => import('conf')"),
      ...one('src/b.ts', "import a from '@scope/a'\nimport b from '@scope/b'\nimport { c } from 'node:util'"),
    ]
    expect(check.oneDoorEach(sources)).toEqual([])
  })
})

test('undeclaredPackages', () => {
  const text = "import a from 'chalk'\nimport b from '@scope/b/c'\nimport { d } from 'node:util'"
  expect(check.undeclaredPackages(one('src/a.ts', text), ['chalk', '@scope/b'])).toEqual([])
  expect(check.undeclaredPackages(one('src/a.ts', text), [])).toHaveLength(2)
})

describe('builtinsInPlace', () => {
  test.each([
    ['src/api/a.ts', 'node:crypto', 1],
    ['src/output/a.ts', 'node:fs', 1],
    ['src/sandbox/a.ts', 'node:fs', 1],
    ['src/sandbox/oauth/protocol/verify.ts', 'node:crypto', 0],
    ['src/sandbox/a.ts', 'node:zlib', 0],
    ['src/auth/sign.ts', 'node:crypto', 0],
    ['src/auth/sign.ts', 'node:zlib', 1],
    ['src/node/a.ts', 'node:fs/promises', 0],
  ])('%s imports %s', (path, name, wrong) => {
    expect(check.builtinsInPlace(one(path, `import { a } from '${name}'`))).toHaveLength(wrong)
    expect(check.builtinsInPlace(one(path, `const a = import('${name}')`))).toHaveLength(wrong)
  })
})

describe('worldOnlyInNode', () => {
  test.each([
    'const a = process.env',
    'process.exitCode = 1',
    'const { env } = process',
    "console.log('a')",
    'const a = Date.now()',
    'const a = new Date()',
    'const a = new Date',
    'const a = Date()',
    'const a = Math.random()',
    'setTimeout(go, 5)',
    'await new Promise((done) => setTimeout(done, 5))',
    'setInterval(go, 5)',
    'const a = await fetch(url)',
    'const a = { fetch }',
    'globalThis.a = 1',
    'const a = performance.now()',
    "const a = require('b')",
    'const a = import.meta.url',
    "import { randomBytes } from 'node:crypto'",
    'const a = crypto.randomUUID()',
    filled('const a = `§{process.pid}`'),
    'const a = ready ? process : undefined',
  ])('finds %j', (text) => {
    expect(check.worldOnlyInNode(one('src/api/a.ts', text))).toHaveLength(1)
    expect(check.worldOnlyInNode(one('src/node/a.ts', text))).toEqual([])
  })

  test.each([
    '// process.exit, console.log and Date.now() are banned',
    "const a = 'process.env'",
    filled('const a = `process §{name}`'),
    'const a = new Date(now)',
    'const a = Date.parse(text)',
    'const a = Date.UTC(2020, 1)',
    'const a = formatDate(now)',
    'const a = context.fetch(url)',
    'const fetch = await openFetch(call)\nreturn fetch(url)',
    'function pages(fetch: Fetch) { return fetch(1) }',
    'const a = { process: 1 }',
    'interface A { fetch?: string }',
    'const a = /process.env/',
    'const processed = 1',
  ])('lets pass %j', (text) => {
    expect(check.worldOnlyInNode(one('src/api/a.ts', text))).toEqual([])
  })
})

describe('bannedWords', () => {
  test.each([
    'process.exit(1)',
    'process?.exit()',
    'const leave = process.exit',
    "process['exit'](1)",
    'const { exit } = process',
    'process.abort()',
    'const a: any = 1',
    'const a = b as any',
    'const a: any[] = []',
    'const a = new Map<string, any>()',
  ])('finds %j', (text) => {
    expect(check.bannedWords(one('src/node/a.ts', text))).toHaveLength(1)
  })

  test.each([
    'process.exitCode = 1',
    "const media = ['any', 'video']",
    '// any of them',
    'AbortSignal.any([a, b])',
    'const many = 1',
    'const exits = process.env',
  ])('lets pass %j', (text) => {
    expect(check.bannedWords(one('src/node/a.ts', text))).toEqual([])
  })
})

test('noSilencing', () => {
  expect(check.noSilencing(one('src/a.ts', '// @ts-ignore\na()'))).toHaveLength(1)
  expect(check.noSilencing(one('src/a.ts', '// @ts-expect-error\na()'))).toHaveLength(1)
  expect(check.noSilencing(one('src/a.ts', '// ignore it'))).toEqual([])
})

describe('shortFiles', () => {
  const lines = (count: number) => 'x\n'.repeat(count)
  test('150 lines are short enough, 151 are not', () => {
    expect(check.shortFiles(one('src/a.ts', lines(150)))).toEqual([])
    expect(check.shortFiles(one('src/a.ts', lines(151)))).toHaveLength(1)
  })
  test('a reason counts only in the first comment', () => {
    const why = '/** Words.\n * Above 150\n * lines because it is one dictionary. */\n'
    expect(check.shortFiles(one('src/a.ts', why + lines(200)))).toEqual([])
    expect(
      check.shortFiles(one('src/a.ts', `import 'a'\n// Above 150 lines because so.\n${lines(200)}`)),
    ).toEqual([])
    expect(check.shortFiles(one('src/a.ts', `/** Words. */\n${lines(200)}${why}`))).toHaveLength(1)
  })
  test('firstComment reads neighbouring line comments as one, and not a string', () => {
    expect(firstComment("const a = '// no'\n// one\n// two\nb // three")).toContain('two')
    expect(firstComment("const a = '// no'\n// one\n// two\nb // three")).not.toContain('three')
    expect(firstComment('const a = 1')).toBe('')
  })
})

test('kebabCase', () => {
  const names = (...paths: string[]) => check.kebabCase(paths.map((path) => source(path, '')))
  expect(
    names(
      'src/api/exit-codes.ts',
      'test/a/b-c.test.ts',
      'bin/kiva.cjs',
      'src/oauth-1a.ts',
      'test/oauth.d.ts',
    ),
  ).toEqual([])
  expect(
    names('src/api/exitCodes.ts', 'src/Api/a.ts', 'src/a_b.ts', 'src/-a.ts', 'test/a.spec.ts'),
  ).toHaveLength(5)
})

test('noMachinePaths', () => {
  const tmp = '/tmp'
  expect(check.noMachinePaths(one('src/a.ts', `const a = '${tmp}/x'`))).toHaveLength(1)
  expect(check.noMachinePaths(one('src/a.ts', `// see ${'/root'}/notes`))).toHaveLength(1)
  expect(check.noMachinePaths(one('src/a.ts', "const a = 'https://example.org/home/page'"))).toEqual([])
})

describe('honestTests', () => {
  test.each([
    "vi.mock('a')",
    'vi.doMock(a)',
    'test.only(a)',
    'describe.skip(a)',
    'it.todo(a)',
    'test.each.only(a)',
  ])('finds %j', (text) => expect(check.honestTests(one('test/a.test.ts', text))).toHaveLength(1))
  test.each(["'vi.mock'", 'test.skipIf(missing)(name, go)', 'vi.fn()', 'list.skip(3)'])(
    'lets pass %j',
    (text) => expect(check.honestTests(one('test/a.test.ts', text))).toEqual([]),
  )
})
