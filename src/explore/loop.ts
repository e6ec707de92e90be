/** The loop of a session: the only place that waits. It applies events, starts effects, and draws. */
import type { TerminalEvent } from '../ports/streams.ts'
import { Display, type DisplayPorts, Waker } from './display.ts'
import { type InputEvent, Typed } from './input.ts'
import { changesWithTime, drawingsOf, isHeld, nextTick, wantedRequest } from './next-request.ts'
import type { Input, Reply } from './state/event.ts'
import { type Effect, endWithoutChoice, type Next, type State } from './state/state.ts'
import { onReply } from './update/replies.ts'

export class Loop {
  #state: State
  #isSuspending = false
  #areRowsDrawn = false
  readonly #ports: LoopPorts
  readonly #events: (Input | Reply)[] = []
  readonly #effects: EffectRunner
  readonly #typed: Typed
  readonly #display: Display
  readonly #waker: Waker

  constructor(state: State, ports: LoopPorts) {
    this.#state = state
    this.#ports = ports
    this.#effects = new EffectRunner({
      perform: (effect) => ports.perform(effect, this.#state),
      cancelPicture: () => ports.cancelPicture(),
      onSent: (effect) => this.#apply({ kind: 'sent', effect }, onReply),
      onEnd: () => this.#waker.awake(),
    })
    this.#typed = new Typed(ports.now)
    this.#display = new Display(ports)
    this.#waker = new Waker(ports)
  }

  /** Adds an event, which is applied soon. */
  readonly post = (event: Reply): void => {
    this.#events.push(event)
    this.#waker.awake()
  }

  /** Runs until the session ends, and returns its last state. Throws the reason of the signal, and unexpected failures. */
  async run(): Promise<State> {
    const { terminal, signal } = this.#ports
    terminal.listen((event) => this.#onTerminal(event))
    signal.addEventListener('abort', this.#waker.awake)
    try {
      while (!this.#state.end) {
        signal.throwIfAborted()
        this.#effects.throwIfFailed()
        await this.#applyEvents()
        if (this.#state.end) break
        if (this.#isSuspending) {
          await this.#suspend()
          // The size may have changed meanwhile.
          continue
        }
        const isSelecting = this.#select()
        this.#effects.startWanted(this.#state)
        if (this.#areRowsDrawn) this.#effects.startLater(this.#state)
        await this.#display.draw(this.#state)
        if (!this.#areRowsDrawn && this.#display.dueAt === undefined) await this.#startLater()
        await (isSelecting ? this.#ports.yieldToEvents() : this.#wait())
      }
      return this.#state
    } finally {
      signal.removeEventListener('abort', this.#waker.awake)
      await this.#display.lastReply(this.#waker, signal)
      this.#waker.close()
    }
  }

  #onTerminal(event: TerminalEvent): void {
    const { terminal } = this.#ports
    if (event.kind === 'end') {
      this.#display.gone()
      this.#state = { ...this.#state, end: this.#state.end ?? endWithoutChoice(this.#state) }
    } else if (event.kind === 'redraw') {
      this.#display.resized(event.isTakenAgain === true)
      this.post({ kind: 'resize', size: { columns: terminal.columns, rows: terminal.rows } })
    } else this.#onInputs(this.#typed.read(event.bytes))
    this.#waker.awake()
  }

  #onInputs(inputs: readonly InputEvent[]): void {
    for (const input of inputs) {
      if (input.kind === 'reply') this.#display.replied()
      else this.#events.push({ kind: 'input', input, header: this.#ports.view.headerAt(this.#state, input) })
    }
  }

  async #applyEvents(): Promise<void> {
    this.#onInputs(this.#typed.due())
    this.#apply({ kind: 'tick' }, onReply)
    for (const event of this.#events.splice(0)) {
      if (this.#state.end) return
      if (event.kind !== 'input') this.#apply(event, onReply)
      else this.#apply(event, (await this.#ports.loadInteraction()).onInput)
    }
  }

  #apply<E extends Input | Reply>(event: E, change: (state: State, event: E) => Next): void {
    const { now, marketNow } = this.#ports
    const before = { ...this.#state, now: now(), marketNow: marketNow(), isSlow: this.#display.isSlow }
    const [state, effects] = change(before, event)
    if (event.kind !== 'tick' || changesWithTime(this.#state, state)) this.#display.changed()
    this.#state = state
    for (const effect of effects) {
      if (effect.kind === 'suspend') this.#isSuspending = true
      else if (effect.kind === 'redraw') this.#display.forget()
      else this.#effects.start(effect)
    }
  }

  /** Computes the selection for 8 ms; returns whether more is left. */
  #select(): boolean {
    const { selection } = this.#state.place
    if (selection.isComplete) return false
    const until = this.#ports.now() + 8
    const isComplete = selection.advance(() => this.#ports.now() < until)
    this.#apply({ kind: 'selected' }, onReply)
    return !isComplete
  }

  /** Starts what can wait until the first rows are drawn, and loads what answers keys. */
  async #startLater(): Promise<void> {
    this.#effects.startLater(this.#state)
    this.#areRowsDrawn = this.#state.place.count > 0
    if (this.#areRowsDrawn) await this.#ports.loadInteraction()
  }

  /** Waits for an event, or until the next moment at which something is due. */
  async #wait(): Promise<void> {
    const times = [nextTick(this.#state), this.#typed.dueAt, this.#display.dueAt]
    const next = Math.min(...times.filter((time) => time !== undefined))
    await this.#waker.pause(Math.max(0, next - this.#ports.now()))
    // What happens together is drawn together: a reply, and the page that comes of it.
    await this.#ports.yieldToEvents()
  }

  /** Stops the process group if a key asked for it. */
  async #suspend(): Promise<void> {
    this.#isSuspending = false
    await this.#display.lastReply(this.#waker, this.#ports.signal)
    this.#ports.terminal.suspend()
  }
}

/* Starts effects. No effect is carried out twice at a time, and one request is under way. */

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

/** What the loop needs of its session. */
export interface LoopPorts extends DisplayPorts {
  readonly signal: AbortSignal
  /** As `now`, as the sandbox sees it. */
  marketNow(): number
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  yieldToEvents(): Promise<void>
  perform(effect: Effect, state: State): Promise<void>
  /** Ends the effect that loads a picture, without a result. */
  cancelPicture(): void
  /** Loads what answers keys. Later calls resolve at once. */
  loadInteraction(): Promise<typeof import('./interaction.ts')>
}
