/** What each command loads: lists of packages are steadier than timings. Needs `npm run build`. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { node } from './support/process.ts'
import { type RunningSandbox, startSandbox } from './support/sandbox.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The bundler's report on each file of dist/. */
const contents: Record<string, { bytes: number; packages: readonly string[]; modules: readonly string[] }> =
  JSON.parse(readFileSync(join(root, 'build/contents.json'), 'utf8'))

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox(['--http'])
})
afterAll(async () => {
  await sandbox.stop()
})

/** Returns the packages and the bytes of kiva's own files that a run of the built tool loads. */
async function loadedBy(words: readonly string[], folder = join(root, 'test/none')) {
  const trace = join(root, 'test/support/trace.cjs')
  const child = spawn(node, ['-r', trace, join(root, 'bin/kiva.cjs'), ...words], {
    env: { KIVA_BASE_URL: sandbox.base_url, KIVA_CONFIG_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  for await (const chunk of child.stderr) text += chunk
  const line = text.match(/^loaded: (.*)$/m)?.[1]
  if (line === undefined) throw new Error(`nothing told of ${words.join(' ')}: ${text}`)
  const files: readonly string[] = JSON.parse(line).map((path: string) => relative(root, path))
  const ours = files.flatMap((file) => contents[file.replace(/^dist./, '')] ?? [])
  return {
    files,
    packages: [...new Set(ours.flatMap(({ packages }) => packages))].sort(),
    bytes: ours.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Files that start a thread, which has modules of its own. */
const threads = ['node-process-jq-worker.cjs', 'sql-worker.cjs']

test('no module is in two files of a thread, since a module with state would exist twice', () => {
  const files = Object.keys(contents)
  expect(files).toEqual(expect.arrayContaining(threads))
  const all = files.flatMap((file) => (threads.includes(file) ? [] : (contents[file]?.modules ?? [])))
  expect(all).toContain('src/main.ts')
  expect(all.filter((path, at) => all.indexOf(path) !== at)).toEqual([])
})

test('the report of the bundler matches dist/', () => {
  const files = readdirSync(join(root, 'dist')).filter((file) => file.endsWith('.cjs'))
  expect(files.sort()).toEqual(Object.keys(contents).sort())
  const sizes = files.map((file) => [file, statSync(join(root, 'dist', file)).size])
  expect(sizes).toEqual(files.map((file) => [file, contents[file]?.bytes]))
})

describe('the packages in dist/', () => {
  const shipped = new Set(Object.values(contents).flatMap(({ packages }) => packages))
  const read = (file: string) => readFileSync(join(root, 'dist', file), 'utf8')
  const names = (ids: readonly string[]) => [...new Set(ids.map((id) => id.replace(/@[^@]+$/, '')))].sort()

  test('are listed with allowed licenses and their texts', () => {
    const [list = '', ...texts] = read('THIRD-PARTY.txt').split(`\n${'-'.repeat(80)}\n\n`)
    const rows = [...list.matchAll(/^ {2}(\S+) (\S+) \((.*)\)$/gm)]
    expect(names(rows.map(([, name, version]) => `${name}@${version}`))).toEqual([...shipped].sort())
    const allowed = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0)$/
    expect(rows.map((row) => row[3] ?? '').filter((licence) => !allowed.test(licence))).toEqual([])
    expect(texts.map((text) => text.split('\n')[0])).toEqual(rows.map(([row]) => row.trim()))
    for (const text of texts) expect(text).toMatch(/permission|permitted|licensed under/i)
    const ofJq = texts.find((text) => text.startsWith('jq-wasm'))
    for (const name of ['Stephen Dolan', 'David M. Gay', 'decNumber', 'Oniguruma'])
      expect(ofJq).toContain(name)
  })

  test('are in the bill of materials with license, hash and dependencies', () => {
    const bill = JSON.parse(read('bom.cdx.json'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'kiva' } } })
    // Its version would change the bytes of a release.
    expect(bill.metadata.tools).toEqual([{ vendor: 'npm', name: 'cli' }])
    const refs: readonly string[] = bill.components.map((one: { 'bom-ref': string }) => one['bom-ref'])
    expect(names(refs)).toEqual([...shipped].sort())
    for (const { purl, hashes, licenses } of bill.components) {
      expect(purl).toMatch(/^pkg:npm\//)
      expect([hashes.length, licenses.length]).toEqual([1, 1])
    }
    const edges: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[] =
      bill.dependencies
    const known = [bill.metadata.component['bom-ref'], ...refs]
    expect(edges.map(({ ref }) => ref).sort()).toEqual(known.sort())
    expect(edges.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.includes(ref))).toEqual([])
  })
})

test('startup loads no action, help, suggestions, lists, record fields or country names', () => {
  const late =
    /^src\/(cli\/(help\/(help|layout|topics)|suggest|shortlists|saved|manifest|list-fields)|commands\/(about|index|actions\/)|actions\/index|api\/(countries|country-names|records\/(derived-fields|fields|field-aliases|check-fields)))/
  expect(contents['kiva.cjs']?.modules.filter((path) => late.test(path))).toEqual([])
})

describe('the launcher alone handles', () => {
  test.each([[], ['--version'], ['-V'], ['--help'], ['-h'], ['help']])('kiva %s', async (...words) => {
    const { files } = await loadedBy(words)
    expect(files.filter((file) => file.endsWith('.cjs'))).toEqual(['bin/kiva.cjs'])
  })
})

describe('the packages that a command loads', () => {
  const light = ['commander', 'fastest-levenshtein']
  test.each([
    { words: ['loans', 'search', '--help'], packages: light },
    { words: ['loans', 'newest', '-o', 'json'], packages: [...light, 'undici'] },
    { words: ['loans', 'newest', '-o', 'ndjson'], packages: [...light, 'undici'] },
    { words: ['loans', 'newest', '-o', 'xml'], packages: [...light, 'undici'] },
    { words: ['loans', 'newest', '--wire', 'json'], packages: [...light, 'undici'] },
    { words: ['--sandbox', 'loans', 'newest', '-o', 'json'], packages: light },
  ])('kiva $words', async ({ words, packages }) => {
    expect(packages).toEqual(expect.arrayContaining((await loadedBy(words)).packages))
  })

  test('a JSON request loads less than 600 kB', async () => {
    const { bytes } = await loadedBy(['loans', 'newest', '-o', 'json'])
    expect(
      bytes,
      'load what only some commands need with a dynamic import (build/contents.json lists the modules of each file)',
    ).toBeLessThan(600_000)
  })

  test('only --jq loads jq, in a file for its thread', async () => {
    const { packages, files } = await loadedBy(['loans', 'newest', '-o', 'json', '--jq', '.id'])
    expect(packages.sort()).toEqual([...light, 'undici'].sort())
    expect(files).toContain(join('dist', 'node-process-jq.cjs'))
    const { packages: inThread, modules = [] } = contents['node-process-jq-worker.cjs'] ?? {}
    expect(inThread).toEqual(['jq-wasm'])
    expect(modules.filter((path) => path.startsWith('src/'))).toEqual(['src/node/process/jq-worker.ts'])
  })

  test('a table loads chalk, but no spinner and no library for tables', async () => {
    const { packages } = await loadedBy(['loans', 'newest', '-o', 'table'])
    expect(packages).toContain('chalk')
    for (const name of ['ora', 'conf', 'cli-table3']) expect(packages).not.toContain(name)
  })

  test('the detail view of a loan loads cli-table3 for its small tables', async () => {
    const { packages } = await loadedBy(['loans', 'show', '2100001', '-o', 'table'])
    expect(packages).toContain('cli-table3')
  })

  test('only a sandbox with https loads what makes certificates', async () => {
    // Ends at the port, which is taken: whatever a sandbox needs is loaded by then.
    const words = ['sandbox', '--port', new URL(sandbox.base_url).port]
    expect((await loadedBy(words)).packages).toContain('selfsigned')
    expect((await loadedBy([...words, '--http'])).packages).toEqual(light)
  })

  test('a run that looks for a login loads conf only if there is a file with logins', async () => {
    expect((await loadedBy(['auth', 'status'])).packages).not.toContain('conf')
    const folder = mkdtempSync(join(tmpdir(), 'kiva-startup-'))
    writeFileSync(join(folder, 'credentials.json'), '{"v": 1, "entries": {}}', { mode: 0o600 })
    const { packages } = await loadedBy(['auth', 'status'], folder)
    rmSync(folder, { recursive: true })
    expect(packages).toContain('conf')
  })

  test('a settings file is read without packages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kiva-startup-'))
    const words = ['loans', 'newest']
    const without = await loadedBy(words, folder)
    writeFileSync(join(folder, 'config.json'), '{"output": "ndjson", "timeout": 60}', { mode: 0o600 })
    const kept = await loadedBy(words, folder)
    rmSync(folder, { recursive: true })
    expect(kept.packages).toEqual(without.packages)
    expect(kept.packages).not.toContain('conf')
    const more = kept.files.filter((file) => !without.files.includes(file))
    expect(more.length).toBeGreaterThan(0)
    expect(without.files.some((file) => file.includes('settings-file'))).toBe(false)
  })
})
