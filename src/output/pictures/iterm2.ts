import type { Cells } from './cells.ts'
import { base64, inPlace } from './in-place.ts'

/**
 * Draws with iTerm2's inline images (iterm2.com/documentation-images.html): sends the file unchanged, with
 * the size to show.
 */
export function drawIterm2(file: Uint8Array, cells: Cells): readonly string[] {
  const about = `inline=1;size=${file.length};width=${cells.columns};height=${cells.rows};preserveAspectRatio=1`
  return inPlace(cells, `\x1b]1337;File=${about}:${base64(file)}\x07`)
}
