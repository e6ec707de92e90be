/**
 * `npm run release` in a small repository with git and ssh-keygen, where building takes no time. `npm`, `gh` and `curl`
 * are programs that note how they were called; `gh` keeps the draft in a folder, and `curl` reads from another one. No
 * other program of the machine is in the PATH.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderForAll, folderForEach } from '../support/folder.ts'
import { isLong } from './how-long.ts'

const folder = folderForEach()
const repository = join(folder, 'the repository')
const at = (name: string) => join(repository, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const write = (name: string, text: string) => writeFileSync(at(name), text)
const env = {
  PATH: join(folder, 'bin'),
  HOME: folder,
  STAND_IN: folder,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'user.name',
  GIT_CONFIG_VALUE_0: 'A maintainer',
  GIT_CONFIG_KEY_1: 'user.email',
  GIT_CONFIG_VALUE_1: 'maintainer@kiva.test',
}
const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: repository, env, encoding: 'utf8' })
const commit = () => git('commit', '--quiet', '--all', '--message', 'Change')
const key = join(folder, 'key')

/** Runs the command. Returns its code, its stderr, and all that it printed. */
const release = (...words: readonly string[]) => releaseWith({ KIVA_RELEASE_KEY: key }, ...words)

function releaseWith(more: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const script = at('scripts/release/release.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: folder,
    env: { ...env, ...more },
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

/** How `npm`, `gh` and make.mjs were called, in order, without questions to npm and gh. */
const calls = () =>
  existsSync(join(folder, 'calls'))
    ? readFileSync(join(folder, 'calls'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .filter((call) => !/^(npm view|gh auth status|gh release view) ?/.test(call))
    : []

const firstErrors = (stderr: string) => stderr.match(/^error: .*/gm) ?? []

const manifest = {
  name: 'kiva',
  version: '0.1.0',
  homepage: 'https://kiva.test/',
  bugs: { url: 'https://kiva.test/issues' },
  repository: { type: 'git', url: 'git+https://kiva.test/kiva.git' },
}
const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-11-20\n\n- The start.\n'

/** Calls `make` in the first test, and keeps the files: every other test begins with a copy. */
function keep(make: () => void): () => void {
  const kept = folderForAll()
  return () => {
    if (readdirSync(kept).length > 0) execFileSync('cp', ['-a', `${kept}/.`, folder])
    else {
      make()
      execFileSync('cp', ['-a', `${folder}/.`, kept])
    }
  }
}

beforeEach(keep(prepare))

function prepare(): void {
  mkdirSync(at('scripts/release'), { recursive: true })
  mkdirSync(at('.github/workflows'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  for (const name of ['git', 'ssh-keygen', 'sh', 'cat', 'cp', 'mkdir', 'touch', 'ls', 'rm']) {
    const found = (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((place) => join(place, name))
      .find(existsSync)
    if (found === undefined) throw new Error(`there is no ${name}`)
    symlinkSync(found, join(folder, 'bin', name))
  }
  symlinkSync(process.execPath, join(folder, 'bin/node'))
  for (const name of ['release.mjs', 'changelog.mjs'])
    cpSync(
      fileURLToPath(new URL(`../../scripts/release/${name}`, import.meta.url)),
      at(`scripts/release/${name}`),
    )
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`)
  write(
    'package-lock.json',
    `${JSON.stringify({ version: '0.1.0', packages: { '': { version: '0.1.0' } } }, null, 2)}\n`,
  )
  write('CHANGELOG.md', changelog)
  write('.gitignore', 'build/\n')
  write('.github/workflows/release.yml', `    container: node:${process.versions.node}-bookworm\n`)
  standIn(at('scripts/release/make.mjs'), [
    `import { createHash } from 'node:crypto'`,
    `import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'`,
    `appendFileSync(process.env.STAND_IN + '/calls', 'make\\n')`,
    `rmSync('build/release', { recursive: true, force: true })`,
    `mkdirSync('build/release', { recursive: true })`,
    `const names = ['install.sh', 'kiva-0.2.0.tgz', 'kiva.json', 'kiva.rb']`,
    `for (const name of names) writeFileSync('build/release/' + name, 'the new ' + name)`,
    `const sum = (name) => createHash('sha256').update('the new ' + name).digest('hex') + '  ' + name + '\\n'`,
    `writeFileSync('build/release/latest', '0.2.0\\n')`,
    `writeFileSync('build/release/SHA256SUMS', names.map(sum).join(''))`,
  ])
  // Without a file `on-npm`, npm has no version of kiva; with one named `fails`, a script of that name fails.
  standIn(join(folder, 'bin/npm'), [
    '#!/bin/sh',
    'echo "npm $*" >> "$STAND_IN/calls"',
    '[ "$1" != view ] || cat "$STAND_IN/on-npm" 2>/dev/null',
    '[ "$3" != "$(cat "$STAND_IN/fails" 2>/dev/null)" ]',
  ])
  standIn(join(folder, 'bin/gh'), [
    '#!/bin/sh',
    'echo "gh $*" >> "$STAND_IN/calls"',
    'if [ "$1" = auth ]; then [ ! -e "$STAND_IN/logged-out" ]; exit; fi',
    'cd "$STAND_IN/draft" || exit 1',
    // A file named as a step lets that step fail.
    '[ ! -e "$STAND_IN/no-$2" ] || exit 1',
    'case "$2" in',
    '  view) [ -e ../published ] && echo false || echo true ;;',
    '  download) mkdir -p "$5" && cp ./* "$5" ;;',
    '  upload) cp "$4" . ;;',
    '  edit) touch ../published ;;',
    'esac',
  ])
  // Pages are served from the folder `served`.
  standIn(join(folder, 'bin/curl'), [
    '#!/bin/sh',
    'for address; do :; done',
    `exec cat "$STAND_IN/served/\${address#https://kiva.test/}"`,
  ])
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  const [type, text] = readFileSync(`${key}.pub`, 'utf8').split(' ')
  write('kiva-signers', `# A comment.\nreleases namespaces="kiva-release" ${type} ${text}\n`)
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  git('init', '--quiet', '--bare', '--initial-branch', 'main', join(folder, 'origin'))
  git('remote', 'add', 'origin', join(folder, 'origin'))
  git('push', '--quiet', 'origin', 'main')
}

function standIn(path: string, lines: readonly string[]): void {
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o755 })
}

function changeManifest(more: object): void {
  write('package.json', `${JSON.stringify({ ...JSON.parse(read('package.json')), ...more }, null, 2)}\n`)
  commit()
}

interface Unready {
  readonly what: string
  readonly change: () => unknown
  readonly error: string
  readonly code?: number
  readonly env?: Readonly<Record<string, string>>
}

/** What a release needs before its tag, and still before it is published. */
const unready: readonly Unready[] = [
  {
    what: 'while kiva-signers is empty',
    change: () => {
      write('kiva-signers', '# releases namespaces="kiva-release" ssh-ed25519 AAAA\n')
      commit()
    },
    error: 'kiva-signers lists no key',
  },
  {
    what: 'while kiva-signers lists the key for another purpose',
    change: () => {
      write('kiva-signers', read('kiva-signers').replace('kiva-release', 'git'))
      commit()
    },
    error: 'kiva-signers does not list the key',
  },
  {
    what: 'with a key that kiva-signers does not list',
    change: () => execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'other')]),
    env: { KIVA_RELEASE_KEY: join(folder, 'other') },
    error: 'kiva-signers does not list the key',
  },
  {
    what: 'with a key that is not one',
    change: () => writeFileSync(join(folder, 'other'), 'text'),
    env: { KIVA_RELEASE_KEY: join(folder, 'other') },
    error: 'kiva-signers does not list the key',
  },
  {
    what: 'without a key',
    change: () => {},
    env: { KIVA_RELEASE_KEY: '' },
    error: 'there is no key for the signature',
    code: 2,
  },
  {
    what: 'with a key that does not exist',
    change: () => {},
    env: { KIVA_RELEASE_KEY: 'none' },
    error: 'there is no key for the signature',
    code: 2,
  },
  {
    what: 'while package.json is private',
    change: () => changeManifest({ private: true }),
    error: 'package.json has no public home',
  },
  {
    what: 'with a made-up homepage',
    change: () => changeManifest({ homepage: 'https://kiva.example/' }),
    error: 'package.json has no public home',
  },
  {
    what: 'with a made-up address for bugs',
    change: () => changeManifest({ bugs: { url: 'https://kiva.example' } }),
    error: 'package.json has no public home',
  },
  {
    what: 'with a repository of nobody',
    change: () =>
      changeManifest({ repository: { type: 'git', url: 'git+https://kiva.test/OWNER/kiva.git' } }),
    error: 'package.json has no public home',
  },
  {
    what: 'without a repository',
    change: () => changeManifest({ repository: undefined }),
    error: 'package.json has no public home',
  },
  {
    what: 'while gh is not logged in',
    change: () => writeFileSync(join(folder, 'logged-out'), ''),
    error: 'gh is not logged in',
  },
  {
    what: 'without gh',
    change: () => rmSync(join(folder, 'bin/gh')),
    error: 'cannot start gh',
  },
  {
    what: 'on another Node than the workflow',
    change: () => {
      write('.github/workflows/release.yml', '    container: node:20.0.0-bookworm\n')
      commit()
    },
    error: `this is Node ${process.versions.node}`,
  },
]

