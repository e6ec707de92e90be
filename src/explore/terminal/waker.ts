/** A wait that anything can end. */
export class Waker {
  #wake = () => {}
  /** Something has happened that no wait has noticed yet. */
  #isAwake = false
  readonly #sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>

  constructor(sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>) {
    this.#sleep = sleep
  }

  /** Ends the current wait, or the next one if nothing waits yet. */
  readonly awake = (): void => {
    this.#isAwake = true
    this.#wake()
  }

  /** Waits until something happens, for at most so many milliseconds. */
  readonly pause = async (milliseconds?: number): Promise<void> => {
    const over = new AbortController()
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
      if (this.#isAwake) resolve()
    })
    const slept = milliseconds === undefined ? [] : [this.#sleep(milliseconds, over.signal).catch(() => {})]
    await Promise.race([woken, ...slept])
    this.#wake = () => {}
    this.#isAwake = false
    over.abort()
  }
}
