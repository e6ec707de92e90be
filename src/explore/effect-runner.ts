/** Starts effects. No effect is carried out twice at a time, and one request is under way. */
import { isHeld } from './held.ts'
import type { Effect } from './state/effect.ts'
import type { State } from './state/state.ts'
import { wantedRequest } from './wanted.ts'
import { drawingsOf } from './wanted-drawings.ts'

export interface EffectPorts {
  perform(effect: Effect): Promise<void>
  /** Ends the effect that loads a picture, without a result. */
  cancelPicture(): void
  /** Called when a request is sent. */
  onSent(effect: Effect): void
  /** Called at the end of each effect. */
  onEnd(): void
}

const nameOf = (effect: Effect): string => JSON.stringify(effect)

export class EffectRunner {
  readonly #ports: EffectPorts
  readonly #names = new Set<string>()
  /** The request under way. */
  #request: Effect | undefined
  #areNamesRead = false
  #failure: { readonly error: unknown } | undefined

  constructor(ports: EffectPorts) {
    this.#ports = ports
  }

  /** Starts an effect, unless an equal one is under way. `then` is called at its end. */
  start(effect: Effect, then = () => {}): void {
    const name = nameOf(effect)
    if (this.#names.has(name)) {
      then()
      return
    }
    this.#names.add(name)
    this.#ports
      .perform(effect)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#names.delete(name)
        then()
        this.#ports.onEnd()
      })
  }

  /** Starts the next request that a state wants, unless it can wait until the state is drawn. */
  startWanted(state: State): void {
    const effect = this.#wanted(state)
    if (effect && effect.kind !== 'details' && effect.kind !== 'picture') this.#send(effect)
  }

  /**
   * Starts what can wait until a state is drawn, because it would delay the rows: details, pictures, missing drawings, and
   * once rows were read, the login and the names of saved commands.
   */
  startLater(state: State): void {
    const effect = this.#wanted(state)
    if (effect) this.#send(effect)
    for (const drawing of isHeld(state) ? [] : drawingsOf(state))
      if (!state.drawings.has(drawing.key)) this.start({ kind: 'draw', drawing })
    if (this.#areNamesRead || (state.place.readAt === undefined && !state.place.problem)) return
    this.#areNamesRead = true
    this.start({ kind: 'names' })
    this.start({ kind: 'account' })
  }

  /** Returns the request to send now. A picture under way makes way for any other request. */
  #wanted(state: State): Effect | undefined {
    const underWay = this.#request
    if (underWay && underWay.kind !== 'picture') return undefined
    const effect = wantedRequest(state)
    if (!underWay) return effect
    if (effect && nameOf(effect) !== nameOf(underWay)) this.#ports.cancelPicture()
    return undefined
  }

  #send(effect: Effect): void {
    this.#request = effect
    this.#ports.onSent(effect)
    this.start(effect, () => {
      this.#request = undefined
    })
  }

  /** Throws the first unexpected failure of an effect. */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error
  }
}
