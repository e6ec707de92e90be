/** Web addresses of pictures and videos. */

import type { Cells } from '../pictures/encode-picture.ts'
import { widest } from '../terminal/width.ts'
import type { RemainingFields } from './generic.ts'
import { type Block, type DetailContext, dotted, type Fact, joined } from './layout.ts'

/**
 * Returns the address of a picture at full size, following the pattern from `kiva templates images`; ''
 * without a website.
 */
export function pictureAddress(id: string, site: string | undefined): string {
  return site !== undefined && /^\d+$/.test(id) ? `${site}/img/fullsize/${id}.jpg` : ''
}

/** Returns facts for the picture and the video of a record. Those without an address show their ids. */
export function mediaFacts(
  remaining: RemainingFields,
  { site }: Pick<DetailContext, 'site'>,
): readonly Fact[] {
  const [image, template] = [remaining.line('image.id'), remaining.line('image.template_id')]
  const [video, youtube] = [remaining.line('video.id'), remaining.line('video.youtube_id')]
  // The patterns of other templates are known only to the API.
  const picture = template === '' || template === '1' ? pictureAddress(image, site) : ''
  const watch = youtube && site && `https://www.youtube.com/watch?v=${encodeURIComponent(youtube)}`
  return [
    ['Picture', picture || (image && `#${image}`)],
    ['Video', dotted(watch || (youtube && `YouTube ${youtube}`), video && `#${video}`)],
  ]
}

/**
 * Returns the room for a picture on a page: about a third of its width, at least 24 columns if the page has
 * them.
 */
export function roomOf(columns: number): Cells {
  const maxColumns = Math.min(32, Math.max(24, Math.floor(columns * 0.3)), columns)
  return { columns: maxColumns, rows: 12 }
}

const gap = 2

/** The minimum width for text beside a picture. On a narrower page, the picture goes above the text. */
const minColumns = 44

/** The most lines of text that may extend below the picture beside them. */
const overhang = 5

/**
 * Places a picture at the left of a page. Blocks go beside the picture until they would extend too far below
 * it; the others go below. `draw` returns the blocks for a width, and must return the same number for every
 * width.
 */
export function besidePicture(
  picture: Block,
  columns: number,
  draw: (columns: number) => readonly Block[],
): readonly Block[] {
  const column = widest(picture) + gap
  if (picture.length === 0) return draw(columns)
  if (columns - column < minColumns) return [picture, ...draw(columns)]
  const narrow = draw(columns - column)
  let head: Block = narrow[0] ?? []
  let count = 1
  for (const block of narrow.slice(1)) {
    const more = block.length === 0 ? head : [...head, '', ...block]
    if (more.length > picture.length + overhang) break
    head = more
    count += 1
  }
  return [joined(picture, head, column), ...draw(columns).slice(count)]
}
