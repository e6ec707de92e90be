/** Makes the market of a failing case smaller: fewer records, then records with fewer fields. */
import type { Market } from './market.ts'

const kinds = ['loans', 'lenders', 'teams', 'partners', 'entries', 'comments'] as const

/** So many smaller markets are tried: each costs as much as a case. */
const most = 200

/** Returns the smallest market found for which `fails` is true. The same market gives the same result. */
export async function smallerMarket(
  market: Market,
  fails: (market: Market) => Promise<boolean>,
): Promise<Market> {
  let best = market
  let left = most
  const isBetter = async (next: Market): Promise<boolean> => {
    if (left-- <= 0 || !(await fails(next))) return false
    best = next
    return true
  }
  for (const kind of kinds)
    for (let size = best[kind].length; size >= 1; size = Math.floor(size / 2))
      for (let from = 0; from < best[kind].length; ) {
        const list = best[kind]
        if (!(await isBetter({ ...best, [kind]: [...list.slice(0, from), ...list.slice(from + size)] })))
          from += size
      }
  for (const kind of kinds)
    for (const [place, record] of best[kind].entries())
      for (const name of Object.keys(record).filter((key) => !/^(?:lender_)?id$/.test(key))) {
        const simpler = best[kind].map((one, at) => {
          const { [name]: _, ...rest } = one
          return at === place ? rest : one
        })
        await isBetter({ ...best, [kind]: simpler })
      }
  return best
}

/** Returns the records of a market, without kinds that have none. */
export const recordsText = (market: Market): string =>
  JSON.stringify(
    Object.fromEntries(kinds.flatMap((kind) => (market[kind].length > 0 ? [[kind, market[kind]]] : []))),
  )
