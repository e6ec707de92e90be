/** A wait that anything can end. */

interface Sleep {
  readonly until: number
  readonly over: AbortController
}

export interface WakerPorts {
  /** Milliseconds since the epoch. */
  now(): number
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

export class Waker {
  readonly #ports: WakerPorts
  #wake = () => {}
  /** Something has happened that no wait has noticed yet. */
  #isAwake = false
  /** Outlives a wait that ends early: a timer for each key would take a tenth of the time of a frame. */
  #sleeping: Sleep | undefined

  constructor(ports: WakerPorts) {
    this.#ports = ports
  }

  /** Ends the current wait, or the next one if nothing waits yet. */
  readonly awake = (): void => {
    this.#isAwake = true
    this.#wake()
  }

  /** Waits until something happens, for at most so many milliseconds. May end earlier. */
  readonly pause = async (milliseconds = Number.POSITIVE_INFINITY): Promise<void> => {
    const until = this.#ports.now() + milliseconds
    if (until < (this.#sleeping?.until ?? Number.POSITIVE_INFINITY)) this.#sleep(until, milliseconds)
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (this.#isAwake) resolve()
    })
    this.#isAwake = false
  }

  /** Ends the sleep under way, which would keep the process alive. */
  close(): void {
    this.#sleeping?.over.abort()
  }

  #sleep(until: number, milliseconds: number): void {
    this.close()
    const sleep = { until, over: new AbortController() }
    this.#sleeping = sleep
    const end = () => {
      if (this.#sleeping !== sleep) return
      this.#sleeping = undefined
      this.awake()
    }
    this.#ports.sleep(milliseconds, sleep.over.signal).then(end, end)
  }
}
