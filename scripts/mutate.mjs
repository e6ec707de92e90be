// Mutation tests on named files of src: `npm run mutate -- src/api/wire/request.ts src/auth/sign.ts`. Small changes of the
// code that no test sees are listed in mutation/survivors.txt; what has not changed since the last time is not tried
// again. The quick tests decide, or those that `--tests` names. StrykerJS is fetched when it is first used.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const version = '9.6.1' // The last one for Node 20.
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'mutation')
const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', multiple: true, default: [] } },
})

if (files.length === 0 || !files.every((file) => existsSync(join(root, file)))) {
  console.error('Name files of src that are there, as in: npm run mutate -- src/api/wire/request.ts')
  process.exitCode = 2
} else {
  await mkdir(folder, { recursive: true })
  const stryker = await fetchStryker()
  await writeFile(join(folder, 'stryker.json'), JSON.stringify(settings(stryker), null, 2))
  // Not by StrykerJS's own `testFiles`: with it, changes of what a module computes when it is loaded are never tried.
  process.env['NAMED_TESTS'] = values.tests.join(' ')
  process.env['KIVA_TESTS'] = values.tests.length > 0 ? 'named' : 'quick'
  const { status } = run(process.execPath, [
    join(stryker, 'core/bin/stryker.js'),
    'run',
    'mutation/stryker.json',
  ])
  if (status === 0) await tell()
  else process.exitCode = 1
}

/** Below the project, and without a vitest of its own: the runner must find the one that the tests import. */
async function fetchStryker() {
  const tools = join(folder, 'tools')
  const home = join(tools, 'node_modules/@stryker-mutator')
  const there = existsSync(home) && createRequire(import.meta.url)(join(home, 'core/package.json')).version
  if (there !== version) {
    await mkdir(tools, { recursive: true })
    await writeFile(join(tools, 'package.json'), '{ "private": true }\n')
    const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
    const options = ['--prefix', tools, '--legacy-peer-deps', '--no-audit', '--no-fund']
    const { status } = run('npm', ['install', ...options, ...packages])
    if (status !== 0) throw new Error('StrykerJS cannot be fetched')
  }
  return home
}

function settings(stryker) {
  return {
    mutate: files,
    testRunner: 'vitest',
    plugins: [join(stryker, 'vitest-runner/dist/src/index.js')],
    // Continuous integration has two cores, and the tests wait for little.
    concurrency: 1,
    dryRunTimeoutMinutes: 30,
    incremental: true,
    incrementalFile: 'mutation/incremental.json',
    // It would rewrite the file through an API that TypeScript 7 does not have.
    tsconfigFile: 'mutation/no-tsconfig.json',
    tempDirName: 'mutation/tmp',
    ignorePatterns: ['/dist', '/build', '/mutation'],
    reporters: ['progress', 'json'],
    jsonReporter: { fileName: 'mutation/report.json' },
    allowEmpty: true,
  }
}

/** Prints the score of each file; writes what survived, as it would read in the code. */
async function tell() {
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
  const survivors = []
  for (const [file, { mutants, source }] of Object.entries(report.files)) {
    const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length
    const seen = count('Killed', 'Timeout')
    const unseen = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    const score = (100 * seen) / Math.max(seen + unseen.length, 1)
    console.log(
      `${score.toFixed(1).padStart(5)} %  ${file}  (${unseen.length} of ${seen + unseen.length} unseen)`,
    )
    survivors.push(...unseen.map((mutant) => describe(file, source, mutant)))
  }
  await writeFile(join(folder, 'survivors.txt'), survivors.join('\n'))
  console.log(`What no test sees: ${join('mutation', 'survivors.txt')}`)
}

function describe(file, source, { location: { start, end }, mutatorName, replacement, status }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const before = lines[0].slice(0, start.column - 1)
  const after = lines.at(-1).slice(end.column - 1)
  const head = `${file}:${start.line}:${start.column} ${mutatorName} (${status})`
  return [head, ...lines.map((line) => `- ${line}`), `+ ${before}${replacement}${after}`, ''].join('\n')
}

function run(program, words) {
  return spawnSync(program, words, { cwd: root, stdio: 'inherit' })
}
