/** The exports of a session, which may be under way when it ends. */

import { placeOf } from '../places/find-place.ts'
import type { PerformPorts } from '../requests/request-ports.ts'
import type { Effect } from '../state/effect.ts'
import type { ExportResult, State } from '../state/state.ts'

export class Exports {
  readonly #ports: Pick<PerformPorts, 'context' | 'post'>
  readonly #all: Promise<void>[] = []
  /** What the screen has not shown yet. */
  #results: readonly ExportResult[] = []

  constructor(ports: Pick<PerformPorts, 'context' | 'post'>) {
    this.#ports = ports
  }

  /** Writes a file, and posts a note about it. Throws the reason of the signal, and unexpected failures. */
  run(effect: Extract<Effect, { readonly kind: 'export' }>, state: State): Promise<void> {
    const ended = this.#export(effect, state)
    this.#all.push(ended)
    return ended
  }

  async #export(effect: Extract<Effect, { readonly kind: 'export' }>, state: State): Promise<void> {
    const place = placeOf(state, effect.place)
    if (!place) return
    const { exportRows } = await import('../print/export-rows.ts')
    const result = await exportRows(effect, place, this.#ports.context)
    this.#results = [...this.#results, result]
    this.#ports.post({ kind: 'note', words: result.words })
  }

  /** The screen shows this note. */
  shown(note: string | undefined): void {
    this.#results = this.#results.filter(({ words }) => words !== note)
  }

  /** Waits until all files are complete, and returns what the screen did not show. */
  async end(): Promise<readonly ExportResult[]> {
    await Promise.all(this.#all)
    return this.#results
  }
}
