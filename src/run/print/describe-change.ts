import { firstPage } from '../../api/gaps.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { counted, withThousands } from '../../thousands.ts'
import type { Delivery } from './delivery.ts'

type InvocationParts = Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'filter'>

/** Describes the change of a list during the run, which may repeat or skip records. */
export function describeChange(
  noun: string,
  { extent, endpoint, values, filter }: InvocationParts,
  delivery: Delivery,
): string | undefined {
  const { page, delivered } = delivery
  const { repeats, hasChanged, hasGap } = delivery.read
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
