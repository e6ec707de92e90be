/**
 * Derived fields and portfolios, compared with a program in Python that computes them from the service's own
 * documents, and with what becomes of the loans later.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'
import { folderForEach } from '../support/folder.ts'
import { type Env, kiva, start } from '../support/process.ts'
import { isLong } from './how-long.ts'

const folder = folderForEach()
const oracle = fileURLToPath(new URL('derived-oracle', import.meta.url))
const robin = 'robin1001'

/** Runs a command, and returns the files with its output and its trace. */
async function traced(name: string, words: readonly string[], env: Env): Promise<[string, string]> {
  const [output, trace] = [join(folder, `${name}.json`), join(folder, `${name}.har`)]
  const { code, stdout, stderr } = await kiva([...words, '--trace', trace, '-q'], env)
  expect([code, stderr], words.join(' ')).toEqual([0, ''])
  writeFileSync(output, stdout)
  return [output, trace]
}

/** Returns a lender for each number of loans, the nearest one that there is. */
async function lendersWith(wanted: readonly number[], env: Env): Promise<readonly string[]> {
  const listed = await kiva(['lenders', 'search', '--all', '--fields', 'lender_id', '-o', 'json'], env)
  const ids: readonly { lender_id: string }[] = JSON.parse(listed.stdout)
  const shown = await kiva(
    ['lenders', 'show', '-', '--fields', 'lender_id,loan_count', '-o', 'ndjson'],
    env,
    ids.map(({ lender_id }) => lender_id).join('\n'),
  )
  const lenders = shown.stdout
    .split('\n')
    .slice(0, -1)
    .map((line): { lender_id: string; loan_count: number } => JSON.parse(line))
  return wanted.map((count) => {
    const away = ({ loan_count }: { loan_count: number }) => Math.abs(loan_count - count)
    return lenders.toSorted((one, other) => away(one) - away(other))[0]?.lender_id ?? ''
  })
}

/** Returns how many loans are in a portfolio, counted or apart. */
function sizeOf(path: string): number {
  const { loans, apart } = JSON.parse(readFileSync(path, 'utf8'))
  return loans + apart.expired + apart.refunded
}

describe.each(isLong ? [1, 2, 3] : [1])('seed %i', (seed) => {
  test('all derived fields, and portfolios of all sizes, are those of the oracle', async () => {
    const sandbox = start(['sandbox', '--http', '--seed', String(seed)])
    try {
      const env = { KIVA_BASE_URL: JSON.parse(await sandbox.said(/\n/)).base_url }
      const groups = 'funding,repayment,people,partner,mine'
      const loans = await traced(
        'loans',
        ['loans', 'search', '--with', groups, '--lender', robin, '--all', '-o', 'ndjson'],
        env,
      )
      const teams = await traced('teams', ['teams', 'search', '--with', 'team', '--all', '-o', 'ndjson'], env)
      const lenders = await lendersWith([0, 1, 200, 1100], env)
      const by = 'sector,country,partner,status,year,gender'
      const portfolios = []
      for (const [at, lender] of lenders.entries()) {
        const share = [25, 50, 25, 1][at]
        const shares = ['--share', String(share)]
        portfolios.push({
          show: await traced(`show-${at}`, ['portfolio', 'show', lender, '--by', by, ...shares], env),
          calendar: await traced(`calendar-${at}`, ['portfolio', 'calendar', lender, ...shares], env),
          share,
        })
      }
      const sizes = portfolios.map(({ show: [output] }) => sizeOf(output))
      expect(sizes.slice(0, 2)).toEqual([0, 1])
      expect(sizes[2]).toBeGreaterThan(100)
      expect(sizes[3]).toBeGreaterThan(1000)

      const job = { loans, teams, lender: robin, portfolios }
      const { stdout, stderr } = spawnSync('python3', ['-B', oracle], {
        input: JSON.stringify(job),
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      })
      expect(stderr).toBe('')
      const found = JSON.parse(stdout)
      expect(found.problems).toEqual([])
      expect(found.records).toMatchObject({ loans: 2000, portfolios: 8 })
      expect(found.records.teams).toBeGreaterThan(20)
      expect(found.values).toBeGreaterThan(60_000)
      expect(found.nulls).toBeGreaterThan(1000)
    } finally {
      sandbox.child.kill('SIGTERM')
      await sandbox.ended
    }
  })
})

/** What is known of a loan near the middle of its fundraising. */
interface HalfTime {
  /** Milliseconds between the middle and the day on which it was seen. */
  readonly away: number
  readonly outlook: string
}

const day = 86_400_000

/**
 * The sentence in `kiva help derived` says what these numbers say. The sandbox's clock and data are fixed here, so
 * they change only with its market.
 */
test('of the loans that are short at half time, one in four expires', async () => {
  const [step, days, noon] = [2, 60, Date.UTC(2026, 10, 20, 12)]
  const seen = new Map<number, HalfTime>()
  const fields = 'id,posted_date,planned_expiration_date,derived.funding.outlook'
  for (let ahead = 0; ahead < days; ahead += step) {
    const words = ['--sandbox', '--day', String(ahead), 'loans', 'search', '--status', 'fundraising', '--all']
    const { stdout } = await run([...words, '--fields', fields, '-q'], { now: noon })
    for (const { id, posted_date, planned_expiration_date, derived } of JSON.parse(stdout)) {
      const middle = (Date.parse(posted_date) + Date.parse(planned_expiration_date)) / 2
      const away = Math.abs(noon + ahead * day - middle)
      if (away < (seen.get(id)?.away ?? step * day)) seen.set(id, { away, outlook: derived.funding.outlook })
    }
  }
  const atHalfTime = [...seen].filter(([, { away }]) => away <= (step * day) / 2)
  const ids = atHalfTime.map(([id]) => id).join(',')
  const { stdout } = await run(
    [
      '--sandbox',
      '--day',
      String(days + 120),
      'loans',
      'show',
      ids,
      '--fields',
      'id,status',
      '-o',
      'json',
      '-q',
    ],
    { now: noon },
  )
  const ends: readonly { id: number; status: string }[] = JSON.parse(stdout)
  const expired = new Set(ends.filter(({ status }) => status === 'expired').map(({ id }) => id))
  const countOf = (outlook: string) => {
    const all = atHalfTime.filter(([, found]) => found.outlook === outlook)
    return { all: all.length, expired: all.filter(([id]) => expired.has(id)).length }
  }
  expect(countOf('short')).toEqual({ all: 223, expired: 59 })
  expect(countOf('on_track')).toEqual({ all: 125, expired: 0 })
})
