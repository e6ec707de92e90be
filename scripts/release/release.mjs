// Prepares and publishes a release: docs/releasing.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sectionOf } from './changelog.mjs'

const usage = `usage: npm run release -- --dry-run
       npm run release -- VERSION [--key FILE]
       npm run release -- --publish VERSION [--key FILE]
       npm run release -- --copy VERSION --page FOLDER --tap FOLDER [--upload COMMAND]
       npm run release -- --notes VERSION

--dry-run  makes all files of a release in build/release, then installs and runs them
VERSION    sets the version and the date in the changelog, then does a dry run
--publish  builds the tag again, compares it with the draft on GitHub, signs and publishes it
--key      the private key for the signature; default: $KIVA_RELEASE_KEY
--copy     copies the published files to the home page and to the tap of Homebrew
--page     the folder of the home page
--tap      a clone of the tap's repository
--upload   a shell command that uploads the folder of the home page; it runs in that folder, before each check
--notes    prints the changelog of a version
`
const root = fileURLToPath(new URL('../..', import.meta.url))
const made = join(root, 'build/release')
const sums = join(made, 'SHA256SUMS')
const signature = `${sums}.sig`

const read = (name) => readFileSync(join(root, name), 'utf8')
const show = (program, ...words) => run(program, words, { stdio: 'inherit' })
const outputOf = (program, ...words) => run(program, words).toString().trim()

/** An error that the maintainer can mend: one line, and what to do next. */
class Stop extends Error {
  constructor(code, message, next) {
    super(`error: ${message}\n${next}\n`)
    this.code = code
  }
}

try {
  main()
} catch (error) {
  if (!(error instanceof Stop)) throw error
  process.stderr.write(error.message)
  process.exitCode = error.code
}

function main() {
  const { values, positionals } = wordsOf()
  const { key, page, tap, upload, ...modes } = values
  const [version] = positionals
  const [mode = 'prepare', ...others] = Object.keys(modes)
  const isRight =
    positionals.length === (mode === 'dry-run' ? 0 : 1) &&
    others.length === 0 &&
    (key === undefined || mode === 'prepare' || mode === 'publish') &&
    (mode === 'copy' ? page && tap : (page ?? tap ?? upload) === undefined)
  if (!isRight) throw new Stop(2, 'missing or unexpected arguments', usage)
  if (version !== undefined) checkVersion(version)
  const steps = {
    'dry-run': dryRun,
    prepare: () => prepare(version, key ?? process.env.KIVA_RELEASE_KEY),
    publish: () => publish(version, key ?? process.env.KIVA_RELEASE_KEY),
    copy: () => copy(version, resolve(page), resolve(tap), upload),
    notes: () => process.stdout.write(`${notesOf(version)}\n`),
  }
  steps[mode]()
}

function wordsOf() {
  const yes = { type: 'boolean' }
  const text = { type: 'string' }
  const options = { 'dry-run': yes, publish: yes, copy: yes, notes: yes }
  Object.assign(options, { key: text, page: text, tap: text, upload: text })
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new Stop(2, error.message, usage)
  }
}

function run(program, words, more) {
  try {
    return execFileSync(program, words, { cwd: root, ...more })
  } catch ({ code }) {
    const what = [program, ...words].join(' ')
    if (code === 'ENOENT') throw new Stop(3, `cannot start ${what}`, `Install ${program}.`)
    throw new Stop(1, `${what} failed`, 'Its own message is above. Repeat this command when it is mended.')
  }
}

function checkVersion(version) {
  if (/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) return
  throw new Stop(2, `invalid version "${version}"`, 'Name it as MAJOR.MINOR.PATCH, such as 0.2.0.')
}

function notesOf(version) {
  const section = sectionOf(read('CHANGELOG.md'), version)
  if (section?.date) return section.notes
  throw new Stop(
    3,
    `CHANGELOG.md has no version ${version} with a date`,
    `Run: npm run release -- ${version}`,
  )
}

/** Makes everything, then installs and runs it. */
function dryRun() {
  build()
  show('npm', 'run', '--silent', 'test:release')
}

function build() {
  show('npm', 'run', '--silent', 'build')
  show(process.execPath, 'scripts/release/make.mjs')
}

