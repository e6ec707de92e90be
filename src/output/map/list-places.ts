import type { Group } from '../aggregate/aggregate.ts'
import type { Format } from '../words/format.ts'
import type { Place } from './places.ts'

/** Returns the places as text, one per line: `Nakuru, Kenya: 55`. */
export function listPlaces(
  groups: readonly Group<Place>[],
  { what, format }: { readonly what: string; readonly format: Format },
): string {
  const lines = groups.map(({ kind, value }) => `${kind.label}: ${format(value)}`)
  return `${[`${what} by place:`, ...lines].join('\n')}\n`
}
