/**
 * `npm run release` in a small repository with git and ssh-keygen, where building takes no time. `npm` and `gh` are
 * programs that note how they were called; `gh` keeps the draft in a folder.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'

const folder = folderForEach()
const repository = join(folder, 'the repository')
const at = (name: string) => join(repository, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const write = (name: string, text: string) => writeFileSync(at(name), text)
const env = {
  PATH: `${join(folder, 'bin')}:${join(process.execPath, '..')}:/usr/bin:/bin`,
  HOME: folder,
  STAND_IN: folder,
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'user.name',
  GIT_CONFIG_VALUE_0: 'A maintainer',
  GIT_CONFIG_KEY_1: 'user.email',
  GIT_CONFIG_VALUE_1: 'maintainer@kiva.test',
}
const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: repository, env, encoding: 'utf8' })
const commit = () => git('commit', '--quiet', '--all', '--message', 'Change')

/** Runs the command. Returns its code, its stderr, and all that it printed. */
function release(...words: readonly string[]) {
  const script = at('scripts/release/release.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

/** How `npm`, `gh` and make.mjs were called, in order. */
const calls = () =>
  existsSync(join(folder, 'calls'))
    ? readFileSync(join(folder, 'calls'), 'utf8').split('\n').slice(0, -1)
    : []

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-11-20\n\n- The start.\n'

beforeEach(() => {
  mkdirSync(at('scripts/release'), { recursive: true })
  mkdirSync(at('.github/workflows'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  for (const name of ['release.mjs', 'changelog.mjs'])
    cpSync(
      fileURLToPath(new URL(`../../scripts/release/${name}`, import.meta.url)),
      at(`scripts/release/${name}`),
    )
  write(
    'package.json',
    `${JSON.stringify({ name: 'kiva', version: '0.1.0', homepage: 'https://kiva.test/' }, null, 2)}\n`,
  )
  write(
    'package-lock.json',
    `${JSON.stringify({ version: '0.1.0', packages: { '': { version: '0.1.0' } } }, null, 2)}\n`,
  )
  write('CHANGELOG.md', changelog)
  write('.gitignore', 'build/\n')
  write('.github/workflows/release.yml', `    container: node:${process.versions.node}-bookworm\n`)
  standIn(at('scripts/release/make.mjs'), [
    `import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'`,
    `appendFileSync(process.env.STAND_IN + '/calls', 'make\\n')`,
    `rmSync('build/release', { recursive: true, force: true })`,
    `mkdirSync('build/release', { recursive: true })`,
    `writeFileSync('build/release/kiva-0.2.0.tgz', 'a tarball')`,
    `writeFileSync('build/release/SHA256SUMS', 'a sum  kiva-0.2.0.tgz\\n')`,
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
    'cd "$STAND_IN/draft" || exit 1',
    'case "$2" in',
    '  view) [ -e ../published ] && echo false || echo true ;;',
    '  download) mkdir -p "$5" && cp ./* "$5" ;;',
    '  upload) cp "$4" . ;;',
    '  edit) touch ../published ;;',
    'esac',
  ])
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
})

function standIn(path: string, lines: readonly string[]): void {
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o755 })
}

test.each([
  { words: [], message: 'missing or unexpected arguments' },
  { words: ['--dry-run', '0.2.0'], message: 'missing or unexpected arguments' },
  { words: ['--dry-run', '--publish', '0.2.0'], message: 'missing or unexpected arguments' },
  { words: ['0.2.0', '0.3.0'], message: 'missing or unexpected arguments' },
  { words: ['0.2.0', '--key', 'k'], message: 'missing or unexpected arguments' },
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
    const [one = '', two = ''] = stdout.match(/^ {2}git (commit|tag) .*$/gm) ?? []
    execFileSync('sh', ['-c', `${one} --quiet && ${two}`], { cwd: repository, env })
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '-1', '--format=%s %D').trim()).toBe('Release 0.2.0 HEAD -> main, tag: v0.2.0')
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
    { what: 'a changed file', change: () => write('package.json', '{ "version": "0.1.0" }') },
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
  const key = join(folder, 'key')
  const draft = (name: string) => join(folder, 'draft', name)
  const publish = (...words: readonly string[]) => release('--publish', '0.2.0', ...words)
  const verify = () =>
    spawnSync(
      'ssh-keygen',
      [...'-Y verify -f kiva-signers -I releases -n kiva-release -s'.split(' '), draft('SHA256SUMS.sig')],
      {
        cwd: repository,
        input: readFileSync(draft('SHA256SUMS')),
      },
    ).status

  beforeEach(() => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const [type, text] = readFileSync(`${key}.pub`, 'utf8').split(' ')
    write('kiva-signers', `releases namespaces="kiva-release" ${type} ${text}\n`)
    git('add', '.')
    commit()
    expect(release('0.2.0').code).toBe(0)
    commit()
    git('tag', 'v0.2.0')
    // The workflow makes the same files.
    cpSync(at('build/release'), join(folder, 'draft'), { recursive: true })
    rmSync(at('build'), { recursive: true })
    rmSync(join(folder, 'calls'))
  })

  test('builds again, signs and publishes the draft, then waits for npm; the pointer is last', () => {
    const first = publish('--key', key)
    expect(calls()).toEqual([
      'gh release view v0.2.0 --json isDraft --jq .isDraft',
      'npm run --silent build',
      'make',
      `gh release download v0.2.0 --dir ${at('build/draft')}`,
      `gh release upload v0.2.0 ${at('build/release/SHA256SUMS.sig')} --clobber`,
      'gh release edit v0.2.0 --draft=false',
      'npm view kiva@0.2.0 version',
    ])
    expect([first.code, first.stderr.match(/^error: .*/m)?.[0]]).toEqual([
      3,
      'error: npm does not have kiva 0.2.0 yet',
    ])
    expect(verify()).toBe(0)
    expect(first.stdout).not.toContain('latest')

    rmSync(join(folder, 'calls'))
    writeFileSync(join(folder, 'on-npm'), '0.2.0\n')
    const second = publish()
    expect([second.code, second.stderr]).toEqual([0, ''])
    expect(calls()).toEqual([
      'gh release view v0.2.0 --json isDraft --jq .isDraft',
      'npm view kiva@0.2.0 version',
    ])
    const steps = second.stdout.match(/^\d\. .*$/gm) ?? []
    expect(steps.map((step) => step.match(/https:.*| tap/)?.[0])).toEqual([
      'https://kiva.test/releases/0.2.0/',
      ' tap',
      'https://kiva.test/install.sh',
      'https://kiva.test/releases/latest',
    ])
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

  test('publishes nothing with a key that kiva-signers does not list', () => {
    const other = join(folder, 'other')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', other])
    const { code, stderr } = publish('--key', other)
    expect([code, stderr.match(/^error: .*/m)?.[0]]).toEqual([3, 'error: kiva-signers does not list the key'])
    expect(existsSync(join(folder, 'published'))).toBe(false)
  })

  test.each([
    {
      what: 'without a key',
      words: [],
      change: () => {},
      error: 'there is no key for the signature',
      code: 2,
    },
    {
      what: 'with a key that does not exist',
      words: ['--key', 'none'],
      change: () => {},
      error: 'there is no key for the signature',
      code: 2,
    },
    {
      what: 'with changes',
      words: ['--key', key],
      change: () => write('new', ''),
      error: 'the working tree has changes',
      code: 3,
    },
    {
      what: 'after the tag',
      words: ['--key', key],
      change: () => git('commit', '--quiet', '--allow-empty', '--message', 'More'),
      error: 'the working tree is not at the tag v0.2.0',
      code: 3,
    },
    {
      what: 'without the tag',
      words: ['--key', key],
      change: () => git('tag', '--delete', 'v0.2.0'),
      error: 'the working tree is not at the tag v0.2.0',
      code: 3,
    },
    {
      what: 'on another Node than the workflow',
      words: ['--key', key],
      change: () => {
        write('.github/workflows/release.yml', '    container: node:20.0.0-bookworm\n')
        commit()
        git('tag', '--force', 'v0.2.0')
      },
      error: `this is Node ${process.versions.node}`,
      code: 3,
    },
    {
      what: 'while package.json is private',
      words: ['--key', key],
      change: () => {
        write('package.json', JSON.stringify({ ...JSON.parse(read('package.json')), private: true }))
        commit()
        git('tag', '--force', 'v0.2.0')
      },
      error: 'package.json has no public home',
      code: 3,
    },
  ])('publishes nothing $what', ({ words, change, error, code }) => {
    change()
    const ended = publish(...words)
    expect([ended.code, ended.stderr.split('\n')[0]]).toEqual([code, `error: ${error}`])
    expect(calls()).not.toContain('npm run --silent build')
    expect(existsSync(join(folder, 'published'))).toBe(false)
  })

  test('says which program is missing', () => {
    rmSync(join(folder, 'bin/gh'))
    const { code, stderr } = publish('--key', key)
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^error: cannot start gh .*\nInstall gh\.\n$/)])
  })
})
