/** Requests after the first page: details, rounds of a watch, counts of new records, totals of facets. */
import { openPlace } from '../session/open-place.ts'
import { attempt, inOneLine } from '../session/problems.ts'
import type { Place, Problem } from '../state/place.ts'
import { readDetails, readRound, totalOf } from './details.ts'
import type { PerformPorts, Readings, RequestEffect } from './readings.ts'

/** Sends the request of an effect for its place, and posts what comes of it. */
export async function laterRequest(
  effect: Exclude<RequestEffect, { readonly kind: 'page' }>,
  place: Place,
  readings: Readings,
  ports: PerformPorts,
): Promise<void> {
  const { post, context } = ports
  const reading = readings.ports(context.signal)
  const failed = (problem: Problem) => post({ kind: 'note', words: inOneLine(problem) })
  switch (effect.kind) {
    case 'details': {
      const { yieldToEvents } = context
      await attempt(ports, () => readDetails(place, effect.ids, { ...reading, yieldToEvents }), failed)
      return post({ kind: 'details', place: place.id, ids: effect.ids })
    }
    case 'watch':
      return attempt(
        ports,
        async () => {
          post({ kind: 'watched', place: place.id, changes: await readRound(place, context, reading) })
        },
        (problem) => {
          failed(problem)
          post({ kind: 'watched', place: place.id, changes: undefined })
        },
      )
    case 'count-new': {
      const { saved, argv } = effect
      const open = { kind: 'open', argv, saved } as const
      const report = (count: number | undefined) => post({ kind: 'counted-new', saved, count })
      return attempt(
        ports,
        async () => report(await readings.countNew(await openPlace(open, 0, ports))),
        () => report(undefined),
      )
    }
    case 'totals':
      return attempt(
        ports,
        async () => {
          const { invocation } = await openPlace({ kind: 'open', argv: effect.argv }, 0, ports)
          const total = await totalOf(invocation, reading)
          const { facet, value } = effect
          if (total !== undefined) post({ kind: 'totals', place: place.id, facet, value, total })
        },
        failed,
      )
  }
}
