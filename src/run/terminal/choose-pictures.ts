import { typeOf } from '../../api/endpoint.ts'
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { mayHavePicture } from '../../api/records/picture-address.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../core/context.ts'
import { chooseImageProtocol } from '../../output/pictures/choose-image-protocol.ts'
import { PictureBuffer } from '../../output/pictures/picture-buffer.ts'
import { decideColor, decidePlain } from '../../output/terminal/color.ts'

/**
 * The buffer for pictures, or a note on why there are none.
 * Missing pictures are not a failure: the records stay the same.
 */
export interface PicturesOrReason {
  readonly pictureBuffer?: PictureBuffer
  readonly note?: string
}

/** Returns the picture buffer for stdout, or the reason for none. */
export function choosePictures(
  invocation: EndpointInvocation,
  settings: RunSettings,
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
): PicturesOrReason {
  const { isTerminal } = stdout
  const color = decideColor(settings.color, env, isTerminal)
  const { protocol, reason: why } = chooseImageProtocol(invocation.images ?? 'auto', env, {
    isTerminal,
    color,
  })
  const unfit = reasonAgainst(invocation, settings)
  const isPlain = protocol !== undefined && decidePlain(settings.plain, env, isTerminal)
  const reason = unfit ?? (isPlain ? 'plain output is text only' : why)
  return protocol && !unfit && !isPlain
    ? { pictureBuffer: new PictureBuffer(protocol) }
    : { note: `No pictures: ${reason}.` }
}

/** Returns a reason against pictures that holds on every terminal. */
function reasonAgainst(
  { files, watch, endpoint }: EndpointInvocation,
  { output }: RunSettings,
): string | undefined {
  if (output !== 'table') return `-o ${output} cannot show them`
  if (files.out !== undefined) return '--out cannot save them'
  if (watch) return '--watch cannot show them'
  const type = typeOf(endpoint)
  return type.name && !mayHavePicture(fieldsOf(type)) ? `${type.noun} have none` : undefined
}
