/** scripts/release/make.mjs in a copy of the project whose executables are a few bytes, so that a run takes a second. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { folderForEach } from '../support/folder.ts'

const root = join(import.meta.dirname, '../..')
const copy = join(folderForEach(), 'a copy')
const at = (name: string) => join(copy, name)
const made = (name: string) => join(copy, 'build/release', name)
const { version } = manifest

beforeEach(() => {
  const names = [
    'CHANGELOG.md',
    'LICENSE',
    'completions',
    'kiva-signers',
    'man',
    'package.json',
    'package-lock.json',
  ]
  for (const name of [...names, 'scripts/release', 'scripts/bundle'])
    cpSync(join(root, name), at(name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), at('node_modules'))
  write('dist/version.txt', `${version}\n`)
  for (const name of ['LICENSE', 'THIRD-PARTY.txt', 'kiva.cdx.json']) write(`build/binary/${name}`, name)
  for (const target of ['linux-x64', 'linux-aarch64', 'darwin-x64', 'darwin-aarch64', 'windows-x64.exe'])
    write(`build/binary/kiva-${target}`, `kiva for ${target}`)
})

function write(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
}

function change(name: string, from: RegExp | string, to: string): void {
  const text = readFileSync(at(name), 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  write(name, changed)
}

function make(env: Readonly<Record<string, string>> = {}, words: readonly string[] = []) {
  const all = [at('scripts/release/make.mjs'), '--built', ...words]
  return spawnSync(process.execPath, all, {
    cwd: dirname(copy),
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: dirname(copy), ...env },
    encoding: 'utf8',
  })
}

describe('refuses', () => {
  const versionOf = new RegExp(`"version": "${version}"`)
  test.each([
    { file: 'package-lock.json', spoil: () => change('package-lock.json', versionOf, '"version": "9.9.9"') },
    {
      file: 'package-lock.json',
      spoil: () =>
        change(
          'package-lock.json',
          new RegExp(`("": \\{\\s+"name": "kiva",\\s+)${versionOf.source}`),
          '$1"version": "9.9.9"',
        ),
    },
    { file: 'man/kiva-sql.1', spoil: () => change('man/kiva-sql.1', `"kiva ${version}"`, '"kiva 9.9.9"') },
    { file: 'CHANGELOG.md', spoil: () => change('CHANGELOG.md', `## [${version}] - `, '## [9.9.9] - ') },
    {
      file: 'CHANGELOG.md',
      spoil: () => change('CHANGELOG.md', new RegExp(`(## \\[${version}\\]) - .*`), '$1'),
    },
    { file: 'dist', spoil: () => write('dist/version.txt', '9.9.9\n') },
  ])('another version in $file', ({ file, spoil }) => {
    spoil()
    const { status, stderr } = make()
    expect(status).toBe(1)
    expect(stderr).toMatch(
      new RegExp(`Error: package.json has the version ${version}, unlike ${file}( \\(npm run build\\))?\n`),
    )
    expect(existsSync(made(''))).toBe(false)
  })

  test('a placeholder that it cannot fill', () => {
    change('scripts/release/templates/kiva.rb', '@license@', '@licence@')
    expect(make().stderr).toContain('unknown placeholder @licence@')
    expect(existsSync(made('SHA256SUMS'))).toBe(false)
  })
})

test('fills addresses, sums and signers, and takes the addresses from package.json alone', () => {
  change('package.json', manifest.homepage, 'https://kiva.test/deep/')
  write(
    'scripts/release/install.sh',
    'releases=@releases@ version=@version@ signers=\'@signers@\' all="$@"\n',
  )
  write('kiva-signers', '# Keys.\nreleases ssh-ed25519 AAAA\n# Old.\nreleases ssh-ed25519 BBBB\n')
  expect(make()).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(made('install.sh'), 'utf8')).toBe(
    `releases=https://kiva.test/deep/releases version=${version} signers='releases ssh-ed25519 AAAA\nreleases ssh-ed25519 BBBB' all="$@"\n`,
  )
  const sums = new Map(
    readdirSync(made('')).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(made(name)))
        .digest('hex'),
    ]),
  )
  const lines = readFileSync(made('SHA256SUMS'), 'utf8').split('\n').slice(0, -1)
  const summed = [...sums.keys()].filter((name) => !['SHA256SUMS', 'latest'].includes(name)).sort()
  expect(lines).toEqual(summed.map((name) => `${sums.get(name)}  ${name}`))
  const named = [
    ...['kiva.rb', 'kiva.json']
      .map((name) => readFileSync(made(name), 'utf8'))
      .join('')
      .matchAll(/https:\S+\/([^/"]+)",?\s+"?(?:sha256|hash)"?:? "(\w+)"/g),
  ]
  expect(named.map(([, file = '', sum]) => [file, sum])).toEqual(
    ['darwin-arm64.tar.gz', 'darwin-x64.tar.gz', 'linux-arm64.tar.gz', 'linux-x64.tar.gz', 'windows-x64.zip']
      .map((name) => `kiva-${version}-${name}`)
      .map((name) => [name, sums.get(name)]),
  )
  for (const [address] of named)
    expect(address).toContain(`https://kiva.test/deep/releases/${version}/kiva-${version}-`)
  for (const name of ['kiva.rb', 'kiva.json', 'install.sh'])
    expect(readFileSync(made(name), 'utf8')).not.toContain('.example')
})

test('--targets leaves out other systems, and the manifests that name them', () => {
  expect(make({}, ['--targets', 'linux-arm64,windows-x64'])).toMatchObject({ status: 0, stderr: '' })
  const archives = [`kiva-${version}-linux-arm64.tar.gz`, `kiva-${version}-windows-x64.zip`]
  const others = [
    'SHA256SUMS',
    'install.sh',
    'kiva.json',
    `kiva-${version}.tgz`,
    `kiva_${version}_arm64.deb`,
    'latest',
  ]
  expect(readdirSync(made('')).sort()).toEqual([...archives, ...others].sort())
  const unpacked = (file: string) =>
    execFileSync('tar', ['-xzOf', made(archives[0] ?? ''), file], { encoding: 'utf8' })
  expect(unpacked(`kiva-${version}-linux-arm64/bin/kiva`)).toBe('kiva for linux-aarch64')
})

test('SOURCE_DATE_EPOCH sets the date of all files', () => {
  expect(make({ SOURCE_DATE_EPOCH: '1700000000' }, ['--targets', 'linux-x64'])).toMatchObject({
    status: 0,
    stderr: '',
  })
  const dates = (words: readonly string[], input?: Buffer) =>
    execFileSync('tar', [...words, '--full-time'], {
      encoding: 'utf8',
      input,
      env: { ...process.env, TZ: 'UTC' },
    })
      .trim()
      .split('\n')
      .map((line) => line.match(/\d{4}-\S+ \S+/)?.[0])
  const deb = execFileSync('dpkg-deb', ['--fsys-tarfile', made(`kiva_${version}_amd64.deb`)])
  const all = [...dates(['-tvzf', made(`kiva-${version}-linux-x64.tar.gz`)]), ...dates(['-tvf', '-'], deb)]
  expect(all.length).toBeGreaterThan(100)
  expect(new Set(all)).toEqual(new Set(['2023-11-14 22:13:20']))
})
