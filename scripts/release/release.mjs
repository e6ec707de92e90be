// Prepares and publishes a release: docs/releasing.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sectionOf } from './changelog.mjs'

const usage = `usage: npm run release -- --dry-run
       npm run release -- VERSION
       npm run release -- --publish VERSION [--key FILE]
       npm run release -- --notes VERSION

--dry-run  makes all files of a release in build/release, then installs and runs them
VERSION    sets the version and the date in the changelog, then does a dry run
--publish  builds the tag again, compares it with the draft on GitHub, signs and publishes it
--key      the private key for the signature; default: $KIVA_RELEASE_KEY
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
  const { key, ...modes } = values
  const [version] = positionals
  const [mode = 'prepare', ...others] = Object.keys(modes)
  const isRight = positionals.length === (mode === 'dry-run' ? 0 : 1) && others.length === 0
  if (!isRight || (key && mode !== 'publish')) throw new Stop(2, 'missing or unexpected arguments', usage)
  if (version !== undefined) checkVersion(version)
  const steps = {
    'dry-run': dryRun,
    prepare: () => prepare(version),
    publish: () => publish(version, key ?? process.env.KIVA_RELEASE_KEY),
    notes: () => process.stdout.write(`${notesOf(version)}\n`),
  }
  steps[mode]()
}

function wordsOf() {
  const yes = { type: 'boolean' }
  const options = { 'dry-run': yes, publish: yes, notes: yes, key: { type: 'string' } }
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

function prepare(version) {
  const manifest = JSON.parse(read('package.json'))
  if (!isGreater(version, manifest.version))
    throw new Stop(2, `${version} is not greater than ${manifest.version}`, 'Name a greater version.')
  checkClean()
  const changelog = read('CHANGELOG.md')
  if (!/^- /m.test(sectionOf(changelog, 'Unreleased')?.notes ?? ''))
    throw new Stop(3, 'CHANGELOG.md has nothing under Unreleased', 'Write there what users will notice.')

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

/** Each step looks first whether it is done, so that all of it can be repeated. */
function publish(version, key) {
  const tag = `v${version}`
  const { name, homepage, private: isPrivate } = JSON.parse(read('package.json'))
  if (isPrivate || new URL(homepage).hostname.endsWith('.example'))
    throw new Stop(3, 'package.json has no public home', 'Set the addresses in it, and remove "private".')
  checkTag(tag)
  if (outputOf('gh', 'release', 'view', tag, '--json', 'isDraft', '--jq', '.isDraft') === 'true') {
    if (!key || !existsSync(key))
      throw new Stop(2, 'there is no key for the signature', 'Name its file with --key or KIVA_RELEASE_KEY.')
    checkNode()
    build()
    compare(tag)
    sign(key)
    show('gh', 'release', 'upload', tag, signature, '--clobber')
    show('gh', 'release', 'edit', tag, '--draft=false')
  }
  console.log(`${tag} is published on GitHub.`)
  if (!isOnNpm(name, version)) {
    const first = `The first version of all needs: npm publish build/release/${name}-${version}.tgz`
    const next = `Wait for the job npm of release.yml, then repeat this command. ${first}`
    throw new Stop(3, `npm does not have ${name} ${version} yet`, next)
  }
  console.log(`npm has ${name} ${version}. Now, in this order:
1. Copy the files in build/release to ${homepage}releases/${version}/
2. Copy kiva.rb to the tap, and kiva.json to ${homepage}kiva.json
3. Copy install.sh to ${homepage}install.sh
4. Copy latest to ${homepage}releases/latest`)
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
  if (commitOf(`refs/tags/${tag}`) === commitOf('HEAD')) return
  throw new Stop(
    3,
    `the working tree is not at the tag ${tag}`,
    `Run: git fetch --tags && git checkout ${tag}`,
  )
}

/** Another Node has another zlib, whose archives have other bytes. */
function checkNode() {
  const [, wanted] = read('.github/workflows/release.yml').match(/container: node:([\d.]+)-/)
  if (process.versions.node === wanted) return
  throw new Stop(
    3,
    `this is Node ${process.versions.node}`,
    `The draft was made with Node ${wanted}: use that.`,
  )
}

/** Throws unless the draft has the same files as this build, byte for byte. */
function compare(tag) {
  const draft = join(root, 'build/draft')
  rmSync(draft, { recursive: true, force: true })
  show('gh', 'release', 'download', tag, '--dir', draft)
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

/** Signs the checksums, and verifies the signature as users do: a key that kiva-signers does not list is refused. */
function sign(key) {
  show('ssh-keygen', '-Y', 'sign', '-f', key, '-n', 'kiva-release', sums)
  const words = ['-f', 'kiva-signers', '-I', 'releases', '-n', 'kiva-release', '-s', signature]
  const { status } = spawnSync('ssh-keygen', ['-Y', 'verify', ...words], {
    cwd: root,
    input: readFileSync(sums),
  })
  if (status === 0) return
  throw new Stop(
    3,
    'kiva-signers does not list the key',
    'Sign with the key that it lists, or add the key in a new release.',
  )
}
