/** Starts effects. No effect is carried out twice at a time, and one request is under way. */
import { isHeld } from './held.ts'
import type { Effect } from './state/effect.ts'
import type { State } from './state/state.ts'
import { drawingsOf } from './view/drawings.ts'
import { wantedRequest } from './wanted.ts'

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
const isEqual = (one: Effect, other: Effect): boolean => nameOf(one) === nameOf(other)

export class EffectRunner {
  readonly #ports: EffectPorts
  readonly #names = new Set<string>()
  /** The request under way. */
  #request: Effect | undefined
  #isAccountRead = false
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

  /** Starts what a state wants: missing drawings, and the next request. */
  startWanted(state: State): void {
    for (const drawing of isHeld(state) ? [] : drawingsOf(state))
      if (!state.drawings.has(drawing.key)) this.start({ kind: 'draw', drawing })
    const effect = wantedRequest(state)
    if (!effect) return
    if (this.#request) {
      // Pictures can wait: any other request goes first, and so does another picture.
      const { kind } = this.#request
      if (kind === 'picture' && !isEqual(effect, this.#request)) this.#ports.cancelPicture()
      return
    }
    this.#request = effect
    this.#ports.onSent(effect)
    this.start(effect, () => {
      this.#request = undefined
    })
  }

  /** Starts what can wait until the first rows are drawn: reading the login takes longer than drawing them. */
  startLater({ place }: State): void {
    if (this.#isAccountRead || (place.readAt === undefined && !place.problem)) return
    this.#isAccountRead = true
    this.start({ kind: 'account' })
  }

  /** Throws the first unexpected failure of an effect. */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error
  }
}
