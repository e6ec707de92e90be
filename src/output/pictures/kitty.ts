/** kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol). */
import type { Pixels } from '../../jpeg.ts'
import type { Cells } from './cells.ts'
import { base64, inPlace } from './in-place.ts'

/** The most characters of data per sequence. */
const maxChunkLength = 4096

/**
 * Returns sequences that send pixels and show them. `q=2` suppresses the reply, which would arrive as typed
 * input.
 */
function transmit({ width, height, rgb }: Pixels, { columns, rows }: Cells, more: string): readonly string[] {
  const pieces = base64(rgb).match(new RegExp(`.{1,${maxChunkLength}}`, 'g')) ?? []
  return pieces.map((piece, at) => {
    const head = at === 0 ? `a=T,f=24,s=${width},v=${height},c=${columns},r=${rows},${more},q=2,` : 'q=2,'
    return `\x1b_G${head}m=${at < pieces.length - 1 ? 1 : 0};${piece}\x1b\\`
  })
}

/** Draws at the cursor; `C=1` keeps the cursor in place. */
export const drawKitty = (picture: Pixels, cells: Cells) =>
  inPlace(cells, transmit(picture, cells, 'C=1').join(''))

/**
 * Draws by placeholders: characters whose color names the picture, and whose diacritics give its row and
 * column. They can be overwritten, moved and drawn again like text. Inside tmux the picture is passed through
 * to the outer terminal, which shows it where tmux draws the placeholders.
 */
export function drawPlaceholders(
  picture: Pixels,
  cells: Cells,
  id: number,
  inTmux: boolean,
): readonly string[] {
  const sequences = transmit(picture, cells, `U=1,i=${id}`)
  const sent = (inTmux ? sequences.map(throughTmux) : sequences).join('')
  const color = [id >> 16, (id >> 8) & 255, id & 255].join(';')
  return Array.from({ length: cells.rows }, (_, row) => {
    const letters = Array.from(
      { length: cells.columns },
      (_, column) => placeholder + diacritic(row) + diacritic(column),
    )
    return `${row === 0 ? sent : ''}\x1b[38;2;${color}m${letters.join('')}\x1b[39m`
  })
}

const throughTmux = (sequence: string) => `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`

const placeholder = '\u{10eeee}'

/**
 * The first of the diacritics that the protocol uses as numbers: enough for the columns of kiva's largest
 * picture.
 */
const diacritics =
  '0305 030d 030e 0310 0312 033d 033e 033f 0346 034a 034b 034c 0350 0351 0352 0357 035b 0363 0364 0365 0366 0367 0368 ' +
  '0369 036a 036b 036c 036d 036e 036f 0483 0484 0485 0486 0487'

const numbers = diacritics.split(' ').map((code) => Number.parseInt(code, 16))
const diacritic = (number: number) => String.fromCodePoint(numbers[number] ?? 0)
