/** Draws the states of a session, as fast as the terminal takes them. */
import type { Context } from '../core/context.ts'
import type { Frame, GatedTerminal } from '../core/streams.ts'
import { diff } from '../output/screen/diff.ts'
import { type Screen, screenOf, withoutPictures } from '../output/screen/screen.ts'
import { listRegion } from './layout.ts'
import type { State } from './state/state.ts'
import type { View } from './view/view.ts'

interface DisplayPorts {
  readonly terminal: GatedTerminal
  readonly view: View
  /** Puts a painted line into the colors of the session. */
  readonly theme: (line: string) => string
  /** The terminal shows this state. */
  drawn(state: State): void
  /** Milliseconds since the epoch. */
  now(): number
}

/** While a selection is computed, it is drawn once, and then at this interval in milliseconds. */
const selectingInterval = 50

export class Display {
  readonly #ports: DisplayPorts
  readonly #pacer: FramePacer
  /** What the terminal shows; `undefined` if unknown. */
  #screen: Screen | undefined
  #cursor: Frame['cursor']
  /** The selection drawn last, and when. */
  #selected: { readonly selection: State['tab']['selection']; readonly at: number } | undefined
  #isCurrent = false
  #isGone = false

  constructor(ports: DisplayPorts) {
    this.#ports = ports
    this.#pacer = new FramePacer(ports.now)
  }

  /** When to draw, in milliseconds since the epoch; `undefined` if the screen is current. */
  get dueAt(): number | undefined {
    return this.#isCurrent ? undefined : this.#pacer.mayDrawAt()
  }

  /** Whether the terminal takes long to draw a frame. */
  get isSlow(): boolean {
    return this.#pacer.isSlow
  }

  /** The state has changed. */
  changed(): void {
    this.#isCurrent = false
  }

  /** The terminal shows something else, so everything has to be drawn. */
  forget(): void {
    this.#isCurrent = false
    this.#screen = undefined
  }

  /** As {@link forget}: the terminal has another size, or was taken again. */
  resized(isTakenAgain: boolean): void {
    this.forget()
    this.#pacer.resized()
    if (isTakenAgain) this.#pacer.takenAgain()
  }

  /** The terminal has drawn the last frame. */
  replied(): void {
    this.#pacer.replied()
  }

  /** The terminal sends nothing more. */
  gone(): void {
    this.#isGone = true
  }

  /** Draws a state if a frame is due. Throws `ReaderGone` once the terminal is gone. */
  async draw(state: State): Promise<void> {
    if (this.#isCurrent || !this.#pacer.mayDraw() || this.#canWait(state)) return
    const { terminal, view, theme, drawn } = this.#ports
    const { size } = state
    const { lines, cursor } = view.draw(state)
    this.#selected = { selection: state.tab.selection, at: this.#ports.now() }
    const before = this.#screen
    const shown = this.#pacer.isSlow ? lines.map(withoutPictures) : lines
    const screen = screenOf(shown.map(theme), size.columns, size.rows, before)
    const erasesAll = before?.columns !== size.columns || before.rows.length !== size.rows
    const strokes = diff(erasesAll ? undefined : before, screen, listRegion(state))
    const isMoved = cursor?.row !== this.#cursor?.row || cursor?.column !== this.#cursor?.column
    this.#screen = screen
    this.#cursor = cursor
    this.#isCurrent = true
    drawn(state)
    if (!erasesAll && strokes.length === 0 && !isMoved) return
    try {
      await terminal.draw({ strokes, erasesAll, cursor, asksReply: this.#pacer.draws() })
    } catch (error) {
      this.gone()
      throw error
    }
  }

  #canWait({ tab: { selection } }: State): boolean {
    if (selection.isComplete || this.#selected?.selection !== selection) return false
    return this.#ports.now() < this.#selected.at + selectingInterval
  }

  /** Waits for a reply under way, which the shell would take for keys. */
  async lastReply(alarm: Alarm, { aborted }: AbortSignal): Promise<void> {
    if (!this.#isGone) await this.#pacer.lastReply(alarm.pause, aborted)
  }
}

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

/**
 * When a frame may be drawn. Each frame asks the terminal for a reply (`CSI 5 n`), and the next one waits for it, so that
 * a slow line never has more than one frame on its way. Terminals that never reply get ten frames a second.
 */
export class FramePacer {
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

interface Sleep {
  readonly until: number
  readonly over: AbortController
}

/** A wait that anything can end. */
export class Alarm {
  readonly #context: Pick<Context, 'now' | 'sleep'>
  #wake = () => {}
  /** Something has happened that no wait has noticed yet. */
  #isAwake = false
  /** Outlives a wait that ends early: a timer for each key would take a tenth of the time of a frame. */
  #sleeping: Sleep | undefined

  constructor(context: Pick<Context, 'now' | 'sleep'>) {
    this.#context = context
  }

  /** Ends the current wait, or the next one if nothing waits yet. */
  readonly ring = (): void => {
    this.#isAwake = true
    this.#wake()
  }

  /** Waits until something happens, for at most so many milliseconds. May end earlier. */
  readonly pause = async (milliseconds = Number.POSITIVE_INFINITY): Promise<void> => {
    const until = this.#context.now() + milliseconds
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
      this.ring()
    }
    this.#context.sleep(milliseconds, sleep.over.signal).then(end, end)
  }
}
