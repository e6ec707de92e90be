/** Made-up records of every type: full, sparse and odd ones. `now` is the current time in these tests. */
import type { RecordName } from '../../src/api/records/record-types.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'

export const now = Date.parse('2026-10-04T12:00:00Z')

const image = { id: 501, template_id: 1 }

export const group: JsonObject = {
  id: 2104311,
  name: "Amina's Group",
  description: { languages: ['en', 'sw'] },
  status: 'fundraising',
  funded_amount: 1525,
  basket_amount: 50,
  image,
  activity: 'Farming',
  sector: 'Agriculture',
  themes: ['Rural Exclusion'],
  use: ' to buy maize seed and fertiliser for the long rains ',
  location: {
    country_code: 'KE',
    country: 'Kenya',
    town: 'Nakuru',
    geo: { level: 'town', pairs: '-0.3 36.1', type: 'point' },
  },
  partner_id: 133,
  posted_date: '2026-09-16T08:30:00Z',
  planned_expiration_date: '2026-10-16T18:50:00Z',
  loan_amount: 2500,
  borrower_count: 5,
  lender_count: 48,
  bonus_credit_eligibility: true,
  tags: [{ name: '#Parent' }, { name: '#Eco-friendly' }],
}

const loan = (id: number, name: string, country: string, use: string, rest: JsonObject): JsonObject => ({
  id,
  name,
  status: 'fundraising',
  sector: 'Agriculture',
  use,
  location: { country, country_code: 'XX' },
  posted_date: '2026-09-20T08:30:00Z',
  ...rest,
})

export const loans: readonly JsonObject[] = [
  group,
  loan(2104298, 'Đặng', 'Viet Nam', 'to buy piglets and feed', {
    loan_amount: 825,
    funded_amount: 150,
    planned_expiration_date: '2026-10-31T19:00:00Z',
  }),
  loan(2104275, 'José Luis', 'Ecuador', 'to renew the cacao trees on two hectares of steep land', {
    loan_amount: 1200,
    funded_amount: 1130,
    planned_expiration_date: '2026-10-04T15:20:00Z',
  }),
  loan(2104260, 'นงลักษณ์', 'Thailand', 'to dig a fish pond', {
    loan_amount: 600,
    funded_amount: 0,
    planned_expiration_date: '2026-11-02T19:00:00Z',
  }),
  loan(2104259, '李小龙的合作社', 'China', '购买种子和肥料以及新的农业设备', {
    loan_amount: 10000,
    funded_amount: 9999,
    planned_expiration_date: '2026-10-06T13:00:00Z',
  }),
  loan(2104258, 'Noor 👩‍🌾 & Söhne', 'Palestine', 'to open a bakery 🍞 with her sisters', {
    loan_amount: 3275,
    funded_amount: 3275,
    status: 'funded',
    sector: 'Food',
  }),
]

export const detailed: JsonObject = {
  ...group,
  description: {
    languages: ['en', 'sw'],
    texts: {
      en:
        'Amina is 42 and leads a group of five neighbours who have farmed together since 2019. They share one pump and one ' +
        'store.<br /><br />With the loan they will buy seed and fertiliser before the long rains &amp; sell in June.',
      sw: 'Amina ana miaka 42.\r\n\r\nAnaongoza kikundi cha majirani watano.',
    },
  },
  borrowers: [
    { first_name: 'Amina', last_name: 'W.', gender: 'F', pictured: true },
    { first_name: 'Grace', last_name: '', gender: 'F', pictured: true },
    { first_name: 'Otieno', last_name: '', gender: 'M', pictured: false },
  ],
  terms: {
    disbursal_date: '2026-10-02T07:00:00Z',
    disbursal_currency: 'KES',
    disbursal_amount: 325000,
    repayment_interval: 'Monthly',
    repayment_term: 14,
    loan_amount: 2500,
    local_payments: [
      { due_date: '2026-12-01T08:00:00Z', amount: 23214.3 },
      { due_date: '2027-01-01T08:00:00Z', amount: 23214.3 },
    ],
    scheduled_payments: [
      { due_date: '2026-12-01T08:00:00Z', amount: '178.57' },
      { due_date: '2027-01-01T08:00:00Z', amount: 178.57 },
    ],
    loss_liability: {
      nonpayment: 'lender',
      currency_exchange: 'shared',
      currency_exchange_coverage_rate: 0.1,
    },
  },
  payments: [
    {
      payment_id: 9001,
      amount: 178.57,
      local_amount: 23214.3,
      processed_date: '2026-12-03T08:00:00Z',
      settlement_date: '2026-12-17T08:00:00Z',
      rounded_local_amount: 23214,
      currency_exchange_loss_amount: 1.25,
      comment: 'paid early',
    },
  ],
  journal_totals: { entries: 3, bulkEntries: 1 },
  translator: { byline: 'Wanjiru M.', image: 77 },
  new_field: { of: 'the service', with: [1, 2] },
}

export const entry: JsonObject = {
  id: 500001,
  subject: 'A good harvest',
  body:
    '<p>The maize is in, and it is <b>twice</b> what it was.</p>\r\n\r\n<ul><li>store filled</li><li>pump paid</li></ul>' +
    '<p>More on <a href="https://example.org/harvest?a=1&amp;b=2">our page</a>.</p><script>alert(1)</script>',
  date: '2026-10-04T09:00:00Z',
  author: 'Jane Fieldworker',
  bulk: false,
  comment_count: 2,
  recommendation_count: 14,
  image,
  video: { id: 7, youtube_id: 'abc123XYZ' },
}

