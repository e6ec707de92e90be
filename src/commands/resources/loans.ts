import { get } from '../../api/endpoint.ts'

const id = { kind: 'number', brief: 'loan id', pageOf: 'loan' } as const

export const loans = {
  brief: 'Search loans, show them, their lenders and updates',
  endpoints: {
    search: get('/loans/search', {
      brief: 'Search loans',
      returns: 'loan_listing',
      paged: true,
      params: {
        status: {
          kind: 'string',
          list: true,
          brief: 'state of the loan',
          choices: ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss'],
        },
        gender: {
          kind: 'string',
          brief: "borrower's gender; of a group, the predominant one",
          known: 'gender',
        },
        region: {
          kind: 'string',
          list: true,
          brief:
            'region of the world: North, Central, South America, Africa, Asia, Middle East, Eastern Europe',
          choices: ['na', 'ca', 'sa', 'af', 'as', 'me', 'ee'],
        },
        country_code: {
          kind: 'string',
          list: true,
          brief: 'two-character ISO country code',
          known: 'country_code',
        },
        sector: { kind: 'string', list: true, brief: 'sector of the business', known: 'sector' },
        partner: { kind: 'number', list: true, brief: 'field partner id' },
        sort_by: {
          kind: 'string',
          brief: 'order of the results',
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
        '--status fundraising --sector Agriculture,Food --sort-by expiration',
        '--country-code KE,UG --gender female --limit 5',
        '--q "maize seed" -o json',
      ],
    }),
    newest: get('/loans/newest', {
      brief: 'List the most recent fundraising loans',
      returns: 'loan_listing',
      paged: true,
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
      brief: 'List public lenders of a loan',
      returns: 'lender_listing',
      paged: true,
      params: { id },
      examples: ['2100001', '2100001 --limit 10 -o json'],
    }),
    journal_entries: get('/loans/:id/journal_entries', {
      brief: 'List journal entries of a loan',
      returns: 'journal_entry',
      paged: true,
      params: { id },
      examples: ['2100001', '2100001 -o ndjson'],
    }),
    updates: get('/loans/:id/updates', {
      brief: 'List all status updates of a loan, newest first',
      returns: 'loan_updates',
      params: { id },
      formats: ['html', 'json', 'xml', 'rss'],
      examples: ['2100001', '2100001 --wire rss'],
    }),
  },
}
