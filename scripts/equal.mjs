// Runs a row of test/equal with a seed, all rows whose name has a text, or one case again by its path:
//   npm run equal -- ROW SEED
//   npm run equal -- ROW SEED PATH
import { spawnSync } from 'node:child_process'

const [row = '', seed = '1', path] = process.argv.slice(2)
const env = {
  ...process.env,
  KIVA_TESTS: 'check',
  KIVA_ROW: row,
  KIVA_SEED: seed,
  ...(path && { KIVA_PATH: path }),
}
const words = ['node_modules/vitest/vitest.mjs', 'run', 'test/equal']
process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit', env }).status ?? 1
