/** Declares the endpoints of lenders, lending actions and the user's own account. */
import { get } from '../../api/endpoint.ts'
import { sort_by } from '../api.ts'

const lender_id = { kind: 'string', brief: 'lender id', pageOf: 'lender' } as const

export const lenders = {
  brief: 'Search and show lenders, their loans and teams',
  endpoints: {
    search: get('/lenders/search', {
      brief: 'Search lenders',
      returns: 'lender_listing',
      paged: true,
      newestFirst: true,
      params: {
        country_code: { kind: 'string', list: true, brief: 'ISO country code', known: 'country_code' },
        sort_by,
        q: { kind: 'string', brief: 'words to search for in lender profiles' },
        occupation: { kind: 'string', brief: 'occupation; ignored with --q', ignoredWith: 'q' },
      },
      examples: ['--country-code DE,FR', '--q teacher --limit 5', '--occupation nurse -o json'],
    }),
    newest: get('/lenders/newest', {
      brief: 'List the newest lenders',
      returns: 'lender_listing',
      paged: true,
      newestFirst: true,
      params: {},
      examples: ['', '--limit 5 -o json'],
    }),
    show: get('/lenders/:lender_ids', {
      brief: 'Show lenders in detail',
      returns: 'lender_detail',
      params: { lender_ids: { kind: 'string', list: true, brief: 'lender ids', pageOf: 'lender' } },
      examples: ['robin1001', 'robin1001 -o json'],
    }),
    loans: get('/lenders/:lender_id/loans', {
      brief: "List a lender's loans",
      returns: 'loan_listing',
      paged: true,
      params: { lender_id, sort_by },
      examples: ['robin1001', 'robin1001 --sort-by oldest --limit 5'],
    }),
    teams: get('/lenders/:lender_id/teams', {
      brief: "List a lender's teams",
      returns: 'team_detail',
      paged: true,
      params: { lender_id },
      examples: ['robin1001', 'robin1001 -o json'],
    }),
  },
}

export const lendingActions = {
  brief: 'Recent lending activity',
  endpoints: {
    recent: get('/lending_actions/recent', {
      brief: 'List the 100 most recent loans by public lenders',
      returns: 'lending_action',
      params: {},
      examples: ['', '-o ndjson'],
    }),
  },
}

export const my = {
  brief: 'Your account',
  endpoints: {
    account: get('/my/account', {
      brief: 'Show your account',
      returns: 'user_account',
      auth: true,
      params: {},
      examples: ['', '-o json'],
    }),
  },
}
