import { mayHavePicture } from '../../api/picture-address.ts'
import { recordTypeOf } from '../../api/record-types.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings.ts'
import type { World } from '../../context.ts'
import { formats } from '../../output/formats.ts'
import { Rack } from '../../output/pictures/rack.ts'
import { decideWay } from '../../output/pictures/way.ts'
import { decideColour } from '../../output/terminal/colour.ts'

/** Where pictures are hung for stdout; or why there are none, which is no failure: the answer is the same without. */
export function openRack(
  { images = 'auto', saving, endpoint }: EndpointInvocation,
  settings: RunSettings,
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
): { readonly rack?: Rack; readonly note?: string } {
  const isFile = saving.out !== undefined
  const isTerminal = stdout.isTerminal && !isFile
  const colour = decideColour(settings.colour, env, isTerminal)
  const isRead = formats[settings.output].destination === 'people'
  const { way, by } = decideWay(images, env, { isTerminal, colour })
  const { fields, key } = recordTypeOf(endpoint.returns)
  const obstacle = !isRead
    ? `-o ${settings.output} has no place for them`
    : isFile
      ? 'a file takes none'
      : endpoint.returns && !mayHavePicture(fields)
        ? `${key.replaceAll('_', ' ')} have none`
        : by
  return way && obstacle === by ? { rack: new Rack(way) } : { note: `No pictures: ${obstacle}.` }
}
