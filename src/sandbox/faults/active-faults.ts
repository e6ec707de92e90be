/**
 * Chooses the faults of each request from the fault, the seed and the number of the request. The same input
 * gives the same choice.
 */
import type { Fault, FaultName } from '../../commands/actions/fault-names.ts'
import type { RandomFor } from '../marketplace/random.ts'

/** The faults of one request. */
export interface ActiveFaults {
  readonly names: readonly FaultName[]
  has(fault: FaultName): boolean
  /**
   * Returns how often a fault has been applied so far, including this request, or `undefined` if the fault is
   * not configured.
   */
  times(fault: FaultName): number | undefined
  /** Random numbers for the details of a fault. */
  readonly randomFor: RandomFor
}

/**
 * Without a probability, these faults are intermittent, so that a retry can succeed. The others apply to
 * every request.
 */
const intermittent: ReadonlySet<FaultName> = new Set([
  'server-error',
  'cut',
  'reset',
  'reset-body',
  'stale-pages',
])

/**
 * Returns a function that gives the faults of the next request. Call it once per request, in the order in
 * which requests arrive.
 */
export function planFaults(faults: readonly Fault[], randomFor: RandomFor): () => ActiveFaults {
  const probabilities = new Map(faults.map((fault) => [nameOf(fault), probabilityOf(fault)]))
  const times = new Map([...probabilities.keys()].map((name) => [name, 0]))
  let requests = 0
  return () => {
    const count = ++requests
    const names = [...probabilities.entries()]
      .filter(([name, probability]) => isActive(name, probability, count, randomFor))
      .map(([name]) => name)
    for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
    return { names, has: (name) => names.includes(name), times: (name) => times.get(name), randomFor }
  }
}

export const nameOf = (fault: Fault) => (typeof fault === 'string' ? fault : fault.name)
const probabilityOf = (fault: Fault) => (typeof fault === 'string' ? undefined : fault.probability)

/**
 * Requests are counted from 1. An intermittent fault applies to the first request, so that a single call
 * shows it, and then to one in three.
 */
function isActive(
  name: FaultName,
  probability: number | undefined,
  count: number,
  randomFor: RandomFor,
): boolean {
  if (probability === undefined && (count === 1 || !intermittent.has(name))) return true
  return randomFor(name, count).chance(probability ?? 1 / 3)
}
