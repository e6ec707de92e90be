/**
 * When a frame may be drawn. Each frame asks the terminal for a reply (`CSI 5 n`), and the next one waits for it, so that
 * a slow line never has more than one frame on its way. Terminals that never reply get ten frames a second.
 */

/** Milliseconds between frames for a terminal that does not reply. */
const intervalWithoutReplies = 100
/** Milliseconds after which a reply counts as lost. */
const longestReply = 2000
/** Milliseconds above which a line counts as slow. */
const slowReply = 200
/** Lost replies after which a terminal counts as one that never replies. */
const mostLost = 2
/** Milliseconds between two frames at least: 30 a second, while a window is resized. */
const resizeInterval = 33
/** Milliseconds to wait for the first reply of a terminal at the end, and for any reply after a signal. */
const firstReply = 1000
const replyAfterSignal = 500

export class Frames {
  readonly #now: () => number
  #drawnAt = 0
  /** When the question was asked that has no reply yet. */
  #askedAt: number | undefined
  #lost = 0
  #hasReplied = false
  #isResized = false
  #shortestReply = Number.POSITIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** The terminal has drawn the last frame. */
  replied(): void {
    if (this.#askedAt !== undefined)
      this.#shortestReply = Math.min(this.#shortestReply, this.#now() - this.#askedAt)
    this.#askedAt = undefined
    this.#hasReplied = true
    this.#lost = 0
  }

  /** Whether even the fastest reply took long, so that pictures would take seconds. */
  get isSlow(): boolean {
    return this.#hasReplied && this.#shortestReply > slowReply
  }

  /** The screen has to be drawn anew in another size. */
  resized(): void {
    this.#isResized = true
  }

  /** The terminal was taken again: a shell may have read the reply. */
  takenAgain(): void {
    this.#askedAt = undefined
  }

  /** Notes a frame; returns whether it asks for a reply. One question is open at a time. */
  draws(): boolean {
    const now = this.#now()
    this.#drawnAt = now
    this.#isResized = false
    if (this.#askedAt !== undefined) {
      if (now - this.#askedAt < longestReply) return false
      this.#lost += 1
      this.#askedAt = undefined
    }
    if (!this.#hasReplied && this.#lost >= mostLost) return false
    this.#askedAt = now
    return true
  }

  mayDraw(): boolean {
    return this.mayDrawAt() <= this.#now()
  }

  /** Returns when the next frame may be drawn without a reply, in milliseconds since the epoch. */
  mayDrawAt(): number {
    const neverReplies = !this.#hasReplied || this.#lost >= mostLost
    const unanswered = this.#askedAt === undefined ? 0 : longestReply
    return (
      this.#drawnAt +
      Math.max(this.#isResized ? resizeInterval : 0, neverReplies ? intervalWithoutReplies : unanswered)
    )
  }

  /**
   * Waits for the reply to the last question, so that it does not reach the shell; not for long if the process has to
   * end soon. `pause` waits so many milliseconds or until something happens.
   */
  async lastReply(pause: (milliseconds: number) => Promise<void>, endsSoon: boolean): Promise<void> {
    if (this.#askedAt === undefined) return
    const until = this.#askedAt + (this.#hasReplied ? longestReply : firstReply)
    const end = endsSoon ? Math.min(until, this.#now() + replyAfterSignal) : until
    while (this.#askedAt !== undefined && this.#now() < end) await pause(end - this.#now())
  }
}
