/**
 * The files of a release for linux-x64, from the executable that `npm run build:binary` made: the archive unpacked, the
 * .deb installed and purged. test/e2e/release.release.ts has those for all systems.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { folderForAll } from '../support/folder.ts'
import { isLong } from './how-long.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = folderForAll()
const { version } = manifest
const made = join(folder, 'made here')
const archive = join(made, `kiva-${version}-linux-x64.tar.gz`)
const deb = join(made, `kiva_${version}_amd64.deb`)

const run = (
  program: string,
  words: readonly string[],
  cwd = folder,
  env: Readonly<Record<string, string>> = {},
) =>
  execFileSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, TZ: 'UTC', LC_ALL: 'C.UTF-8', ...env },
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const make = (...words: readonly string[]) =>
  run(
    process.execPath,
    [join(root, 'scripts/release/make.mjs'), '--targets', 'linux-x64', '--built', ...words],
    folder,
    {
      PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`,
    },
  )
const smoke = (executable: string) =>
  run(process.execPath, [join(root, 'scripts/release/smoke.mjs'), executable, version])

beforeAll(() => {
  make('--out', made)
}, 120_000)

/** Lines of `tar -tv` as mode, owner, size, date and name. */
const listed = (words: readonly string[], input?: Buffer) =>
  execFileSync('tar', ['-tv', '--numeric-owner', '--full-time', ...words], {
    encoding: 'utf8',
    input,
    env: { ...process.env, TZ: 'UTC' },
  })
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/))

test('SHA256SUMS has all other files but latest, and sha256sum agrees', () => {
  const names = readdirSync(made).sort()
  expect(names).toEqual([
    'SHA256SUMS',
    'install.sh',
    `kiva-${version}-linux-x64.tar.gz`,
    `kiva-${version}.tgz`,
    `kiva_${version}_amd64.deb`,
    'latest',
  ])
  const lines = run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], made).trim().split('\n')
  expect(lines).toEqual(names.filter((name) => !/SUMS|latest/.test(name)).map((name) => `${name}: OK`))
  expect(readFileSync(join(made, 'latest'), 'utf8')).toBe(`${version}\n`)
})

test.runIf(isLong)(
  'a second run in another folder makes the same bytes',
  () => {
    const again = join(folder, 'again')
    make('--out', again)
    expect(run('diff', ['--recursive', made, again])).toBe('')
  },
  120_000,
)

test.each(['other-x64', 'linux-aarch64', ''])('the target "%s" is refused', (name) => {
  expect(() => make('--targets', name, '--out', join(folder, 'none'))).toThrow(`unknown target ${name}`)
})

test('a folder with files is refused', () => {
  expect(() => make('--out', made)).toThrow('is not empty')
})

describe('the archive', () => {
  test('has exactly these files, of owner 0, with one date', () => {
    const top = `kiva-${version}-linux-x64`
    const files = [
      'bin/kiva',
      'share/bash-completion/completions/kiva',
      'share/doc/kiva/CHANGELOG.md',
      'share/doc/kiva/LICENSE',
      'share/doc/kiva/THIRD-PARTY.txt',
      'share/doc/kiva/kiva.cdx.json',
      'share/fish/vendor_completions.d/kiva.fish',
      ...manifest.man.map((page) => `share/man/man${page.at(-1)}/${page.slice(4)}`),
      'share/zsh/site-functions/_kiva',
    ]
    const rows = listed(['-zf', archive])
    expect(rows.map((row) => row.at(-1)).filter((name) => !name?.endsWith('/'))).toEqual(
      files.sort().map((name) => `${top}/${name}`),
    )
    expect(new Set(rows.map(([, owner, , ...date]) => [owner, ...date.slice(0, 2)].join(' ')))).toEqual(
      new Set([`0/0 ${changelogDate()} 00:00:00`]),
    )
    const modes = new Map(rows.map(([mode = '', , , , , name = '']) => [name, mode]))
    expect(modes.get(`${top}/bin/kiva`)).toBe('-rwxr-xr-x')
    modes.delete(`${top}/bin/kiva`)
    expect(new Set(modes.values())).toEqual(new Set(['drwxr-xr-x', '-rw-r--r--']))
  })

  test('unpacks to an executable that works', () => {
    run('tar', ['-xzf', archive])
    expect(smoke(join(folder, `kiva-${version}-linux-x64/bin/kiva`))).toContain('all commands work')
  })
})

