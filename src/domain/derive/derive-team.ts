/** Derived fields about a team. */
import { at } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../ports/json.ts'
import { day, month } from '../../time-units.ts'
import { isFundraising } from '../loan-status.ts'
import { timeOf } from '../time.ts'
import { type Derived, dollarsOf, quotient, toDerived } from './derived.ts'
import { centsAt, combine, countAt, type Fact, known, timeAt, unknown } from './fact.ts'

/** Derives the group `team` of a team record at `now`, in milliseconds since the epoch. */
export function deriveTeam(team: JsonObject, now: number): Derived {
  const members = countAt(team, 'member_count')
  const some = combine([members], (members) =>
    members > 0 ? known(BigInt(members)) : unknown('the team has no members'),
  )
  const age = combine([timeAt(team, 'team_since')], (founded) =>
    founded < now ? known(BigInt(Math.floor(now) - founded)) : unknown('team_since is not in the past'),
  )
  return toDerived({
    loans_per_member: combine([countAt(team, 'loan_count'), some], (loans, some) =>
      quotient(BigInt(loans), some),
    ),
    dollars_per_member: combine([centsAt(team, 'loaned_amount'), some], (lent, some) =>
      dollarsOf({ top: BigInt(lent), bottom: some }),
    ),
    members_per_month: combine([members, age], (members, age) =>
      quotient(BigInt(members) * BigInt(month), age),
    ),
  })
}

/** How far back a member counts as having joined recently. */
export const recentDays = 30

/** Derives the group `team_recent` from the lenders and loans of a team. `now` is in milliseconds since the epoch. */
export function deriveTeamRecent(
  lenders: Iterable<JsonObject>,
  loans: Iterable<JsonObject>,
  now: number,
): Derived {
  return toDerived({
    joined: countJoined(lenders, now - recentDays * day),
    fundraising: known(Array.from(loans).filter(isFundraising).length),
  })
}

/** Counts the lenders who joined at a time or later. */
function countJoined(lenders: Iterable<JsonObject>, since: number): Fact<number> {
  let joined = 0
  for (const lender of lenders) {
    const time = timeOf(at(lender, 'team_join_date'))
    if (time === undefined) return unknown('a member has no team_join_date')
    if (time >= since) joined++
  }
  return known(joined)
}
