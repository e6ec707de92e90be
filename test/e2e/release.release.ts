/** All files of a release, in build/release: manifests, packages, and a second build in another folder. */
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { executableFor } from '../../scripts/bundle/executables.mjs'
import { folderForAll } from '../support/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const made = join(root, 'build/release')
const folder = folderForAll()
const { version, homepage } = manifest
const run = (program: string, words: readonly string[], cwd = made) =>
  execFileSync(program, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const read = (name: string) => readFileSync(join(made, name), 'utf8')
const sums = new Map(
  read('SHA256SUMS')
    .trim()
    .split('\n')
    .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
)
const archives = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map(
  (system) => `kiva-${version}-${system}.tar.gz`,
)
const windows = `kiva-${version}-windows-x64.zip`

test('build/release has exactly these files, with their sums', () => {
  const files = [
    ...archives,
    windows,
    `kiva-${version}.tgz`,
    `kiva_${version}_amd64.deb`,
    `kiva_${version}_arm64.deb`,
  ]
  const summed = [...files, 'install.sh', 'kiva.json', 'kiva.rb'].sort()
  expect([...sums.keys()]).toEqual(summed)
  expect(readdirSync(made).sort()).toEqual(['SHA256SUMS', ...summed, 'latest'].sort())
  expect(run('sha256sum', ['--check', '--strict', 'SHA256SUMS']).trim().split('\n')).toEqual(
    summed.map((name) => `${name}: OK`),
  )
})

test('no file is larger than its target', () => {
  const megabytes = (name: string) => statSync(join(made, name)).size / 1e6
  const limits = { 'linux-x64.tar.gz': 60, 'darwin-arm64.tar.gz': 49, 'windows-x64.zip': 63 }
  for (const [name, limit] of Object.entries(limits))
    expect(megabytes(`kiva-${version}-${name}`), name).toBeLessThan(limit)
  expect(megabytes(`kiva-${version}.tgz`)).toBeLessThan(1.4)
})

test('the formula of Homebrew is Ruby, and has the address and the sum of each archive', () => {
  const formula = read('kiva.rb')
  expect(run('ruby', ['-c', 'kiva.rb'])).toBe('Syntax OK\n')
  const pairs = [...formula.matchAll(/url "(.*)"\n\s+sha256 "(.*)"/g)].map(([, url, sum]) => [url, sum])
  expect(pairs).toEqual(archives.map((name) => [`${homepage}releases/${version}/${name}`, sums.get(name)]))
  expect(formula).toContain(`version "${version}"\n`)
  expect(formula).not.toMatch(/@\S+@/)
})

test('the formula installs the archive that this system would get', () => {
  // What Homebrew does with a formula, for the methods that this one calls.
  const brew = `
require 'fileutils'
require 'pathname'
Dir.chdir(ARGV[0])
class Pathname
  def install(*files) = (mkpath; files.flatten.each { |file| FileUtils.cp_r(file, self) })
end
class Formula
  def self.method_missing(name, *words, &body) = $fields[name] = words.first || (body && class_eval(&body))
  def self.respond_to_missing?(*) = true
  def self.on_macos = nil
  def self.on_arm = nil
  def self.on_linux = yield
  def self.on_intel = yield
  def self.test = nil
  PLACES = { bin: 'bin', man1: 'share/man/man1', man7: 'share/man/man7', doc: 'share/doc/kiva', bash_completion: 'etc/bash_completion.d', zsh_completion: 'share/zsh/site-functions', fish_completion: 'share/fish/vendor_completions.d' }
  PLACES.each { |name, place| define_method(name) { Pathname.new(ARGV[1]) + place } }
end
$fields = {}
load ARGV[2]
Kiva.new.install
puts $fields[:url]
`
  run('tar', ['-xzf', join(made, `kiva-${version}-linux-x64.tar.gz`), '-C', folder])
  const cellar = join(folder, 'cellar')
  const url = run('ruby', [
    '-e',
    brew,
    join(folder, `kiva-${version}-linux-x64`),
    cellar,
    join(made, 'kiva.rb'),
  ])
  expect(url).toBe(`${homepage}releases/${version}/kiva-${version}-linux-x64.tar.gz\n`)
  const installed = readdirSync(cellar, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  expect(installed.length).toBe(manifest.man.length + 8)
  expect(run(join(cellar, 'bin/kiva'), ['--version'])).toBe(`${version}\n`)
})

test('the manifest of Scoop has the address and the sum of the zip, and names files that are in it', () => {
  const { architecture, bin, ...scoop } = JSON.parse(read('kiva.json'))
  const { url, hash, extract_dir } = architecture['64bit']
  expect([url, hash]).toEqual([`${homepage}releases/${version}/${windows}`, sums.get(windows)])
  expect(scoop).toEqual({ version, homepage, description: manifest.description, license: manifest.license })
  expect(run('unzip', ['-Z1', windows]).split('\n')).toContain(`${extract_dir}/${bin}`)
})

test('the zip has exactly these files', () => {
  const top = `kiva-${version}-windows-x64`
  const names = [
    'bin/kiva.exe',
    'share/doc/kiva/CHANGELOG.md',
    'share/doc/kiva/LICENSE',
    'share/doc/kiva/THIRD-PARTY.txt',
  ]
  const all = [...names, 'share/doc/kiva/kiva.cdx.json', 'share/powershell/kiva.ps1'].map(
    (name) => `${top}/${name}`,
  )
  expect(run('unzip', ['-Z1', windows]).trim().split('\n')).toEqual(all)
  expect(run('unzip', ['-tq', windows])).toContain('No errors detected')
})

test.each(['linux-x64', 'linux-aarch64', 'darwin-x64', 'darwin-aarch64', 'windows-x64'])(
  'the executable for %s does not name the folder of the build',
  (target) => {
    const file = readFileSync(executableFor(target))
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect({ encoding, at: file.indexOf(root, 0, encoding) }).toEqual({ encoding, at: -1 })
  },
)

test('a second build in a copy of the project makes the same bytes', () => {
  // Deeper than the project, and with a longer path.
  const copy = join(folder, 'another place/of another length/kiva')
  const left = new Set(['.git', 'build', 'dist'].map((name) => join(root, name)))
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !left.has(path) })
  run('npm', ['run', '--silent', 'build'], copy)
  // Bun, which a first build downloads.
  cpSync(join(root, 'build/binary'), join(copy, 'build/binary'), {
    recursive: true,
    filter: (path) => !/binary\/(kiva-|LICENSE|THIRD|kiva\.cdx)/.test(path),
  })
  run(process.execPath, ['scripts/release/make.mjs'], copy)
  expect(run('diff', ['--recursive', made, join(copy, 'build/release')])).toBe('')
}, 600_000)