describe('the .deb', () => {
  const system = join(folder, 'system')
  const at = (path: string) => join(system, path)
  const dpkg = (...words: readonly string[]) =>
    run('dpkg', [
      '--root',
      system,
      '--force-not-root',
      '--force-depends',
      '--force-script-chrootless',
      ...words,
    ])

  test('says what it is, and has Debian’s places, with owner 0 and one date', () => {
    const control = run('dpkg-deb', ['--field', deb])
    expect(control).toMatch(new RegExp(`^Package: kiva\nVersion: ${version}\nArchitecture: amd64\n`))
    expect(control).toContain(`Homepage: ${manifest.homepage}\n`)
    expect(control).not.toMatch(/@[a-z]+@|[{}]/)
    const rows = listed(
      ['-f', '-'],
      execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 2 ** 28 }),
    )
    const files = rows.map((row) => row.at(-1) ?? '').filter((name) => !name.endsWith('/'))
    expect(files.filter((name) => !name.startsWith('./usr/share/man/'))).toEqual([
      './usr/bin/kiva',
      './usr/share/bash-completion/completions/kiva',
      './usr/share/doc/kiva/CHANGELOG.md.gz',
      './usr/share/doc/kiva/THIRD-PARTY.txt.gz',
      './usr/share/doc/kiva/changelog.gz',
      './usr/share/doc/kiva/copyright',
      './usr/share/doc/kiva/kiva.cdx.json.gz',
      './usr/share/fish/vendor_completions.d/kiva.fish',
      './usr/share/lintian/overrides/kiva',
      './usr/share/zsh/vendor-completions/_kiva',
    ])
    const pages = manifest.man.map((page) => `./usr/share/man/man${page.at(-1)}/${page.slice(4)}.gz`)
    expect(files.filter((name) => name.startsWith('./usr/share/man/'))).toEqual(pages.sort())
    expect(new Set(rows.map(([, owner, , ...date]) => [owner, ...date.slice(0, 2)].join(' ')))).toEqual(
      new Set([`0/0 ${changelogDate()} 00:00:00`]),
    )
    expect(rows.filter(([mode]) => mode === '-rwxr-xr-x').map((row) => row.at(-1))).toEqual([
      './usr/bin/kiva',
    ])
  })

  test('installs, works, shows its manual, and leaves nothing when it is purged', () => {
    for (const name of ['updates', 'info', 'triggers'])
      mkdirSync(at(`var/lib/dpkg/${name}`), { recursive: true })
    for (const name of ['status', 'available']) writeFileSync(at(`var/lib/dpkg/${name}`), '')
    const before = treeOf(system)
    dpkg('--install', deb)
    expect(run('dpkg-query', ['--admindir', at('var/lib/dpkg'), '--show', 'kiva'])).toBe(`kiva\t${version}\n`)
    expect(dpkg('--verify', 'kiva')).toBe('')
    expect(smoke(at('usr/bin/kiva'))).toContain('all commands work')
    for (const page of ['man1/kiva.1.gz', 'man1/kiva-loans.1.gz', 'man7/kiva-mirror.7.gz'])
      expect(run('man', ['-l', at(`usr/share/man/${page}`)])).toMatch(/^KIVA/)
    const texts = ['copyright', 'changelog.gz'].map((name) =>
      run('zcat', ['-f', at(`usr/share/doc/kiva/${name}`)]),
    )
    expect(texts[0]).toContain(' Permission is hereby granted, free of charge')
    expect(texts[1]).toMatch(/^ -- .* <\S+@\S+> {2}\w{3}, \d\d \w{3} \d{4} 00:00:00 \+0000$/m)
    expect(texts.join('')).not.toMatch(/@[a-z]+@|[{}]/)
    dpkg('--purge', 'kiva')
    const files = (tree: readonly string[]) => tree.filter((path) => !path.startsWith('var/'))
    expect(files(treeOf(system))).toEqual(files(before))
  }, 120_000)
})

/** The date of this version in CHANGELOG.md. */
function changelogDate(): string | undefined {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  return text.match(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - (.*)$`, 'm'))?.[1]
}

function treeOf(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
}
