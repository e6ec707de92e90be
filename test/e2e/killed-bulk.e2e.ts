/**
 * Reads lists that grow at the front, over an unreliable network, and kills the tool repeatedly. In the end
 * the file contains every loan of the start once. `npm run test:long` reads longer lists and kills more
 * often.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { folderForAll } from '../support/folder.ts'
import { kiva, start } from '../support/process.ts'
import { until } from '../support/until.ts'
import { idsIn, sizeOf } from './bulk.ts'
import { isLong } from './how-long.ts'
import { type IndependentService, type ServiceOptions, serveIndependently } from './independent-service.ts'

/** Differs in each run. KIVA_CHAOS_SEED repeats the seed of a failure. */
const seed = Number(process.env['KIVA_CHAOS_SEED'] ?? Date.now() % 1_000_000)

/** The list grows at 1 request in 20, requests overtake each other, and 1 in 20 fails in one of five ways. */
const troubles: ServiceOptions = {
  grow: [0.05, 3],
  delay: [0, 3],
  faults: { 503: 0.01, 429: 0.01, 500: 0.01, cut: 0.01, reset: 0.01 },
}

const folder = folderForAll()

/** A reading into a file that can be resumed after each kill. */
function openReading(service: IndependentService, format: string, concurrency: number) {
  const out = join(folder, `loans-${concurrency}.${format}`)
  const checkpoint = `${out}.checkpoint`
  const words = ['loans', 'search', '--all', '-o', format, '--base-url', service.url]
  const bulk = ['--concurrency', String(concurrency), '--retries', '8', '--out', out]
  return {
    out,
    part: `${out}.part`,
    /** Starts a new run, or resumes the killed one if its checkpoint exists. */
    words: () => [...words, ...bulk, existsSync(checkpoint) ? '--resume' : '--checkpoint', checkpoint],
  }
}

/** Returns sorted file sizes at which to kill the run, for a file that grows to `size` bytes. */
function killPoints(size: number, { format, concurrency, kills }: Run): readonly number[] {
  const random = seedRandom(seed)(`kills of ${format}`, concurrency)
  return Array.from({ length: kills }, () => random.below(0.95 * size)).sort((one, other) => one - other)
}

async function runKilledAt(point: number, { words, part }: ReturnType<typeof openReading>): Promise<void> {
  const before = sizeOf(part)
  const { child, ended } = start(words())
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  // The previous run may have passed this point already. Then any progress is enough.
  const reached = () => sizeOf(part) >= point && sizeOf(part) !== before
  await until(`${part} has ${point} bytes`, () => isOver || reached(), {
    every: 1,
    patience: 500_000,
  }).finally(() => child.kill('SIGKILL'))
  const { code, stderr } = await ended
  expect(code, stderr).toBe(137)
}

interface Run {
  readonly format: string
  readonly concurrency: number
  readonly pages: number
  readonly kills: number
}

const [most, usual] = isLong
  ? [
      { pages: 5000, kills: 20 },
      { pages: 1000, kills: 10 },
    ]
  : [
      { pages: 600, kills: 6 },
      { pages: 300, kills: 4 },
    ]

/** Only the first list is as long as that of the real service. A format does not know how many requests are under way. */
const runs: readonly Run[] = [
  { format: 'ndjson', concurrency: 8, ...most },
  { format: 'ndjson', concurrency: 1, ...usual },
  { format: 'json', concurrency: 8, ...usual },
  { format: 'xml', concurrency: 8, ...usual },
  ...(isLong ? ['json', 'xml'] : []).map((format) => ({ format, concurrency: 1, ...usual })),
]

// The runs are concurrent, because most of their time is waiting before retries.
test.concurrent.each(runs)(
  `$format of $pages pages, --concurrency $concurrency, has each loan once, seed ${seed}`,
  { timeout: 600_000 },
  async (one) => {
    const { format, concurrency, pages } = one
    const service = await serveIndependently({ seed, loans: 20 * pages, brief: true, ...troubles })
    try {
      const page = await kiva(['loans', 'search', '-o', format, '--retries', '8', '--base-url', service.url])
      const reading = openReading(service, format, concurrency)
      for (const point of killPoints(page.stdout.length * pages, one)) await runKilledAt(point, reading)
      const { code, stderr } = await kiva(reading.words())
      expect(code, stderr).toBe(0)

      const [atStart, printed] = [await service.start(), await idsIn(format, reading.out)]
      expect(new Set(printed).size, 'different ids').toBe(printed.length)
      expect(printed.filter((id) => id <= Number(atStart[0]))).toEqual(atStart)
      expect(existsSync(reading.part)).toBe(false)

      const faulty = (await service.log()).filter((line) => !line.endsWith(' 200'))
      expect(faulty.length).toBeGreaterThan(0.02 * pages)
    } finally {
      await service.close()
    }
  },
)
