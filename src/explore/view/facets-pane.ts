/** The facets of a list with their values, and saved commands and shortlists. */

import { withThousands } from '../../core/numbers.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { width } from '../../output/terminal/width.ts'
import type { Rect } from '../layout.ts'
import type { State } from '../state/state.ts'
import { type FacetLine, facetAt, facetLines, facetTop } from '../tabs/facet-lines.ts'
import { oneLine, sized } from './text.ts'

/** Returns the lines of the pane, each as wide as the pane, and the one with the cursor. */
export function facetsPane(
  state: State,
  { columns, rows }: Rect,
  paint: Paint,
): { readonly lines: readonly string[]; readonly cursor: number } {
  const { facetCursor, pane } = state.tab
  const lines = facetLines(state)
  if (lines.length === 0) {
    const words = state.overlay?.kind === 'find' ? ' No value matches' : ' No facets'
    return { lines: [sized(paint('label', words), columns)], cursor: 0 }
  }
  const at = facetAt(lines, facetCursor)
  const start = facetTop(state, lines)
  const shown = lines.slice(start, start + rows)
  const drawn = shown.map((line, index) => {
    const isCurrent = start + index === at && pane === 'facets'
    const painted = sized(`${isCurrent ? '>' : ' '}${draw(line, columns - 2, paint)}`, columns)
    return isCurrent ? paint('selected', painted) : painted
  })
  return { lines: drawn, cursor: at - start }
}

function draw(line: FacetLine, columns: number, paint: Paint): string {
  switch (line.kind) {
    case 'heading': {
      const counted = line.of === undefined ? '' : `of ${withThousands(line.of)}`
      return paint('label', aligned(line.label, counted, columns))
    }
    case 'value': {
      const text = aligned(`${line.isChosen ? 'x' : ' '} ${line.label}`, countOf(line), columns)
      return line.isChosen ? paint('name', text) : text
    }
    case 'more':
      return paint('label', `  … ${withThousands(line.count)} more`)
    case 'tab':
      return aligned(`  ${line.label}`, line.detail, columns)
    case 'blank':
      return ''
  }
}

/** `14`, `14/120` with the API's total, `·` if unknown. */
function countOf({ count, total }: Extract<FacetLine, { readonly kind: 'value' }>): string {
  const loaded = count === undefined ? '·' : withThousands(count)
  return total === undefined ? loaded : `${loaded}/${withThousands(total)}`
}

/** Returns a label with a number at the right edge. */
function aligned(label: string, number: string, columns: number): string {
  const shownNumber = oneLine(number, columns)
  const room = Math.max(0, columns - width(shownNumber) - 1)
  const indent = label.length - label.trimStart().length
  const text = ' '.repeat(Math.min(indent, room)) + oneLine(label, Math.max(0, room - indent))
  return `${sized(text, room)} ${shownNumber}`
}
