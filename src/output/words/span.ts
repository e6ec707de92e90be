/**
 * Formats durations, in milliseconds, for people. Each uses its largest unit; ages are rounded down,
 * durations up.
 */
import { counted, withThousands } from '../../core/numbers.ts'
import { day, hour, minute } from '../../core/time.ts'

/** `12d`, `3h`, `20min`; at least one minute. */
export function span(milliseconds: number): string {
  const { amount, unit } = largestUnit(milliseconds)
  return `${withThousands(amount)}${unit}`
}

/** `12 days`, `1 hour` */
export function inWords(milliseconds: number): string {
  const { amount, noun } = largestUnit(milliseconds)
  return counted(amount, noun)
}

function largestUnit(milliseconds: number) {
  const [length, unit, noun] = units.find(([length]) => milliseconds >= length) ?? units[2]
  return { amount: Math.max(1, Math.floor(milliseconds / length)), unit, noun }
}

const units = [
  [day, 'd', 'days'],
  [hour, 'h', 'hours'],
  [minute, 'min', 'minutes'],
] as const

/**
 * Formats an estimate, rounded to the nearest day from a day and a half on, and to the nearest hour below:
 * `2 days`, `30 hours`.
 */
export function roughly(milliseconds: number): string {
  return milliseconds < 1.5 * day
    ? counted(Math.max(1, Math.round(milliseconds / hour)), 'hours')
    : counted(Math.round(milliseconds / day), 'days')
}

/** Formats an age in years: `7 years`, `11 months` in the first year. */
export const yearsInWords = (years: number): string =>
  years < 1 ? counted(Math.max(1, Math.floor(12 * years)), 'months') : counted(Math.floor(years), 'years')

/** Formats an age: `20s`, `3min`, `12d`. */
export const age = (milliseconds: number) =>
  milliseconds < minute ? `${Math.max(0, Math.floor(milliseconds / 1000))}s` : span(milliseconds)

/** Formats a duration: `0.4s`, `42s`, `12min`, `3h`. */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 9.95) return `${Math.ceil(seconds * 10) / 10}s`
  if (seconds < 100) return `${Math.ceil(seconds)}s`
  return seconds < 100 * 60 ? `${Math.ceil(seconds / 60)}min` : `${Math.ceil(seconds / 3600)}h`
}
