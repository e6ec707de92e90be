/** Problems of a complete run: ids that were not found, and a list that changed. */
import { typeOf } from '../../api/endpoint.ts'
import { firstPage } from '../../api/gaps.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { KivaError } from '../../errors.ts'
import { sentence, someOf } from '../../foreign-text.ts'
import { counted, withThousands } from '../../thousands.ts'
import type { Delivery } from './delivery.ts'

type Asked = Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'files'>

/** Returns the problem: ids that were not found, or with --strict-paging a list that changed. */
export function problemOf(asked: Asked, delivery: Delivery): KivaError | undefined {
  const { noun } = typeOf(asked.endpoint)
  if (delivery.read.missingCount > 0) return notFound(noun, delivery, asked.files.missing)
  const change = asked.extent.strict ? whatChanged(noun, asked, delivery) : undefined
  return change === undefined ? undefined : changed(change)
}

function notFound(
  noun: string,
  { delivered, read: { missing, missingCount } }: Delivery,
  list: string | undefined,
): KivaError {
  if (delivered === 0) return new KivaError('refused', `No ${noun} found`, { hint: 'Check the ids.' })
  const found = delivered === 1 ? 'The other one was' : `The other ${withThousands(delivered)} were`
  return new KivaError('partial', sentence`Not found: ${someOf(missing.map(String), missingCount)}`, {
    hint: `${found} printed; ${list === undefined ? 'check the ids that were not found' : `the ids that were not found are in ${list}`}.`,
  })
}

/** Describes the change of a list during the run, which may repeat or skip records. */
export function whatChanged(
  noun: string,
  { extent, endpoint, values }: Asked,
  delivery: Delivery,
): string | undefined {
  const { page, delivered } = delivery
  const { repeats, hasChanged, hasGap } = delivery.read
  const told = extent.all && extent.limit === undefined && endpoint.paged ? page.paging : undefined
  const before = (Number(values['page'] ?? firstPage) - 1) * (told?.page_size ?? 0)
  const short = told ? told.total - before - delivered : 0
  if (!hasChanged && !hasGap && short <= 0) return undefined
  const came = repeats === 1 ? '1 came twice and was' : `${withThousands(repeats)} came twice and were`
  const details = [
    repeats > 0 ? `${came} left out` : undefined,
    short > 0 ? `${withThousands(short)} of ${counted(told?.total ?? 0, noun)} did not come` : undefined,
    hasGap ? `some ${noun} may be missing` : undefined,
  ].filter((detail) => detail !== undefined)
  return `The list changed while it was read${details.length > 0 ? `: ${details.join('; ')}` : ''}.`
}

const changed = (words: string) =>
  new KivaError('partial', words.replace(/\.$/, ''), {
    hint: 'What came was printed. Read the list again, or leave --strict-paging out.',
  })
