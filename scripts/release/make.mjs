// Makes the files of a release from dist/, with the same bytes on every machine with this Node:
//   node scripts/release/make.mjs [--targets linux-x64,darwin-arm64] [--built] [--out FOLDER]
// --targets leaves out other systems, and what is made for them all. --built takes the executables that exist already.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { binaryFolder, endingOf, executableFor } from '../bundle/executables.mjs'
import { root } from '../bundle/load-sources.mjs'
import { gzip, tar, zip } from './archive.mjs'
import { sectionOf } from './changelog.mjs'
import { debianPackage } from './debian-package.mjs'

/** The systems by their names in released files, with Bun's and Debian's names for them. */
const systems = {
  'linux-x64': { bun: 'linux-x64', debian: 'amd64' },
  'linux-arm64': { bun: 'linux-aarch64', debian: 'arm64' },
  'darwin-arm64': { bun: 'darwin-aarch64' },
  'darwin-x64': { bun: 'darwin-x64' },
  'windows-x64': { bun: 'windows-x64' },
}
const [npm, ...npmWords] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']

const { values: options } = parseArgs({
  options: { targets: { type: 'string' }, built: { type: 'boolean' }, out: { type: 'string' } },
})
const names = options.targets?.split(',') ?? Object.keys(systems)
const unknown = names.find((name) => !(name in systems))
if (unknown !== undefined)
  throw new Error(`unknown target ${unknown}: use ${Object.keys(systems).join(', ')}`)
const out = resolve(root, options.out ?? 'build/release')

const text = (name) => readFile(join(root, name), 'utf8')
const manifest = JSON.parse(await text('package.json'))
const { version, homepage } = manifest
const changelog = await text('CHANGELOG.md')
await checkVersions()
const date = Number(process.env.SOURCE_DATE_EPOCH ?? Date.parse(sectionOf(changelog, version).date) / 1000)

const values = {
  version,
  homepage,
  releases: `${homepage}releases`,
  description: manifest.description,
  license: manifest.license,
  maintainer: `${manifest.author} <releases@${new URL(homepage).hostname}>`,
  signers: (await text('kiva-signers')).replace(/^(#.*)?\n/gm, '').trim(),
}
const sums = new Map()

if (!options.out) await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
if ((await readdir(out)).length > 0) throw new Error(`${out} is not empty: name another folder with --out`)
if (!options.built) {
  const targets = names.map((name) => systems[name].bun)
  execFileSync(process.execPath, [join(root, 'scripts/build-binary.mjs'), ...targets], { stdio: 'inherit' })
}
for (const name of names) await writeSystem(name)
await packForNpm()
await writeFilled('scripts/release/install.sh', 'install.sh')
// They contain checksums of the files above.
for (const name of ['kiva.rb', 'kiva.json']) await writeFilled(`scripts/release/templates/${name}`, name)
const lines = [...sums]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, sum]) => `${sum}  ${name}\n`)
await writeFile(join(out, 'latest'), `${version}\n`)
await writeFile(join(out, 'SHA256SUMS'), lines.join(''))

/** Throws where the lock, the build, the manual or the changelog have another version than package.json. */
async function checkVersions() {
  const lock = JSON.parse(await text('package-lock.json'))
  const pages = await Promise.all(manifest.man.map(async (page) => [page, await text(page)]))
  const wrong = Object.entries({
    'package-lock.json': lock.version === version && lock.packages[''].version === version,
    'dist (npm run build)': (await text('dist/version.txt').catch(() => '')) === `${version}\n`,
    'CHANGELOG.md': sectionOf(changelog, version)?.date !== undefined,
    ...Object.fromEntries(pages.map(([page, roff]) => [page, roff.includes(` "kiva ${version}" `)])),
  }).filter(([, isRight]) => !isRight)
  if (wrong.length === 0) return
  throw new Error(`package.json has the version ${version}, unlike ${wrong.map(([name]) => name).join(', ')}`)
}

/** Writes the archive for a system, and its .deb. */
async function writeSystem(name) {
  const { bun, debian } = systems[name]
  const executable = {
    name: `bin/kiva${endingOf(bun)}`,
    data: await readFile(executableFor(bun)),
    executable: true,
  }
  const shared = await filesToShare(name.startsWith('windows'))
  const top = `kiva-${version}-${name}`
  const entries = [executable, ...shared].map((entry) => ({ ...entry, name: `${top}/${entry.name}` }))
  if (name.startsWith('windows')) await write(`${top}.zip`, zip(entries, date))
  else await write(`${top}.tar.gz`, gzip(tar(entries, date)))
  if (!debian) return
  const templates = {
    control: 'control',
    copyright: 'copyright',
    overrides: 'lintian-overrides',
    changelog: 'changelog',
  }
  const filled = await Promise.all(
    Object.entries(templates).map(async ([key, file]) => [
      key,
      fill(await text(`scripts/release/templates/${file}`)),
    ]),
  )
  await write(
    `kiva_${version}_${debian}.deb`,
    debianPackage(executable, shared, { ...Object.fromEntries(filled), architecture: debian, date }),
  )
}

/** The manual, completion, licenses and the changelog, by their paths in an archive. */
async function filesToShare(isWindows) {
  const file = async (name, path) => ({ name: `share/${name}`, data: await readFile(path) })
  const completion = (name, source) => file(name, join(root, 'completions', source))
  const pages = manifest.man.map((page) => file(`man/man${page.at(-1)}/${page.slice(4)}`, join(root, page)))
  const forShells = [
    ...pages,
    completion('bash-completion/completions/kiva', 'kiva.bash'),
    completion('zsh/site-functions/_kiva', '_kiva'),
    completion('fish/vendor_completions.d/kiva.fish', 'kiva.fish'),
  ]
  return Promise.all([
    ...(isWindows ? [completion('powershell/kiva.ps1', 'kiva.ps1')] : forShells),
    ...['LICENSE', 'THIRD-PARTY.txt', 'kiva.cdx.json'].map((name) =>
      file(`doc/kiva/${name}`, join(binaryFolder, name)),
    ),
    file('doc/kiva/CHANGELOG.md', join(root, 'CHANGELOG.md')),
  ])
}

/** Packs the npm package. Scripts are ignored: they would build dist/ again. */
async function packForNpm() {
  const words = ['pack', root, '--ignore-scripts', '--silent', '--pack-destination', out]
  execFileSync(npm, [...npmWords, ...words], { stdio: ['ignore', 'ignore', 'inherit'] })
  const name = `kiva-${version}.tgz`
  addSum(name, await readFile(join(out, name)))
}

/** Writes a source with its placeholders filled, unless it needs the checksum of a file for a system that is left out. */
async function writeFilled(source, name) {
  const filled = fill(await text(source))
  const isSum = /@sha256:([^@\s]+)@/g
  if ([...filled.matchAll(isSum)].some(([, file]) => !sums.has(file))) return
  await write(
    name,
    filled.replaceAll(isSum, (_, file) => sums.get(file)),
  )
}

/** Fills all placeholders but checksums. */
function fill(source) {
  return source.replaceAll(/@([a-z]+)@/g, (_, name) => {
    if (!(name in values))
      throw new Error(`unknown placeholder @${name}@: use ${Object.keys(values).join(', ')}`)
    return values[name]
  })
}

async function write(name, data) {
  await writeFile(join(out, name), data)
  addSum(name, data)
}

function addSum(name, data) {
  sums.set(name, createHash('sha256').update(data).digest('hex'))
}
