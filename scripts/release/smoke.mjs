// Runs an executable as a user would, with an empty home: node scripts/release/smoke.mjs FILE VERSION
import { deepStrictEqual as equal, match } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [file = '', version] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'kiva smoke '))
const { PATH, SYSTEMROOT, TEMP } = process.env
const env = {
  PATH,
  // Windows starts nothing without the first, and looks for the home in the others.
  ...(SYSTEMROOT && { SYSTEMROOT, TEMP, USERPROFILE: folder, APPDATA: folder, LOCALAPPDATA: folder }),
  HOME: folder,
  KIVA_CONFIG_DIR: join(folder, 'config'),
  KIVA_DATA_DIR: join(folder, 'data'),
}
const kiva = (words, input = '') =>
  execFileSync(resolve(file), words.split(' '), { cwd: folder, env, input, encoding: 'utf8', stdio: 'pipe' })

try {
  equal(kiva('--version'), `${version}\n`)
  match(kiva('--help'), /loans/)
  equal(JSON.parse(kiva('--sandbox loans newest --limit 3 -o json')).length, 3)
  match(kiva('--sandbox loans newest --limit 3 -o table'), /COUNTRY[\s\S]*\d/)
  equal(JSON.parse(kiva('--sandbox loans show 2100001 -o json --jq .id+1')), [2100002])
  kiva('--sandbox loans newest --limit 3 -o parquet --out loans.parquet')
  equal(readFileSync(join(folder, 'loans.parquet'), 'latin1').slice(0, 4), 'PAR1')
  match(kiva('--sandbox doctor -o json'), new RegExp(version.replaceAll('.', '\\.')))
  kiva('--sandbox mirror import -', kiva('--sandbox loans show 2100001 2100002 -o ndjson'))
  equal(JSON.parse(kiva('sql -o json -', 'select count(*) as n from loans')), [{ n: 2 }])
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${file}: all commands work`)
