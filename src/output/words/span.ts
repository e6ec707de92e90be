/** Lengths of time for people, in milliseconds, each in its largest unit: ages rounded down, durations up. */
import { withThousands } from '../../thousands.ts'

export const dayLong = 86_400_000
export const hourLong = 3_600_000
export const minute = 60_000

/** `12 d`, `3 h`, `20 min`; never less than a minute. */
export function span(milliseconds: number): string {
  if (milliseconds >= dayLong) return `${withThousands(Math.floor(milliseconds / dayLong))} d`
  if (milliseconds >= hourLong) return `${Math.floor(milliseconds / hourLong)} h`
  return `${Math.max(1, Math.floor(milliseconds / minute))} min`
}

/** `12 days`, `1 hour` */
export function inWords(milliseconds: number): string {
  const [amount = '', unit = ''] = span(milliseconds).split(' ')
  return `${amount} ${unitNames[unit]}${amount === '1' ? '' : 's'}`
}

const unitNames: Readonly<Record<string, string>> = { d: 'day', h: 'hour', min: 'minute' }

/** How old something is: `20 s`, `3 min`, `12 d`. */
export const age = (milliseconds: number) =>
  milliseconds < minute ? `${Math.max(0, Math.floor(milliseconds / 1000))} s` : span(milliseconds)

/** How long something takes, or took: `0.4 s`, `42 s`, `12 min`, `3 h`. */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 9.95) return `${Math.ceil(seconds * 10) / 10} s`
  if (seconds < 100) return `${Math.ceil(seconds)} s`
  return seconds < 100 * 60 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}
