/** Writes what a command prints as the text of a page, and again where the terminal gets another width. */
import type { PrintStyle, PrintWords } from '../../core/context.ts'
import type { PageText } from '../state/tab.ts'

/** What a command printed, in order, and what it said besides. */
export interface Printed {
  readonly pieces: readonly PrintWords[]
  readonly said: readonly string[]
}

/** Returns the text for a screen of so many columns, of which the frame takes two. */
export async function pageText(
  printed: Printed,
  columns: number,
  style: Pick<PrintStyle, 'color' | 'plain'>,
): Promise<PageText> {
  const { pieces, said } = printed
  const opens = new Map<number, readonly string[]>()
  const list: PrintStyle = {
    ...style,
    width: columns - 2,
    opens: (line, words) => opens.set(line, words),
  }
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : ((await piece(list)) ?? '')
  const lines = text.replace(/\n+$/, '').split('\n')
  return {
    columns,
    lines: said.length === 0 ? lines : [...lines, '', ...said],
    opens,
    rewrite: (other) => pageText(printed, other, style),
  }
}
