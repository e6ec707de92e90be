/** Which picture a state wants to show, and where there is room for it. Pure. */
import { imageOf } from '../../api/records/picture-address.ts'
import type { Json } from '../../ports/json.ts'
import type { Rect } from '../layout.ts'
import type { Drawing } from '../state/effect.ts'
import type { State } from '../state/state.ts'

/** Milliseconds without a key before a picture is loaded. */
export const pictureRest = 150

/** Pictures to keep. */
export const mostPictures = 40

/** The room of a picture on a page, in cells. It stays the same while the picture is loaded: no text moves. */
export const pictureRoom = { columns: 24, rows: 9 }

/** From this size on a pane has room for a picture: beside its text, or above it. */
const beside = { columns: 72, rows: 14 }
const above = { columns: 30, rows: 28 }

/** Returns the picture of a record in a pane; `undefined` without one, without room, or if it could not be loaded. */
export function pictureIn(
  { showsPictures, pictures }: Pick<State, 'showsPictures' | 'pictures'>,
  record: Json,
  pane: Rect | undefined,
): Drawing['picture'] {
  const hasRoom =
    pane && [beside, above].some(({ columns, rows }) => pane.columns >= columns && pane.rows >= rows)
  const image = showsPictures && hasRoom ? imageOf(record) : undefined
  if (!image) return undefined
  const key = `${image.template}/${image.id}`
  const isLoaded = pictures.get(key)
  return isLoaded === false ? undefined : { key, isLoaded: isLoaded === true }
}
