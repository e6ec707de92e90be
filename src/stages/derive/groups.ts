/** How each group of derived fields is computed, and what is read for it. */

import type { DerivedGroup } from '../../api/records/derived-groups.ts'
import { at } from '../../api/records/field-values.ts'
import { deriveFunding } from '../../domain/derive/derive-funding.ts'
import { deriveMine } from '../../domain/derive/derive-mine.ts'
import { derivePartner } from '../../domain/derive/derive-partner.ts'
import { derivePeople } from '../../domain/derive/derive-people.ts'
import { deriveRepayment } from '../../domain/derive/derive-repayment.ts'
import { deriveTeam, deriveTeamRecent } from '../../domain/derive/derive-team.ts'
import type { Derived } from '../../domain/derive/derived.ts'
import type { JsonObject } from '../../ports/json.ts'
import type { Facts } from './facts.ts'

/** What a group is computed from. */
export interface Subject {
  readonly record: JsonObject
  /** The detailed record, for groups that need it; `undefined` if the service does not have it. */
  readonly detail: JsonObject | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly facts: Facts
}

type DeriveGroup = (subject: Subject) => Derived | Promise<Derived>

export const deriveGroups: Readonly<Record<DerivedGroup, DeriveGroup>> = {
  funding: ({ record, now }) => deriveFunding(record, now),
  repayment: ({ detail, record, now }) => deriveRepayment(detail ?? record, now),
  people: ({ detail, record }) => derivePeople(detail ?? record),
  partner: async ({ record, now, facts }) =>
    derivePartner(await facts.partner(at(record, 'partner_id')), record, now),
  mine: async ({ record, facts }) => deriveMine(record, await facts.mine()),
  team: ({ record, now }) => deriveTeam(record, now),
  team_recent: async ({ record, now, facts }) => {
    const { members, loans } = await facts.team(record, now)
    return deriveTeamRecent(members, loans, now)
  },
}

/** Groups that are computed from detailed loans, which lists do not have. */
export const detailedGroups: readonly DerivedGroup[] = ['repayment', 'people']
