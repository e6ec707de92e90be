import { get } from '../../api/endpoint.ts'
import { loanStatuses } from '../../api/records/closed-sets.ts'

const id = { kind: 'number', brief: 'loan id', pageOf: 'loan' } as const

export const loans = {
  brief: 'Search and show loans, their lenders and updates',
  endpoints: {
    search: get('/loans/search', {
      brief: 'Search loans',
      returns: 'loan_listing',
      paged: true,
      newestFirst: true,
      params: {
        status: {
          kind: 'string',
          list: true,
          brief: 'loan status',
          choices: loanStatuses,
          stages: true,
        },
        gender: {
          kind: 'string',
          brief: 'majority gender',
          known: 'gender',
        },
        region: {
          kind: 'string',
          list: true,
          brief: 'region of the world',
          choices: ['na', 'ca', 'sa', 'af', 'as', 'me', 'ee'],
          names: {
            na: 'North America',
            ca: 'Central America',
            sa: 'South America',
            af: 'Africa',
            as: 'Asia',
            me: 'Middle East',
            ee: 'Eastern Europe',
          },
        },
        country_code: {
          kind: 'string',
          list: true,
          brief: 'ISO country code',
          known: 'country_code',
        },
        sector: { kind: 'string', list: true, brief: 'business sector', known: 'sector' },
        partner: { kind: 'number', list: true, brief: 'field partner id' },
        sort_by: {
          kind: 'string',
          brief: 'sort order',
          choices: [
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
        q: { kind: 'string', brief: 'words to search for' },
      },
      examples: [
        '--status fundraising',
        '--status fundraising --sector Food --sort-by expiration',
        '--q "maize seed" -o json',
      ],
    }),
    newest: get('/loans/newest', {
      brief: 'List the most recent fundraising loans',
      returns: 'loan_listing',
      paged: true,
      newestFirst: true,
      params: {},
      examples: ['', '--limit 5', '--page 2 -o ndjson'],
    }),
    show: get('/loans/:ids', {
      brief: 'Show loans in detail',
      returns: 'loan_detail',
      params: { ids: { kind: 'number', list: true, brief: 'loan ids', pageOf: 'loan' } },
      examples: ['2100001', '2100001 2100002 -o json', '2100001 --wire xml'],
    }),
    lenders: get('/loans/:id/lenders', {
      brief: "List a loan's lenders",
      returns: 'lender_listing',
      paged: true,
      params: { id },
      examples: ['2100001', '2100001 --limit 10 -o json'],
    }),
    journal_entries: get('/loans/:id/journal_entries', {
      brief: "List a loan's journal entries",
      returns: 'journal_entry',
      paged: true,
      params: { id },
      examples: ['2100001', '2100001 -o ndjson'],
    }),
    updates: get('/loans/:id/updates', {
      brief: "List a loan's updates, newest first",
      returns: 'loan_updates',
      params: { id },
      formats: ['html', 'json', 'xml', 'rss'],
      examples: ['2100001', '2100001 --wire rss'],
    }),
  },
}
