/** Opens the records of a place as its command line prints them. */
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Context } from '../../context.ts'
import { formats } from '../../output/formats.ts'
import { loadStages } from '../../pipeline/load-stages.ts'
import type { OpenMark } from '../../pipeline/open-mark.ts'
import { openReading } from '../../read/open-reading.ts'
import type { ReadingRequest, ReadPorts } from '../../read/reading.ts'
import { type ItemPage, runStages } from '../../stages/stage.ts'

/**
 * Opens pages of records that went through the stages of the command line: derived fields and filters. `mark` notes what
 * is read. Throws `KivaError` of kind `usage`, before anything is sent.
 */
export async function openPages(
  invocation: EndpointInvocation,
  request: ReadingRequest,
  context: Context,
  ports: ReadPorts,
  mark?: OpenMark,
): Promise<AsyncIterable<ItemPage>> {
  const settings = { ...context.settings, output: 'ndjson' as const }
  const stages = await loadStages(invocation, formats.ndjson, { ...context, settings }, ports)
  const all = [...(await stages.open()), ...(mark ? [mark.mark.stage] : [])]
  return runStages(await openReading(request, ports), all)
}
