/**
 * Oracle (a): the data endpoints as the specification writes them, copied by hand from its table "Data
 * endpoints". It is independent of the catalogue on purpose: the client and the sandbox both derive from the
 * catalogue, and would agree on the same mistake. Never derive a line of this from `src`; correct it from the
 * document only.
 */

export interface DocumentedParam {
  readonly type: 'string' | 'number' | 'list of strings' | 'list of numbers'
  readonly required?: true
  readonly oneOf?: readonly string[]
  readonly default?: string
}

export interface DocumentedEndpoint {
  /** As the table writes it. */
  readonly path: string
  /** Not from the document: the command for this endpoint. */
  readonly command: string
  readonly params: Readonly<Record<string, DocumentedParam>>
  /** Whether the table names `page`. */
  readonly page: boolean
  readonly record: string
  readonly formats: string
  /** "needs an authorized user" */
  readonly authorized: boolean
}

const string = { type: 'string' } as const
const number = { type: 'number' } as const
const strings = { type: 'list of strings' } as const
const numbers = { type: 'list of numbers' } as const
const required = true
const usual = { formats: 'HTML, JSON, XML', authorized: false } as const

export const dataEndpoints: readonly DocumentedEndpoint[] = [
  {
    path: '/journal_entries/:id/comments',
    command: 'journal-entries comments',
    params: { id: { ...number, required } },
    page: true,
    record: 'comment',
    ...usual,
  },
  {
    path: '/journal_entries/search',
    command: 'journal-entries search',
    params: {
      media: { ...string, oneOf: ['any', 'video', 'image'] },
      partner: strings,
      sort_by: {
        ...string,
        oneOf: ['newest', 'oldest', 'recommendation_count', 'comment_count'],
        default: 'newest',
      },
      q: string,
    },
    page: true,
    record: 'journal_entry',
    ...usual,
  },
  {
    path: '/lenders/:lender_ids',
    command: 'lenders show',
    params: { lender_ids: { ...strings, required } },
    page: false,
    record: 'lender_detail',
    ...usual,
  },
  {
    path: '/lenders/:lender_id/loans',
    command: 'lenders loans',
    params: {
      lender_id: { ...string, required },
      sort_by: { ...string, oneOf: ['oldest', 'newest'], default: 'newest' },
    },
    page: true,
    record: 'loan_listing',
    ...usual,
  },
  {
    path: '/lenders/:lender_id/teams',
    command: 'lenders teams',
    params: { lender_id: { ...string, required } },
    page: true,
    record: 'team_detail',
    ...usual,
  },
  {
    path: '/lenders/newest',
    command: 'lenders newest',
    params: {},
    page: true,
    record: 'lender_listing',
    ...usual,
  },
  {
    path: '/lenders/search',
    command: 'lenders search',
    params: {
      country_code: strings,
      sort_by: { ...string, oneOf: ['oldest', 'newest'], default: 'newest' },
      q: string,
      occupation: string,
    },
    page: true,
    record: 'lender_listing',
    ...usual,
  },
  {
    path: '/lending_actions/recent',
    command: 'lending-actions recent',
    params: {},
    page: false,
    record: 'lending_action',
    ...usual,
  },
  {
    path: '/loans/:ids',
    command: 'loans show',
    params: { ids: { ...numbers, required } },
    page: false,
    record: 'loan_detail',
    ...usual,
  },
  {
    path: '/loans/:id/journal_entries',
    command: 'loans journal-entries',
    params: { id: { ...number, required } },
    page: true,
    record: 'journal_entry',
    ...usual,
  },
  {
    path: '/loans/:id/lenders',
    command: 'loans lenders',
    params: { id: { ...number, required } },
    page: true,
    record: 'lender_listing',
    ...usual,
  },
  {
    path: '/loans/:id/updates',
    command: 'loans updates',
    params: { id: { ...number, required } },
    page: false,
    record: 'loan_updates',
    formats: 'HTML, JSON, XML, RSS',
    authorized: false,
  },
  {
    path: '/loans/newest',
    command: 'loans newest',
    params: {},
    page: true,
    record: 'loan_listing',
    ...usual,
  },
  {
    path: '/loans/search',
    command: 'loans search',
    params: {
      status: { ...strings, oneOf: ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss'] },
      gender: string,
      region: { ...strings, oneOf: ['na', 'ca', 'sa', 'af', 'as', 'me', 'ee'] },
      country_code: strings,
      sector: strings,
      partner: numbers,
      sort_by: {
        ...string,
        oneOf: [
          'popularity',
          'loan_amount',
          'oldest',
          'expiration',
          'newest',
          'amount_remaining',
          'repayment_term',
        ],
        default: 'newest',
      },
      q: string,
    },
    page: true,
    record: 'loan_listing',
    ...usual,
  },
  { path: '/methods', command: 'methods list', params: {}, page: false, record: 'method_summary', ...usual },
  {
    path: '/methods/:ids',
    command: 'methods show',
    params: { ids: { ...strings, required } },
    page: false,
    record: 'method_summary',
    ...usual,
  },
  {
    path: '/my/account',
    command: 'my account',
    params: {},
    page: false,
    record: 'user_account',
    formats: 'HTML, JSON, XML',
    authorized: true,
  },
  {
    path: '/partners',
    command: 'partners list',
    params: {},
    page: true,
    record: 'partner_listing',
    ...usual,
  },
  {
    path: '/releases/api/current',
    command: 'releases current',
    params: {},
    page: false,
    record: 'release',
    ...usual,
  },
  {
    path: '/teams/:ids',
    command: 'teams show',
    params: { ids: { ...numbers, required } },
    page: false,
    record: 'team_detail',
    ...usual,
  },
  {
    path: '/teams/:id/lenders',
    command: 'teams lenders',
    params: {
      id: { ...number, required },
      sort_by: { ...string, oneOf: ['oldest', 'newest'], default: 'newest' },
    },
    page: true,
    record: 'lender_listing',
    ...usual,
  },
  {
    path: '/teams/:id/loans',
    command: 'teams loans',
    params: {
      id: { ...number, required },
      sort_by: { ...string, oneOf: ['oldest', 'newest'], default: 'newest' },
    },
    page: true,
    record: 'loan_listing',
    ...usual,
  },
  {
    path: '/teams/search',
    command: 'teams search',
    params: {
      membership_type: string,
      category: {
        ...string,
        oneOf: [
          'Alumni Groups',
          'Businesses',
          'Businesses - Internal Groups',
          'Clubs',
          'Colleges/Universities',
          'Common Interest',
          'Events',
          'Families',
          'Field Partner Fans',
          'Friends',
          'Local Area',
          'Memorials',
          'Religious Congregations',
          'Schools',
          'Sports Groups',
          'Youth Groups',
          'Other',
        ],
      },
      sort_by: {
        ...string,
        oneOf: ['newest', 'oldest', 'member_count', 'loan_count', 'loaned_amount', 'query_relevance'],
        default: 'newest',
      },
      q: string,
    },
    page: true,
    record: 'team_listing',
    ...usual,
  },
  {
    path: '/teams/using_shortname/:shortnames',
    command: 'teams using-shortname',
    params: { shortnames: { ...strings, required } },
    page: false,
    record: 'team_detail',
    ...usual,
  },
  {
    path: '/templates/images',
    command: 'templates images',
    params: {},
    page: false,
    record: 'image_template',
    ...usual,
  },
]
