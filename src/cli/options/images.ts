import type { WireFormat } from '../../api/endpoint.ts'
import { notAChoice } from '../../api/values/values.ts'
import { KivaError } from '../../errors.ts'
import { type ImageProtocolChoice, imageProtocolChoices } from '../../output/pictures/image-protocols.ts'
import type { Given } from '../option-spec.ts'

/** Reads `--images`. Throws `KivaError` of kind `usage`. */
export function readImages(given: Given, wire: WireFormat | undefined): ImageProtocolChoice | undefined {
  const text = given.get('images')?.at(-1)
  if (text === undefined) return undefined
  if (wire) {
    throw new KivaError('usage', '--images does not go with --wire', {
      hint: 'A document of the service is printed as it was sent; pictures stand beside records.',
    })
  }
  const way = imageProtocolChoices.find((choice) => choice === text)
  if (!way) throw notAChoice('--images', imageProtocolChoices, text)
  return way
}
