import type { WireFormat } from '../../api/endpoint.ts'
import { notAChoice } from '../../api/values/values.ts'
import { KivaError } from '../../errors.ts'
import { type WayChoice, wayChoices } from '../../output/pictures/image-protocols.ts'
import type { Given } from '../option-spec.ts'

/** Reads `--images`. Throws `KivaError` of kind `usage`. */
export function readImages(given: Given, wire: WireFormat | undefined): WayChoice | undefined {
  const text = given.get('images')?.at(-1)
  if (text === undefined) return undefined
  if (wire) {
    throw new KivaError('usage', '--images does not go with --wire', {
      hint: 'A document of the service is printed as it was sent; pictures stand beside records.',
    })
  }
  const way = wayChoices.find((choice) => choice === text)
  if (!way) throw notAChoice('--images', wayChoices, text)
  return way
}
