import { derivedGroups } from '../../../api/records/derived-fields.ts'
import type { DerivedGroup } from '../../../api/records/derived-groups.ts'
import type { Row } from '../layout.ts'
import type { Topic } from './topic.ts'

const groups = Object.entries(derivedGroups) as [DerivedGroup, (typeof derivedGroups)[DerivedGroup]][]

/** What each group needs besides the list. */
const requests: Readonly<Record<DerivedGroup, string>> = {
  funding: 'no further requests',
  repayment: 'one request per 50 loans, none for loans show',
  people: 'the same requests as repayment',
  partner: 'one request per 200 partners',
  mine: 'one request per 20 loans of the lender',
  team: 'no further requests',
  team_recent: 'from 2 requests per team',
}

export const derived: Topic = {
  brief: 'Fields that kiva computes',
  page: () => [
    '--with GROUP,… adds fields that kiva computes, below the key "derived". A derived field in --fields, --order, --at-most or --by adds its group. Fields of the API stay unchanged.',
    {
      heading: 'Examples',
      content: [
        `kiva loans search --with funding --where '.derived.funding.outlook == "short"'`,
        'kiva loans search --fields id,derived.repayment.half_on --limit 50',
        'kiva loans search --with mine --lender robin1001 --limit 20',
        'kiva teams search --order derived.team.loans_per_member:desc --limit 10',
      ],
    },
    {
      heading: 'Groups',
      content: groups.map(([name, { brief }]): Row => [name, `${brief}; ${requests[name]}`]),
    },
    ...groups.map(([name, { fields }]) => ({
      heading: `derived.${name}`,
      content: Object.entries(fields).map(([field, { brief }]): Row => [field, brief]),
    })),
    'Values that cannot be known are null, and derived.why has the reason. Amounts are added in cents. Quotients are rounded half up to 4 decimals. Days are UTC. Times are compared with the time of the response.',
    "The funding forecast is a straight line: it assumes the average pace since posting. outlook is the first that fits: over (fundraising has ended), full, no_end (no deadline), too_early (the first 24 hours, or nothing raised), on_track, short. Money in baskets is not raised: baskets lapse. In the sandbox, about one in four loans that are short at half time expires (59 of 223), and none of those on track (0 of 125). For Kiva's loans the share is unknown.",
    "behind is the amount that was due 15 days ago and is not repaid. It is kiva's own sum: only the API says whether a loan is late. stars is the risk rating from 1 to 5; 5 is the lowest risk.",
  ],
}
