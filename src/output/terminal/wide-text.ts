/** Measures and cuts text of any script, emoji and our own colours. The one door to string-width; slow to load. */
import stringWidth from 'string-width'

export const width = (text: string): number => stringWidth(text)

const segmenter = new Intl.Segmenter()

/** The longest beginning of `text`, in whole graphemes, that fits into `columns`. */
export function head(text: string, columns: number): string {
  let left = columns
  let end = 0
  for (const { segment, index } of segmenter.segment(text)) {
    left -= width(segment)
    if (left < 0) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
