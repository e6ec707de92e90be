/**
 * The fields that kiva computes from records, by group. They stand below the key `derived`, apart from the
 * fields of the service. An unknown value is null, and `why` has the reason.
 */
import { type Field, type Fields, records } from './fields.ts'
import { type DerivedGroup, type DerivedType, derivedKey } from './record-types.ts'

/** Returns the fields of a record type, with the derived ones; none for records of no documented type. */
export function fieldsOf({
  name,
  derived = [],
  fields,
  computed,
}: Pick<DerivedType, 'name' | 'derived' | 'fields' | 'computed'>): Fields {
  if (fields) return fields
  if (name === undefined) return {}
  if (derived.length === 0 && !computed) return records[name]
  return {
    ...records[name],
    ...(derived.length > 0 && { [derivedKey]: derivedFields(derived) }),
    ...computed,
  }
}

/** Returns the field `derived` with these groups, and `why` with the reasons of unknown values. */
const derivedFields = (groups: readonly DerivedGroup[]): Field => ({
  type: 'object',
  brief: 'fields that kiva computes (kiva help derived)',
  fields: {
    ...Object.fromEntries(
      groups.map((name) => [
        name,
        { type: 'object', brief: derivedGroups[name].brief, fields: derivedGroups[name].fields },
      ]),
    ),
    why: { type: 'map', brief: 'reasons of unknown values, by field' },
  },
})

/** The description of a group of derived fields. */
interface GroupFields {
  readonly brief: string
  readonly fields: Fields
}

const optional = true

/** Every group by its name. */
export const derivedGroups = {
  funding: {
    brief: 'funding at the average pace since posting, as a straight line',
    fields: {
      hours_left: { type: 'number', brief: 'time until planned_expiration_date', unit: 'hours', optional },
      left: { type: 'money', brief: 'amount still to raise', optional },
      left_unreserved: { type: 'money', brief: "amount still to raise, less lenders' baskets", optional },
      pace: { type: 'money', brief: 'amount raised per hour since posting', optional },
      needed: { type: 'money', brief: 'amount per hour needed to be full in time', optional },
      ratio: { type: 'number', brief: 'needed divided by pace; above 1 is too slow', optional },
      projected: { type: 'percent', brief: 'expected funding at the end, at most 100', optional },
      short: { type: 'money', brief: 'amount expected to be missing at the end', optional },
      days_to_fund: {
        type: 'number',
        brief: 'time from posted_date to funded_date; a list reads the details if an option names it',
        unit: 'days',
        optional,
      },
      outlook: {
        type: 'string',
        brief: 'over, full, no_end, too_early, on_track or short',
        optional,
      },
    },
  },
  repayment: {
    brief: 'days when the money is due and came back, and losses',
    fields: {
      half_due: { type: 'date', brief: 'day when half of the schedule is due', optional },
      three_quarters_due: { type: 'date', brief: 'day when three quarters are due', optional },
      all_due: { type: 'date', brief: 'day when all is due', optional },
      half_repaid: { type: 'date', brief: 'day when half of the schedule was repaid', optional },
      three_quarters_repaid: { type: 'date', brief: 'day when three quarters were repaid', optional },
      all_repaid: { type: 'date', brief: 'day when all was repaid', optional },
      behind: {
        type: 'money',
        brief: 'amount behind its schedule: due 15 days ago or earlier, and not repaid; 0 once paid',
        optional,
      },
      late: { type: 'boolean', brief: 'true if the service reports the loan as delinquent' },
      lost: { type: 'money', brief: 'amount not repaid of a loan that ended with a loss', optional },
      exchange_loss: { type: 'money', brief: 'loss in currency exchange, as reported', optional },
      term: { type: 'integer', brief: 'length of the loan', unit: 'months', optional },
    },
  },
  people: {
    brief: 'women and men among the borrowers',
    fields: {
      women: { type: 'number', brief: 'share of women, from 0 to 1', optional },
      majority: { type: 'string', brief: 'female, male, or mixed for a tie', optional },
    },
  },
  partner: {
    brief: 'the field partner of the loan',
    fields: {
      id: { type: 'integer', brief: 'field partner id', optional },
      name: { type: 'string', brief: 'name', optional },
      status: { type: 'string', brief: 'status', optional },
      years: { type: 'number', brief: 'time since the partnership began', unit: 'years', optional },
      rating: { type: 'number', brief: 'risk rating, at most 5; 5 is the lowest risk', optional },
      delinquency_rate: { type: 'percent', brief: 'share of late payments', optional },
      default_rate: { type: 'percent', brief: 'share of ended loans that were not repaid', optional },
      loans_at_risk_rate: { type: 'percent', brief: 'share of loans at risk', optional },
      delinquency_rate_median: { type: 'percent', brief: 'median of the active partners', optional },
      default_rate_median: { type: 'percent', brief: 'median of the active partners', optional },
      loans_at_risk_rate_median: { type: 'percent', brief: 'median of the active partners', optional },
    },
  },
  mine: {
    brief: "the lender's loans (--lender); only lent counts expired and refunded ones",
    fields: {
      lent: { type: 'boolean', brief: 'true if the lender lent to this loan', optional },
      in_country: { type: 'integer', brief: "lender's loans in its country", optional },
      in_sector: { type: 'integer', brief: "lender's loans in its sector", optional },
      in_partner: { type: 'integer', brief: "lender's loans with its field partner", optional },
      why: { type: 'string', brief: 'what it adds, such as: your 2nd in Zambia · new sector', optional },
    },
  },
  budget: {
    brief: 'what to lend (--budget)',
    fields: {
      share: { type: 'money', brief: 'a share of $25, if the loan still needs it', optional },
    },
  },
  team: {
    brief: 'loans and dollars per member, and growth',
    fields: {
      loans_per_member: { type: 'number', brief: 'loans per member', optional },
      dollars_per_member: { type: 'money', brief: 'amount lent per member', optional },
      members_per_month: { type: 'number', brief: 'members per month since the founding', optional },
    },
  },
  team_recent: {
    brief: 'new members and open loans',
    fields: {
      joined: { type: 'integer', brief: 'members who joined in the last 30 days', optional },
      fundraising: { type: 'integer', brief: 'loans of the team that are fundraising' },
    },
  },
} as const satisfies Readonly<Record<DerivedGroup, GroupFields>>
