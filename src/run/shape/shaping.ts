/** What is made of records between their reading and their printing. */
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Context, World } from '../../context.ts'
import type { Shaping } from './open-shaping.ts'

const none: Shaping = {
  pages: (pages) => pages,
  check: async () => {},
  render: (render) => render,
  view: (view) => view,
}

/** Makes the steps ready that an invocation asks for. Throws `KivaError` of kind `usage`, before anything is sent. */
export async function shapingOf(
  invocation: EndpointInvocation,
  context: Pick<World, 'jq'> & Pick<Context, 'say'>,
): Promise<Shaping> {
  const { expression, fields } = invocation.shaping
  return expression || fields ? (await import('./open-shaping.ts')).openShaping(invocation, context) : none
}
