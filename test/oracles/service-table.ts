/**
 * Oracle (a): the data endpoints as the specification writes them, copied by hand from its table "Data endpoints".
 * It stands outside the catalogue on purpose: the client and the sandbox both derive from the catalogue, and would
 * agree on the same mistake. Never derive a line of this from `src`; correct it from the document only.
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
    params: { id: { ...number, required } },
    page: true,
    record: 'comment',
    ...usual,
  },
  {
    path: '/journal_entries/search',
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
    params: { lender_ids: { ...strings, required } },
    page: false,
    record: 'lender_detail',
    ...usual,
  },
  {
    path: '/lenders/:lender_id/loans',
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
    params: { lender_id: { ...string, required } },
    page: true,
    record: 'team_detail',
    ...usual,
  },
  { path: '/lenders/newest', params: {}, page: true, record: 'lender_listing', ...usual },
  {
    path: '/lenders/search',
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
  { path: '/lending_actions/recent', params: {}, page: false, record: 'lending_action', ...usual },
  {
    path: '/loans/:ids',
    params: { ids: { ...numbers, required } },
    page: false,
    record: 'loan_detail',
    ...usual,
  },
  {
    path: '/loans/:id/journal_entries',
    params: { id: { ...number, required } },
    page: true,
    record: 'journal_entry',
    ...usual,
  },
  {
    path: '/loans/:id/lenders',
    params: { id: { ...number, required } },
    page: true,
    record: 'lender_listing',
    ...usual,
  },
  {
    path: '/loans/:id/updates',
    params: { id: { ...number, required } },
    page: false,
    record: 'loan_updates',
    formats: 'HTML, JSON, XML, RSS',
    authorized: false,
  },
  { path: '/loans/newest', params: {}, page: true, record: 'loan_listing', ...usual },
  {
    path: '/loans/search',
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
  { path: '/methods', params: {}, page: false, record: 'method_summary', ...usual },
  {
    path: '/methods/:ids',
    params: { ids: { ...strings, required } },
    page: false,
    record: 'method_summary',
    ...usual,
  },
  {
    path: '/my/account',
    params: {},
    page: false,
    record: 'user_account',
    formats: 'HTML, JSON, XML',
    authorized: true,
  },
  { path: '/partners', params: {}, page: true, record: 'partner_listing', ...usual },
  { path: '/releases/api/current', params: {}, page: false, record: 'release', ...usual },
  {
    path: '/teams/:ids',
    params: { ids: { ...numbers, required } },
    page: false,
    record: 'team_detail',
    ...usual,
  },
  {
    path: '/teams/:id/lenders',
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
    params: { shortnames: { ...strings, required } },
    page: false,
    record: 'team_detail',
    ...usual,
  },
  { path: '/templates/images', params: {}, page: false, record: 'image_template', ...usual },
]

/** The table "Resources and their fields": which endpoints return a record type. */
export const returnedBy: Readonly<Record<string, readonly string[]>> = {
  comment: ['/journal_entries/:id/comments'],
  journal_entry: ['/journal_entries/search', '/loans/:id/journal_entries'],
  lender_detail: ['/lenders/:lender_ids'],
  lender_listing: ['/lenders/newest', '/lenders/search', '/loans/:id/lenders', '/teams/:id/lenders'],
  loan_listing: ['/lenders/:lender_id/loans', '/loans/newest', '/loans/search', '/teams/:id/loans'],
  loan_detail: ['/loans/:ids'],
  loan_updates: ['/loans/:id/updates'],
  lending_action: ['/lending_actions/recent'],
  team_detail: ['/lenders/:lender_id/teams', '/teams/:ids', '/teams/using_shortname/:shortnames'],
  team_listing: ['/teams/search'],
  partner_listing: ['/partners'],
  method_summary: ['/methods', '/methods/:ids'],
  user_account: ['/my/account'],
  release: ['/releases/api/current'],
  image_template: ['/templates/images'],
}

/** The command of each path, named by hand. */
export const commandOf: Readonly<Record<string, string>> = {
  'loans search': '/loans/search',
  'loans newest': '/loans/newest',
  'loans show': '/loans/:ids',
  'loans lenders': '/loans/:id/lenders',
  'loans journal-entries': '/loans/:id/journal_entries',
  'loans updates': '/loans/:id/updates',
  'lenders search': '/lenders/search',
  'lenders newest': '/lenders/newest',
  'lenders show': '/lenders/:lender_ids',
  'lenders loans': '/lenders/:lender_id/loans',
  'lenders teams': '/lenders/:lender_id/teams',
  'my account': '/my/account',
  'templates images': '/templates/images',
  'teams search': '/teams/search',
  'teams show': '/teams/:ids',
  'teams using-shortname': '/teams/using_shortname/:shortnames',
  'teams lenders': '/teams/:id/lenders',
  'teams loans': '/teams/:id/loans',
  'partners list': '/partners',
  'journal-entries search': '/journal_entries/search',
  'journal-entries comments': '/journal_entries/:id/comments',
  'lending-actions recent': '/lending_actions/recent',
  'methods list': '/methods',
  'methods show': '/methods/:ids',
  'releases current': '/releases/api/current',
}
