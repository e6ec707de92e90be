import { day } from './time-units.ts'

/**
 * Returns the time at which records are seen, in milliseconds since the epoch: the clock's, unless the sandbox
 * is days ahead of it.
 */
export const marketTime = (context: { now(): number; readonly settings: { readonly day: number } }): number =>
  context.now() + context.settings.day * day
