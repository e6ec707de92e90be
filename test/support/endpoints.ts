/** The commands of the API, as tests run them. */
import type { Catalogue } from '../../src/api/endpoint.ts'
import { catalogue } from '../../src/commands/catalogue.ts'

/** Splits an example into words, as a shell would. */
export const split = (line: string) =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? '')

/** For each command: its words, its endpoint, and the arguments of its first example, without a format. */
export const endpoints = Object.entries<Catalogue[string]>(catalogue).flatMap(([resource, { endpoints }]) =>
  Object.entries(endpoints).map(([verb, endpoint]) => ({
    name: `${resource} ${verb}`.replaceAll('_', '-'),
    words: [resource.replaceAll('_', '-'), verb.replaceAll('_', '-')],
    endpoint,
    first: split((endpoint.examples[0] ?? '').replace(/ ?(-o|--wire) \w+/, '')),
  })),
)

/** Returns the item of a turn, in a list of one. After the last item follows the first. */
export const takeTurns = <T>(items: readonly T[], turn: number): readonly T[] =>
  items.slice(turn % items.length, (turn % items.length) + 1)
