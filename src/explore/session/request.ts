/** Requests of places: pages, details, totals, rounds of a watch. */
import type { ImageProtocolChoice } from '../../output/pictures/image-protocols.ts'
import type { GatedTerminal } from '../../ports/terminal.ts'
import type { Effect } from '../state/effect.ts'
import type { Reply } from '../state/event.ts'
import type { Place, Problem } from '../state/place.ts'
import type { State } from '../state/state.ts'
import { readDetails, readRound, totalOf } from './details.ts'
import { type OpenPorts, openPlace } from './open-place.ts'
import { problemOf } from './problems.ts'
import type { Readings } from './readings.ts'

export interface PerformPorts extends OpenPorts {
  readonly terminal: Pick<GatedTerminal, 'copy' | 'setMouse' | 'color' | 'usePictures'>
  /** How pictures are drawn. */
  readonly images: ImageProtocolChoice
  post(event: Reply): void
}

/** An effect that sends a request. One of them is under way at a time. */
export type RequestEffect = Extract<
  Effect,
  { readonly kind: 'page' | 'details' | 'totals' | 'watch' | 'news' }
>

/** Sends the request of an effect, and posts what comes of it. */
export async function request(
  effect: RequestEffect,
  state: State,
  readings: Readings,
  ports: PerformPorts,
): Promise<void> {
  const { post, context } = ports
  const place = placeOf(state, effect.place)
  if (!place) return
  const reading = readings.ports(context.signal)
  const failed = (problem: Problem) => post({ kind: 'note', words: `error: ${problem.words}` })
  switch (effect.kind) {
    case 'page':
      return attempt(
        ports,
        async () => {
          const { missing, ...page } = await readings.next(place)
          post(page)
          if (missing.length > 0) post({ kind: 'note', words: `Not found: ${missing.join(', ')}` })
        },
        (problem) => post({ kind: 'failed', place: place.id, problem }),
      )
    case 'details': {
      const { yieldToEvents } = context
      await attempt(ports, () => readDetails(place, effect.ids, { ...reading, yieldToEvents }), failed)
      return post({ kind: 'details', place: place.id, ids: effect.ids })
    }
    case 'watch':
      return attempt(
        ports,
        async () => post({ kind: 'watched', place: place.id, changes: await readRound(place, reading) }),
        (problem) => {
          failed(problem)
          post({ kind: 'watched', place: place.id, changes: place.changes })
        },
      )
    case 'news': {
      const { saved, argv } = effect
      const tell = (count: number) => post({ kind: 'news', saved, count })
      const open = { kind: 'open', how: 'step', argv, saved } as const
      return attempt(
        ports,
        async () => tell(await readings.countNew(await openPlace(open, 0, ports))),
        () => tell(0),
      )
    }
    case 'totals':
      return attempt(
        ports,
        async () => {
          const { invocation } = await openPlace({ kind: 'open', argv: effect.argv, how: 'step' }, 0, ports)
          const total = await totalOf(invocation, reading)
          const { facet, value } = effect
          if (total !== undefined) post({ kind: 'totals', place: place.id, facet, value, total })
        },
        failed,
      )
  }
}

/** Does some work; an expected failure goes to `onProblem`. */
export async function attempt(
  { context }: OpenPorts,
  work: () => Promise<void>,
  onProblem: (problem: Problem) => void,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    onProblem(problemOf(error, context))
  }
}

/** Returns the place with this id, wherever it is. */
export const placeOf = ({ place, past, future }: State, id: number): Place | undefined =>
  [place, ...past, ...future].find((one) => one.id === id)
