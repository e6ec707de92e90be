/** Parses a painted line into the cells of a row. */
import { anyLink } from '../gate/links.ts'
import { pictureRowOf } from '../gate/picture-row.ts'
import { ownSequences } from '../gate/roles.ts'
import { plain, plainCharacters } from '../gate/unsafe.ts'
import { graphemesOf } from '../terminal/width.ts'
import { type Row, RowBuilder } from './row.ts'
import { restyled } from './style.ts'

const sequences = new RegExp(`(${ownSequences})|${anyLink}`)

/**
 * Two columns wide in every terminal: Chinese characters, kana, Hangul syllables and fullwidth forms, without
 * those that have an emoji form or join others.
 */
const wide =
  '\\u3001-\\u3003\\u3005-\\u3029\\u3041-\\u3096\\u309b-\\u30ff\\u3105-\\u312c\\u3131-\\u3163\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufa6d\\uff01-\\uff60\\uffe0-\\uffe6\\u{20000}-\\u{2fffd}'
const isWide = new RegExp(`^[${wide}]$`, 'u')
const sure = `[${plainCharacters}${wide}]`

/** Parts of a text: such characters, none of which the next character can change, and all others. */
const parts = new RegExp(`(${sure}+(?=${sure}|$))|[^]+?(?=${sure}{2}|$)`, 'gu')

/**
 * Returns the cells of a sanitized line, cut or padded to `columns`. Keeps kiva's own colors and pictures, and drops
 * links. Where a picture's row is cut, there are blanks.
 */
export function rowOf(line: string, columns: number): Row {
  const builder = new RowBuilder(columns)
  const pieces = line.replaceAll('\n', ' ').split(sequences)
  const text = pieces.filter((_, index) => index % 2 === 0).join('')
  // A cluster has the style of its start: a sequence may stand before a mark.
  let offset = 0
  let piece = 0
  let pieceEnd = pieces[0]?.length ?? 0
  let style = 0
  /** Columns of a picture's row that follow its mark. */
  let inPicture = 0
  let isDrawn = false
  const put = (cluster: string, width: number, isOdd: boolean) => {
    while (offset >= pieceEnd && piece + 2 < pieces.length) {
      const sequence = pieces[piece + 1] ?? ''
      style = restyled(style, sequence)
      piece += 2
      const after = pieces[piece] ?? ''
      pieceEnd += after.length
      const picture = pictureRowOf(sequence)
      if (!picture) continue
      inPicture = Math.min(picture.columns, /^▀*/.exec(after)?.[0].length ?? 0)
      isDrawn = inPicture === picture.columns && builder.putPicture(picture)
    }
    offset += cluster.length
    if (inPicture === 0) return builder.put(cluster, width, style, isOdd)
    inPicture -= 1
    return isDrawn || builder.put(' ', 1, 0, false)
  }
  putAll(text, put)
  return builder.finish(line)
}

/** Calls `put` for each cluster, while it returns true. */
function putAll(text: string, put: (cluster: string, width: number, isOdd: boolean) => boolean): void {
  if (plain.test(text)) {
    for (let index = 0; index < text.length && put(text.charAt(index), 1, false); index++);
    return
  }
  for (const [part, isSure] of text.matchAll(parts)) {
    if (isSure !== undefined) {
      for (const character of part) if (!put(character, isWide.test(character) ? 2 : 1, false)) return
      continue
    }
    for (const { text: cluster, columns } of graphemesOf(part)) {
      if (!put(cluster, columns, !plain.test(cluster) && !isWide.test(cluster))) return
    }
  }
}
