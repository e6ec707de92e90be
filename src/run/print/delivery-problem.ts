/** Problems of a complete run: ids that were not found, and a list that changed. */
import { listedParam, typeOf } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { KivaError } from '../../errors.ts'
import { sentence, summarizeNames } from '../../foreign-text.ts'
import { withThousands } from '../../thousands.ts'
import type { Delivery } from './delivery.ts'
import { describeChange } from './describe-change.ts'

type InvocationParts = Pick<EndpointInvocation, 'endpoint' | 'values' | 'extent' | 'files' | 'filter'>

/** Returns the problem: ids that were not found, or with --strict-paging a list that changed. */
export function problemOf(invocation: InvocationParts, delivery: Delivery): KivaError | undefined {
  const { noun } = typeOf(invocation.endpoint)
  if (delivery.read.missingCount > 0) return notFound(invocation, delivery)
  const change = invocation.extent.strict ? describeChange(noun, invocation, delivery) : undefined
  return change === undefined ? undefined : listChanged(change)
}

function notFound(
  { endpoint, files }: InvocationParts,
  { delivered, read: { missing, missingCount } }: Delivery,
): KivaError {
  if (delivered === 0) return new KivaError('refused', `no ${typeOf(endpoint).noun} found`)
  const found = delivered === 1 ? 'The other one was' : `The other ${withThousands(delivered)} were`
  // `--only` names ids where no argument does, and has no `--missing`.
  const where = listedParam(endpoint) === undefined ? '' : '; --missing FILE saves the missing ids'
  return new KivaError('partial', sentence`not found: ${summarizeNames(missing.map(String), missingCount)}`, {
    hint: `${found} printed${files.missing === undefined ? where : `; the missing ids are in ${files.missing}`}.`,
  })
}

const listChanged = (words: string) =>
  new KivaError('partial', words.replace(/^The/, 'the').replace(/\.$/, ''), {
    hint: 'The records read so far were printed. Run the command again, or leave out --strict-paging.',
  })
