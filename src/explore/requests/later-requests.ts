/** Requests after the first page: details, rounds of a watch, counts of new records, totals of facets. */
import { readPorts } from '../../records/open.ts'
import { openTab } from '../session/open-tab.ts'
import { attempt, inOneLine } from '../session/problems.ts'
import type { RequestEffect } from '../state/state.ts'
import type { Problem, Tab } from '../state/tab.ts'
import { readDetails, readRound, totalOf } from './details.ts'
import type { PerformPorts, Readings } from './readings.ts'

/** Sends the request of an effect for its tab, and posts what comes of it. */
export async function laterRequest(
  effect: Exclude<RequestEffect, { readonly kind: 'page' }>,
  tab: Tab,
  readings: Readings,
  ports: PerformPorts,
): Promise<void> {
  const { post, context } = ports
  const reading = readings.context(context.signal)
  const ofService = readPorts(reading, reading.signal)
  const failed = (problem: Problem) => post({ kind: 'note', words: inOneLine(problem) })
  switch (effect.kind) {
    case 'details': {
      const { yieldToEvents } = context
      await attempt(ports, () => readDetails(tab, effect.ids, { ...ofService, yieldToEvents }), failed)
      return post({ kind: 'details', tab: tab.id, ids: effect.ids })
    }
    case 'watch':
      return attempt(
        ports,
        async () => {
          post({ kind: 'watched', tab: tab.id, ...(await readRound(tab, reading)) })
        },
        (problem) => {
          failed(problem)
          post({ kind: 'watched', tab: tab.id, changes: undefined })
        },
      )
    case 'count-new': {
      const { saved, argv } = effect
      const open = { kind: 'open', argv, saved } as const
      const report = (count: number | undefined) => post({ kind: 'counted-new', saved, count })
      return attempt(
        ports,
        async () => report(await readings.countNew(await openTab(open, 0, ports))),
        () => report(undefined),
      )
    }
    case 'totals':
      return attempt(
        ports,
        async () => {
          const { invocation } = await openTab({ kind: 'open', argv: effect.argv }, 0, ports)
          const total = await totalOf(invocation, ofService)
          const { facet, value } = effect
          if (total !== undefined) post({ kind: 'totals', tab: tab.id, facet, value, total })
        },
        failed,
      )
  }
}
