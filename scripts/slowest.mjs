// Runs the tests and prints the 20 files that took longest. Words after `--` go to vitest:
//   npm run test:slowest -- test/process
//   npm run test:slowest -- --config vitest.e2e.config.ts
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'kiva-slowest-'))
const report = join(folder, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const words = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' })

const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true })
const rows = testResults.map(({ name, startTime, endTime }) => ({
  name,
  seconds: (endTime - startTime) / 1000,
}))
for (const { name, seconds } of rows.sort((one, other) => other.seconds - one.seconds).slice(0, 20))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${relative('.', name)}`)
process.exitCode = status ?? 1
