/** The cursor of the facets pane: the name of a line, so that it stays there while the lines around it change. */
import { layoutOf } from '../layout.ts'
import type { State } from '../state/state.ts'
import { type FacetLine, valueName } from './facet-lines.ts'

/** Returns the name of a line, which no other line has; '' for a blank one. */
export function lineName(line: FacetLine): string {
  switch (line.kind) {
    case 'blank':
      return ''
    case 'value':
      return valueName(line.facet, line.value)
    case 'place':
      return `place ${line.saved ?? `@${line.label}`}`
    default:
      return `${line.kind} ${line.facet}`
  }
}

/** Returns the index of the line with the cursor. If that line is gone, it is the heading of its facet, or the first line. */
export function facetAt(lines: readonly FacetLine[], cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const at = lines.findIndex((line) => lineName(line) === cursor)
  if (at >= 0) return at
  return Math.max(
    0,
    lines.findIndex((line) => line.kind === 'heading' && cursor.startsWith(`${line.facet} `)),
  )
}

/** Returns the first visible line of the facets pane. */
export function facetTop(
  { size, place }: Pick<State, 'size' | 'place'>,
  lines: readonly FacetLine[],
): number {
  const rows = layoutOf(size, place).panes.facets?.rows ?? 1
  return Math.max(0, facetAt(lines, place.facetCursor) - rows + 1)
}
