/** Choosing in the facets pane. */
import { dashed } from '../../cli/option-spec.ts'
import { counted } from '../../thousands.ts'
import { layoutOf } from '../layout.ts'
import { facetAt, lineName } from '../places/facet-cursor.ts'
import { chosenOf, type FacetLine, facetLines, facetsOfPlace } from '../places/facet-lines.ts'
import { withOption, withoutOption } from '../places/search-form.ts'
import type { Effect } from '../state/effect.ts'
import type { Next, State } from '../state/state.ts'
import { reselect, withPlace } from './place.ts'
import { type Step, target } from './step.ts'

type ValueLine = Extract<FacetLine, { readonly kind: 'value' }>

/** Moves to another value, or another line that something can be done with. */
export function moveInFacets(state: State, step: Step): State {
  const lines = facetLines(state)
  const rows = layoutOf(state.size, state.place).panes.facets?.rows ?? 1
  const from = facetAt(lines, state.place.facetCursor)
  const at = target(step, from, lines.length - 1, rows)
  const isStop = ({ kind }: FacetLine) => kind !== 'heading' && kind !== 'blank'
  const onward = lines.findIndex((line, index) => index >= at && isStop(line))
  const backward = lines.findLastIndex((line, index) => index <= at && isStop(line))
  const [wanted, other] = at >= from ? [onward, backward] : [backward, onward]
  const line = lines[wanted < 0 ? other : wanted]
  return line ? withPlace(state, { facetCursor: lineName(line) }) : state
}

/** Chooses what the cursor of the facets pane is on, or takes the choice back. */
export function toggleFacet(state: State): Next {
  const { place } = state
  const lines = facetLines(state)
  const at = facetAt(lines, place.facetCursor)
  const line = lines[at]
  if (line?.kind === 'heading') return [moveInFacets(state, { rows: 1 }), []]
  if (line?.kind === 'place')
    return [state, [{ kind: 'open', argv: line.argv, ...(line.saved && { saved: line.saved }) }]]
  if (line?.kind === 'more') {
    const expanded = new Set([...place.expanded, line.facet])
    const opened = withPlace(state, { expanded })
    const next = facetLines(opened)[at]
    return [withPlace(opened, { facetCursor: next && lineName(next) }), []]
  }
  if (line?.kind !== 'value') return [state, []]
  if (line.asksService) return [state, [askService(state, line)]]
  const values = new Set(place.facets.get(line.facet))
  if (!values.delete(line.value)) values.add(line.value)
  const rest = [...place.facets].filter(([name]) => name !== line.facet)
  const facets = new Map(values.size === 0 ? rest : [...rest, [line.facet, values]])
  return [reselect(withPlace(state, { facets, top: 0 })), []]
}

/** Returns the place whose command line has the value in its option, or has it no more. */
function askService({ place }: State, line: ValueLine): Effect {
  const { argv, facetCursor } = place
  const facet = facetsOfPlace(place).find(({ name }) => name === line.facet)
  const option = `--${dashed(facet?.param?.name ?? '')}`
  const chosen = new Set(facet?.param?.isList ? chosenOf(place, facet) : [])
  if (line.isChosen) chosen.delete(line.value)
  else chosen.add(line.value)
  const without = [option, '--page'].reduce(withoutOption, argv)
  const words = chosen.size === 0 ? without : withOption(without, option, [...chosen].join(','))
  return { kind: 'open', argv: words, pane: 'facets', facetCursor }
}

/** Asks before the values of a facet are counted at the service, a request each. */
export function askTotals(state: State): Next {
  const { place } = state
  const lines = facetLines(state)
  const line = lines[place.pane === 'facets' ? facetAt(lines, place.facetCursor) : 1]
  const facet =
    line && 'facet' in line ? facetsOfPlace(place).find(({ name }) => name === line.facet) : undefined
  const option = facet?.param && `--${dashed(facet.param.name)}`
  if (!facet || option === undefined)
    return [{ ...state, note: 'Totals need a facet of the service: press f and choose one.' }, []]
  const values = lines.flatMap((one) => (one.kind === 'value' && one.facet === facet.name ? [one.value] : []))
  const base = [option, '--page'].reduce(withoutOption, place.argv)
  const requests = values.map(
    (value): Effect => ({
      kind: 'totals',
      place: place.id,
      facet: facet.name,
      value,
      argv: withOption(base, option, value),
    }),
  )
  const words = `Count ${counted(values.length, 'values')} of ${facet.name} at the service: ${counted(requests.length, 'requests')}`
  return [{ ...state, overlay: { kind: 'confirm', words, consequence: { kind: 'totals', requests } } }, []]
}