function prepare(version, key) {
  const manifest = JSON.parse(read('package.json'))
  const changelog = read('CHANGELOG.md')
  checkAll([
    () => {
      if (isGreater(version, manifest.version)) return
      throw new Stop(2, `${version} is not greater than ${manifest.version}`, 'Name a greater version.')
    },
    checkClean,
    checkBranch,
    () => checkUnused(manifest.name, version),
    () => {
      if (/^- /m.test(sectionOf(changelog, 'Unreleased')?.notes ?? '')) return
      throw new Stop(3, 'CHANGELOG.md has nothing under Unreleased', 'Write there what users will notice.')
    },
    checkHome,
    checkLogin,
    () => checkKey(key),
    checkNode,
  ])

  const write = (name, content) => writeFileSync(join(root, name), content)
  const writeJson = (name, content) => write(name, `${JSON.stringify(content, null, 2)}\n`)
  writeJson('package.json', { ...manifest, version })
  const lock = JSON.parse(read('package-lock.json'))
  lock.packages[''].version = version
  writeJson('package-lock.json', { ...lock, version })
  const today = new Date().toISOString().slice(0, 10)
  write('CHANGELOG.md', changelog.replace(/^## \[Unreleased\]$/m, `$&\n\n## [${version}] - ${today}`))
  try {
    show('npm', 'run', '--silent', 'generate')
    dryRun()
  } catch {
    const next = 'Undo with `git restore .`, or mend it here and run: npm run release -- --dry-run'
    throw new Stop(1, 'the dry run failed', next)
  }
  console.log(`
Read the changes (git diff), then:
  git commit --all --message 'Release ${version}'
  git tag --annotate v${version} --message 'kiva ${version}'
  git push --atomic origin HEAD v${version}
When the workflow has made the draft:
  npm run release -- --publish ${version}`)
}

function isGreater(version, than) {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number))
  const at = one.findIndex((number, index) => number !== other[index])
  return at >= 0 && one[at] > other[at]
}

function checkClean() {
  if (outputOf('git', 'status', '--porcelain') === '') return
  throw new Stop(3, 'the working tree has changes', 'Commit or stash them: git status')
}

/** Throws one error with all that is missing, so that nothing starts which cannot end. */
function checkAll(checks) {
  const stops = checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      if (error instanceof Stop) return [error]
      throw error
    }
  })
  if (stops.length === 0) return
  stops[0].message = stops.map(({ message }) => message).join('')
  throw stops[0]
}

function checkBranch() {
  const branch = outputOf('git', 'branch', '--show-current')
  if (branch !== 'main') throw new Stop(3, `this is the branch ${branch || '(none)'}`, 'Run: git switch main')
  outputOf('git', 'fetch', '--quiet', 'origin', 'main')
  if (isAncestor('FETCH_HEAD', 'HEAD')) return
  throw new Stop(3, 'main lacks commits of origin', 'Run: git pull')
}

function isAncestor(one, other) {
  return spawnSync('git', ['merge-base', '--is-ancestor', one, other], { cwd: root }).status === 0
}

/** A published version can never be published again. */
function checkUnused(name, version) {
  const tags = outputOf('git', 'ls-remote', 'origin', `refs/tags/v${version}`)
  const next = 'Name the next version.'
  if (tags !== '') throw new Stop(3, `origin has the tag v${version}`, next)
  if (isOnNpm(name, version)) throw new Stop(3, `npm has ${name} ${version}`, next)
}

function checkHome() {
  const { homepage, bugs, repository, private: isPrivate } = JSON.parse(read('package.json'))
  const addresses = [homepage, bugs?.url, repository?.url]
  if (!isPrivate && addresses.every((address) => address && !/\.example(\/|$)|\bOWNER\b/.test(address)))
    return
  throw new Stop(3, 'package.json has no public home', 'Set the addresses in it, and remove "private".')
}

function checkLogin() {
  const { error, status } = spawnSync('gh', ['auth', 'status'], { cwd: root })
  if (error) throw new Stop(3, 'cannot start gh', 'Install gh.')
  if (status !== 0) throw new Stop(3, 'gh is not logged in', 'Run: gh auth login')
}

