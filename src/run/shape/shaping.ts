/** What is made of records between their reading and their printing. */
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { formatOf } from '../../output/formats.ts'
import type { Shaping, ShapingPorts } from './open-shaping.ts'

const none: Shaping = {
  pages: (pages) => pages,
  check: async () => {},
  render: (render) => render,
  view: (view) => view,
}

/** Makes the steps ready that an invocation asks for. Throws `KivaError` of kind `usage`, before anything is sent. */
export async function shapingOf(invocation: EndpointInvocation, context: ShapingPorts): Promise<Shaping> {
  const { jq, fields } = invocation
  const isShaped = jq || fields.paths || formatOf(context.settings.output).needsAll
  return isShaped ? (await import('./open-shaping.ts')).openShaping(invocation, context) : none
}
