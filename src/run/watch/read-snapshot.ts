/** Reads one round of a watch: all records of an invocation, as a normal run would print them. */
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { KivaError } from '../../errors.ts'
import type { Stages } from '../../pipeline/open-stages.ts'
import { readingRequest, readPorts } from '../../pipeline/reading-request.ts'
import type { Json } from '../../ports/json.ts'
import { openReading } from '../../read/open-reading.ts'
import { runStages } from '../../stages/stage.ts'
import type { RunContext } from '../make-context.ts'
import { Delivery } from '../print/delivery.ts'
import { problemOf } from '../print/delivery-problem.ts'

/** The outputs of a round, and a problem of a complete round, such as ids that were not found. */
export interface Round {
  readonly records: readonly Json[]
  readonly problem?: KivaError
}

/** Reads one round with a full retry budget. Throws `KivaError` if the records are incomplete. */
export async function readSnapshot(
  invocation: EndpointInvocation,
  stages: Pick<Stages, 'open'>,
  context: RunContext,
): Promise<Round> {
  context.transport.refill()
  const request = await readingRequest(invocation, context, context.signal)
  const reading = await openReading(request, readPorts(context, context.signal))
  let delivery: Delivery | undefined
  const records: Json[] = []
  const { language } = invocation.detail
  for await (const { page, items } of runStages(reading, await stages.open())) {
    if (!delivery && language !== undefined)
      (await import('../print/check-language.ts')).checkLanguage(page.records, language)
    delivery ??= new Delivery(page)
    delivery.beginPage(page)
    delivery.endPage()
    delivery.acknowledge(delivery.taken)
    await context.emit({ kind: 'written', records: delivery.delivered, chunk: '' })
    records.push(...items.flatMap(({ outputs }) => outputs))
  }
  const problem = delivery && problemOf(invocation, delivery)
  if (problem && problem.kind !== 'partial') throw problem
  return problem ? { records, problem } : { records }
}