test.each([
  { words: [], message: 'missing or unexpected arguments' },
  { words: ['--dry-run', '0.2.0'], message: 'missing or unexpected arguments' },
  { words: ['--dry-run', '--publish', '0.2.0'], message: 'missing or unexpected arguments' },
  { words: ['0.2.0', '0.3.0'], message: 'missing or unexpected arguments' },
  { words: ['--notes', '0.2.0', '--key', 'k'], message: 'missing or unexpected arguments' },
  { words: ['--copy', '0.2.0'], message: 'missing or unexpected arguments' },
  { words: ['--copy', '0.2.0', '--page', 'p'], message: 'missing or unexpected arguments' },
  { words: ['--copy', '0.2.0', '--page', 'p', '--tap', 't', '--key', 'k'], message: 'missing or unexpected' },
  { words: ['--publish', '0.2.0', '--page', 'p'], message: 'missing or unexpected arguments' },
  { words: ['--publish'], message: 'missing or unexpected arguments' },
  { words: ['--public'], message: "Unknown option '--public'" },
])('$words: prints the usage and does nothing', ({ words, message }) => {
  const { code, stderr } = release(...words)
  expect([code, calls()]).toEqual([2, []])
  expect(stderr).toContain(`error: ${message}`)
  expect(stderr).toContain('usage: npm run release -- --dry-run\n')
})

