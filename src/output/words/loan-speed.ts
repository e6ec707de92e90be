/** How fast a loan is raised, and how far that will take it. */
import type { JsonObject } from '../../context.ts'
import { money, timeOf, wholePercent } from './format.ts'
import { isFundraising, progressOf } from './loan-state.ts'
import { at } from './reading.ts'
import { dayLong, hourLong, inWords } from './span.ts'

/**
 * `$38 an hour, will be 84 % at its end`, or `…, will be full in 3 days`: on the average since it was posted. '' in
 * its first hour, for a loan that gets nothing, and where the record doesn't tell.
 */
export function speedWords(loan: JsonObject, now: number | undefined): string {
  const { done, whole } = progressOf(loan)
  const posted = timeOf(at(loan, 'posted_date'))
  if (now === undefined || posted === undefined || done === undefined || whole === undefined) return ''
  const passed = now - posted
  if (!isFundraising(loan) || passed < hourLong || done <= 0 || done >= whole) return ''
  const each = done / passed
  const speed = perTime(each)
  const end = timeOf(at(loan, 'planned_expiration_date'))
  if (speed === '' || end === undefined || end <= now) return speed
  const needed = (whole - done) / each
  if (needed <= end - now) return `${speed}, will be full in ${inWords(needed)}`
  return `${speed}, will be ${wholePercent((done + each * (end - now)) / whole)} at its end`
}

/** In whole dollars, of the shorter time that has one. */
function perTime(each: number): string {
  const [hourly, daily] = [Math.round(each * hourLong), Math.round(each * dayLong)]
  if (hourly >= 1) return `${money(hourly)} an hour`
  return daily >= 1 ? `${money(daily)} a day` : ''
}
