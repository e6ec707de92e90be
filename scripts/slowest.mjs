// Runs the tests, prints the 20 files that took longest, and notes the seconds of every file in test/seconds.json,
// by which vitest.config.ts orders them. Words after `--` go to vitest, whose run is then not noted. KIVA_TESTS names
// other projects:
//   npm run test:slowest -- test/process
//   KIVA_TESTS=e2e npm run test:slowest
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const notes = 'test/seconds.json'
const folder = mkdtempSync(join(tmpdir(), 'kiva-slowest-'))
const report = join(folder, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const chosen = process.argv.slice(2)
const words = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...chosen]
const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' })

const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true })
const rows = testResults.map(({ name, startTime, endTime }) => ({
  name: relative('.', name),
  seconds: (endTime - startTime) / 1000,
}))
for (const { name, seconds } of rows.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`)

if (chosen.length === 0) note()
process.exitCode = status ?? 1

/** A file that did not run keeps its seconds, and one that is gone loses them. In several projects the longest counts. */
function note() {
  const run = {}
  for (const { name, seconds } of rows) run[name] = Math.max(run[name] ?? 0, Math.round(seconds))
  const noted = { ...JSON.parse(readFileSync(notes, 'utf8')), ...run }
  const known = Object.entries(noted).filter(([name]) => existsSync(name))
  known.sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(notes, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`)
}
