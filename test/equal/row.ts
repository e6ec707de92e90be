/** A row of the table of equivalences: two ways to ask, which must have the same answer, and how a failing case is printed. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Send } from '../../src/core/http.ts'
import { shellWord } from '../../src/core/shell-word.ts'
import { type Ran, type RunOptions, run } from '../harness.ts'
import { type Market, marketOf } from './market.ts'
import { recordsText, smallerMarket } from './smaller-market.ts'

/** What two ways gave. */
export interface Compared {
  readonly one: unknown
  readonly other: unknown
  /** The number of records, or facts, that were compared. */
  readonly found: number
}

/** A row of cases of any kind. */
export interface Row {
  readonly name: string
  /** Runs per seed. */
  readonly runs: number
  /** Compares as many random cases. Throws an error that says how to run the smallest failing one again. */
  check(seed: number, runs: number, path?: string): Promise<Checked>
}

export interface Checked {
  readonly runs: number
  /** Cases that compared at least one record. */
  readonly telling: number
}

/** A case of a row. */
export interface Case {
  readonly market: number
}

interface RowOf<C extends Case> {
  readonly name: string
  readonly runs: number
  readonly cases: fc.Arbitrary<C>
  /** The command lines of a case. */
  lines(one: C): readonly (readonly string[])[]
  compare(one: C, market: Market): Promise<Compared>
}

/** So many smaller cases are tried once one has failed: each costs two runs. */
const mostSmaller = 60

/** Characters of a market that are printed. */
const mostPrinted = 2000

/** Each seed has so many markets, since one costs as much as a run. */
const marketsPerSeed = 30

/** The market of a case, among those of its seed. */
export const markets = fc.noShrink(fc.nat(marketsPerSeed - 1))

/** Makes a row. */
export function row<C extends Case>({ name, runs, cases, lines, compare }: RowOf<C>): Row {
  /** Returns what to print of a failing case, in the smallest market in which the ways still differ. */
  const partsOf = async (one: C, whole: Market): Promise<readonly string[]> => {
    const outcomeOf = (market: Market) =>
      compare(one, market).then((result) => isDeepStrictEqual(result.one, result.other), String)
    const outcome = await outcomeOf(whole)
    const market = await smallerMarket(whole, async (smaller) => (await outcomeOf(smaller)) === outcome)
    const text = recordsText(market)
    return [
      ...lines(one).map((words) => `  kiva ${words.map(shellWord).join(' ')}`),
      `  ${JSON.stringify(one)}`,
      `  ${text.length > mostPrinted ? `${text.slice(0, mostPrinted)}…` : text}`,
      await compare(one, market).then(difference, String),
    ]
  }
  return {
    name,
    runs,
    check: async (seed, numRuns, path) => {
      let [count, telling, smaller] = [0, 0, 0]
      let isFailing = false
      const seedOf = ({ market }: Case) => marketsPerSeed * seed + market
      const property = fc.asyncProperty(cases, async (one) => {
        if (isFailing && ++smaller > mostSmaller) return
        const wasFailing = isFailing
        isFailing = true
        const result = await compare(one, marketOf(seedOf(one)))
        count += 1
        if (result.found > 0) telling += 1
        if (!isDeepStrictEqual(result.one, result.other)) throw new Error(difference(result))
        isFailing = wasFailing
      })
      const details = await fc.check(property, { seed, numRuns, ...(path !== undefined && { path }) })
      if (!details.failed) return { runs: count, telling }
      const [found] = details.counterexample ?? []
      const again = `npm run equal -- ${shellWord(name)} ${seed} ${details.counterexamplePath ?? ''}`
      const parts = found ? await partsOf(found, marketOf(seedOf(found))) : [String(details.errorInstance)]
      throw new Error(
        [
          `${name}: seed ${seed}, market ${found && seedOf(found)}, after ${details.numShrinks} smaller cases`,
          ...parts,
          `Again: ${again}`,
        ].join('\n'),
      )
    },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) ?? 'undefined'

/** Returns both texts from a little before where they part. */
function difference({ one, other }: Compared): string {
  const [left, right] = [textOf(one), textOf(other)]
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  const part = (text: string) => `${at > 200 ? '…' : ''}${text.slice(Math.max(0, at - 200), at + 600)}`
  return `one way:   ${part(left)}\nthe other: ${part(right)}`
}

/** Counts the requests of all runs. */
export const counted = { requests: 0 }

/** Runs `kiva` on a service. */
export async function kiva(
  words: readonly string[],
  send: Send,
  options: Omit<RunOptions, 'send'> = {},
): Promise<Ran> {
  counted.requests += 1
  return run(words, { send, ...options })
}

/** Returns the records of `-o ndjson`. */
export const recordsIn = (stdout: string): readonly Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Returns the ids of `-o ids`. */
export const idsIn = (stdout: string): readonly string[] => stdout.split('\n').filter((line) => line !== '')
