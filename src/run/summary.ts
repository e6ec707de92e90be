/** The words after the records, on stderr: what was not shown, what was not found. */
import { knownValues, wrapperKey } from '../api/gaps.ts'
import { nearest } from '../api/nearest.ts'
import { dashed } from '../cli/command-spec.ts'
import type { Context } from '../context.ts'
import { KivaError } from '../errors.ts'
import { listedName, type Tally } from './pages.ts'
import type { Call } from './run-endpoint.ts'

/** Says what the delivered records leave out. Throws `KivaError` when ids that were asked for were not found. */
export async function tellTally(
  call: Call,
  tally: Tally,
  context: Pick<Context, 'say' | 'stdout' | 'stderr'>,
): Promise<void> {
  const noun = wrapperKey[call.endpoint.returns].replaceAll('_', ' ')
  const missing = missingIds(call, tally)
  if (missing.length > 0) throw missed(noun, missing, tally.delivered)
  if (tally.delivered === 0) return context.say(nothing(noun, tally) + meant(call))
  const line = more(noun, tally, call.limit)
  // Where both go to one screen, the words stand off from the records.
  const gap = context.stdout.isTerminal && context.stderr.isTerminal ? '\n' : ''
  if (line !== undefined) await context.say(gap + line)
}

function missingIds(call: Call, tally: Tally): readonly string[] {
  const name = listedName(call.endpoint)
  if (name === undefined || tally.found.has('undefined')) return []
  const asked = (call.values[name] as readonly (string | number)[]).map(String)
  return asked.filter((id) => !tally.found.has(id.toLowerCase()))
}

/** A line should stay one. */
const mostNamed = 10

function missed(noun: string, missing: readonly string[], delivered: number): KivaError {
  if (delivered === 0) return new KivaError('refused', `No ${noun} found`, { hint: 'Check the ids.' })
  const named = missing.slice(0, mostNamed).join(', ')
  const others = missing.length > mostNamed ? ` and ${count(missing.length - mostNamed)} more` : ''
  return new KivaError('partial', `Not found: ${named}${others}`, {
    hint: `The other ${count(delivered)} were printed; check the ids that were not found.`,
  })
}

function nothing(noun: string, { page: { paging } }: Tally): string {
  if (!paging || paging.total === 0) return `No ${noun} found.`
  return `No ${noun} on page ${paging.page}: ${count(paging.total)} on ${count(paging.pages)} pages.`
}

/** Open sets take any text; where nothing was found, a value near a known one may be a slip. */
function meant({ endpoint, values }: Call): string {
  const hints = Object.entries(endpoint.params).flatMap(([name, { known }]) => {
    if (!known) return []
    const given = [values[name] ?? []].flat().map(String)
    return given.flatMap((value) => {
      const near = nearest(value, knownValues[known])
      return near === undefined || near === value ? [] : [` Did you mean --${dashed(name)} "${near}"?`]
    })
  })
  return hints.join('')
}

function more(noun: string, { page, delivered }: Tally, limit: number | undefined): string | undefined {
  const { paging } = page
  if (!paging || delivered >= paging.total) return undefined
  const cut = delivered < page.records.length
  const next = paging.page < paging.pages ? `--page ${paging.page + 1}` : undefined
  const wider = cut && limit !== undefined ? `--limit ${page.records.length}` : undefined
  const ways = [wider, next].filter((way) => way !== undefined)
  // The rest of this page comes before the next one.
  const hint = ways.length > 0 ? ` More: ${ways.join(', then ')}.` : ''
  const where = paging.page > 1 ? ` (page ${paging.page} of ${count(paging.pages)})` : ''
  return `${count(delivered)} of ${count(paging.total)} ${noun}${where}.${hint}`
}

const count = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',')
