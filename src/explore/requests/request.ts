/** Requests of places. */
import { placeOf } from '../places/find-place.ts'
import { attempt } from '../session/problems.ts'
import type { State } from '../state/state.ts'
import type { Readings } from './readings.ts'
import type { PerformPorts, RequestEffect } from './request-ports.ts'

/** Sends the request of an effect, and posts what comes of it. */
export async function request(
  effect: RequestEffect,
  state: State,
  readings: Readings,
  ports: PerformPorts,
): Promise<void> {
  const { post } = ports
  const place = placeOf(state, effect.place)
  if (!place) return
  if (effect.kind !== 'page') {
    const { laterRequest } = await import('./later-requests.ts')
    return laterRequest(effect, place, readings, ports)
  }
  return attempt(
    ports,
    async () => post(await readings.next(place)),
    (problem) => post({ kind: 'failed', place: place.id, problem }),
  )
}
