/** Which faults strike a request: by the fault, the seed and the number of the request, the same each time. */
import type { Fault, FaultName } from '../../commands/actions/fault-names.ts'
import type { RandomFor } from '../marketplace/random.ts'

/** The faults of one request. */
export interface Strikes {
  readonly names: readonly FaultName[]
  has(fault: FaultName): boolean
  /** How often a fault that was asked for has struck so far, this request included. */
  times(fault: FaultName): number | undefined
  /** Chance for what a fault does. */
  readonly randomFor: RandomFor
}

/** These come and go where no share is given, so that trying again helps; the others strike every request. */
const fleeting: ReadonlySet<FaultName> = new Set([
  'server-error',
  'cut',
  'reset',
  'reset-body',
  'stale-pages',
])

/** What to call once for each request, in the order in which they come. */
export function planStrikes(faults: readonly Fault[], randomFor: RandomFor): () => Strikes {
  const shares = new Map(faults.map((fault) => [nameOf(fault), shareOf(fault)]))
  const times = new Map([...shares.keys()].map((name) => [name, 0]))
  let requests = 0
  return () => {
    const count = ++requests
    const names = [...shares.entries()]
      .filter(([name, share]) => isStruck(name, share, count, randomFor))
      .map(([name]) => name)
    for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
    return { names, has: (name) => names.includes(name), times: (name) => times.get(name), randomFor }
  }
}

export const nameOf = (fault: Fault) => (typeof fault === 'string' ? fault : fault.name)
const shareOf = (fault: Fault) => (typeof fault === 'string' ? undefined : fault.probability)

/** Requests are counted from 1. What comes and goes strikes the first, so that one call shows it, then one in three. */
function isStruck(name: FaultName, share: number | undefined, count: number, randomFor: RandomFor): boolean {
  if (share === undefined && (count === 1 || !fleeting.has(name))) return true
  return randomFor(name, count).chance(share ?? 1 / 3)
}
