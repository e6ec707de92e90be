/**
 * The loop of a session: the only code that waits for events. It applies events, starts effects, and draws.
 *
 * In this folder, `state/` has the types: a state is a plain value, an event is anything that happens, an effect is something to
 * do. `update/` turns a state and an event into the next state and effects, `view/` draws a state, `rows/` keeps, filters and
 * sorts the loaded records; all are pure. `tabs/` has links, facets, the palette and the form. `session/` and `requests/`
 * carry out effects. `dialogue.ts` is the same session in text mode, one command per line.
 */
import type { Context } from '../core/context.ts'
import type { GatedTerminal, TerminalEvent } from '../core/streams.ts'
import { marketTime } from '../core/time.ts'
import { Alarm, type Display } from './display.ts'
import { type InputEvent, timedInput } from './input.ts'
import { changesWithTime, effectsToStart, isRequest, nextTick } from './next-request.ts'
import type { Performer } from './session/perform.ts'
import type { Input, Reply, Target } from './state/event.ts'
import { type Effect, endWithoutChoice, type LoopEffect, type Next, type State } from './state/state.ts'
import { isFirst, onFirstReply } from './update/replies.ts'

/** What a loop drives. */
interface LoopParts {
  readonly context: Pick<Context, 'signal' | 'now' | 'settings' | 'sleep' | 'yieldToEvents'>
  readonly terminal: GatedTerminal
  readonly display: Display
  /** Returns what a click hits. */
  readonly targetAt: (state: State, input: InputEvent) => Target | undefined
  readonly performer: Pick<Performer, 'perform' | 'cancelPicture'>
  /** Loads what answers keys, and what can be reported after them. Later calls resolve at once. */
  readonly loadInteraction: () => Promise<{ readonly update: (state: State, event: Input | Reply) => Next }>
}

export class Loop {
  #state: State
  #isSuspending = false
  readonly #parts: LoopParts
  readonly #events: (Input | Reply)[] = []
  readonly #input: ReturnType<typeof timedInput>
  readonly #alarm: Alarm
  /** The effects under way, as JSON, so that no effect runs twice at a time. */
  readonly #underWay = new Set<string>()
  /** The first unexpected failure of an effect. */
  #failure: { readonly error: unknown } | undefined

  constructor(state: State, parts: LoopParts) {
    this.#state = state
    this.#parts = parts
    this.#input = timedInput(parts.context.now)
    this.#alarm = new Alarm(parts.context)
  }

  /** Adds an event, which is applied soon. */
  readonly post = (event: Reply): void => {
    this.#events.push(event)
    this.#alarm.ring()
  }

