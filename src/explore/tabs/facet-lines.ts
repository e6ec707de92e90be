/** The lines of the facets pane, for drawing and for the cursor in it. */
import { paramsOf } from '../../api/endpoint.ts'
import { foldText } from '../../core/fold-text.ts'
import { layoutOf } from '../layout.ts'
import { countFacet, type Facet, type FacetCounts, facetsOf } from '../rows/facets.ts'
import type { Rows } from '../rows/rows.ts'
import type { State } from '../state/state.ts'
import type { Tab, Wider } from '../state/tab.ts'
import { newIn } from './tab-list.ts'

export type FacetLine =
  /** `of` is the number of rows that are counted. Unset: the rows do not have the facet. */
  | {
      readonly kind: 'heading'
      readonly facet: string
      readonly label: string
      readonly of: number | undefined
    }
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
  const { tab, saved, shortlists, overlay } = state
  const sought = overlay?.kind === 'find' ? foldText(overlay.input.text.trim()) : ''
  const blocks = facetsOfTab(tab).map((facet) => linesOf(tab, facet, sought))
  const savedLines = [...saved].map(
    ([name, argv]): TabLine => ({
      kind: 'tab',
      label: name,
      argv,
      detail: newIn(state, name),
      saved: name,
    }),
  )
  const listLines = [...shortlists].map(
    ([name, count]): TabLine => ({
      kind: 'tab',
      label: name,
      argv: ['loans', 'show', `@${name}`],
      detail: String(count),
    }),
  )
  const headed = (label: string, lines: readonly TabLine[]): readonly FacetLine[] => {
    const found = lines.filter((line) => foldText(line.label).includes(sought))
    return found.length === 0 ? [] : [{ kind: 'heading', facet: label, label, of: undefined }, ...found]
  }
  return [...blocks, headed('SAVED', savedLines), headed('SHORTLISTS', listLines)]
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : [{ kind: 'blank' } as const, ...block]))
}

type TabLine = Extract<FacetLine, { readonly kind: 'tab' }>

/** Returns the lines of a facet; of one in which a text is sought, only the values that contain it. */
function linesOf(tab: Tab, facet: Facet, sought: string): readonly FacetLine[] {
  const { values: all, of } = countsOf(tab, facet)
  const values = sought === '' ? all : all.filter(({ label }) => foldText(label).includes(sought))
  if (values.length === 0) return []
  const asks = searchesApi(facet)
  const chosen = chosenOf(tab, facet)
  // Chosen values are always shown, first of all.
  const sorted = [
    ...values.filter(({ value }) => chosen.has(value)),
    ...values.filter(({ value }) => !chosen.has(value)),
  ]
  const isWhole = sought !== '' || tab.expanded.has(facet.name)
  const most = isWhole ? sorted.length : Math.max(mostValues, chosen.size)
  // The value at the cursor stays, so that a key acts on it again.
  const shown = sorted.filter(
    ({ value }, at) => at < most || valueName(facet.name, value) === tab.facetCursor,
  )
  const rest = sorted.length - shown.length
  return [
    { kind: 'heading', facet: facet.name, label: facet.name, of: facet.read ? of : undefined },
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
const counted = new WeakMap<Rows, { readonly at: string; readonly counts: Map<string, FacetCounts> }>()

/** Counts the rows that the other facets let through, so that each value shows what choosing it would give. */
function countsOf(tab: Tab, facet: Facet): FacetCounts {
  const chosen = facetsOfTab(tab).flatMap((other) => {
    const values = other.name === facet.name ? undefined : chosenOf(tab, other)
    return values && values.size > 0 ? [[other.name, values] as const] : []
  })
  const { rows } = sourceOf(tab, facet)
  const at = `${rows.count} ${rows.version}`
  let known = counted.get(rows)
  if (known?.at !== at) {
    known = { at, counts: new Map() }
    counted.set(rows, known)
  }
  const key = JSON.stringify([facet.name, ...chosen.map(([name, values]) => [name, ...values])])
  const counts = known.counts.get(key) ?? countFacet(rows, facet, new Map(chosen))
  known.counts.set(key, counts)
  return counts
}

/** Returns the loaded list whose rows have all values of a facet: this one, or the one that was narrowed to a value. */
function sourceOf(tab: Tab, facet: Facet): Wider {
  const facets = facetsOfTab(tab).filter(searchesApi)
  if (!facets.some(({ name }) => name === facet.name) || chosenOf(tab, facet).size === 0) return tab
  const wider = tab.wider.find((list) =>
    facets.every((other) => {
      const there = chosenOf({ ...list, facets: tab.facets }, other)
      // Its rows can be narrowed by the fields that they have.
      return there.size === 0 && (other.read || chosenOf(tab, other).size === 0)
        ? true
        : other.name !== facet.name && isSame(there, chosenOf(tab, other))
    }),
  )
  return wider ?? tab
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((value) => other.has(value))

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