const payment: JsonObject = {
  payment_id: 9001,
  amount: 178.57,
  local_amount: 23214.3,
  processed_date: '2026-09-03T08:00:00Z',
  settlement_date: '2026-09-17T08:00:00Z',
}

const lender: JsonObject = {
  lender_id: 'robin1001',
  name: 'Robin',
  image,
  whereabouts: 'Ghent, Flanders',
  country_code: 'BE',
  uid: 'robin1001',
}

const lenderDetail: JsonObject = {
  ...lender,
  member_since: '2019-04-09T16:37:58Z',
  personal_url: 'robin.example.org',
  occupation: 'Bicycle mechanic',
  loan_because: 'A tool in the right hands goes a long way.\r\nAnd it comes back.',
  occupational_info: 'I mend what others throw away.',
  loan_count: 1214,
  invitee_count: 3,
  inviter_id: 'kim7',
}

const team: JsonObject = {
  id: 201,
  shortname: 'sandbox_stewards',
  name: 'Sandbox Stewards',
  category: 'Common Interest',
  image,
  whereabouts: 'Everywhere',
  loan_because: 'Play is serious.',
  description: 'We dig.\n\nWe build castles, and lend to those who build houses.',
  website_url: 'stewards.example.org',
  team_since: '2012-09-02T16:26:24Z',
  membership_type: 'open',
  member_count: 49255,
  loan_count: 212225,
  loaned_amount: 6214250,
}

/** Records by type; the first of each is the one for a detail view. */
export const samples: Readonly<Record<RecordName, readonly Json[]>> = {
  loan_listing: loans,
  loan_detail: [
    detailed,
    { id: 1, name: 'Old', status: 'paid', payments: null, terms: null, theme: 'Green' },
  ],
  lender_listing: [
    lender,
    { name: 'Anonymous', image },
    { ...lender, lender_id: 'ana2', name: 'Ana', whereabouts: '', team_join_date: '2020-01-05T00:00:00Z' },
  ],
  lender_detail: [lenderDetail, { lender_id: 'x', name: 'X', country_code: null, inviter_id: 0 }],
  team_listing: [team, { id: 202, shortname: 's', name: 'Small' }],
  team_detail: [team],
  partner_listing: [
    {
      id: 133,
      name: 'Field of Gold Cooperative',
      status: 'active',
      rating: 3.5,
      image,
      start_date: '2009-02-20T20:10:11Z',
      countries: [
        {
          iso_code: 'KE',
          region: 'Africa',
          name: 'Kenya',
          location: { geo: { level: 'country', type: 'point', pairs: '1 38' } },
        },
        { iso_code: 'UG', region: 'Africa', name: 'Uganda' },
      ],
      delinquency_rate: 4.2512,
      default_rate: 0,
      total_amount_raised: 12023325,
      loans_posted: 9913,
      profitability: -2.5,
      default_rate_note: 'since 2015',
      social_performance_strengths: [
        { id: 1, name: 'Anti-Poverty Focus', description: 'reaches the poorest' },
      ],
      charges_fees_and_interest: true,
    },
    {
      id: 134,
      name: 'Newcomer',
      status: 'pilot',
      rating: 'Not Rated',
      total_amount_raised: 0,
      loans_posted: 0,
    },
  ],
  journal_entry: [entry, { ...entry, id: 500002, subject: 'Rain', bulk: true, video: null }],
  comment: [
    {
      id: 1,
      author: 'Kim',
      whereabouts: 'Oslo',
      body: 'Well done!\r\n\r\nSee you.',
      date: '2026-10-03T12:00:00Z',
    },
  ],
  loan_updates: [
    { update_type: 'payment', payment },
    { update_type: 'journal_entry', journal_entry: entry },
    { update_type: 'visit', visit: { date: '2026-08-01T00:00:00Z', subject: 'A visit' } },
  ],
  lending_action: [{ id: 77, date: '2026-10-04T11:48:00Z', loan: group, lender }],
  method_summary: [
    {
      id: 'GET*|loans|search',
      http_method: 'GET',
      uri: '/v1/loans/search',
      documentation: { en: { summary: 'Search loans' } },
      argument_count: '2',
      status: 'Production',
      oauth: false,
      arguments: [
        {
          name: 'status',
          rules: [{ name: 'inList', values: ['fundraising', 'funded', 'in_repayment', 'paid'] }],
        },
        { name: 'q', rules: [] },
      ],
    },
    {
      id: 'GET*|my|account',
      http_method: 'GET',
      uri: '/v1/my/account',
      documentation: {},
      argument_count: 0,
      oauth: true,
    },
  ],
  user_account: [
    {
      id: 1001,
      first_name: 'Robin',
      last_name: 'Reed',
      lender_id: 'robin1001',
      is_public: true,
      is_developer: false,
    },
  ],
  release: [{ id: '13775', date: '2026-10-01T01:20:37Z' }],
  image_template: [{ id: 1, pattern: 'https://www.example.org/img/<size>/<id>.jpg' }],
}
