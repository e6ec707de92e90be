/** Problems of a complete run: ids that were not found, and a list that changed. */
import { idsParam, typeOf } from '../../api/endpoint.ts'
import { firstPage } from '../../api/gaps.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { KivaError, ReaderGone } from '../../core/errors.ts'
import { foreign, sentence, summarizeNames } from '../../core/foreign-text.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { Delivery } from './delivery.ts'

/** Returns the problem: ids that were not found, or with --strict-paging a list that changed. */
export function problemOf(
  invocation: Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'files' | 'filter'>,
  delivery: Delivery,
): KivaError | undefined {
  const { noun } = typeOf(invocation.endpoint)
  if (delivery.readUpTo.missingCount > 0) return notFound(invocation, delivery)
  const change = invocation.extent.strict ? describeChange(noun, invocation, delivery) : undefined
  return change === undefined ? undefined : listChanged(change)
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

const listChanged = (words: string) =>
  new KivaError('partial', words.replace(/^The/, 'the').replace(/\.$/, ''), {
    hint: 'The records read so far were printed. Run the command again, or leave out --strict-paging.',
  })

/** Describes the change of a list during the run, which may repeat or skip records. */
export function describeChange(
  noun: string,
  { extent, endpoint, values, filter }: Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'filter'>,
  delivery: Delivery,
): string | undefined {
  const { page, delivered } = delivery
  const { repeats, hasChanged, hasGap } = delivery.readUpTo
  // `--only` and `--limit` stop before the end of the list.
  const isWhole = extent.all && extent.limit === undefined && endpoint.paged && !filter?.only.length
  const paging = isWhole ? page.paging : undefined
  const before = (Number(values['page'] ?? firstPage) - 1) * (paging?.page_size ?? 0)
  const missing = paging ? paging.total - before - delivered : 0
  if (!hasChanged && !hasGap && missing <= 0) return undefined
  const details = [
    repeats > 0 ? `${counted(repeats, 'duplicates')} skipped` : undefined,
    missing > 0 ? `${withThousands(missing)} of ${counted(paging?.total ?? 0, noun)} missing` : undefined,
    hasGap ? `some ${noun} may be missing` : undefined,
  ].filter((detail) => detail !== undefined)
  return `The list changed while it was read${details.length > 0 ? `: ${details.join('; ')}` : ''}.`
}

/**
 * Converts a failure after the first record to one of kind `partial`.
 * Signals and a closed reader are returned unchanged.
 */
export function asPartial(cause: unknown, delivered: number): unknown {
  if (cause instanceof ReaderGone || delivered === 0) return cause
  const known = cause instanceof KivaError ? cause : undefined
  if (known?.kind === 'interrupted' || known?.kind === 'terminated') return cause
  const records = counted(delivered, 'records')
  if (known) return known.copyWith('partial', sentence`stopped after ${records}: ${known.sentence}`)
  const words = foreign(cause instanceof Error ? cause.message : String(cause))
  return new KivaError('partial', sentence`stopped after ${records}: ${words}`, { cause })
}
