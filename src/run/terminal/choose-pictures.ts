import { typeOf } from '../../api/endpoint.ts'
import { mayHavePicture } from '../../api/records/picture-address.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../context.ts'
import { decideWay } from '../../output/pictures/choose-image-protocol.ts'
import { Rack } from '../../output/pictures/picture-buffer.ts'
import { decideColour } from '../../output/terminal/color.ts'
import { decidePlain } from '../../output/terminal/plain.ts'

/** Where pictures are hung, or why there are none, which is no failure: the answer is the same without. */
export interface RackOrReason {
  readonly rack?: Rack
  readonly note?: string
}

/** Where pictures are hung for stdout. */
export function openRack(
  invocation: EndpointInvocation,
  settings: RunSettings,
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
): RackOrReason {
  const { isTerminal } = stdout
  const colour = decideColour(settings.colour, env, isTerminal)
  const { way, by } = decideWay(invocation.images ?? 'auto', env, { isTerminal, colour })
  const unfit = unfitFor(invocation, settings)
  const isPlain = way !== undefined && decidePlain(settings.plain, env, isTerminal)
  const reason = unfit ?? (isPlain ? 'plain output is words alone' : by)
  return way && !unfit && !isPlain ? { rack: new Rack(way) } : { note: `No pictures: ${reason}.` }
}

/** Why there would be none, whatever the terminal. */
function unfitFor(
  { saving, watching, endpoint }: EndpointInvocation,
  { output }: RunSettings,
): string | undefined {
  if (output !== 'table') return `-o ${output} has no place for them`
  if (saving.out !== undefined) return 'a file takes none'
  if (watching) return 'a screen that is watched takes none'
  const { name, fields, noun } = typeOf(endpoint)
  return name && !mayHavePicture(fields) ? `${noun} have none` : undefined
}
