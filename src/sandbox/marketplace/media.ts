/** Writes pictures, videos and locations, which all record types share. */
import { anonymousLender } from '../../api/gaps.ts'
import type { JsonObject } from '../../core/json.ts'

/** The placeholder picture of the live service. */
export const placeholder: JsonObject = anonymousLender.image

const firstImageId = {
  loan: 3100001,
  lender: 1200001,
  team: 900001,
  partner: 800001,
  entry: 5200001,
} as const

/**
 * Returns the picture of an item. Picture ids of different kinds are distinct for up to about 500 000 items.
 */
export function makeImage(kind: keyof typeof firstImageId, index: number): JsonObject {
  return { id: firstImageId[kind] + index, template_id: 1 }
}

/**
 * Returns a video. Its YouTube id has the usual eleven characters and starts with "sandbox" to show that the
 * video is made up.
 */
export function makeVideo(index: number): JsonObject {
  return { id: 4001 + index, youtube_id: `sandbox${String(index % 10000).padStart(4, '0')}` }
}

/** Returns a point on the map. */
export function makePoint(level: 'town' | 'country', latitude: number, longitude: number): JsonObject {
  return { level, pairs: `${latitude} ${longitude}`, type: 'point' }
}
