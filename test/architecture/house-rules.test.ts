/** Rules of the project that the linter cannot check. biome.jsonc has the other rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { dirname, join as joinPosix } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { importsOf } from './floors.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The one file of src that imports each package. All other files use the types of kiva. */
const doors = {
  chalk: 'src/output/terminal/palette.ts',
  'cli-table3': 'src/output/page/terminal-table.ts',
  commander: 'src/cli/parse.ts',
  conf: 'src/node/store/store.ts',
  'fastest-levenshtein': 'src/api/nearest.ts',
  'get-east-asian-width': 'src/output/terminal/width.ts',
  'http-cache-semantics': 'src/transport/cached-reply.ts',
  htmlparser2: 'src/output/terminal/html-text.ts',
  'oauth-1.0a': 'src/auth/sign.ts',
  open: 'src/node/process/browse.ts',
  ora: 'src/output/terminal/status-line.ts',
  'jpeg-js': 'src/core/jpeg.ts',
  hyparquet: 'src/mirror/lake/earlier-rows.ts',
  'hyparquet-writer': 'src/output/records/parquet.ts',
  'jq-wasm': 'src/node/process/jq-worker.ts',
  selfsigned: 'src/sandbox/http/certificate.ts',
  undici: 'src/node/network/exchange.ts',
}

test('each package is imported by one file of src', () => {
  const found = sources('src').flatMap((path) =>
    packagesOf(path).map((name): [string, string] => [name, path]),
  )
  expect([...new Map(found)].length).toBe(found.length)
  expect(Object.fromEntries(found)).toEqual(doors)
})

test.each([
  { words: /\bnew Date(?!\()|\bDate\(\)/, but: 'src/node', instead: 'new Date(now)' },
  { words: /\bimport\.meta\b/, but: 'src/node', instead: 'a port of the context' },
  { words: /@ts-(nocheck|expect-error)/, instead: 'the type' },
])('no file of src contains $words; use $instead', ({ words, but }) => {
  const saying = sources('src').filter((path) => words.test(read(path)))
  expect(saying.filter((path) => !but || !path.startsWith(but))).toEqual([])
})

test('no file contains an absolute path of a development machine', () => {
  const paths = /(?<![\w.])\/(?:work|tmp|root)\/[\w.-]+/
  const files = ['src', 'test', 'scripts', 'bin'].flatMap(sources)
  expect(files.filter((path) => paths.test(read(path)))).toEqual([])
})

test('every export of src is imported by another file', () => {
  // Per module: the names that others import from it, and the texts of those that import it whole or when needed.
  const imported = new Map<string, { readonly names: Set<string>; readonly texts: string[] }>()
  const importsOfModule = (target: string) => {
    const found = imported.get(target) ?? { names: new Set(), texts: [] }
    imported.set(target, found)
    return found
  }
  for (const path of ['src', 'test', 'scripts'].flatMap(sources)) {
    const text = read(path)
    const { staticImports, staticExports } = parseSync(path, text).module
    const at = (name: string) => importsOfModule(joinPosix(dirname(path), name))
    for (const { moduleRequest, entries } of staticImports)
      for (const { importName } of entries)
        if (importName.kind === 'Name') at(moduleRequest.value).names.add(importName.name ?? '')
        else at(moduleRequest.value).texts.push(text)
    for (const { moduleRequest, importName } of staticExports.flatMap(({ entries }) => entries))
      if (moduleRequest) at(moduleRequest.value).names.add(importName.name ?? '')
    const code = text.replaceAll(/^ *(\/?\*|\/\/).*$/gm, '')
    for (const [, name = ''] of code.matchAll(/\bimport\(\s*['"`](\.[^'"`]*)['"`]/g))
      at(name).texts.push(code)
  }
  // The build names world.ts in the text of the bundle's entry.
  importsOfModule('src/node/world.ts').texts.push(read('scripts/bundle/bundle-tool.mjs'))
  // world.ts takes this module as a whole, as the port Files.
  importsOfModule('src/node/files/files.ts').texts.push(read('src/core/files.ts'))
  const isUsed = ({ names, texts }: ReturnType<typeof importsOfModule>, name: string) =>
    names.has(name) || texts.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  const unused = sources('src').flatMap((path) =>
    exportsOf(path)
      .filter((name) => !isUsed(importsOfModule(path), name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unused).toEqual([])
})

function sources(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The packages that a file imports, types and lazy imports included. */
function packagesOf(path: string): readonly string[] {
  const names = importsOf(path, read(path))
  const packages = names.flatMap((name) => name.match(/^(?!node:)(?:@[^/]+\/)?[^./][^/]*/)?.[0] ?? [])
  return [...new Set(packages)]
}

/** The names that a file exports, without `default`: an action's code is imported whole. */
function exportsOf(path: string): readonly string[] {
  const { staticExports } = parseSync(path, read(path)).module
  return staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName }) => (exportName.kind === 'Name' ? (exportName.name ?? []) : [])),
  )
}

test('helpers of the tests register hooks in functions, since a helper that files share is loaded once', () => {
  const setUp = ['test/support/canary-setup.ts', 'test/support/cost.ts']
  const hook = /^(?:(?:before|after)(?:All|Each)\(|(?:export )?const \w+ = folderFor(?:All|Each)\()/m
  const helpers = sources('test').filter((path) => !/\.(?:test|e2e|release)\.ts$/.test(path))
  expect(helpers.length).toBeGreaterThan(100)
  const found = helpers.filter((path) => hook.test(read(path)))
  expect(found).toEqual(setUp)
})
