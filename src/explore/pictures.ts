/** Which picture a state wants to show, and where there is room for it. Pure. */

import { imageOf } from '../api/records/picture-address.ts'
import type { Json } from '../core/json.ts'
import type { Rect } from './layout.ts'
import type { Drawing, State } from './state/state.ts'

/** Milliseconds without a key before a picture is loaded. */
export const pictureRest = 150

/** Pictures to keep. */
export const mostPictures = 40

/**
 * The rooms of pictures in panes from a size on, all in cells. A room stays the same while the picture is loaded, so that
 * no text moves. The small one takes no more lines than the head of a loan's page and its bar, which fit beside it.
 */
const rooms = [
  { pane: { columns: 30, rows: 28 }, room: { columns: 24, rows: 9 } },
  { pane: { columns: 80, rows: 14 }, room: { columns: 14, rows: 6 } },
]

/** Returns the picture of a record in a pane; `undefined` without one, without room, or if it could not be loaded. */
export function pictureIn(
  { showsPictures, isSlow = false, pictures }: Pick<State, 'showsPictures' | 'isSlow' | 'pictures'>,
  record: Json,
  pane: Rect | undefined,
): Drawing['picture'] {
  const room =
    pane && rooms.find(({ pane: least }) => pane.columns >= least.columns && pane.rows >= least.rows)?.room
  const image = showsPictures && !isSlow && room ? imageOf(record) : undefined
  if (!image || !room) return undefined
  const key = `${image.template}/${image.id} ${room.columns}×${room.rows}`
  const isLoaded = pictures.get(key)
  return isLoaded === false ? undefined : { key, room, isLoaded: isLoaded === true }
}
