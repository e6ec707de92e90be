/** A hundred thousand records, through whatever reads them: whole, or cleanly cut, and in the memory of a few. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kiva, shell } from '../support/process.ts'
import { idsIn, peakOf, tellPeak } from './bulk.ts'
import { type IndependentService, serveIndependently } from './independent-service.ts'

const loans = 100_000
const patience = { timeout: 300_000 }

const folder = folderForAll()
let service: IndependentService
let ids: readonly number[]
beforeAll(async () => {
  service = await serveIndependently({ loans, brief: true })
  ids = await service.start()
})
afterAll(() => service.close())

const file = (name: string) => join(folder, name)
const digest = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** `kiva … | reader > file`; `$?` of the tool is told on stderr. */
const piped = (format: string, reader: string, to: string) =>
  shell(`($KIVA loans search --all -o ${format} --base-url $1; echo "code $?" >&2) | ${reader} > $2`, [
    service.url,
    to,
  ])

test.each(['ndjson', 'json', 'xml'])(
  '%s is whole in a file, and through readers quick and late',
  patience,
  async (format) => {
    const out = file(`out.${format}`)
    const { code, stderr } = await kiva([
      ...['loans', 'search', '--all', '-o', format, '--out', out, '--base-url', service.url],
    ])
    expect(code, stderr).toBe(0)
    expect(await idsIn(format, out)).toEqual(ids)
    for (const reader of ['cat', '(sleep 2; cat)']) {
      expect((await piped(format, reader, file('piped'))).stderr).toBe('code 0\n')
      expect(await digest(file('piped')), reader).toBe(await digest(out))
    }
  },
)

test('a reader that takes one line and goes gets it whole, and no more is asked for', async () => {
  const before = (await service.log()).length
  expect((await piped('ndjson', 'head -1', file('line'))).stderr).toBe('code 0\n')
  expect(await idsIn('ndjson', file('line'))).toEqual(ids.slice(0, 1))
  expect((await service.log()).length - before).toBeLessThan(100)
})

/** MiB that a run held at most, while it read so many. */
async function peakFor(limit: number, format: string, url: string): Promise<number> {
  const line = `$KIVA loans search --limit $2 -o ${format} --base-url $1 > /dev/null`
  const { code, stderr } = await shell(line, [url, String(limit)], tellPeak)
  expect(code, stderr).toBe(0)
  return peakOf(stderr)
}

/**
 * MiB that V8's heaps may differ by from run to run. Half a kilobyte that stayed of each of the 80 000 records more would
 * be 40.
 */
const mostMore = 32

test.each(['ndjson', 'json', 'xml'])(
  '%s of 5 000 pages takes the memory of 1 000',
  patience,
  async (format) => {
    // Before that V8 has had no reason yet to collect what is old.
    const { url, close } = await serveIndependently({ loans })
    const few = await peakFor(loans / 5, format, url)
    const all = await peakFor(loans, format, url)
    await close()
    expect(all, `MiB, where a fifth took ${few}`).toBeLessThan(few + mostMore)
  },
)
