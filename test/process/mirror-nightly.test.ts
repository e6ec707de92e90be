/** The nightly job of docs/mirror.md. Needs `npm run build`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { hasSqlite } from '../support/process.ts'
import { readListed } from '../support/read-lake.ts'

const folder = folderForAll()
const page = readFileSync(join(import.meta.dirname, '../../docs/mirror.md'), 'utf8')

// Two whole pulls of 2,000 loans take half a minute on an idle machine.
const timeout = 300_000

test.runIf(hasSqlite)('the lines of the nightly job end with 0, night after night', { timeout }, async () => {
  const [, block = ''] = /\n\*\*A nightly job\*\*[^\n]*\n\n((?: {4}kiva [^\n]*\n)+)/.exec(page) ?? []
  const lines = block
    .trim()
    .split('\n')
    .map((line) => line.trim())
  expect(lines.map((line) => line.split(' ')[2])).toEqual(['pull', 'export', 'verify'])
  const lake = join(folder, 'lake')
  const env = { KIVA_DATA_DIR: join(folder, 'data'), KIVA_SANDBOX: '1' }
  for (const night of [1, 2]) {
    const printed = []
    for (const line of lines) {
      const words = line.replace('--out lake', `--out ${lake}`).split(' ').slice(1)
      const { code, stdout } = await kiva(words, env)
      expect([line, code]).toEqual([line, 0])
      printed.push(JSON.parse(stdout))
    }
    const [pull, tables, verify] = printed
    const { requests, seconds, coverage } = pull
    expect(pull).toMatchObject({ new: night === 1 ? 2000 : 0, absent: 0, next: null })
    expect([typeof requests, typeof seconds, coverage.loans]).toEqual(['number', 'number', coverage.listed])
    expect(tables[0]).toMatchObject({ table: 'loans', version: night, rows: 2000 })
    expect(verify).toMatchObject({ fault_count: 0, sample: { asked: 200, compared: 200 } })
  }
  expect(await readListed(lake, 'loans')).toHaveLength(2000)
})
