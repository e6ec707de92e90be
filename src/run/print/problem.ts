/** Says what is wrong with records that were printed: what the list did meanwhile, and what is missing. */
import { idsParam, typeOf } from '../../api/endpoint.ts'
import { firstPage } from '../../api/gaps.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { KivaError } from '../../core/errors.ts'
import { sentence, summarizeNames } from '../../core/foreign-text.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { Ending } from '../../records/ending.ts'
import type { Delivery } from './delivery.ts'

type Invocation = Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'files'>

/** Returns the problem: ids that were not found, requests that were not enough, or with --strict-paging a list that changed. */
export function problemOf(invocation: Invocation, delivery: Delivery, ending: Ending): KivaError | undefined {
  if (delivery.readUpTo.missingCount > 0) return notFound(invocation, delivery)
  const change = changeWords(invocation, delivery, ending)
  if (ending === 'requests') return stoppedAfter(invocation, delivery, change)
  if (change === undefined || !invocation.extent.strict) return undefined
  return new KivaError('partial', change, {
    hint: 'The records read so far were printed. Run the command again, or leave out --strict-paging.',
  })
}

function notFound(
  { endpoint, files }: Pick<EndpointInvocation, 'endpoint' | 'files'>,
  { delivered, readUpTo: { missing, missingCount } }: Delivery,
): KivaError {
  if (delivered === 0) return new KivaError('refused', `no ${typeOf(endpoint).noun} found`)
  const found = delivered === 1 ? 'The other one was' : `The other ${withThousands(delivered)} were`
  // `--only` names ids where no argument does, and has no `--missing`.
  const where = idsParam(endpoint) === undefined ? '' : '; --missing FILE saves the missing ids'
  return new KivaError('partial', sentence`not found: ${summarizeNames(missing.map(String), missingCount)}`, {
    hint: `${found} printed${files.missing === undefined ? where : `; the missing ids are in ${files.missing}`}.`,
  })
}

/** Returns the problem of a reading that `--requests` ended. */
export function stoppedAfter(
  { endpoint, values }: Pick<EndpointInvocation, 'endpoint' | 'values'>,
  { delivered, page: { paging } }: Delivery,
  change?: string,
): KivaError {
  const { noun } = typeOf(endpoint)
  const read = paging
    ? `${withThousands(delivered)} of ${counted(paging.total, noun)}`
    : counted(delivered, noun)
  const first = firstPageOf(values) === firstPage ? 'the first ' : ''
  const also = change === undefined ? '' : `; ${change}`
  return new KivaError('partial', `read ${first}${read}${also}`, {
    hint: 'Use a higher --requests, or --all.',
  })
}

/** Describes the change of a list during the run, which may repeat or skip records. */
export function changeWords(
  { endpoint, values }: Pick<EndpointInvocation, 'endpoint' | 'values'>,
  { page: { paging }, delivered, readUpTo: { repeats, hasChanged, hasGap } }: Delivery,
  ending: Ending,
): string | undefined {
  const { noun } = typeOf(endpoint)
  const before = (firstPageOf(values) - firstPage) * (paging?.page_size ?? 0)
  // A reading that ended earlier has left the other records out.
  const missing = ending === 'all' && endpoint.paged && paging ? paging.total - before - delivered : 0
  if (!hasChanged && !hasGap && missing <= 0) return undefined
  const details = [
    repeats > 0 ? `${counted(repeats, 'duplicates')} skipped` : undefined,
    missing > 0 ? `${withThousands(missing)} of ${counted(paging?.total ?? 0, noun)} missing` : undefined,
    hasGap ? `some ${noun} may be missing` : undefined,
  ].filter((detail) => detail !== undefined)
  return `the list changed while it was read${details.length > 0 ? `: ${details.join('; ')}` : ''}`
}

/** Returns the number of the first page that a run reads. */
export const firstPageOf = (values: EndpointInvocation['values']) => Number(values['page'] ?? firstPage)
