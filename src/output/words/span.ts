/**
 * Formats durations, in milliseconds, for people. Each uses its largest unit; ages are rounded down,
 * durations up.
 */
import { withThousands } from '../../thousands.ts'
import { day, hour, minute } from '../../time-units.ts'

/** `12 d`, `3 h`, `20 min`; at least one minute. */
export function span(milliseconds: number): string {
  if (milliseconds >= day) return `${withThousands(Math.floor(milliseconds / day))} d`
  if (milliseconds >= hour) return `${Math.floor(milliseconds / hour)} h`
  return `${Math.max(1, Math.floor(milliseconds / minute))} min`
}

/** `12 days`, `1 hour` */
export function inWords(milliseconds: number): string {
  const [amount = '', unit = ''] = span(milliseconds).split(' ')
  return `${amount} ${unitNames[unit]}${amount === '1' ? '' : 's'}`
}

const unitNames: Readonly<Record<string, string>> = { d: 'day', h: 'hour', min: 'minute' }

/** Formats an age: `20 s`, `3 min`, `12 d`. */
export const age = (milliseconds: number) =>
  milliseconds < minute ? `${Math.max(0, Math.floor(milliseconds / 1000))} s` : span(milliseconds)

/** Formats a duration: `0.4 s`, `42 s`, `12 min`, `3 h`. */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 9.95) return `${Math.ceil(seconds * 10) / 10} s`
  if (seconds < 100) return `${Math.ceil(seconds)} s`
  return seconds < 100 * 60 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}