describe('--dry-run', () => {
  test('builds, makes and tests, and changes no file', () => {
    expect(release('--dry-run')).toMatchObject({ code: 0, stderr: '' })
    expect(calls()).toEqual(['npm run --silent build', 'make', 'npm run --silent test:release'])
    expect(git('status', '--porcelain')).toBe('')
  })

  test.each(['build', 'test:release'])('ends with 1 when %s fails', (script) => {
    writeFileSync(join(folder, 'fails'), script)
    const { code, stderr } = release('--dry-run')
    expect([code, calls().at(-1)]).toEqual([1, `npm run --silent ${script}`])
    expect(stderr).toMatch(/^error: npm run --silent [\w:]+ failed\n/)
  })
})

describe('a version', () => {
  test('is set and dated, then tested, and the next commands are printed', () => {
    const { code, stdout, stderr } = release('0.2.0')
    expect([code, stderr]).toEqual([0, ''])
    expect(calls()[0]).toBe('npm run --silent generate')
    expect(calls().at(-1)).toBe('npm run --silent test:release')
    expect(JSON.parse(read('package.json')).version).toBe('0.2.0')
    const lock = JSON.parse(read('package-lock.json'))
    expect([lock.version, lock.packages[''].version]).toEqual(['0.2.0', '0.2.0'])
    const today = new Date().toISOString().slice(0, 10)
    expect(read('CHANGELOG.md')).toBe(
      changelog.replace('## [Unreleased]', `## [Unreleased]\n\n## [0.2.0] - ${today}`),
    )
    // The printed commands work as they are.
    const [one = '', two = '', three = ''] = stdout.match(/^ {2}git (commit|tag|push) .*$/gm) ?? []
    execFileSync('sh', ['-c', `${one} --quiet && ${two} && ${three} --quiet`], { cwd: repository, env })
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '-1', '--format=%s %D').trim()).toBe(
      'Release 0.2.0 HEAD -> main, tag: v0.2.0, origin/main',
    )
    expect(release('--notes', '0.2.0').stdout).toBe('### Added\n\n- A thing.\n')
  })

  test.each(['0.1.0', '0.0.9', '0.0.10'])('%s is refused, since it is not greater than 0.1.0', (version) => {
    expect(release(version)).toMatchObject({
      code: 2,
      stderr: `error: ${version} is not greater than 0.1.0\nName a greater version.\n`,
    })
    expect(git('status', '--porcelain')).toBe('')
  })

  test.each(['0.1.1', '0.10.0', '1.0.0'])('%s is greater than 0.1.0', (version) => {
    expect(release(version).code).toBe(0)
  })

  test('is compared by numbers: 0.10.0 is greater than 0.9.0', () => {
    write('package.json', read('package.json').replace('0.1.0', '0.9.0'))
    commit()
    expect(release('0.10.0')).toMatchObject({ code: 0, stderr: '' })
  })

  test.each(['v0.2.0', '0.2', '0.2.0-rc.1', '00.2.0', '0.2.0.0', '../0.2.0', '0.2.x', ''])(
    '"%s" is invalid',
    (version) => {
      const { code, stderr } = release(version)
      expect([code, calls()]).toEqual([2, []])
      expect(stderr).toMatch(/^error: invalid version ".*"\nName it as MAJOR/)
    },
  )

  test.each([
    { what: 'a changed file', change: () => write('.gitignore', 'build\n') },
    { what: 'a new file', change: () => write('new.txt', '') },
  ])('is refused while the tree has $what', ({ change }) => {
    change()
    const before = git('status', '--porcelain')
    const { code, stderr } = release('0.2.0')
    expect([code, calls()]).toEqual([3, []])
    expect(stderr).toBe('error: the working tree has changes\nCommit or stash them: git status\n')
    expect(git('status', '--porcelain')).toBe(before)
  })

  test.each(['', '### Added\n', '### Added\n\n### Fixed\n'])(
    'is refused while Unreleased has only %j',
    (empty) => {
      write('CHANGELOG.md', changelog.replace('### Added\n\n- A thing.\n', empty))
      commit()
      const { code, stderr } = release('0.2.0')
      expect([code, calls()]).toEqual([3, []])
      expect(stderr).toMatch(/^error: CHANGELOG.md has nothing under Unreleased\n/)
    },
  )

  test.each(unready)(
    'is refused $what, before anything is built or changed',
    ({ change, error, code = 3, env = {} }) => {
      change()
      const before = git('status', '--porcelain')
      const ended = releaseWith({ KIVA_RELEASE_KEY: key, ...env }, '0.2.0')
      expect([ended.code, firstErrors(ended.stderr), ended.stdout, calls()]).toEqual([
        code,
        [`error: ${error}`],
        '',
        [],
      ])
      expect(git('status', '--porcelain')).toBe(before)
    },
  )

  test.each([
    {
      what: 'on another branch',
      change: () => git('switch', '--quiet', '--create', 'other'),
      error: 'this is the branch other',
    },
    {
      what: 'at no branch',
      change: () => git('checkout', '--quiet', '--detach'),
      error: 'this is the branch (none)',
    },
    {
      what: 'behind origin',
      change: () => {
        git('commit', '--quiet', '--allow-empty', '--message', 'More')
        git('push', '--quiet', 'origin', 'main')
        git('reset', '--quiet', '--hard', 'HEAD~1')
      },
      error: 'main lacks commits of origin',
    },
    {
      what: 'with a number that has a tag',
      change: () => git('push', '--quiet', 'origin', 'HEAD:refs/tags/v0.2.0'),
      error: 'origin has the tag v0.2.0',
    },
    {
      what: 'with a number that npm has',
      change: () => writeFileSync(join(folder, 'on-npm'), '0.2.0\n'),
      error: 'npm has kiva 0.2.0',
    },
  ])('is refused $what', ({ change, error }) => {
    change()
    const { code, stderr } = release('0.2.0')
    expect([code, firstErrors(stderr), calls()]).toEqual([3, [`error: ${error}`], []])
    expect(git('status', '--porcelain')).toBe('')
  })

  test('is refused with all reasons at once', () => {
    write('kiva-signers', '# No key.\n')
    changeManifest({ private: true })
    git('switch', '--quiet', '--create', 'other')
    writeFileSync(join(folder, 'logged-out'), '')
    const { code, stderr } = release('0.2.0')
    expect([code, stderr]).toEqual([
      3,
      `error: this is the branch other
Run: git switch main
error: package.json has no public home
Set the addresses in it, and remove "private".
error: gh is not logged in
Run: gh auth login
error: kiva-signers lists no key
docs/releasing.md tells how to make one.
`,
    ])
  })

  test('can be undone as printed when the dry run fails', () => {
    writeFileSync(join(folder, 'fails'), 'test:release')
    const { code, stdout, stderr } = release('0.2.0')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^error: the dry run failed\nUndo with `git restore \.`/)
    git('restore', '.')
    expect(git('status', '--porcelain')).toBe('')
    expect(release('0.2.0').code).toBe(1)
  })
})