/** Throws unless kiva-signers lists the key. It asks for no passphrase. */
function checkKey(key) {
  const lines = read('kiva-signers').match(/^[^#\n].*$/gm) ?? []
  if (lines.length === 0)
    throw new Stop(3, 'kiva-signers lists no key', 'docs/releasing.md tells how to make one.')
  if (!key || !existsSync(key))
    throw new Stop(2, 'there is no key for the signature', 'Name its file with --key or KIVA_RELEASE_KEY.')
  const printOf = (words, input) =>
    spawnSync('ssh-keygen', ['-l', '-f', ...words], { encoding: 'utf8', input }).stdout.split(' ')[1]
  const listed = lines.map((line) => /^releases namespaces="kiva-release" (\S+ \S+)/.exec(line)?.[1])
  const print = printOf([key])
  if (print && listed.some((line) => line && printOf(['-'], line) === print)) return
  throw new Stop(
    3,
    'kiva-signers does not list the key',
    'Sign with the key that it lists, or add the key in a new release.',
  )
}

/** Each step looks first whether it is done, so that all of it can be repeated. */
function publish(version, key) {
  const tag = `v${version}`
  const { name } = JSON.parse(read('package.json'))
  checkAll([() => checkTag(tag), () => notesOf(version), checkHome, checkLogin])
  if (isDraft(tag)) {
    checkAll([() => checkKey(key), checkNode])
    build()
    compare(tag)
    sign(key)
    show('gh', 'release', 'upload', tag, signature, '--clobber')
    show('gh', 'release', 'edit', tag, '--draft=false')
  }
  console.log(`${tag} is published on GitHub.`)
  checkNpm(name, version)
  console.log(`npm has ${name} ${version}. Now:
  npm run release -- --copy ${version} --page FOLDER --tap FOLDER`)
}

function isDraft(tag) {
  return outputOf('gh', 'release', 'view', tag, '--json', 'isDraft', '--jq', '.isDraft') === 'true'
}

function checkNpm(name, version) {
  if (isOnNpm(name, version)) return
  const first = `The first version of all needs: npm publish build/release/${name}-${version}.tgz`
  const next = `Wait for the job npm of release.yml, then repeat this command. ${first}`
  throw new Stop(3, `npm does not have ${name} ${version} yet`, next)
}

function isOnNpm(name, version) {
  const words = ['view', `${name}@${version}`, 'version']
  const { stdout } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' })
  return stdout.trim() === version
}

function checkTag(tag) {
  checkClean()
  const commitOf = (name) =>
    spawnSync('git', ['rev-parse', '--verify', `${name}^{commit}`], { cwd: root, encoding: 'utf8' }).stdout
  if (commitOf(`refs/tags/${tag}`) !== commitOf('HEAD'))
    throw new Stop(
      3,
      `the working tree is not at the tag ${tag}`,
      `Run: git fetch --tags && git checkout ${tag}`,
    )
  outputOf('git', 'fetch', '--quiet', 'origin', 'main')
  if (isAncestor('HEAD', 'FETCH_HEAD')) return
  throw new Stop(3, `main of origin does not have ${tag}`, 'Publish only what is on main.')
}

/** Another Node, or another kind of processor, has another zlib, whose archives have other bytes. */
function checkNode() {
  const [, wanted] = read('.github/workflows/release.yml').match(/container: node:([\d.]+)-/)
  const { versions, platform, arch } = process
  if (versions.node !== wanted)
    throw new Stop(
      3,
      `this is Node ${versions.node}`,
      `release.yml makes the draft with Node ${wanted}: use that.`,
    )
  if (`${platform}-${arch}` !== 'linux-x64')
    throw new Stop(
      3,
      `this is ${platform} on ${arch}`,
      'release.yml makes the draft on Linux on x64: use that.',
    )
}

/** Throws unless the draft has the same files as this build, byte for byte. */
function compare(tag) {
  const draft = join(root, 'build/draft')
  download(tag, draft)
  const names = new Set([...readdirSync(made), ...readdirSync(draft)])
  // An earlier run may have uploaded it.
  names.delete(basename(signature))
  const paths = [...names].map((name) => [join(made, name), join(draft, name)])
  const differing = paths.filter(
    ([here, there]) =>
      !existsSync(here) || !existsSync(there) || !readFileSync(here).equals(readFileSync(there)),
  )
  if (differing.length === 0) return
  const listed = differing.map(([path]) => basename(path)).join(', ')
  throw new Stop(
    3,
    `the draft differs from this build: ${listed}`,
    'Build on Linux on x64. If it still differs, do not publish it before you know why.',
  )
}

/** Signs the checksums, and verifies the signature as users do. */
function sign(key) {
  show('ssh-keygen', '-Y', 'sign', '-f', key, '-n', 'kiva-release', sums)
  verify(made)
}

/** Throws unless kiva-signers accepts the signature in a folder. */
function verify(folder) {
  const words = [
    '-f',
    'kiva-signers',
    '-I',
    'releases',
    '-n',
    'kiva-release',
    '-s',
    join(folder, 'SHA256SUMS.sig'),
  ]
  const { status } = spawnSync('ssh-keygen', ['-Y', 'verify', ...words], {
    cwd: root,
    input: readFileSync(join(folder, 'SHA256SUMS')),
  })
  if (status === 0) return
  throw new Stop(
    3,
    `kiva-signers does not accept the signature in ${folder}`,
    'Do not go on before you know why.',
  )
}

/**
 * Copies the published files to the home page and to the tap. All that something points at is there first, and `latest`
 * is last. Every step can be repeated.
 */
function copy(version, page, tap, upload) {
  const { name } = JSON.parse(read('package.json'))
  const tag = `v${version}`
  checkAll([
    checkHome,
    checkLogin,
    () => {
      for (const folder of [page, join(tap, '.git')])
        if (!existsSync(folder))
          throw new Stop(2, `${folder} does not exist`, 'Name folders with --page and --tap.')
    },
  ])
  if (isDraft(tag))
    throw new Stop(3, `${tag} is not published yet`, `Run: npm run release -- --publish ${version}`)
  checkNpm(name, version)
  const pointer = join(page, 'releases/latest')
  const latest = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : version
  if (isGreater(latest, version))
    throw new Stop(3, `${pointer} names ${latest}`, 'Copy the newest version only.')

  const published = join(root, 'build/published')
  download(tag, published)
  verify(published)
  const lines = readFileSync(join(published, 'SHA256SUMS'), 'utf8').trim().split('\n')
  for (const [sum, file] of lines.map((line) => line.split('  '))) {
    const data = existsSync(join(published, file)) ? readFileSync(join(published, file)) : ''
    if (createHash('sha256').update(data).digest('hex') === sum) continue
    throw new Stop(3, `${file} of ${tag} differs from SHA256SUMS`, 'Do not go on before you know why.')
  }
  writeFileSync(join(published, 'latest'), `${version}\n`)

  const serve = (files) => serveFiles(files, published, page, upload)
  serve(readdirSync(published).map((file) => [file, `releases/${version}/${file}`]))
  copyToTap(join(published, 'kiva.rb'), tap, version)
  serve(['kiva.json', 'install.sh'].map((file) => [file, file]))
  serve([['latest', 'releases/latest']])
  console.log(`kiva ${version} is on the home page and in the tap.`)
}

function download(tag, folder) {
  rmSync(folder, { recursive: true, force: true })
  show('gh', 'release', 'download', tag, '--dir', folder)
}

/** Copies files to the folder of the home page, uploads it, and throws unless their addresses have these bytes. */
function serveFiles(files, published, page, upload) {
  const { homepage } = JSON.parse(read('package.json'))
  for (const [file, path] of files) {
    const place = join(page, path)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(join(published, file), `${place}.new`)
    renameSync(`${place}.new`, place)
  }
  if (upload && spawnSync('sh', ['-c', upload], { cwd: page, stdio: 'inherit' }).status !== 0)
    throw new Stop(1, `${upload} failed`, 'Its own message is above. Repeat this command when it is mended.')
  for (const [file, path] of files) {
    const words = ['-fsSL', '--proto', '=https', `${homepage}${path}`]
    const { stdout } = spawnSync('curl', words, { maxBuffer: 2 ** 30 })
    if (stdout?.equals(readFileSync(join(published, file)))) continue
    throw new Stop(
      3,
      `${homepage}${path} does not have the new file yet`,
      `Upload ${page}, wait until it is served, then repeat this command.`,
    )
  }
}

function copyToTap(formula, tap, version) {
  const git = (...words) => show('git', '-C', tap, ...words)
  mkdirSync(join(tap, 'Formula'), { recursive: true })
  copyFileSync(formula, join(tap, 'Formula/kiva.rb'))
  git('add', 'Formula/kiva.rb')
  if (outputOf('git', '-C', tap, 'status', '--porcelain', 'Formula/kiva.rb') !== '')
    git('commit', '--quiet', '--message', `kiva ${version}`, 'Formula/kiva.rb')
  git('push', '--quiet')
}
