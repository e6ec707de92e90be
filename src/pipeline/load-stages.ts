/** Loads the stages of an invocation, and their effect on the output. */
import type { EndpointInvocation } from '../cli/invocation.ts'
import type { Format } from '../output/format.ts'
import type { ReadPorts } from '../read/reading.ts'
import type { StagePorts, Stages } from './open-stages.ts'

/** Throws `KivaError` of kind `usage`, before anything is sent. */
export async function loadStages(
  invocation: EndpointInvocation,
  format: Format,
  ports: StagePorts,
  readPorts: ReadPorts,
): Promise<Stages> {
  const { jq, fields, derive, filter, mark } = invocation
  if (!jq && !fields.paths && !derive && !filter && !mark && !format.needsAll)
    return { open: async () => [], renderer: (render) => render }
  return (await import('./open-stages.ts')).openStages(invocation, format, ports, readPorts)
}
