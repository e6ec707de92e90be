// Builds single executables from dist/ with Bun, which is fetched from the npm registry for this alone:
//   npm run build:binary [-- linux-x64 darwin-aarch64 windows-x64 …]
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { executableBill } from './bundle/executable-bill.mjs'
import { binaryFolder, executableFor, host } from './bundle/executables.mjs'
import { root } from './bundle/load-sources.mjs'
import { runtimeFor } from './bundle/runtime.mjs'
import { runtimeNotices } from './bundle/runtime-notices.mjs'
import { signMacho } from './release/sign-macho.mjs'
import { setWindowsStrings } from './release/windows-strings.mjs'

/** Where an executable finds the files of dist/ that it holds. */
const insideOf = (target) => [target.startsWith('windows') ? 'B:/~BUN' : '/$bunfs', 'root', 'dist'].join('/')
const targets = process.argv.length > 2 ? process.argv.slice(2) : [host]

await mkdir(binaryFolder, { recursive: true })
await writeLicenses()
await writeBill()
// Beside dist/ like bin/, so that the launcher finds the tool there.
const entry = join(root, 'build', 'entry.cjs')
await writeFile(entry, await entrySource())
// A thread starts from a file of its own, which no import leads to.
const workers = ['node-process-jq-worker.cjs', 'sql-worker.cjs'].map((name) => join(root, 'dist', name))
const compiler = await runtimeFor(host)
for (const target of targets) {
  const outfile = executableFor(target)
  const words = [
    '--compile',
    `--compile-executable-path=${await namedRuntime(target)}`,
    '--bytecode',
    // A run is short: what is optimised later is mostly not optimised at all, which takes a quarter off a table of the sandbox.
    '--compile-jit-policy=20',
    '--minify',
    '--format=cjs',
    // Otherwise a file of either name, in whatever folder it is started in, decides what it does and runs code in it.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    // Otherwise code looks for its files, and for programs to start, where they were on the machine that built it.
    `--define=__dirname=${JSON.stringify(insideOf(target))}`,
    `--define=__filename=${JSON.stringify(`${insideOf(target)}/kiva.cjs`)}`,
    `--outfile=${outfile}`,
    entry,
    ...workers,
  ]
  execFileSync(compiler, ['build', `--target=bun-${target}`, ...words], { stdio: 'inherit' })
  if (target.startsWith('darwin')) await writeFile(outfile, signMacho(await readFile(outfile), 'kiva'))
  console.log(relative(root, outfile))
}

/** The path of Bun for a platform. On Windows, it is named like the executable. */
async function namedRuntime(target) {
  const path = await runtimeFor(target)
  if (!target.startsWith('windows')) return path
  const { name, version, author } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const license = await readFile(join(root, 'LICENSE'), 'utf8')
  const [copyright] = license.match(/^Copyright .*$/m)
  const named = join(dirname(path), `${name}.exe`)
  await writeFile(named, setWindowsStrings(await readFile(path), { name, version, author, copyright }))
  return named
}

/** Beside the executables: the bill of materials, with the runtime in it. */
async function writeBill() {
  const bill = JSON.parse(await readFile(join(root, 'dist', 'bom.cdx.json'), 'utf8'))
  await writeFile(join(binaryFolder, 'kiva.cdx.json'), `${JSON.stringify(executableBill(bill), null, 2)}\n`)
}

/** Beside the executables: the licenses of kiva, of the packages in it, and of the runtime. */
async function writeLicenses() {
  await copyFile(join(root, 'LICENSE'), join(binaryFolder, 'LICENSE'))
  const packages = await readFile(join(root, 'dist', 'THIRD-PARTY.txt'), 'utf8')
  const divider = `\n${'='.repeat(80)}\n\n`
  await writeFile(join(binaryFolder, 'THIRD-PARTY.txt'), packages + divider + (await runtimeNotices()))
}

/** The launcher, with what it reads from dist/ in itself. */
async function entrySource() {
  const names = (await readdir(join(root, 'dist', 'help'))).map((name) => `help/${name}`)
  const texts = await Promise.all(
    ['version.txt', ...names].map(async (name) => [name, await readFile(join(root, 'dist', name), 'utf8')]),
  )
  const launcher = await readFile(join(root, 'bin', 'kiva.cjs'), 'utf8')
  const reading = /^const read = .*$/m
  if (!reading.test(launcher)) throw new Error('bin/kiva.cjs has no line that reads from dist/')
  const made = JSON.stringify(Object.fromEntries(texts))
  return launcher.replace(
    reading,
    () => `const texts = ${made}\nconst read = (name) => Buffer.from(texts[name])`,
  )
}
