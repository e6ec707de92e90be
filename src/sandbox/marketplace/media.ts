/** Pictures, videos and places, as every record type writes them. */
import { anonymousLender } from '../../api/gaps.ts'
import type { JsonObject } from '../../ports/json.ts'

/** The live service's picture for nobody in particular. */
export const placeholder: JsonObject = anonymousLender.image

const firstImageId = {
  loan: 3100001,
  lender: 1200001,
  team: 900001,
  partner: 800001,
  entry: 5200001,
} as const

/** The picture of the thing of an index; ids of different kinds stay apart up to some 500 000 things. */
export function makeImage(kind: keyof typeof firstImageId, index: number): JsonObject {
  return { id: firstImageId[kind] + index, template_id: 1 }
}

/** A video whose YouTube id is eleven characters, and nobody's: it says so. */
export function makeVideo(index: number): JsonObject {
  return { id: 4001 + index, youtube_id: `sandbox${String(index % 10000).padStart(4, '0')}` }
}

/** A point on the map. */
export function makePoint(level: 'town' | 'country', latitude: number, longitude: number): JsonObject {
  return { level, pairs: `${latitude} ${longitude}`, type: 'point' }
}
