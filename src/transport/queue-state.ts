/** What the requests to one origin share. */
import type { World } from '../context.ts'
import type { Listener } from '../ports/events.ts'
import type { Pace } from './pace.ts'
import type { RetryBudget } from './retry-budget.ts'
import type { WaitFor } from './throttle.ts'

export interface RetrySettings {
  /** The most retries of one request. */
  readonly retries: number
  /** Whether to wait for a rate limit to end, however long it takes. */
  readonly waitOnLimit: boolean
}

export interface RetryPorts extends Pick<World, 'now' | 'sleep' | 'nonce'> {
  readonly settings: RetrySettings
  readonly emit: Listener
}

/** The tries of one request, and its failures. A rate limit that --wait-on-limit waits for is not a failure. */
export interface History {
  tries: number
  failures: number
}

/** What the requests of a queue share. */
export interface QueueState {
  readonly ports: RetryPorts
  readonly pace: Pace
  readonly budget: RetryBudget
  readonly waitFor: WaitFor
}
