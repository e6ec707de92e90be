import type { Effect } from './state/effect.ts'
import type { State } from './state/state.ts'
import type { DisplayPorts } from './terminal/display.ts'

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
