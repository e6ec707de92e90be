/** The lines of the facets pane, for drawing and for the cursor in it. */
import { paramsOf } from '../../api/endpoint.ts'
import { layoutOf } from '../layout.ts'
import { countFacet, type Facet, type FacetCount, facetsOf } from '../rows/facets.ts'
import type { Rows } from '../rows/rows.ts'
import type { State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { newIn } from './tab-list.ts'

export type FacetLine =
  | { readonly kind: 'heading'; readonly facet: string; readonly label: string }
  /** `count` is the number of loaded rows, `total` that of all records. Unset: unknown. */
  | {
      readonly kind: 'value'
      readonly facet: string
      readonly value: string
      readonly label: string
      readonly count: number | undefined
      readonly total: number | undefined
      readonly isChosen: boolean
      /** Choosing the value searches the API; otherwise it filters the loaded rows. */
      readonly searchesApi: boolean
    }
  /** Values that are left out until this line is opened. */
  | { readonly kind: 'more'; readonly facet: string; readonly count: number }
  /** A saved command or a shortlist: a tab to open. */
  | {
      readonly kind: 'tab'
      readonly label: string
      readonly argv: readonly string[]
      readonly detail: string
      readonly saved?: string
    }
  | { readonly kind: 'blank' }

/** The values of a facet that are shown at first. */
const mostValues = 6

/** Facets that filter loaded rows although the API has a parameter: their values are ids. */
const filtersLoaded: ReadonlySet<string> = new Set(['PARTNER'])

/** Returns whether choosing a value of a facet searches the API. */
const searchesApi = ({ name, param }: Facet): boolean => param !== undefined && !filtersLoaded.has(name)

/** Returns the name of a value's line, for the cursor. */
const valueName = (facet: string, value: string): string => `${facet} ${value}`

const facetsByInvocation = new WeakMap<Tab['invocation'], readonly Facet[]>()

/** Returns the facets of a tab's records. Every frame needs them. */
export function facetsOfTab({ type, invocation }: Pick<Tab, 'type' | 'invocation'>): readonly Facet[] {
  const facets = facetsByInvocation.get(invocation) ?? facetsOf(type.kind, paramsOf(invocation.endpoint))
  facetsByInvocation.set(invocation, facets)
  return facets
}

/** Returns the lines of the facets pane: facets with their values, then saved commands and shortlists. */
export function facetLines(state: State): readonly FacetLine[] {
  const { tab, saved, shortlists } = state
  const blocks = facetsOfTab(tab).map((facet) => linesOf(tab, facet))
  const savedLines = [...saved].map(
    ([name, argv]): FacetLine => ({
      kind: 'tab',
      label: name,
      argv,
      detail: newIn(state, name),
      saved: name,
    }),
  )
  const listLines = [...shortlists].map(
    ([name, count]): FacetLine => ({
      kind: 'tab',
      label: name,
      argv: ['loans', 'show', `@${name}`],
      detail: String(count),
    }),
  )
  return [...blocks, headed('SAVED', savedLines), headed('SHORTLISTS', listLines)]
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : [{ kind: 'blank' } as const, ...block]))
}

const headed = (label: string, lines: readonly FacetLine[]): readonly FacetLine[] =>
  lines.length === 0 ? [] : [{ kind: 'heading', facet: label, label }, ...lines]

function linesOf(tab: Tab, facet: Facet): readonly FacetLine[] {
  const values = countsOf(tab, facet)
  if (values.length === 0) return []
  const asks = searchesApi(facet)
  const chosen = chosenOf(tab, facet)
  // Chosen values are always shown, first of all.
  const sorted = [
    ...values.filter(({ value }) => chosen.has(value)),
    ...values.filter(({ value }) => !chosen.has(value)),
  ]
  const most = tab.expanded.has(facet.name) ? sorted.length : Math.max(mostValues, chosen.size)
  // The value at the cursor stays, so that a key acts on it again.
  const shown = sorted.filter(
    ({ value }, at) => at < most || valueName(facet.name, value) === tab.facetCursor,
  )
  const rest = sorted.length - shown.length
  return [
    { kind: 'heading', facet: facet.name, label: facet.name },
    ...shown.map(
      ({ value, label, count }): FacetLine => ({
        kind: 'value',
        facet: facet.name,
        value,
        label,
        // No loaded row has it, but other records of the API may.
        count: count === 0 && (asks || !facet.read) ? undefined : count,
        total: tab.totals.get(facet.name)?.get(value),
        isChosen: chosen.has(value),
        searchesApi: asks,
      }),
    ),
    ...(rest > 0 ? [{ kind: 'more', facet: facet.name, count: rest } as const] : []),
  ]
}

/** Returns the chosen values of a facet: those of the command line, or those that filter loaded rows. */
export function chosenOf(
  { invocation, facets }: Pick<Tab, 'invocation' | 'facets'>,
  facet: Facet,
): ReadonlySet<string> {
  if (!searchesApi(facet)) return facets.get(facet.name) ?? new Set()
  return new Set([invocation.values[facet.param?.name ?? ''] ?? []].flat().map(String))
}

/** Counts per rows, for as long as no row was added or changed. */
const counted = new WeakMap<
  Rows,
  { readonly at: string; readonly counts: Map<string, readonly FacetCount[]> }
>()

function countsOf({ rows }: Tab, facet: Facet): readonly FacetCount[] {
  const at = `${rows.count} ${rows.version}`
  let known = counted.get(rows)
  if (known?.at !== at) {
    known = { at, counts: new Map() }
    counted.set(rows, known)
  }
  const counts = known.counts.get(facet.name) ?? countFacet(rows, facet)
  known.counts.set(facet.name, counts)
  return counts
}

/**
 * Returns the name of a line, which no other line has; '' for a blank one. The cursor of the pane is such a name, so that it
 * stays there while the lines around it change.
 */
export function lineName(line: FacetLine): string {
  switch (line.kind) {
    case 'blank':
      return ''
    case 'value':
      return valueName(line.facet, line.value)
    case 'tab':
      return `tab ${line.saved ?? `@${line.label}`}`
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
export function facetTop({ size, tab }: Pick<State, 'size' | 'tab'>, lines: readonly FacetLine[]): number {
  const rows = layoutOf(size, tab).panes.facets?.rows ?? 1
  return Math.max(0, facetAt(lines, tab.facetCursor) - rows + 1)
}