describe('--notes', () => {
  test('prints the changelog of a version with a date', () => {
    expect(release('--notes', '0.1.0')).toEqual({ code: 0, stdout: '- The start.\n', stderr: '' })
  })

  test.each([
    { what: 'without a date', heading: '## [0.2.0]' },
    { what: 'with an invalid date', heading: '## [0.2.0] - soon' },
    { what: 'that the changelog does not have', heading: '## [0.2.0-rc.1] - 2026-11-25' },
  ])('refuses a version $what', ({ heading }) => {
    write('CHANGELOG.md', changelog.replace('## [0.1.0]', `${heading}\n\n- Another thing.\n\n## [0.1.0]`))
    expect(release('--notes', '0.2.0')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'error: CHANGELOG.md has no version 0.2.0 with a date\nRun: npm run release -- 0.2.0\n',
    })
  })
})

describe('--publish', () => {
  const draft = (name: string) => join(folder, 'draft', name)
  const publish = (...words: readonly string[]) => releaseWith({}, '--publish', '0.2.0', ...words)
  const tag = () => {
    git('tag', '--force', 'v0.2.0')
    git('push', '--quiet', '--force', 'origin', 'HEAD:main')
  }
  const verify = () =>
    spawnSync(
      'ssh-keygen',
      [...'-Y verify -f kiva-signers -I releases -n kiva-release -s'.split(' '), draft('SHA256SUMS.sig')],
      {
        cwd: repository,
        input: readFileSync(draft('SHA256SUMS')),
      },
    ).status

  beforeEach(
    keep(() => {
      expect(release('0.2.0').code).toBe(0)
      commit()
      tag()
      // The workflow makes the same files.
      cpSync(at('build/release'), join(folder, 'draft'), { recursive: true })
      rmSync(at('build'), { recursive: true })
      rmSync(join(folder, 'calls'))
    }),
  )

  test('builds again, signs and publishes the draft, then waits for npm', () => {
    const first = publish('--key', key)
    expect(calls()).toEqual([
      'npm run --silent build',
      'make',
      `gh release download v0.2.0 --dir ${at('build/draft')}`,
      `gh release upload v0.2.0 ${at('build/release/SHA256SUMS.sig')} --clobber`,
      'gh release edit v0.2.0 --draft=false',
    ])
    expect([first.code, firstErrors(first.stderr)]).toEqual([3, ['error: npm does not have kiva 0.2.0 yet']])
    expect(verify()).toBe(0)
    expect(first.stdout).not.toContain('--copy')

    rmSync(join(folder, 'calls'))
    writeFileSync(join(folder, 'on-npm'), '0.2.0\n')
    const second = publish()
    expect([second.code, second.stderr]).toEqual([0, ''])
    expect(calls()).toEqual([])
    expect(second.stdout).toContain('npm run release -- --copy 0.2.0 --page FOLDER --tap FOLDER')
  })

  test('goes on after an upload that did not end', () => {
    cpSync(draft('SHA256SUMS'), draft('SHA256SUMS.sig'))
    expect(publish('--key', key).stdout).toContain('v0.2.0 is published on GitHub.')
    expect(verify()).toBe(0)
  })

  test.each([
    {
      what: 'another file',
      change: () => writeFileSync(draft('kiva-0.2.0.tgz'), 'other'),
      listed: 'kiva-0.2.0.tgz',
    },
    { what: 'other sums', change: () => writeFileSync(draft('SHA256SUMS'), ''), listed: 'SHA256SUMS' },
    { what: 'one file more', change: () => writeFileSync(draft('more'), ''), listed: 'more' },
    { what: 'one file less', change: () => rmSync(draft('kiva-0.2.0.tgz')), listed: 'kiva-0.2.0.tgz' },
  ])('signs and publishes nothing if the draft has $what', ({ change, listed }) => {
    change()
    const { code, stderr } = publish('--key', key)
    expect([code, stderr]).toEqual([
      3,
      `error: the draft differs from this build: ${listed}\nBuild on Linux on x64. If it still differs, do not publish it before you know why.\n`,
    ])
    expect([existsSync(draft('SHA256SUMS.sig')), existsSync(join(folder, 'published'))]).toEqual([
      false,
      false,
    ])
  })

  // The reasons are found as before a tag.
  test.each(isLong ? unready : unready.slice(0, 3))(
    'publishes nothing $what, and does not build',
    ({ change, error, code = 3, env = {} }) => {
      change()
      tag()
      const ended = releaseWith({ KIVA_RELEASE_KEY: key, ...env }, '--publish', '0.2.0')
      expect([ended.code, firstErrors(ended.stderr), calls()]).toEqual([code, [`error: ${error}`], []])
      expect(existsSync(join(folder, 'published'))).toBe(false)
    },
  )

  test('publishes nothing with a signature that kiva-signers does not accept', () => {
    const real = readFileSync(join(folder, 'bin/ssh-keygen'))
    rmSync(join(folder, 'bin/ssh-keygen'))
    writeFileSync(join(folder, 'bin/real-ssh-keygen'), real, { mode: 0o755 })
    standIn(join(folder, 'bin/ssh-keygen'), [
      '#!/bin/sh',
      '[ "$2" != sign ] || set -- -Y sign -f "$4" -n other "$7"',
      'exec real-ssh-keygen "$@"',
    ])
    const { code, stderr } = publish('--key', key)
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('error: kiva-signers does not accept the signature'),
    ])
    expect([existsSync(draft('SHA256SUMS.sig')), existsSync(join(folder, 'published'))]).toEqual([
      false,
      false,
    ])
  })

  test.each([
    { what: 'with changes', change: () => write('new', ''), error: 'the working tree has changes' },
    {
      what: 'after the tag',
      change: () => git('commit', '--quiet', '--allow-empty', '--message', 'More'),
      error: 'the working tree is not at the tag v0.2.0',
    },
    {
      what: 'without the tag',
      change: () => git('tag', '--delete', 'v0.2.0'),
      error: 'the working tree is not at the tag v0.2.0',
    },
    {
      what: 'at a tag that is not on main',
      change: () => {
        git('commit', '--quiet', '--allow-empty', '--message', 'More')
        git('tag', '--force', 'v0.2.0')
      },
      error: 'main of origin does not have v0.2.0',
    },
    {
      what: 'while the changelog does not have the version',
      change: () => {
        write('CHANGELOG.md', changelog)
        commit()
        tag()
      },
      error: 'CHANGELOG.md has no version 0.2.0 with a date',
    },
  ])('publishes nothing $what', ({ change, error }) => {
    change()
    const { code, stderr } = publish('--key', key)
    expect([code, firstErrors(stderr), calls()]).toEqual([3, [`error: ${error}`], []])
    expect(existsSync(join(folder, 'published'))).toBe(false)
  })

  test.each(['download', 'upload', 'edit'])('can be repeated when gh fails to %s', (step) => {
    writeFileSync(join(folder, `no-${step}`), '')
    const { code, stderr } = publish('--key', key)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^error: gh release ${step} .* failed$`, 'm')),
    ])
    expect(existsSync(join(folder, 'published'))).toBe(false)
    rmSync(join(folder, `no-${step}`))
    expect(publish('--key', key).stdout).toContain('v0.2.0 is published on GitHub.')
    expect(verify()).toBe(0)
  })

  describe('--copy', () => {
    const page = join(folder, 'the page')
    const served = (name: string) => join(folder, 'served', name)
    const tap = join(folder, 'tap')
    const inTap = (...words: readonly string[]) => git('-C', join(folder, 'tap of all'), ...words).trim()
    const upload = 'cp -r . "$STAND_IN/served" && ls "$STAND_IN/served" >> "$STAND_IN/uploads"'
    const copy = (...words: readonly string[]) =>
      releaseWith({}, '--copy', '0.2.0', '--page', page, '--tap', tap, ...words)

    /** Expects that all is where users look for it. */
    function expectServed(): void {
      for (const name of readdirSync(join(folder, 'draft')))
        expect(readFileSync(served(`releases/0.2.0/${name}`)), name).toEqual(readFileSync(draft(name)))
      expect(readFileSync(served('kiva.json'), 'utf8')).toBe('the new kiva.json')
      expect(readFileSync(served('install.sh'), 'utf8')).toBe('the new install.sh')
      expect(readFileSync(served('releases/latest'), 'utf8')).toBe('0.2.0\n')
      expect(inTap('show', 'main:Formula/kiva.rb')).toBe('the new kiva.rb')
      expect(inTap('log', '--format=%s', 'main')).toBe('kiva 0.2.0\nBegin')
    }

    beforeEach(
      keep(() => {
        writeFileSync(join(folder, 'on-npm'), '0.2.0\n')
        expect(publish('--key', key).code).toBe(0)
        for (const path of [join(page, 'releases'), served('')]) mkdirSync(path, { recursive: true })
        writeFileSync(join(page, 'index.html'), 'the page')
        writeFileSync(join(page, 'releases/latest'), '0.1.0\n')
        git('init', '--quiet', '--bare', '--initial-branch', 'main', join(folder, 'tap of all'))
        git('init', '--quiet', '--initial-branch', 'main', tap)
        git('-C', tap, 'commit', '--quiet', '--allow-empty', '--message', 'Begin')
        git('-C', tap, 'remote', 'add', 'origin', join(folder, 'tap of all'))
        git('-C', tap, 'push', '--quiet', '--set-upstream', 'origin', 'main')
      }),
    )

    test('copies everything, `latest` last, and can be repeated', () => {
      for (let times = 0; times < 2; times++) {
        expect(copy('--upload', upload)).toMatchObject({ code: 0, stderr: '' })
        expectServed()
      }
      expect(readFileSync(served('index.html'), 'utf8')).toBe('the page')
    })

    test.each([
      { what: 'the download fails', stop: 'no-download', error: /^error: gh release download .* failed$/m },
      {
        what: 'the upload of the files fails',
        upload: `[ -e "$STAND_IN/again" ] || { touch "$STAND_IN/again"; exit 1; }; ${upload}`,
        error: /^error: .* failed$/m,
      },
      {
        what: 'the upload of the manifest and the script fails',
        upload: `[ ! -e install.sh ] || [ -e "$STAND_IN/again" ] || { touch "$STAND_IN/again"; exit 1; }; ${upload}`,
        error: /^error: .* failed$/m,
      },
      {
        what: 'the files are not served yet',
        upload: `[ ! -e "$STAND_IN/again" ] || ${upload}; touch "$STAND_IN/again"`,
        error: /^error: https:\/\/kiva\.test\/releases\/0\.2\.0\/\S+ does not have the new file yet$/m,
      },
      {
        what: 'one file is served halfway',
        upload: `${upload}; [ -e "$STAND_IN/again" ] || echo half > "$STAND_IN/served/releases/0.2.0/kiva-0.2.0.tgz"; touch "$STAND_IN/again"`,
        error: /^error: https:\S+\/kiva-0\.2\.0\.tgz does not have the new file yet$/m,
      },
      { what: 'the tap cannot be pushed', stop: 'no-tap', error: /^error: git -C .* push --quiet failed$/m },
    ])(
      'can be repeated when $what: until then, `latest` is the old version',
      ({ stop, upload: command, error }) => {
        const origin = join(folder, 'tap of all')
        if (stop === 'no-tap') git('-C', tap, 'remote', 'set-url', 'origin', join(folder, 'none'))
        else if (stop) writeFileSync(join(folder, stop), '')
        const words = ['--upload', command ?? upload]
        const first = copy(...words)
        expect([first.code === 0, first.stderr]).toEqual([false, expect.stringMatching(error)])
        expect(readFileSync(join(page, 'releases/latest'), 'utf8')).toBe('0.1.0\n')
        if (stop === 'no-tap') git('-C', tap, 'remote', 'set-url', 'origin', origin)
        else if (stop) rmSync(join(folder, stop))
        expect(copy(...words)).toMatchObject({ code: 0 })
        expectServed()
      },
    )

    test.each([
      {
        what: 'is not published yet',
        change: () => rmSync(join(folder, 'published')),
        error: 'v0.2.0 is not published yet',
      },
      {
        what: 'is not on npm yet',
        change: () => rmSync(join(folder, 'on-npm')),
        error: 'npm does not have kiva 0.2.0 yet',
      },
      {
        what: 'is older than `latest`',
        change: () => writeFileSync(join(page, 'releases/latest'), '0.10.0\n'),
        error: `${join(page, 'releases/latest')} names 0.10.0`,
      },
      {
        what: 'has another file than was signed',
        change: () => writeFileSync(draft('install.sh'), 'another'),
        error: 'install.sh of v0.2.0 differs from SHA256SUMS',
      },
      {
        what: 'lacks a file',
        change: () => rmSync(draft('kiva.rb')),
        error: 'kiva.rb of v0.2.0 differs from SHA256SUMS',
      },
      {
        what: 'has other checksums than were signed',
        change: () => writeFileSync(draft('SHA256SUMS'), ''),
        error: `kiva-signers does not accept the signature in ${at('build/published')}`,
      },
    ])('copies nothing of a version that $what', ({ change, error }) => {
      change()
      const { code, stderr } = copy('--upload', upload)
      expect([code, firstErrors(stderr)]).toEqual([3, [`error: ${error}`]])
      expect(readdirSync(page).sort()).toEqual(['index.html', 'releases'])
      expect(readdirSync(join(page, 'releases'))).toEqual(['latest'])
      expect(inTap('log', '--format=%s', 'main')).toBe('Begin')
    })

    test('names a folder that does not exist', () => {
      rmSync(tap, { recursive: true })
      const { code, stderr } = copy()
      expect([code, firstErrors(stderr)]).toEqual([2, [`error: ${join(tap, '.git')} does not exist`]])
    })
  })
})
