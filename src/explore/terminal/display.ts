/** Draws the states of a session, as fast as the terminal takes them. */
import { diff } from '../../output/screen/diff.ts'
import { withoutPictures } from '../../output/screen/pictures.ts'
import { type Screen, screenOf } from '../../output/screen/screen.ts'
import type { Frame, GatedTerminal } from '../../ports/terminal.ts'
import { listRegion } from '../layout.ts'
import type { State } from '../state/state.ts'
import type { View } from '../view/view.ts'
import { Frames } from './frames.ts'
import type { Waker } from './waker.ts'

export interface DisplayPorts {
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
  readonly #frames: Frames
  /** What the terminal shows; `undefined` if unknown. */
  #screen: Screen | undefined
  #cursor: Frame['cursor']
  /** The selection drawn last, and when. */
  #selected: { readonly selection: State['place']['selection']; readonly at: number } | undefined
  #isCurrent = false
  #isGone = false

  constructor(ports: DisplayPorts) {
    this.#ports = ports
    this.#frames = new Frames(ports.now)
  }

  /** When to draw, in milliseconds since the epoch; `undefined` if the screen is current. */
  get dueAt(): number | undefined {
    return this.#isCurrent ? undefined : this.#frames.mayDrawAt()
  }

  /** Whether the terminal takes long to draw a frame. */
  get isSlow(): boolean {
    return this.#frames.isSlow
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
    this.#frames.resized()
    if (isTakenAgain) this.#frames.takenAgain()
  }

  /** The terminal has drawn the last frame. */
  replied(): void {
    this.#frames.replied()
  }

  /** The terminal sends nothing more. */
  gone(): void {
    this.#isGone = true
  }

  /** Draws a state if a frame is due. Throws `ReaderGone` once the terminal is gone. */
  async draw(state: State): Promise<void> {
    if (this.#isCurrent || !this.#frames.mayDraw() || this.#canWait(state)) return
    const { terminal, view, theme, drawn } = this.#ports
    const { size } = state
    const { lines, cursor } = view.draw(state)
    this.#selected = { selection: state.place.selection, at: this.#ports.now() }
    const before = this.#screen
    const shown = this.#frames.isSlow ? lines.map(withoutPictures) : lines
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
      await terminal.draw({ strokes, erasesAll, cursor, asksReply: this.#frames.draws() })
    } catch (error) {
      this.gone()
      throw error
    }
  }

  #canWait({ place: { selection } }: State): boolean {
    if (selection.isComplete || this.#selected?.selection !== selection) return false
    return this.#ports.now() < this.#selected.at + selectingInterval
  }

  /** Waits for a reply under way, which the shell would take for keys. */
  async lastReply(waker: Waker, { aborted }: AbortSignal): Promise<void> {
    if (!this.#isGone) await this.#frames.lastReply(waker.pause, aborted)
  }
}
