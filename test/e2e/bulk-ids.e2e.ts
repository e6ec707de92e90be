/** Many ids on standard input, in a heap that holds few of the records; in `npm run test:long` a hundred thousand. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { shell, start } from '../support/process.ts'
import { idsIn, smallHeap } from './bulk.ts'
import { isLong } from './how-long.ts'
import { type IndependentService, serveIndependently } from './independent-service.ts'

const loans = isLong ? 100_000 : 30_000
/** Enough memory for the ids, and far too little for the records. */
const littleMemory = smallHeap(32)
/** Every 97th id belongs to no loan. */
const unknown = 97

const folder = folderForAll()
let service: IndependentService
let ids: readonly number[]
beforeAll(async () => {
  service = await serveIndependently({ loans, unknown })
  const inOrder = await service.start()
  // Shuffles the ids: the stride and the number of ids have no common factor, so each id appears once.
  ids = inOrder.map((_, at) => Number(inOrder[(at * 7919) % loans]))
})
afterAll(() => service.close())

const file = (name: string) => join(folder, name)

/** Runs `kiva loans show - < ids`. Returns the printed ids, and the ids in the --missing file. */
async function show(some: readonly number[]) {
  await writeFile(file('ids'), `${some.join('\n')}\n`)
  const line = '$KIVA loans show - -o ndjson --missing $2 --overwrite --base-url $1 < $3 > $4'
  const words = [service.url, file('missing'), file('ids'), file('printed')]
  const { code, stderr } = await shell(line, words, littleMemory)
  expect(code, stderr).toBe(9)
  const missing = (await readFile(file('missing'), 'utf8')).trimEnd().split('\n').map(Number)
  return { stderr, missing, printed: await idsIn('ndjson', file('printed')) }
}

test('ids are printed in order, missing ids go to a file, and a request has at most 50 ids', {
  timeout: 300_000,
}, async () => {
  const before = (await service.log()).length
  const { stderr, missing, printed } = await show(ids)
  const isKnown = (id: number) => id % unknown !== 0
  expect(printed).toEqual(ids.filter(isKnown))
  expect(missing).toEqual(ids.filter((id) => !isKnown(id)))
  expect(stderr).toContain(String(missing[0]))

  const asked = (await service.log()).slice(before)
  expect(asked).toHaveLength(loans / 50)
  for (const line of asked) expect(decodeURIComponent(line).split(',').length).toBeLessThanOrEqual(50)
})

test('a request has fewer long ids, so that its line stays below 8000 characters', async () => {
  const lenders = Array.from({ length: 500 }, (_, at) => `lender-${at}-${'x'.repeat(150)}`)
  const before = (await service.log()).length
  const { child, ended } = start(['lenders', 'show', '-', '-o', 'ndjson', '--base-url', service.url])
  child.stdin?.end(lenders.join('\n'))
  const { code, stdout, stderr } = await ended
  expect(code, stderr).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).lender_id),
  ).toEqual(lenders)
  const lengths = (await service.log()).slice(before).map((line) => line.length)
  expect(Math.max(...lengths)).toBeLessThan(8000)
})

test('the first records are printed before all ids are read', async () => {
  const words = ['loans', 'show', '-', '-o', 'ndjson', '--concurrency', '1', '--base-url', service.url]
  const { child, said, ended } = start(words)
  const known = ids.filter((id) => id % unknown !== 0).slice(0, 150)
  child.stdin?.write(
    known
      .slice(0, 100)
      .map((id) => `${id}\n`)
      .join(''),
  )
  await said(/\n/)
  child.stdin?.end(known.slice(100).join('\n'))
  const { code, stdout, stderr } = await ended
  expect(code, stderr).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual(known)
})