  /** Runs until the session ends, and returns its last state. Throws the reason of the signal, and unexpected failures. */
  async run(): Promise<State> {
    const { context, terminal, display } = this.#parts
    const { signal } = context
    terminal.listen((event) => this.#onTerminal(event))
    signal.addEventListener('abort', this.#alarm.ring)
    const { overlay: first } = this.#state
    if (first?.kind === 'page') this.#start({ kind: 'open', argv: first.argv })
    try {
      while (!this.#state.end) {
        signal.throwIfAborted()
        if (this.#failure) throw this.#failure.error
        await this.#applyEvents()
        if (this.#state.end) break
        if (this.#isSuspending) {
          await this.#suspend()
          // The size may have changed meanwhile.
          continue
        }
        const isSelecting = this.#select()
        this.#startNext()
        await display.draw(this.#state)
        if (!this.#state.isShown && display.dueAt === undefined) await this.#onFirstScreen()
        await (isSelecting ? context.yieldToEvents() : this.#wait())
      }
      return this.#state
    } finally {
      signal.removeEventListener('abort', this.#alarm.ring)
      await display.lastReply(this.#alarm, signal)
      this.#alarm.close()
    }
  }

  #onTerminal(event: TerminalEvent): void {
    const { terminal, display } = this.#parts
    if (event.kind === 'end') {
      display.gone()
      this.#state = { ...this.#state, end: this.#state.end ?? endWithoutChoice(this.#state) }
    } else if (event.kind === 'redraw') {
      display.resized(event.isTakenAgain === true)
      this.post({ kind: 'resize', size: { columns: terminal.columns, rows: terminal.rows } })
    } else this.#onInputs(this.#input.read(event.bytes))
    this.#alarm.ring()
  }

  #onInputs(inputs: readonly InputEvent[]): void {
    const { targetAt, display } = this.#parts
    for (const input of inputs) {
      if (input.kind === 'reply') display.replied()
      else this.#events.push({ kind: 'input', input, target: targetAt(this.#state, input) })
    }
  }

  async #applyEvents(): Promise<void> {
    this.#onInputs(this.#input.due())
    this.#apply({ kind: 'tick' }, onFirstReply)
    for (const event of this.#events.splice(0)) {
      if (this.#state.end) return
      if (event.kind !== 'input' && isFirst(event)) this.#apply(event, onFirstReply)
      else this.#apply(event, (await this.#parts.loadInteraction()).update)
    }
  }

  #apply<E extends Input | Reply>(event: E, change: (state: State, event: E) => Next): void {
    const { context, display } = this.#parts
    const now = { now: context.now(), marketNow: marketTime(context) }
    const [state, effects] = change({ ...this.#state, ...now, isSlow: display.isSlow }, event)
    if (event.kind !== 'tick' || changesWithTime(this.#state, state)) display.changed()
    this.#state = state
    for (const effect of effects) this.#start(effect)
  }

  /** Computes the selection for 8 ms; returns whether more is left. */
  #select(): boolean {
    const { selection } = this.#state.tab
    if (selection.isComplete) return false
    const { now } = this.#parts.context
    const until = now() + 8
    const isComplete = selection.advance(() => now() < until)
    this.#apply({ kind: 'selected' }, onFirstReply)
    return !isComplete
  }

  /** Starts what the state wants. */
  #startNext(): void {
    for (const effect of effectsToStart(this.#state)) {
      if (isRequest(effect)) {
        this.#apply({ kind: 'sent', effect }, onFirstReply)
        this.#state = { ...this.#state, request: effect }
      }
      this.#start(effect)
    }
  }

  /** Starts an effect, unless an equal one is under way. */
  #start(effect: Effect | LoopEffect): void {
    const { performer, display } = this.#parts
    if (effect.kind === 'suspend') this.#isSuspending = true
    else if (effect.kind === 'redraw') display.forget()
    else if (effect.kind === 'cancel-picture') performer.cancelPicture()
    else this.#perform(effect)
  }

  #perform(effect: Effect): void {
    const name = JSON.stringify(effect)
    if (this.#underWay.has(name)) return
    this.#underWay.add(name)
    this.#parts.performer
      .perform(effect, this.#state)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#underWay.delete(name)
        if (this.#state.request === effect) this.#state = { ...this.#state, request: undefined }
        this.#alarm.ring()
      })
  }

  /** Starts what can wait until the first rows are drawn, and loads what answers keys. */
  async #onFirstScreen(): Promise<void> {
    const { tab, overlay } = this.#state
    if (tab.readAt === undefined && !tab.problem && !overlay) return
    this.#state = { ...this.#state, isShown: true }
    this.#startNext()
    await this.#parts.loadInteraction()
  }

  /** Waits for an event, or until the next moment at which something is due. */
  async #wait(): Promise<void> {
    const { context, display } = this.#parts
    const times = [nextTick(this.#state), this.#input.dueAt(), display.dueAt]
    const due = Math.min(...times.filter((time) => time !== undefined))
    await this.#alarm.pause(Math.max(0, due - context.now()))
    // What happens together is drawn together: a reply, and the page that comes of it.
    await context.yieldToEvents()
  }

  /** Stops the process group if a key asked for it. */
  async #suspend(): Promise<void> {
    const { context, terminal, display } = this.#parts
    this.#isSuspending = false
    await display.lastReply(this.#alarm, context.signal)
    terminal.suspend()
  }
}
